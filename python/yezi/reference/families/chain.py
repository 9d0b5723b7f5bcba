"""A chain of dominoes that grows at its open ends (接龍, 頂牛): which tiles fit, the moves, and what a move leaves open.

The moves are `lead T` (both halves open), `lead T P` (only the pip P open), `play T E` (the half E of T against an open
pip E) and `discard T`. The open pips are a list, descending: empty before the lead, then one pip or two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..decks.dominoes import halves, is_double


def pips(tile: str) -> tuple[int, ...]:
    """The different pips that a tile shows, descending."""
    larger, smaller = halves(tile)
    return (larger,) if is_double(tile) else (larger, smaller)


def fits(tile: str, open_pips: Iterable[int]) -> bool:
    """Whether the tile shows an open pip."""
    return any(pip in pips(tile) for pip in open_pips)


def leads(hand: Iterable[str], ends: int) -> list[str]:
    """Every lead from a hand: of a tile (`ends` 2), or of a tile and one of its pips (`ends` 1)."""
    types = dict.fromkeys(hand)
    if ends == 2:
        return [f"lead {tile}" for tile in types]
    return [f"lead {tile} {pip}" for tile in types for pip in pips(tile)]


def plays(hand: Iterable[str], open_pips: Iterable[int]) -> list[str]:
    """Every tile of a hand against every open pip that it shows."""
    ends = set(open_pips)
    return [f"play {tile} {pip}" for tile in dict.fromkeys(hand) for pip in pips(tile) if pip in ends]


def discards(hand: Iterable[str]) -> list[str]:
    """Every discard from a hand."""
    return [f"discard {tile}" for tile in dict.fromkeys(hand)]


def all_moves(types: Sequence[str]) -> list[str]:
    """Every move with tiles of these types, in the order of the action codes."""
    every_pip = range(1, 7)
    return leads(types, 2) + leads(types, 1) + plays(types, every_pip) + discards(types)


def split(move: str) -> tuple[str, str, int]:
    """A move as word, tile and pip; the pip is −1 where the move names none."""
    word, tile, *pip = move.split()
    return word, tile, int(pip[0]) if pip else -1


def open_after(open_pips: Sequence[int], move: str) -> list[int]:
    """The open pips after a move."""
    word, tile, pip = split(move)
    left = list(open_pips)
    if word == "lead":
        left = list(halves(tile)) if pip < 0 else [pip]
    elif word == "play":
        left.remove(pip)
        left.append(sum(halves(tile)) - pip)
    return sorted(left, reverse=True)
