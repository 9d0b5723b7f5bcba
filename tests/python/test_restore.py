"""`yezi.restore` takes keys of positions and refuses everything else; what it takes is safe to play."""

from __future__ import annotations

import random
from typing import Any

import pytest
import yezi
from helpers import make, play_out, positions
from hypothesis import given, settings
from hypothesis import strategies as st


def use(state: Any, rng: random.Random) -> None:
    """Calls everything on a state; its answers must be sound, whatever they are."""
    game = state.game
    seats = range(game.num_players)
    for seat in (None, *seats):
        assert state.view(seat)["phase"]
    for seat in seats:
        assert state.observation(seat).shape
        other = state.resample(seat, rng.randrange(2**64))
        assert other.view(seat) == state.view(seat)
    assert len(state.legal_moves()) == len(state.legal_actions())
    play_out(state, rng)
    assert state.ending in game.endings
    assert state.detail()
    assert game.next_deal(state, seed=1)


def test_every_position_can_be_restored(game: Any) -> None:
    for state, _ in positions(game, rounds=3 if game.backend == "core" else 1, every=1):
        assert yezi.restore(game.id, game.rules, state.key(), game.backend) == state


def test_keys_of_other_lengths_are_refused(game: Any) -> None:
    key = game.deal(seed=1).key()
    for bad in (b"", b"\x00", key[:-1], key + b"\x00", b"\x00" * 10_000):
        with pytest.raises(yezi.ArgumentError, match=f"these {len(bad)} bytes"):
            game.restore(bad)
    with pytest.raises(TypeError):
        game.restore(key.decode("latin-1"))


@settings(max_examples=200)
@given(data=st.data())
def test_random_bytes_are_refused_or_safe(core_game: Any, data: st.DataObject) -> None:
    size = len(core_game.deal(seed=1).key())
    key = data.draw(st.binary(min_size=size, max_size=size))
    try:
        state = core_game.restore(key)
    except yezi.ArgumentError:
        return
    use(state, random.Random(0))


def test_changed_keys_are_refused_or_safe(core_game: Any) -> None:
    taken = 0
    for state, rng in positions(core_game, rounds=8, every=2):
        key = bytearray(state.key())
        for _ in range(40):
            changed = bytearray(key)
            for _ in range(rng.choice((1, 1, 2, 3))):
                place = rng.randrange(len(key))
                flipped = key[place] ^ (1 << rng.randrange(8))
                changed[place] = rng.choice((flipped, rng.randrange(256), rng.choice(key), 0, 255))
            try:
                other = core_game.restore(bytes(changed))
            except yezi.ArgumentError:
                continue
            taken += 1
            assert other.key() == bytes(changed)
            use(other, rng)
    assert taken, "no changed key was ever taken"


def test_a_key_of_other_rules_is_refused_or_safe(core_game: Any) -> None:
    for state, rng in positions(core_game, rounds=2):
        for options in core_game.presets.values():
            try:
                other = make(core_game.id, **options).restore(state.key())
            except yezi.ArgumentError:
                continue
            use(other, rng)
