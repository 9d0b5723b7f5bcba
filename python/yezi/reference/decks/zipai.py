"""字牌 zipai: 80 cards, 20 types of four copies.

Cards are handled as type indices 0..19 and written as canonical strings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

TYPES = tuple("一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾")
"""The deck order: ten small 小字, ten big 大字."""
ALIAS = tuple("abcdefghijABCDEFGHIJ")
COPIES = 4

_INDEX = {card: i for names in (TYPES, ALIAS) for i, card in enumerate(names)}
RED_VALUES = (2, 7, 10)


def deck() -> list[str]:
    return [card for card in TYPES for _ in range(COPIES)]


def value(card: int) -> int:
    return card % 10 + 1


def is_red(card: int) -> bool:
    return value(card) in RED_VALUES


def is_big(card: int) -> bool:
    return card >= 10


def index(card: str) -> int:
    """The type of a canonical string or its ASCII alias. Raises ValueError for anything else."""
    if card not in _INDEX:
        raise ValueError(f"{card!r} is no card; the cards are {' '.join(TYPES)}")
    return _INDEX[card]


def read(cards: str | Sequence[str]) -> list[int]:
    """The types, ascending, of cards given as one string or as a list of strings."""
    return sorted(index(card) for card in cards)


def text(cards: Iterable[int]) -> str:
    return "".join(TYPES[card] for card in cards)


def names(cards: Iterable[int]) -> list[str]:
    return [TYPES[card] for card in cards]


def counts(cards: Iterable[int]) -> list[int]:
    """How many cards there are of each type."""
    numbers = [0] * len(TYPES)
    for card in cards:
        numbers[card] += 1
    return numbers


def cards(numbers: Sequence[int]) -> list[int]:
    """The cards, in deck order, of which there are `numbers[type]` of each type."""
    return [card for card, number in enumerate(numbers) for _ in range(number)]
