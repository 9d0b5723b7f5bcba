"""paohuzi: what the public course proves about hidden cards, and how they are drawn anew (section *Knowledge*)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import factorial, prod
from types import SimpleNamespace
from typing import TYPE_CHECKING

from ..decks import zipai
from ..rng import Rng
from .hidden import weighted

if TYPE_CHECKING:
    from ..paohuzi import State

TYPES = range(len(zipai.TYPES))


# How the facts are kept


def opening_over(state: State) -> None:
    """The fours are laid out."""
    for limit in state.limit:
        limit[:] = [3] * len(limit)


def at_most(state: State, seat: int, card: int, copies: int) -> None:
    state.limit[seat][card] = min(state.limit[seat][card], copies)


def strike(state: State, seat: int, card: int) -> None:
    """No hidden wei of the seat is of this type."""
    for types in state.wei_types[seat]:
        if card in types:
            types.remove(card)


def left(rules: SimpleNamespace, state: State, seat: int, card: int, copies: int, still: int) -> None:
    """That many copies have visibly left the hand; it holds at most `still` now."""
    state.limit[seat][card] = max(0, state.limit[seat][card] - copies)
    at_most(state, seat, card, still)
    if copies == 0:
        return
    strike(state, seat, card)
    if seat == state.dealer and card == state.shown:
        state.shown_held = False
    if rules.bi == "shao" and card in state.eaten[seat]:
        state.burnt_seen[seat] = True


def drawn(state: State, seat: int, card: int) -> None:
    """The seat has drawn a card that is shown: it could make neither 提 nor 偎."""
    at_most(state, seat, card, 1)
    strike(state, seat, card)


def decided(rules: SimpleNamespace, state: State, run: bool, others: Sequence[int]) -> None:
    """A round of claims is decided without a win; `others` are the active seats that did not expose the card."""
    card = state.card
    for seat in others:
        if rules.pao == "forced" and not run:
            at_most(state, seat, card, 2)
            strike(state, seat, card)
        if sum(state.hands[seat]) > 2 and card not in state.exposed[seat]:
            state.exposed[seat].append(card)


def ate(rules: SimpleNamespace, state: State, seat: int, card: int, laid: Mapping[int, int]) -> None:
    """The seat has eaten `card` with a lay of these cards by type."""
    for other, copies in laid.items():
        if other != card:
            left(rules, state, seat, other, copies, 2 - copies)
        else:
            left(rules, state, seat, card, copies - 1, 0 if rules.bi == "must" else 3 - copies)
    if card not in state.eaten[seat]:
        state.eaten[seat].append(card)


def hidden_wei(state: State, seat: int) -> None:
    """The seat has just laid a hidden wei."""
    limit, exposed = state.limit[seat], state.exposed[seat]
    state.wei_types[seat][-1] = [card for card in TYPES if limit[card] >= 2 and card not in exposed]


# Redraw


@dataclass(frozen=True)
class Run:
    """Fact 4: whether somebody can 跑 with the exposed card. `without`: somebody can whose cards are not redrawn."""

    card: int
    exposer: int
    exists: bool
    without: bool


@dataclass(frozen=True)
class Option:
    """One way to distribute the copies of a type: so many to each hand, perhaps three to a hidden wei, the rest to the wall."""

    weight: int
    hands: tuple[int, ...]
    wei: int | None
    wall: int


def hidden_places(state: State, seats: Sequence[int]) -> list[tuple[int, int]]:
    """Seat and place of every hidden wei of these seats."""
    return [(seat, i) for seat in seats for i, (kind, _) in enumerate(state.melds[seat]) if kind == "wei"]


def sampler(state: State, seats: Sequence[int], run: Run | None = None) -> Callable[[Rng], None]:
    """A function that redraws, in place, the hands and hidden wei of these seats and the wall.

    All distributions of the cards (all different) that satisfy the facts are equally likely.
    """
    weis = hidden_places(state, seats)
    options = [list(_options(state, seats, weis, card, run)) for card in TYPES]

    @cache
    def ways(card: int, room: tuple[int, ...], open_weis: frozenset[int]) -> int:
        """The number of ways to deal this type and the following ones into what is still empty."""
        if card == len(TYPES):
            return int(not any(room) and not open_weis)
        return sum(option.weight * after(card, option, room, open_weis) for option in options[card])

    def after(card: int, option: Option, room: tuple[int, ...], open_weis: frozenset[int]) -> int:
        if any(copies > empty for copies, empty in zip(option.hands, room)):
            return 0
        if option.wei is not None and option.wei not in open_weis:
            return 0
        return ways(card + 1, *left_over(option, room, open_weis))

    def left_over(
        option: Option, room: tuple[int, ...], open_weis: frozenset[int]
    ) -> tuple[tuple[int, ...], frozenset[int]]:
        return tuple(empty - copies for copies, empty in zip(option.hands, room)), open_weis - {option.wei}

    def draw(rng: Rng) -> None:
        room = tuple(sum(state.hands[seat]) for seat in seats)
        open_weis: frozenset[int] = frozenset(range(len(weis)))
        wall: list[int] = []
        for card in TYPES:
            chances = [option.weight * after(card, option, room, open_weis) for option in options[card]]
            option = options[card][weighted(rng, chances)]
            room, open_weis = left_over(option, room, open_weis)
            for seat, copies in zip(seats, option.hands):
                state.hands[seat][card] = copies
            if option.wei is not None:
                seat, place = weis[option.wei]
                state.melds[seat][place] = ["wei", [card] * 3]
            wall += [card] * option.wall
        state.wall = rng.shuffled(wall)

    return draw


def _options(
    state: State, seats: Sequence[int], weis: Sequence[tuple[int, int]], card: int, run: Run | None
) -> Iterator[Option]:
    """Every way to distribute the copies of `card` that the facts allow."""
    copies = sum(state.hands[seat][card] for seat in seats) + state.wall.count(card)
    copies += sum(3 for seat, place in weis if state.melds[seat][place][1][0] == card)
    possible: list[int | None] = [i for i, (seat, place) in enumerate(weis) if card in state.wei_types[seat][place]]
    for wei in [None, *possible]:
        owner = None if wei is None else weis[wei][0]
        free = copies if wei is None else copies - 3
        highest = [0 if seat == owner else min(free, state.limit[seat][card]) for seat in seats]
        for hands in product(*(range(high + 1) for high in highest)):
            wall = free - sum(hands)
            held = dict(zip(seats, hands))
            if wall < 0:
                continue
            if card == state.shown and state.shown_held and not held.get(state.dealer, 1) and owner != state.dealer:
                continue
            if run is not None and card == run.card:
                runs = [seat for seat in seats if seat != run.exposer and (held[seat] == 3 or seat == owner)]
                if (run.without or bool(runs)) != run.exists:
                    continue
            parts = (*hands, wall) if wei is None else (*hands, wall, 3)
            yield Option(factorial(copies) // prod(map(factorial, parts)), hands, wei, wall)


def private_flags(rules: SimpleNamespace, state: State, seats: Sequence[int]) -> None:
    """The private sets and flags of seats whose hands have been redrawn."""
    for seat in seats:
        hand = state.hands[seat]
        passed = sorted(card for card in state.exposed[seat] if hand[card] == 2)
        state.no_peng[seat] = list(passed)
        state.chou[seat] = list(passed)
        state.no_chi[seat] = []
        held = any(hand[card] for card in state.eaten[seat])
        state.burnt[seat] = rules.bi == "shao" and (state.burnt_seen[seat] or held)
