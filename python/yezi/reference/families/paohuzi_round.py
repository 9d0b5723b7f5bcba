"""paohuzi: what a seat may claim or win on, and a round of claims (sections §1, §3, §5)."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from . import paohuzi_win as win
from .paohuzi_moves import HU, LAY, PAO, PENG, SHAO, lay_code, priority, word
from .paohuzi_state import State, active_from, add, find, next_seat, table
from .paohuzi_win import Facts, Win, same
from .zipai_melds import lays

# Who wins with what


def win_of(rules: SimpleNamespace, state: State, seat: int) -> Win | None:
    """The win of a seat in the question that is being asked (or, when over, was asked last)."""
    hand, fixed, dealer = state.hands[seat], table(state, seat), seat == state.dealer
    if state.source == "opening":
        return _opening_win(rules, state, seat)
    if state.source == "meld":
        found = win.decompositions(hand, fixed, None, True, rules)
        return win.best_win(rules, Facts("zimo", dealer, last=not state.wall), found)
    drawn, wall = seat == state.turn, state.source == "draw"
    found = win.decompositions(hand, fixed, state.card, drawn, rules, wall)
    by = "zimo" if drawn else "draw" if wall else "discard"
    return win.best_win(rules, Facts(by, dealer, state.opening_discard, last=not state.wall), found)


def _opening_win(rules: SimpleNamespace, state: State, seat: int) -> Win | None:
    hand, dealer = state.hands[seat], seat == state.dealer
    options: list[Win | None] = []
    groups = win.special(hand) if rules.special else None
    if groups is not None:
        options.append(win.settle(rules, Facts("special", dealer), groups, win.total_huxi(groups)))
    if dealer:
        options.append(win.best_win(rules, Facts("tian", True), win.decompositions(hand, [], None, False, rules)))
    elif rules.liangzhang_win:
        found = win.decompositions(hand, [], state.shown, False, rules)
        options.append(win.best_win(rules, Facts("di"), found))
    wins = [option for option in options if option is not None]
    return max(wins, key=lambda each: (each.amount, each.huxi), default=None)  # the special one comes first


# Claims on a card


def begin_round(rules: SimpleNamespace, state: State) -> None:
    n = len(state.hands)
    state.runner = runner_of(state)
    state.possible = [0] * n
    for seat in order_of(state):
        state.possible[seat] = strongest(offers_of(rules, state, seat))
    state.made = [None] * n
    state.answers = [-1] * n
    state.sees_run = [False] * n


def order_of(state: State) -> list[int]:
    """The seats that may claim, in order."""
    order = active_from(state, state.turn)
    return order if state.source == "draw" else order[1:]


def runner_of(state: State) -> int | None:
    """The seat that can 跑, by force or not."""
    card, drawn = state.card, state.source == "draw"
    for seat in order_of(state):
        mine = seat == state.turn
        if not mine and (state.hands[seat][card] == 3 or _run_place(state, seat, ("wei", "chouwei")) is not None):
            return seat
        if drawn and _run_place(state, seat, ("peng",)) is not None:
            return seat
    return None


def _run_place(state: State, seat: int, kinds: Sequence[str]) -> int | None:
    return find(state, seat, [same(kind, state.card) for kind in kinds])


def offers_of(rules: SimpleNamespace, state: State, seat: int, ignore_run: bool = False) -> list[int]:
    """The codes of the claims of a seat, ascending; with `ignore_run` as if nobody could 跑 by force."""
    offers = []
    if (
        (state.source == "draw" or rules.discard_win)
        and not state.burnt[seat]
        and win_of(rules, state, seat) is not None
    ):
        offers.append(HU)
    if state.runner is not None and rules.pao == "forced" and not ignore_run:
        return offers
    hand, card, own = state.hands[seat], state.card, seat == state.turn
    if not own and hand[card] == 2 and not _barred(rules, state, seat, state.no_peng) and sum(hand) > 2:
        offers.append(PENG)
    if rules.pao == "optional" and state.runner == seat:
        offers.append(PAO)
    if (own or seat == next_seat(state, state.turn)) and not _barred(rules, state, seat, state.no_chi):
        for lay, complete in lays(hand, card):
            if complete or rules.bi == "shao":
                offers.append(lay_code(lay, complete))
    return sorted(offers)


def strongest(offers: Sequence[int]) -> int:
    return max(map(priority, offers), default=0)


def put_question(rules: SimpleNamespace, state: State, seat: int) -> None:
    state.player = seat
    free = offers_of(rules, state, seat, ignore_run=True)
    state.sees_run[seat] = rules.pao == "forced" and any(word(code) in ("peng", "chi") for code in free)


def record(state: State, seat: int, offers: Sequence[int], action: int) -> None:
    """What is written down for a seat that was asked."""
    peng = PENG in offers
    chi = any(LAY <= code < SHAO for code in offers)
    eats = action >= LAY
    if peng and action != PENG:
        add(state.no_peng[seat], state.card)
    if chi and not eats:
        add(state.no_chi[seat], state.card)
    if (peng or chi) and action != PENG and not eats:
        add(state.chou[seat], state.card)


def end_round(state: State) -> None:
    state.runner, state.card, state.opening_discard = None, -1, False
    state.possible, state.made, state.answers, state.sees_run = [], [], [], []


# 5. 臭牌 / 过张


def _barred(rules: SimpleNamespace, state: State, seat: int, separate: list[list[int]]) -> bool:
    """Whether the exposed card is barred; `separate` are the sets of the claim in question."""
    if rules.guo == "none":
        return False
    passed = state.chou if rules.guo == "both" else separate
    return state.card in passed[seat] or state.card in state.thrown[seat]
