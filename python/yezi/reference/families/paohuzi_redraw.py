"""paohuzi: hidden cards drawn anew as a seat may imagine them (section *Knowledge*, *Redraw*)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product, repeat
from math import factorial, prod
from types import SimpleNamespace

from ..decks import zipai
from ..rng import Rng
from . import claims
from .hidden import weighted
from .paohuzi_moves import PASS
from .paohuzi_round import offers_of, order_of, put_question, record, runner_of, strongest
from .paohuzi_state import State, active_from, discards

TYPES = range(len(zipai.TYPES))

ATTEMPTS = 50
"""Redraws that are tried in a round of claims before less is redrawn."""


def resample(rules: SimpleNamespace, state: State, seat: int, rng: Rng) -> None:
    if state.phase == "over":
        return  # everything is known
    truth = copy.deepcopy(state)
    hidden = [other for other in active_from(state, seat) if other != seat]
    rest = [other for other in hidden if other != state.player]
    other_asked = state.phase == "claim" and state.player != seat
    if other_asked and state.source in ("opening", "meld"):
        _redraw(rules, state, seat, rest, rng)()
        private_flags(rules, state, hidden)
        return
    for seats in [hidden, rest] if other_asked else repeat(hidden):
        redraw = _redraw(rules, state, seat, seats, rng)
        for _ in range(ATTEMPTS):
            redraw()
            private_flags(rules, state, hidden)
            if _fits(rules, state, seat, truth):
                return
        vars(state).update(copy.deepcopy(vars(truth)))
    state.wall = rng.shuffled(state.wall)


def _redraw(rules: SimpleNamespace, state: State, seat: int, seats: list[int], rng: Rng) -> Callable[[], None]:
    """A function that redraws the cards of these seats and the wall as `seat` may imagine them.

    Three hands are redrawn two at a time, and the function goes on with two, the seat to move among them.
    """

    def at_once(together: list[int]) -> Callable[[], None]:
        draw = sampler(state, together, _sees_run(state, seat, together))
        return lambda: draw(rng)

    if len(seats) < 3:
        return at_once(seats)
    pairs = [[other for other in seats if other != left_out] for left_out in seats]
    for pair in pairs * 2:
        at_once(pair)()
    return at_once(next(pair for pair in pairs if state.player in pair))


def _sees_run(state: State, seat: int, seats: list[int]) -> Run | None:
    """Fact 4 for `seat`, when the cards of `seats` are redrawn."""
    if not state.sees_run or not state.sees_run[seat]:
        return None
    others = copy.deepcopy(state)
    for other in seats:
        others.hands[other] = [0] * len(zipai.TYPES)
        others.melds[other] = [meld for meld in others.melds[other] if meld[0] != "wei"]
    return Run(state.card, state.turn, state.runner is not None, runner_of(others) is not None)


def _fits(rules: SimpleNamespace, state: State, seat: int, truth: State) -> bool:
    """Whether the same seat is asked or has to discard; puts the round of claims in order as `seat` may imagine it."""
    asked = truth.player
    if state.phase == "discard":
        return len(discards(state, asked)) > 1
    if state.source in ("opening", "meld"):
        return True
    order = order_of(state)
    state.runner = runner_of(state)
    answered = truth.made[seat] is not None
    for other in order:
        if other != seat or not answered:
            state.possible[other] = strongest(offers_of(rules, state, other))
            state.made[other], state.answers[other], state.sees_run[other] = None, -1, False

    def before_asked(other: int) -> bool:
        return claims.outranks(order, other, state.possible[other], asked, state.possible[asked])

    if answered and not before_asked(seat):
        return False
    for other in order:
        if other not in (seat, asked) and state.possible[other] and before_asked(other):
            put_question(rules, state, other)
            record(state, other, offers_of(rules, state, other), PASS)
            state.made[other], state.answers[other] = 0, PASS
    if claims.next_asked(order, state.possible, state.made) != asked:
        return False
    put_question(rules, state, asked)
    return True


@dataclass(frozen=True)
class Run:
    """Fact 4: whether somebody can 跑 with the exposed card. `without`: somebody can whose cards are not redrawn."""

    card: int
    exposer: int
    exists: bool
    without: bool


@dataclass(frozen=True)
class Option:
    """One way to distribute the copies of a type: to each hand, perhaps three to a hidden wei, the rest to the wall."""

    weight: int
    hands: tuple[int, ...]
    wei: int | None
    wall: int

    def fill(self) -> int:
        """What it fills, as one number: a byte for each hand, then a byte for each hidden wei."""
        weis = 0 if self.wei is None else 1 << 8 * (len(self.hands) + self.wei)
        return weis + sum(copies << 8 * i for i, copies in enumerate(self.hands))


def hidden_places(state: State, seats: Sequence[int]) -> list[tuple[int, int]]:
    """Seat and place of every hidden wei of these seats."""
    return [(seat, i) for seat in seats for i, (kind, _) in enumerate(state.melds[seat]) if kind == "wei"]


def sampler(state: State, seats: Sequence[int], run: Run | None = None) -> Callable[[Rng], None]:
    """A function that redraws, in place, the hands and hidden wei of these seats and the wall.

    All distributions of the cards (all different) that satisfy the facts are equally likely.
    """
    weis = hidden_places(state, seats)
    options = [list(_options(state, seats, weis, card, run)) for card in TYPES]
    room = [sum(state.hands[seat]) for seat in seats] + [1] * len(weis)
    goal = sum(empty << 8 * i for i, empty in enumerate(room))
    tops = sum(0x80 << 8 * i for i in range(len(room)))  # they stay when no byte is overfull

    ways: list[dict[int, int]] = [{0: 1}]
    """ways[card][filled]: the number of ways in which this type and the following ones fill that much."""
    for card in reversed(TYPES):
        table: dict[int, int] = {}
        steps = [(option.fill(), option.weight) for option in options[card]]
        for filled, number in ways[0].items():
            for step, weight in steps:
                if (goal + tops - filled - step) & tops == tops:
                    table[filled + step] = table.get(filled + step, 0) + number * weight
        ways.insert(0, table)

    def draw(rng: Rng) -> None:
        empty = goal
        wall: list[int] = []
        for card in TYPES:
            after = ways[card + 1]
            chances = [option.weight * after.get(empty - option.fill(), 0) for option in options[card]]
            option = options[card][weighted(rng, chances)]
            empty -= option.fill()
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
