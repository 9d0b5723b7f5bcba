"""The trick loop of the climbing games (斗地主, 掼蛋, 板子炮, 原子, 长沙): who acts after a move or a pass.

The *top* is the seat whose move lies on the table and must be beaten. Seats act in the order +1; a seat that takes no
part or has no cards is left out. When the turn comes back to the top nobody has beaten it: the trick is over and the
top leads the next one, or, when it has no cards left, the seat that inherits the lead (接风).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Turn(NamedTuple):
    """The seat to act, and whether the trick is over, so that this seat leads."""

    seat: int
    leads: bool


def next_turn(seat: int, top: int, active: Sequence[bool], heir: int | None = None) -> Turn:
    """Who acts after `seat` has moved or passed, when the move of `top` lies on the table.

    `active` tells for each seat whether it takes part and has cards; at least one does. `heir` is the seat that
    inherits the lead of a top that is not active: by default the next seat after it that is (an `heir` that is not
    active passes it on in the same way).
    """
    seats = len(active)
    for step in range(1, seats + 1):
        other = (seat + step) % seats
        if other == top:
            return Turn(next_active(top if heir is None or active[top] else heir, active), True)
        if active[other]:
            return Turn(other, False)
    raise ValueError(f"seat {top} has no place among {seats} seats")


def next_active(seat: int, active: Sequence[bool]) -> int:
    """`seat` if it is active, else the next one after it that is."""
    seats = len(active)
    for step in range(seats):
        if active[(seat + step) % seats]:
            return (seat + step) % seats
    raise ValueError("no seat is active")
