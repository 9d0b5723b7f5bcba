"""The 32 Chinese dominoes (骨牌): 21 types, each written as its two pips with the larger first."""

from __future__ import annotations

from collections.abc import Iterable

CIVIL = ("66", "65", "64", "61", "55", "51", "44", "33", "31", "22", "11")
"""The types of which there are two tiles (文)."""

MILITARY = ("63", "62", "54", "53", "52", "43", "42", "41", "32", "21")
"""The types of which there is one tile (武)."""

TYPES = tuple(sorted(CIVIL + MILITARY, reverse=True))
"""All types in the deck's own order: 66 65 64 … 22 21 11."""


def copies(tile: str) -> int:
    """How many tiles of this type the deck has."""
    return 2 if tile in CIVIL else 1


def deck(types: Iterable[str] = TYPES) -> list[str]:
    """Every tile of these types."""
    return [tile for tile in types for _ in range(copies(tile))]


def in_order(tiles: Iterable[str]) -> list[str]:
    """The tiles in the deck's own order."""
    return sorted(tiles, key=TYPES.index)


def halves(tile: str) -> tuple[int, int]:
    """The pips of the two halves, the larger first."""
    return int(tile[0]), int(tile[1])


def points(tile: str) -> int:
    """The sum of the pips."""
    return sum(halves(tile))


def is_double(tile: str) -> bool:
    """Whether both halves are equal (橫牌)."""
    return tile[0] == tile[1]
