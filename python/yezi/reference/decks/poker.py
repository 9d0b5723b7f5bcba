"""Playing cards: canonical strings, ranks, suits and jokers.

A card is two characters: rank then suit (`3s`, `Th`), or a joker `BJ` (small, black), `RJ` (big, red). Games order the
ranks in their own way, so whatever depends on an order takes the ranks from low to high as a string.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "3456789TJQKA2"
"""The order of most climbing games, low to high."""
SUITS = "shcd"
"""Spade, heart, club, diamond."""
JOKERS = ("BJ", "RJ")
JOKER_RANKS = "BR"
"""What `rank` says of the jokers; it is also their letter where a game writes ranks only."""


def pack(ranks: str = RANKS, suits: str = SUITS, *, jokers: bool = False, copies: int = 1) -> list[str]:
    """All cards, sorted: by rank, then by suit, then the jokers; copies side by side."""
    types = [rank + suit for rank in ranks for suit in suits]
    if jokers:
        types += JOKERS
    return [card for card in types for _ in range(copies)]


def is_joker(card: str) -> bool:
    return card in JOKERS


def rank(card: str) -> str:
    """`3`..`A`, or `B`, `R` for a joker."""
    return card[0]


def suit(card: str) -> str:
    """`s`, `h`, `c`, `d`, or the empty string for a joker."""
    return "" if is_joker(card) else card[1]


def sort(cards: Iterable[str], ranks: str = RANKS, suits: str = SUITS) -> list[str]:
    """`cards` in the order of `pack`."""
    order = {card: place for place, card in enumerate(pack(ranks, suits, jokers=True))}
    return sorted(cards, key=order.__getitem__)


def split(text: str) -> list[str]:
    """The cards of a string like `7s7cTdBJ`, as written; ValueError when it is none."""
    cards = [text[i : i + 2] for i in range(0, len(text), 2)]
    known = set(pack(jokers=True))
    for card in cards:
        if card not in known:
            raise ValueError(f"{card!r} is no playing card")
    return cards
