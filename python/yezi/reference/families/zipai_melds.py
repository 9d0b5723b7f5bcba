"""The melds that the zipai games share: chi melds, division of loose cards into melds, lays (吃 and 比)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement

from ..decks import zipai

Meld = tuple[str, tuple[int, ...]]
"""Kind and cards (types, ascending)."""
Melds = tuple[Meld, ...]


def key(meld: Meld) -> tuple[tuple[int, ...], str]:
    """Melds of a decomposition are written ascending by this key."""
    kind, cards = meld
    return cards, kind


def order(melds: Melds) -> list[tuple[tuple[int, ...], str]]:
    """Decompositions are compared by this list."""
    return [key(meld) for meld in melds]


def canonical(melds: Iterable[Meld]) -> Melds:
    return tuple(sorted(melds, key=key))


def name(meld: Meld) -> str:
    return f"{meld[0]} {zipai.text(meld[1])}"


# chi melds


def _all_chi() -> list[tuple[int, ...]]:
    melds: list[tuple[int, ...]] = []
    for first in (0, 10):
        melds += [(first + i, first + i + 1, first + i + 2) for i in range(8)]  # runs
        melds.append((first + 1, first + 6, first + 9))  # 二七十
    for small in range(10):
        melds += [(small, small, small + 10), (small, small + 10, small + 10)]  # 绞
    return sorted(melds)


CHI = tuple(_all_chi())
"""The 38 chi melds; the position is the number of a chi meld."""
CONTAINING = tuple(tuple(number for number, meld in enumerate(CHI) if card in meld) for card in range(20))
"""The numbers of the chi melds that hold a type."""


def split(loose: Sequence[int], triple: int | None, pair: bool) -> set[Melds]:
    """Every division of the loose cards (copies by type) into melds.

    They are chi melds, at most one `peng` of the type `triple`, and one pair if and only if `pair`.
    """
    if sum(loose) % 3 != (2 if pair else 0):
        return set()
    found: set[Melds] = set()

    def divide(left: list[int], triple: int | None, pair: bool, melds: list[Meld]) -> None:
        first = next((card for card in range(20) if left[card]), None)
        if first is None:
            found.add(canonical(melds))
            return
        groups: list[tuple[Meld, int | None, bool]] = [
            (("chi", CHI[number]), triple, pair) for number in CONTAINING[first]
        ]
        if triple == first:
            groups.append((("peng", (first,) * 3), None, pair))
        if pair:
            groups.append((("pair", (first,) * 2), triple, False))
        for meld, triple_left, pair_left in groups:
            rest = without(left, meld[1])
            if rest is not None:
                divide(rest, triple_left, pair_left, [*melds, meld])

    divide(list(loose), triple, pair, [])
    return found


def without(numbers: Sequence[int], cards: Iterable[int]) -> list[int] | None:
    """The copies by type after the cards are taken out; None if they are not there."""
    rest = list(numbers)
    for card in cards:
        rest[card] -= 1
    return None if min(rest) < 0 else rest


# Lays 吃 and 比: a tuple of one to three chi numbers, ascending, all with a common type

Lay = tuple[int, ...]


def cards_of(lay: Lay) -> Counter[int]:
    return Counter(card for number in lay for card in CHI[number])


def _all_lays() -> list[Lay]:
    def possible(lay: Lay) -> bool:
        """Some type is in every meld and at most three times in all (one claimed, two in the hand), others twice."""
        numbers = cards_of(lay)
        return any(
            all(card in CHI[number] for number in lay)
            and numbers[card] <= 3
            and all(copies <= 2 for other, copies in numbers.items() if other != card)
            for card in numbers
        )

    return [lay for size in (1, 2, 3) for lay in combinations_with_replacement(range(len(CHI)), size) if possible(lay)]


LAYS = tuple(_all_lays())
"""All lays, by number of melds, then lexicographically: the order of their action codes."""


def lays(hand: Sequence[int], card: int) -> Iterator[tuple[Lay, bool]]:
    """The lays with which a hand (copies by type) can eat `card`, each with whether it lays every copy of it.

    Only loose cards are used, and at least one card stays in the hand.
    """
    if hand[card] > 2:
        return
    loose = [copies if copies <= 2 else 0 for copies in hand]
    loose[card] += 1
    for size in (1, 2, 3):
        for lay in combinations_with_replacement(CONTAINING[card], size):
            laid = cards_of(lay)
            if all(copies <= loose[other] for other, copies in laid.items()) and laid.total() - 1 < sum(hand):
                yield lay, laid[card] == hand[card] + 1


def melds_of(lay: Lay) -> list[tuple[int, ...]]:
    """The melds in the order in which a move names them: the last in deck order first."""
    return [CHI[number] for number in reversed(lay)]


def lay_text(lay: Lay) -> str:
    """`chi M | bi M | bi M`."""
    return "chi " + " | bi ".join(zipai.text(meld) for meld in melds_of(lay))
