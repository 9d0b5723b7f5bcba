"""Claims on an exposed card 吃 碰 杠 跑 胡: who is asked next, and whose claim wins.

The rule is the same in every game with claims. All seats' possible claims are known when the card is exposed; each
claim has a priority (a positive integer). One claim *outranks* another when its priority is higher, or when the
priorities are equal and its seat comes earlier in the order. Seats are asked by their strongest possible claim,
strongest first; asking stops as soon as no seat still unasked could outrank the best claim made; the best claim wins.

Everything is plain data indexed by seat:

order      the seats that may claim, in the order that breaks ties
possible   the highest priority that a seat could claim, 0 if none
made       None: not asked; 0: passed; else the priority of the claim that it has made. A claim that the engine makes
           for a seat is entered before the first question

`join` is the priority of claims that do not exclude each other (several winners on one tile), 0 if there are none:
once such a claim is the best one made, exactly the seats that could still join it are asked, and all of them win.
"""

from __future__ import annotations

from collections.abc import Sequence


def outranks(order: Sequence[int], seat: int, priority: int, other: int, other_priority: int) -> bool:
    """Whether a claim of `seat` with `priority` outranks one of `other` with `other_priority`."""
    return (priority, -order.index(seat)) > (other_priority, -order.index(other))


def best(order: Sequence[int], made: Sequence[int | None]) -> int | None:
    """The seat whose claim is the best one made so far."""
    claimants = [seat for seat in order if made[seat]]
    return max(claimants, key=lambda seat: (made[seat] or 0, -order.index(seat)), default=None)


def next_asked(order: Sequence[int], possible: Sequence[int], made: Sequence[int | None], join: int = 0) -> int | None:
    """The seat to ask next, None when the asking is over."""
    leader = best(order, made)
    leading = made[leader] or 0 if leader is not None else 0

    def matters(seat: int) -> bool:
        if leader is None:
            return possible[seat] > 0
        if join and leading == join:
            return possible[seat] >= join
        return outranks(order, seat, possible[seat], leader, leading)

    unasked = [seat for seat in order if made[seat] is None and matters(seat)]
    return max(unasked, key=lambda seat: (possible[seat], -order.index(seat)), default=None)


def winners(order: Sequence[int], made: Sequence[int | None], join: int = 0) -> list[int]:
    """The seats whose claims are carried out, in order: none, the best one, or all that joined."""
    leader = best(order, made)
    if leader is None:
        return []
    if join and made[leader] == join:
        return [seat for seat in order if made[seat] == join]
    return [leader]
