"""paohuzi: the position, and the small steps on it that the sections of the page share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .paohuzi_win import is_four, same
from .zipai_melds import Meld


@dataclass
class State:
    """A position. Cards are type indices, hands are copies by type, sets are sorted lists; lists are per seat."""

    dealer: int
    shown: int
    wall: list[int]
    hands: list[list[int]]
    melds: list[list[list[Any]]]
    """Per seat, in the order in which they were laid: [kind, cards]."""
    piles: list[list[int]]
    no_peng: list[list[int]]
    no_chi: list[list[int]]
    chou: list[list[int]]
    thrown: list[list[int]]
    burnt: list[bool]
    phase: str = "claim"
    player: int = -1
    """Who is asked or has to discard; −1 when over."""
    turn: int = -1
    """Who exposed the card, has to discard or has just made 提/偎; the dealer in the opening."""
    source: str = "opening"
    """What is asked in phase claim: opening, draw, discard, meld."""
    card: int = -1
    """The exposed card, or the card of the 提/偎."""
    opening_discard: bool = False
    """The dealer's discard of the opening is due or exposed."""
    by: str | None = None
    """How the game ended."""
    winner: int = -1
    # A round of claims that is being asked
    runner: int | None = None
    """Who can 跑."""
    possible: list[int] = field(default_factory=list)
    made: list[int | None] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    """Codes; −1: not answered."""
    sees_run: list[bool] = field(default_factory=list)
    """Who knows from what it is or was offered whether a forced 跑 exists."""
    # Knowledge
    limit: list[list[int]] = field(default_factory=list)
    wei_types: list[list[list[int]]] = field(default_factory=list)
    """Parallel to `melds`: the types that are possible for a hidden wei, else empty."""
    exposed: list[list[int]] = field(default_factory=list)
    """Types that others exposed in rounds that are decided, while the seat held more than two cards."""
    eaten: list[list[int]] = field(default_factory=list)
    burnt_seen: list[bool] = field(default_factory=list)
    shown_held: bool = True


def active_from(state: State, seat: int) -> list[int]:
    """The three active seats in order of play, from `seat` on (from the next one if it sits out)."""
    n = len(state.hands)
    out = (state.dealer + 2) % 4 if n == 4 else None
    return [other for i in range(n) if (other := (seat + i) % n) != out]


def next_seat(state: State, seat: int) -> int:
    return active_from(state, seat)[1]


def find(state: State, seat: int, melds: Sequence[Meld]) -> int | None:
    """The place of the first of the seat's table melds that is one of these."""
    return next((i for i, meld in enumerate(table(state, seat)) if meld in melds), None)


def table(state: State, seat: int) -> list[Meld]:
    return [(kind, tuple(cards)) for kind, cards in state.melds[seat]]


def lay_down(state: State, seat: int, meld: Meld) -> None:
    kind, cards = meld
    state.melds[seat].append([kind, list(cards)])
    state.wei_types[seat].append([])


def lay_down_same(state: State, seat: int, kind: str, card: int, place: int | None) -> None:
    """Lays a meld of equal cards: those of the hand and the card just taken, or an upgrade of the meld at `place`."""
    if place is None:
        state.hands[seat][card] = 0
        lay_down(state, seat, same(kind, card))
    else:
        state.melds[seat][place] = [kind, [card] * 4]
        state.wei_types[seat][place] = []


def add(types: list[int], card: int) -> None:
    if card not in types:
        types.append(card)
        types.sort()


def discards(state: State, seat: int) -> list[int]:
    held = [card for card, copies in enumerate(state.hands[seat]) if copies]
    return [card for card in held if state.hands[seat][card] <= 2] or held


def must_discard(state: State, seat: int) -> bool:
    melds = table(state, seat)
    hand = sum(state.hands[seat])
    total = hand + sum(len(cards) for _, cards in melds)
    fours = sum(map(is_four, melds))
    return hand > 0 and total > (20 if fours <= 1 else 19 + fours)
