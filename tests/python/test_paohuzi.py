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

SMALL, BIG = range(10), range(10, 20)
SEQUENCES = [(i, i + 1, i + 2) for i in (*range(8), *range(10, 18))] + [(1, 6, 9), (11, 16, 19)]
MIXED = [(i, i, i + 10) for i in SMALL] + [(i, i + 10, i + 10) for i in SMALL]
EQUAL = [(i,) * n for i in range(20) for n in (3, 4)]


def random_row(rng: random.Random) -> list[int]:
    """Counts of a hand of melds, most often with a pair and now and then with a card exchanged."""
    row = [0] * 20

    def add(cards: tuple[int, ...]) -> None:
        if all(row[card] + cards.count(card) <= 4 for card in cards):
            for card in cards:
                row[card] += 1

    for _ in range(rng.choice((1, 3, 5, 6, 7, 7))):
        add(rng.choice(rng.choice((SEQUENCES, MIXED, EQUAL))))
    if rng.random() < 0.6:
        add((rng.randrange(20),) * 2)
    if rng.random() < 0.2:
        held = [card for card in range(20) if row[card]]
        row[rng.choice(held)] -= 1
        add((rng.randrange(20),))
    return row


@pytest.fixture(params=yezi.make("paohuzi").presets if "paohuzi" in yezi.games() else [])
def game(request: pytest.FixtureRequest) -> Any:
    return yezi.make("paohuzi", preset=request.param)


@pytest.fixture(scope="module")
def rows() -> NDArray[np.uint8]:
    rng = random.Random(SEED)
    found = [row for row in (random_row(rng) for _ in range(4000)) if sum(row) <= 21]
    return np.array(found, np.uint8)


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
