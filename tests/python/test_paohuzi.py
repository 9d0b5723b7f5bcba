"""paohuzi: `analyse_batch("huxi")` against `analyse("hu")`, hand by hand."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import yezi
from helpers import SEED
from numpy.typing import NDArray

pytestmark = pytest.mark.skipif("paohuzi" not in yezi.games(), reason="not in this build")

SEQUENCES = [(i, i + 1, i + 2) for i in (*range(8), *range(10, 18))] + [(1, 6, 9), (11, 16, 19)]
MIXED = [(i, i, i + 10) for i in range(10)] + [(i, i + 10, i + 10) for i in range(10)]
KANS = [(i,) * 3 for i in range(20)]
FOURS = [(i,) * 4 for i in range(20)]
PAIRS = [(i,) * 2 for i in range(20)]
FORMS = ([1, 2, 2, 3, 3], [1, 2, 2, 2, 3, 3, 3], [4, 1, 1, 2, 3, 3, 5], [4, 1, 2, 2, 3, 3, 5])
"""Groups of a hand: 1 sequence, 2 mixed, 3 three equal cards, 4 four equal cards, 5 a pair."""


def random_row(rng: random.Random) -> list[int]:
    """Counts of a hand made of groups, now and then with a card exchanged for another."""
    row = [0] * 20
    for form in rng.choice(FORMS):
        group = rng.choice((SEQUENCES, MIXED, KANS, FOURS, PAIRS)[form - 1])
        while any(row[card] + group.count(card) > 4 for card in group):
            group = rng.choice((SEQUENCES, MIXED, KANS, FOURS, PAIRS)[form - 1])
        for card in group:
            row[card] += 1
    if rng.random() < 0.3:
        row[rng.choice([card for card in range(20) if row[card]])] -= 1
        row[rng.choice([card for card in range(20) if row[card] < 4])] += 1
    return row


@pytest.fixture(params=yezi.make("paohuzi").presets if "paohuzi" in yezi.games() else [])
def game(request: pytest.FixtureRequest) -> Any:
    """Every preset, with a limit that many hands reach."""
    return yezi.make("paohuzi", preset=request.param, min_huxi=6)


@pytest.fixture(scope="module")
def rows() -> NDArray[np.uint8]:
    rng = random.Random(SEED)
    return np.array([random_row(rng) for _ in range(3000)], np.uint8)


def test_huxi_is_that_of_single_hands(game: Any, rows: NDArray[np.uint8]) -> None:
    cards = list(dict.fromkeys(game.deck))
    found = game.analyse_batch("huxi", counts=rows)
    assert (found.dtype, found.shape) == (np.int16, (len(rows),))
    for row, huxi in zip(rows[:1200], found, strict=False):
        hand = [card for card, count in zip(cards, row, strict=True) for _ in range(count)]
        single = game.analyse("hu", hand=hand, melds=[], card=None, drawn=False, wall=False)["huxi"]
        assert huxi == (-1 if single is None else single), hand
    assert 0.05 < (found >= 0).mean() < 0.95


def test_rows_and_threads_are_independent(game: Any, rows: NDArray[np.uint8]) -> None:
    many = np.tile(rows, (5, 1))
    expected = np.tile(game.analyse_batch("huxi", counts=rows), 5)
    for threads in (1, 2, 3):
        assert (game.analyse_batch("huxi", counts=many, threads=threads) == expected).all()
    assert (game.analyse_batch("huxi", counts=many[::-2]) == expected[::-2]).all()
    single = [game.analyse_batch("huxi", counts=row[None])[0] for row in rows[:100]]
    assert single == expected[:100].tolist()


def test_bad_rows_are_named(game: Any, rows: NDArray[np.uint8]) -> None:
    many = np.tile(rows, (5, 1))
    many[6000, 3], many[9000, 0] = 5, 200
    for threads in (1, 3):
        with pytest.raises(yezi.QueryError, match=r"paohuzi: huxi: row 6000\b.*\b5\b"):
            game.analyse_batch("huxi", counts=many, threads=threads)
    too_many = np.full((1, 20), 2, np.uint8)
    outcome = game.analyse_batch("huxi", counts=too_many[:, :20] // 2)
    assert outcome.shape == (1,)
