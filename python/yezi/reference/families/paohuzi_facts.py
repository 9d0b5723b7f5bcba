"""paohuzi: the facts that the public course proves about hidden cards (section *Knowledge*)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace

from ..decks import zipai
from .paohuzi_state import State

TYPES = range(len(zipai.TYPES))


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
