"""Analyses of many hands at once: shapes, and what is refused. (What they answer is tested game by game.)"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import yezi
from helpers import CORE, make

BULK = [(id, kind) for id in CORE for kind in make(id).bulk_analyses]


@pytest.mark.parametrize(("id", "kind"), BULK)
def test_no_rows(id: str, kind: str) -> None:
    game = make(id)
    name, width, help = game.bulk_analyses[kind]
    assert help
    found = game.analyse_batch(kind, **{name: np.zeros((0, width), np.uint8)}, threads=2)
    for column in found.values() if isinstance(found, dict) else [found]:
        assert column.shape[0] == 0


@pytest.mark.parametrize(("id", "kind"), BULK)
def test_wrong_arrays(id: str, kind: str) -> None:
    game = make(id)
    name, width, _ = game.bulk_analyses[kind]
    good = np.zeros((2, width), np.uint8)
    wrong: list[tuple[Any, str]] = [
        (good.astype(np.int64), rf"int64\[2, {width}\]"),
        (good.astype(float), rf"float64\[2, {width}\]"),
        (good.astype(bool), rf"bool\[2, {width}\]"),
        (good[:, 1:], rf"uint8\[2, {width - 1}\]"),
        (good[0], rf"uint8\[{width}\]"),
        (good[None], rf"uint8\[1, 2, {width}\]"),
        ([[0] * width], rf"int64\[1, {width}\]"),
        (None, "None"),
        ("hand", "'hand'"),
        ([[1], [2, 3]], r"\[\[1\], \[2, 3\]\]"),
    ]
    for value, shown in wrong:
        with pytest.raises(yezi.QueryError, match=rf"{id}: {kind}: {name} is {shown}; it must be uint8\[n, {width}\]"):
            game.analyse_batch(kind, **{name: value})
    with pytest.raises(yezi.QueryError, match=f"unknown parameter 'no_such'; allowed: {name}"):
        game.analyse_batch(kind, no_such=good)
    for threads in (0, 257, -1, 2**70):
        with pytest.raises(yezi.ArgumentError, match=rf"threads is {threads}; allowed: 1\.\.256"):
            game.analyse_batch(kind, **{name: good}, threads=threads)
    with pytest.raises(TypeError, match="one array by name"):
        game.analyse_batch(kind)
    with pytest.raises(TypeError, match="one array by name"):
        game.analyse_batch(kind, **{name: good, "other": good})


def test_unknown_kinds(any_game: Any) -> None:
    allowed = ", ".join(any_game.bulk_analyses) or "none"
    for kind in ("no such", "", "\ud800"):
        with pytest.raises(yezi.QueryError, match=f"allowed: {allowed}"):
            any_game.analyse_batch(kind, counts=np.zeros((1, 1), np.uint8))
