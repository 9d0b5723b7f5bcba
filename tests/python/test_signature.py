"""Whether behaviour changed, at a glance: tests/data/<id>/signature hashes random games of every preset.

After a change on purpose: raise the game's version and run `python tests/make_data.py <id>`.
"""

from __future__ import annotations

import pytest
from baselines import CONFIRMED, SIGNED, read_signature, signature
from helpers import BOTH, CORE, DATA, make

FILES = [id for id in CORE if (DATA / id / "signature").exists()]
PRESETS = [(id, preset) for id in FILES for preset in make(id).presets]


@pytest.mark.parametrize("id", FILES)
def test_every_preset_is_signed(id: str) -> None:
    expected = {(preset, games) for preset in make(id).presets for games in (CONFIRMED, SIGNED)}
    assert set(read_signature(id)) == expected


@pytest.mark.parametrize(("id", "preset"), PRESETS)
def test_core(id: str, preset: str) -> None:
    assert signature(make(id, preset=preset), SIGNED) == read_signature(id)[preset, SIGNED]


@pytest.mark.parametrize(("id", "preset"), [pair for pair in PRESETS if pair[0] in BOTH])
def test_reference(id: str, preset: str) -> None:
    assert signature(make(id, "reference", preset=preset), CONFIRMED) == read_signature(id)[preset, CONFIRMED]
