"""doudizhu: the number of moves of every pattern, as its page has it."""

from __future__ import annotations

from collections import Counter

import pytest
import yezi

FIRST_CODES = {
    "solo": 9,
    "solo_chain": 24,
    "pair": 60,
    "pair_chain": 73,
    "trio": 125,
    "trio_chain": 138,
    "trio_solo": 183,
    "trio_pair": 365,
    "trio_chain_solo": 521,
    "trio_chain_pair": 23805,
    "four_two_solo": 26744,
    "four_two_pair": 28083,
    "bomb": 28941,
    "rocket": 28954,
}
MOVES = {
    "solo": 15,
    "solo_chain": 36,
    "pair": 13,
    "pair_chain": 52,
    "trio": 13,
    "trio_chain": 45,
    "trio_solo": 182,
    "trio_pair": 156,
    "trio_chain_solo": 21822,
    "trio_chain_pair": 2939,
    "four_two_solo": 1326,
    "four_two_pair": 858,
    "bomb": 13,
    "rocket": 1,
}
SHAPES: dict[str, set[tuple[int, ...]]] = {
    "solo": {(1,)},
    "solo_chain": {(1,) * n for n in range(5, 13)},
    "pair": {(2,)},
    "pair_chain": {(2,) * n for n in range(3, 11)},
    "trio": {(3,)},
    "trio_chain": {(3,) * n for n in range(2, 7)},
    "trio_solo": {(1, 3)},
    "trio_pair": {(2, 3)},
    "trio_chain_pair": {(2,) * n + (3,) * n for n in range(2, 5)},
    "four_two_solo": {(1, 1, 4), (2, 4)},
    "four_two_pair": {(2, 2, 4)},
    "bomb": {(4,)},
    "rocket": {(1, 1)},
}
"""How many cards of each rank, ascending, where the pattern allows few forms."""

pytestmark = pytest.mark.skipif("doudizhu" not in yezi.games(), reason="not in this build")


def test_moves_of_every_pattern() -> None:
    """Without two jokers as kickers (`rocket_kicker` false) there are 27,472 moves, `pass` among them."""
    game = yezi.make("doudizhu")
    assert game.num_actions == 28_955
    found: Counter[str] = Counter()
    for code in range(FIRST_CODES["solo"], game.num_actions):
        pattern = max((name for name, first in FIRST_CODES.items() if first <= code), key=FIRST_CODES.__getitem__)
        move = game.format(code)
        shape = tuple(sorted(Counter(move).values()))
        assert pattern not in SHAPES or shape in SHAPES[pattern], (code, move)
        found[pattern] += pattern == "rocket" or not move.endswith("BR")
    assert found == MOVES
    assert sum(MOVES.values()) + 1 == 27_472
