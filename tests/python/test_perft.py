"""Counts of courses: tests/data/<id>/perft.csv was counted by the reference."""

from __future__ import annotations

from typing import Any

import pytest
import yezi
from baselines import NODES, count_courses, position, read_perft
from helpers import CORE, DATA, SEED, make, positions

FILES = [id for id in CORE if (DATA / id / "perft.csv").exists()]


@pytest.mark.parametrize("id", FILES)
def test_counts_of_the_reference(id: str) -> None:
    rows = read_perft(id)
    assert {row.preset for row in rows} == set(make(id).presets)
    for row in rows:
        state = position(make(id, preset=row.preset), row.seed, row.dealer, row.played)
        assert state.perft(row.depth) == row.count, row


@pytest.mark.parametrize("id", FILES)
def test_some_rows_in_the_reference(id: str) -> None:
    """The file is not older than the reference: rows that cost little are counted again."""
    for row in read_perft(id):
        if row.depth == 2 and row.count < NODES:
            state = position(make(id, "reference", preset=row.preset), row.seed, row.dealer, row.played)
            assert count_courses(state, row.depth) == row.count, row


def test_perft_counts_what_apply_plays(core_game: Any) -> None:
    for state, _ in positions(core_game, rounds=1):
        assert state.perft(0) == 1
        assert state.perft(1) == max(len(state.legal_actions()), 1)
        if state.perft(1) < 100:
            assert state.perft(2) == count_courses(state.clone(), 2)


def test_wrong_depths(any_game: Any) -> None:
    state = any_game.deal(SEED)
    for depth in (-1, 1001, 2**70):
        with pytest.raises(yezi.ArgumentError, match=f"depth is {depth}; allowed: 0..1000"):
            state.perft(depth)
    with pytest.raises(TypeError, match="depth must be an integer"):
        state.perft(1.0)
