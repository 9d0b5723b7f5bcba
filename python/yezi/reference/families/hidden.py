"""Hidden cards drawn anew, under the hard facts that are known about the places where they lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from ..rng import Rng


@dataclass(frozen=True)
class Place:
    """A place for hidden cards: how many lie there, and which cards it may take."""

    size: int
    takes: Callable[[str], bool] = lambda card: True


def distribute(rng: Rng, cards: Sequence[str], places: Sequence[Place]) -> list[list[str]]:
    """The cards dealt into the places, as many as the places hold; in each place they keep their order.

    Every distribution that puts each card where it may lie is equally likely (cards of one type count as different).
    Raises ValueError when there is none.
    """
    if len(cards) != sum(place.size for place in places):
        raise ValueError(f"{len(cards)} cards do not fill {sum(place.size for place in places)} places")

    def choices(room: tuple[int, ...]) -> list[int]:
        """For each place: the number of ways to go on when it takes the next card. `room` is what is still empty."""
        card = cards[len(cards) - sum(room)]
        return [
            ways((*room[:i], empty - 1, *room[i + 1 :])) if empty and places[i].takes(card) else 0
            for i, empty in enumerate(room)
        ]

    @cache
    def ways(room: tuple[int, ...]) -> int:
        return sum(choices(room)) if any(room) else 1

    room = [place.size for place in places]
    dealt: list[list[str]] = [[] for _ in places]
    for card in cards:
        place = weighted(rng, choices(tuple(room)))
        room[place] -= 1
        dealt[place].append(card)
    return dealt


def weighted(rng: Rng, weights: Sequence[int]) -> int:
    """An index, each as likely as its weight says. Raises ValueError when all weights are zero."""
    total = sum(weights)
    if not total:
        raise ValueError("nothing to choose from")
    bits = total.bit_length()
    number = total
    while number >= total:
        number = 0
        for _ in range(0, bits, 64):
            number = number << 64 | rng.next()
        number >>= -bits % 64
    for index, weight in enumerate(weights):
        if number < weight:
            return index
        number -= weight
    raise AssertionError("unreachable")
