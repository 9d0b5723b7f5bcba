"""The patterns of doudizhu and what beats what (`docs/games/doudizhu.md`, Components and Combinations/patterns).

A card is its letter, hands and moves are strings of letters, since suits never matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from ..decks import poker

RANKS = poker.RANKS + poker.JOKER_RANKS
"""The letters of moves and hands, low to high."""
PAIR_RANKS = poker.RANKS
CHAIN_RANKS = RANKS[:12]
JOKERS = poker.JOKER_RANKS
PACK = "".join(poker.rank(card) for card in poker.pack(jokers=True))
"""All 54 cards as letters."""


def sort(letters: str) -> str:
    """`letters` by rank."""
    return "".join(sorted(letters, key=RANKS.index))


def without(cards: str, taken: str) -> str:
    """`cards` less those of `taken`, all of which it holds."""
    for card in taken:
        cards = cards.replace(card, "", 1)
    return cards


def counts(cards: str) -> list[int]:
    """How many cards of each rank, by rank index."""
    return [cards.count(rank) for rank in RANKS]


PATTERNS = (
    "solo",
    "solo_chain",
    "pair",
    "pair_chain",
    "trio",
    "trio_chain",
    "trio_solo",
    "trio_pair",
    "trio_chain_solo",
    "trio_chain_pair",
    "four_two_solo",
    "four_two_pair",
    "bomb",
    "rocket",
)


class Move(NamedTuple):
    """A card move. `length` is the length key (0 for patterns without one), `main` the index of the main rank."""

    pattern: str
    length: int
    main: int
    cards: str


def _same(hand: str, pattern: str, copies: int, ranks: str = PAIR_RANKS) -> Iterator[Move]:
    """`copies` cards of one rank."""
    for rank in ranks:
        if hand.count(rank) >= copies:
            yield Move(pattern, 0, RANKS.index(rank), rank * copies)


def _chains(hand: str, pattern: str, copies: int, shortest: int, longest: int) -> Iterator[Move]:
    """Consecutive chain ranks, `copies` cards each."""
    for length in range(shortest, longest + 1):
        for lowest in range(len(CHAIN_RANKS) - length + 1):
            body = CHAIN_RANKS[lowest : lowest + length]
            if all(hand.count(rank) >= copies for rank in body):
                yield Move(pattern, length, lowest, "".join(rank * copies for rank in body))


def _with_kickers(body: Move, pattern: str, kickers: Iterator[tuple[str, ...]]) -> Iterator[Move]:
    for kicker in kickers:
        yield Move(pattern, body.length, body.main, sort(body.cards + "".join(kicker)))


def _single_kickers(hand: str, body: Move, number: int, rocket_kicker: bool) -> Iterator[tuple[str, ...]]:
    """K1, K2 and K3: `number` cards as kickers of a trio chain or of a four."""
    ranks = [rank for rank in RANKS if rank in hand and rank not in body.cards]
    for kickers in combinations_with_replacement(ranks, number):
        if any(kickers.count(rank) > min(3, hand.count(rank)) for rank in kickers):
            continue
        if not rocket_kicker and all(joker in kickers for joker in JOKERS):
            continue
        if body.length and any(kickers.count(rank) == 3 for rank in _neighbours(body)):
            continue
        yield kickers


def _neighbours(chain: Move) -> str:
    """The chain ranks directly below and directly above a chain."""
    return CHAIN_RANKS[max(chain.main - 1, 0) : chain.main] + CHAIN_RANKS[chain.main + chain.length :][:1]


def _pair_kickers(hand: str, body: Move, number: int) -> Iterator[tuple[str, ...]]:
    """K1 and K4: `number` pairs as kickers."""
    ranks = [rank for rank in PAIR_RANKS if hand.count(rank) >= 2 and rank not in body.cards]
    for kickers in combinations(ranks, number):
        yield tuple(rank * 2 for rank in kickers)


def card_moves(hand: str, four_two: bool, rocket_kicker: bool) -> Iterator[Move]:
    """All moves of a hand, in the order of the action codes: by pattern, length, main rank, kickers."""
    yield from _same(hand, "solo", 1, RANKS)
    yield from _chains(hand, "solo_chain", 1, 5, 12)
    yield from _same(hand, "pair", 2)
    yield from _chains(hand, "pair_chain", 2, 3, 10)
    yield from _same(hand, "trio", 3)
    yield from _chains(hand, "trio_chain", 3, 2, 6)
    for trio in _same(hand, "trio", 3):  # the kicker of trio_solo may be any card of another rank
        solos = ((rank,) for rank in RANKS if rank in hand and rank not in trio.cards)
        yield from _with_kickers(trio, "trio_solo", solos)
    for trio in _same(hand, "trio", 3):
        yield from _with_kickers(trio, "trio_pair", _pair_kickers(hand, trio, 1))
    for chain in _chains(hand, "trio_chain", 3, 2, 5):
        yield from _with_kickers(chain, "trio_chain_solo", _single_kickers(hand, chain, chain.length, rocket_kicker))
    for chain in _chains(hand, "trio_chain", 3, 2, 4):
        yield from _with_kickers(chain, "trio_chain_pair", _pair_kickers(hand, chain, chain.length))
    if four_two:
        for four in _same(hand, "bomb", 4):
            yield from _with_kickers(four, "four_two_solo", _single_kickers(hand, four, 2, rocket_kicker))
        for four in _same(hand, "bomb", 4):
            yield from _with_kickers(four, "four_two_pair", _pair_kickers(hand, four, 2))
    yield from _same(hand, "bomb", 4)
    if all(joker in hand for joker in JOKERS):
        yield Move("rocket", 0, RANKS.index(JOKERS[0]), JOKERS)


def beats(a: Move, b: Move) -> bool:
    """beats(a, b): a rocket, a bomb, or the same pattern and length with a higher main rank. Kickers never matter."""
    if a.pattern == "rocket":
        return b.pattern != "rocket"
    if a.pattern == "bomb" and b.pattern not in ("bomb", "rocket"):
        return True
    return (a.pattern, a.length) == (b.pattern, b.length) and a.main > b.main


@cache
def all_moves() -> tuple[Move, ...]:
    """Every card move that exists under any options."""
    return tuple(card_moves(PACK, four_two=True, rocket_kicker=True))


@cache
def _by_cards() -> dict[str, Move]:
    return {move.cards: move for move in all_moves()}


def read(text: Any) -> Move:
    """The card move with this string; ValueError when there is none."""
    if not isinstance(text, str) or text not in _by_cards():
        raise ValueError(f"{text!r} is no card move; allowed: a combination, written as ranks in the order {RANKS}")
    return _by_cards()[text]


def hand_of(cards: Any) -> str:
    """A hand given as a string or a list of ranks in any order; ValueError when the pack does not hold it."""
    if not isinstance(cards, (str, list, tuple)):
        raise ValueError(f"hand is {cards!r}; allowed: a string or a list of the ranks {RANKS}")
    for card in cards:
        if not isinstance(card, str) or len(card) != 1 or card not in RANKS:
            raise ValueError(f"hand {cards!r} holds {card!r}; allowed: the ranks {RANKS}")
        found, allowed = list(cards).count(card), PACK.count(card)
        if found > allowed:
            raise ValueError(f"hand {cards!r} holds {card!r} {found} times; allowed: at most {allowed}")
    return sort("".join(cards))
