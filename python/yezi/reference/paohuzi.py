"""Paohuzi 跑胡子, written from `docs/games/paohuzi.md`; the headings below are the sections of that page.

In `families`: `paohuzi_win` (winning arrangements, settlement, the analysis), `paohuzi_state` (the position),
`paohuzi_round` (what may be claimed, with section 5), `paohuzi_moves`, `paohuzi_observation`, `paohuzi_facts` and
`paohuzi_redraw` (Knowledge); `zipai_melds` and `claims` are shared with other games.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from .base import Analysis, EventLog, Info, Option
from .decks import zipai
from .families import claims
from .families import paohuzi_facts as facts
from .families import paohuzi_moves as moves
from .families import paohuzi_observation as observation
from .families import paohuzi_redraw as redraw
from .families import paohuzi_win as win
from .families.paohuzi_moves import DISCARD, HU, PAO, PASS, PENG, is_shao, lay_of, meld_texts, priority, word
from .families.paohuzi_round import begin_round, end_round, offers_of, order_of, put_question, record, win_of
from .families.paohuzi_state import (
    State,
    active_from,
    add,
    discards,
    find,
    lay_down,
    lay_down_same,
    must_discard,
    next_seat,
    table,
)
from .families.paohuzi_win import same
from .families.zipai_melds import cards_of, melds_of, name
from .rng import Rng

INFO = Info("paohuzi", "跑胡子", "Paohuzi", ("zimo", "draw", "discard", "tian", "di", "special", "huang"))

MILLION = 1_000_000

OPTIONS = (
    Option("players", 3, "seats; with 4 the seat opposite the dealer sits out 守醒", low=3, high=4),
    Option("min_huxi", 15, "胡息 needed to win", low=0, high=100),
    Option("discard_win", False, "discards can be won on"),
    Option("liangzhang_win", True, "non-dealers may win on the shown card 亮张"),
    Option("special", True, "三提五坎 opening wins"),
    Option(
        "guo", "both", "过张: after which omission 碰 and 吃 of a type are barred", choices=("both", "separate", "none")
    ),
    Option("guo_discard", False, "own discards are barred for 碰 and 吃 like passed types"),
    Option("bi", "must", "比: compulsory, or 烧比, which costs the right to win", choices=("must", "shao")),
    Option("pao", "forced", "跑: made by the engine, or a claim", choices=("forced", "optional")),
    Option("scoring", "loudi", "放炮罚 or 囤", choices=("loudi", "tun")),
    Option("mingtang", "none", "名堂 table of `tun`", choices=("none", "liangzhang", "jieshao")),
    Option("special_fan", 1, "番 of a special win in `tun`", low=0, high=1000),
    Option("tian_double", False, "天胡, 地胡 and the dealer's special win double the 胡息 in `tun`"),
    Option("zimo_tun", 1, "囤 added for an own draw in `tun`", low=0, high=1000),
    Option("cap", 0, "the largest amount in `loudi`, 0 = none", low=0, high=MILLION),
    Option("pao_cap", 100, "the largest amount of a win on a discard in `loudi`", low=0, high=MILLION),
    Option("huang_pay", 0, "what the dealer pays to each other active seat for a 荒庄", low=0, high=MILLION),
    Option("huang_rotate", 0, "after so many 荒庄 in a row the deal moves on, 0 = never", low=0, high=MILLION),
    Option("huang_before", 0, "how many 荒庄 came immediately before", low=0, high=MILLION),
)

PRESETS: dict[str, dict[str, Any]] = {
    "fangpaofa": {},
    "loudi": {"discard_win": True, "cap": 200, "huang_pay": 10},
    "liangzhang": {
        "scoring": "tun",
        "mingtang": "liangzhang",
        "special_fan": 6,
        "tian_double": True,
        "huang_rotate": 3,
    },
    "shouxing": {"players": 4, "scoring": "tun", "guo": "separate"},
    "jieshao": {"scoring": "tun", "mingtang": "jieshao", "bi": "shao", "huang_rotate": 3},
    "kuansong": {
        "scoring": "tun",
        "mingtang": "jieshao",
        "bi": "shao",
        "pao": "optional",
        "guo": "none",
        "discard_win": True,
    },
}

# Hand cases

ANALYSES = {
    "hu": Analysis(
        "does a hand win, with which decompositions, and which cards does it wait for",
        {
            "hand": "at most 21 cards, a string or a list",
            "melds": f"optional: at most {win.GROUPS} table melds, strings `kind cards`: {', '.join(win.TABLE_KINDS)}",
            "card": "optional: the winning card; null (left out) if the hand is complete without one",
            "drawn": "optional: the winner drew the card himself (false if left out)",
            "wall": "optional: the card came from the wall, drawn by anybody (true if left out)",
        },
        win.analyse,
    )
}


def check(rules: SimpleNamespace) -> None:
    """All combinations of options are allowed."""


def num_players(rules: SimpleNamespace) -> int:
    return int(rules.players)


def num_actions(rules: SimpleNamespace) -> int:
    return len(moves.MOVES)


def deck(rules: SimpleNamespace) -> list[str]:
    return zipai.deck()


# Players, dealer, deal


def deal(rules: SimpleNamespace, dealer: int, deck: list[str], events: EventLog) -> State:
    n = num_players(rules)
    cards = [zipai.index(card) for card in deck]

    def empty() -> list[list[Any]]:
        return [[] for _ in range(n)]

    state = State(
        dealer=dealer,
        shown=cards[60],
        wall=cards[61:],
        hands=[[0] * 20 for _ in range(n)],
        melds=empty(),
        piles=empty(),
        no_peng=empty(),
        no_chi=empty(),
        chou=empty(),
        thrown=empty(),
        burnt=[False] * n,
        turn=dealer,
        limit=[[zipai.COPIES] * 20 for _ in range(n)],
        wei_types=empty(),
        exposed=empty(),
        eaten=empty(),
        burnt_seen=[False] * n,
    )
    for i, seat in enumerate(active_from(state, dealer)):
        state.hands[seat] = zipai.counts(cards[20 * i : 20 * i + 20])
        hand = zipai.names(zipai.cards(state.hands[seat]))
        events.emit("deal", seat, {"count": 20}, private={"hand": hand}, knows=[seat])
    state.hands[dealer][state.shown] += 1
    events.emit("show", dealer, {"card": zipai.TYPES[state.shown]})
    _opening(rules, state, active_from(state, dealer), events)
    return state


def _next_dealer(rules: SimpleNamespace, state: State) -> tuple[int, int]:
    """The next dealer, and the number of 荒庄 in a row that goes with him."""
    if state.by != "huang":
        return state.winner, 0
    row = rules.huang_before + 1
    if 0 < rules.huang_rotate <= row:
        return (state.dealer + 1) % len(state.hands), 0
    return state.dealer, row


# Course of play


def player(rules: SimpleNamespace, state: State) -> int:
    return state.player


def legal(rules: SimpleNamespace, state: State) -> list[int]:
    if state.phase == "over":
        return []
    if state.phase == "discard":
        return [DISCARD + card for card in discards(state, state.player)]
    if state.source in ("opening", "meld"):
        return [PASS, HU]
    return [PASS, *offers_of(rules, state, state.player)]


def apply(rules: SimpleNamespace, state: State, action: int, events: EventLog) -> None:
    seat = state.player
    if state.phase == "discard":
        _discard(rules, state, seat, action - DISCARD, events)
        return
    if action == PASS:
        events.emit("pass", seat, audience=[seat])
    if state.source in ("draw", "discard"):
        _answer(rules, state, seat, action, events)
    elif action == HU:
        _hu(rules, state, seat, events)
    elif state.source == "opening":
        order = active_from(state, state.dealer)
        _opening(rules, state, order[order.index(seat) + 1 :], events)
    else:
        _after_meld(rules, state, seat, events)


# 1. Opening


def _opening(rules: SimpleNamespace, state: State, seats: Sequence[int], events: EventLog) -> None:
    """Asks the first of these seats that can win; if none can, goes on."""
    for seat in seats:
        if win_of(rules, state, seat) is not None:
            state.player = seat
            return
    facts.opening_over(state)
    for seat in active_from(state, state.dealer):
        for card, copies in enumerate(state.hands[seat]):
            if copies == 4:
                lay_down_same(state, seat, "ti", card, None)
                events.emit("ti", seat, {"card": zipai.TYPES[card], "from": "deal"})
                facts.left(rules, state, seat, card, 4, 0)
    if must_discard(state, state.dealer):
        state.opening_discard = True
        _turn_to_discard(rules, state, state.dealer, events)
    else:
        _draw(rules, state, next_seat(state, state.dealer), events)


# 2. Draw


def _draw(rules: SimpleNamespace, state: State, seat: int, events: EventLog) -> None:
    if not state.wall:
        _end(rules, state, "huang", -1, events)
        return
    card = state.wall.pop(0)
    public = {"card": zipai.TYPES[card]}
    own_wei = find(state, seat, [same("wei", card), same("chouwei", card)])
    if state.hands[seat][card] == 3 or own_wei is not None:
        lay_down_same(state, seat, "ti", card, own_wei)
        events.emit("ti", seat, {**public, "from": "hand" if own_wei is None else "wei"})
        facts.left(rules, state, seat, card, 2 if own_wei is not None else 3, 0)
    elif state.hands[seat][card] == 2:
        if card in state.no_peng[seat]:
            lay_down_same(state, seat, "chouwei", card, None)
            events.emit("chouwei", seat, public)
            facts.left(rules, state, seat, card, 2, 0)
        else:
            lay_down_same(state, seat, "wei", card, None)
            events.emit("wei", seat, private=public, knows=[seat])
            facts.hidden_wei(state, seat)
    else:
        events.emit("draw", seat, public)
        facts.drawn(state, seat, card)
        _expose(rules, state, seat, card, "draw", events)
        return
    state.turn, state.source, state.card = seat, "meld", card
    if not state.burnt[seat] and win_of(rules, state, seat) is not None:
        state.phase, state.player = "claim", seat
    else:
        _after_meld(rules, state, seat, events)


# 3. Claims


def _expose(rules: SimpleNamespace, state: State, seat: int, card: int, source: str, events: EventLog) -> None:
    state.phase, state.turn, state.source, state.card = "claim", seat, source, card
    begin_round(rules, state)
    _ask(rules, state, events)


def _ask(rules: SimpleNamespace, state: State, events: EventLog) -> None:
    """Asks the next seat, or decides the round."""
    seat = claims.next_asked(order_of(state), state.possible, state.made)
    if seat is None:
        _decide(rules, state, events)
    else:
        put_question(rules, state, seat)


def _answer(rules: SimpleNamespace, state: State, seat: int, action: int, events: EventLog) -> None:
    record(state, seat, offers_of(rules, state, seat), action)
    state.made[seat] = priority(action)
    state.answers[seat] = action
    _ask(rules, state, events)


def _decide(rules: SimpleNamespace, state: State, events: EventLog) -> None:
    """The best claim, the forced 跑 or nothing."""
    order, answers, runner = order_of(state), state.answers, state.runner
    seat = claims.best(order, state.made)
    for other in order:
        if answers[other] > PASS and other != seat:
            code = answers[other]
            public = {"claim": word(code), "melds": meld_texts(code), "shao": is_shao(code)}
            events.emit("claim", other, public, audience=[other])
    action = PASS if seat is None else answers[seat]
    if action == HU:
        assert seat is not None
        _hu(rules, state, seat, events)
        return
    if runner is not None and (rules.pao == "forced" or action == PAO):
        seat, action = runner, PAO
    turn, card, source = state.turn, state.card, state.source
    facts.decided(rules, state, run=action == PAO, others=[other for other in order if other != turn])
    end_round(state)
    if seat is None:
        state.piles[turn].append(card)
        events.emit("pile", turn, {"card": zipai.TYPES[card]})
        _draw(rules, state, next_seat(state, turn), events)
    elif action == PAO:
        _pao(state, seat, card, source, events, rules)
    elif action == PENG:
        lay_down_same(state, seat, "peng", card, None)
        events.emit("peng", seat, {"card": zipai.TYPES[card]})
        facts.left(rules, state, seat, card, 2, 0)
    else:
        _chi(rules, state, seat, action, card, events)
    if seat is not None:
        _after_meld(rules, state, seat, events)


def _pao(state: State, seat: int, card: int, source: str, events: EventLog, rules: SimpleNamespace) -> None:
    kinds = ("wei", "chouwei", "peng") if source == "draw" else ("wei", "chouwei")
    place = find(state, seat, [same(kind, card) for kind in kinds])
    old = "hand" if place is None else str(state.melds[seat][place][0])
    lay_down_same(state, seat, "pao", card, place)
    events.emit("pao", seat, {"card": zipai.TYPES[card], "from": "wei" if old == "chouwei" else old})
    facts.left(rules, state, seat, card, 3 if old == "hand" else 2 if old == "wei" else 0, 0)


# 4. Chi and bi


def _chi(rules: SimpleNamespace, state: State, seat: int, action: int, card: int, events: EventLog) -> None:
    lay, shao = lay_of(action), is_shao(action)
    laid = cards_of(lay)
    for other, copies in laid.items():
        state.hands[seat][other] -= copies - (other == card)
    for meld in melds_of(lay):
        lay_down(state, seat, ("chi", meld))
    public = {"card": zipai.TYPES[card], "melds": meld_texts(action)}
    events.emit("chi", seat, public, private={"shao": shao}, knows=[seat])
    if shao:
        state.burnt[seat] = True
    facts.ate(rules, state, seat, card, laid)


# 6. Discard


def _turn_to_discard(rules: SimpleNamespace, state: State, seat: int, events: EventLog) -> None:
    state.phase, state.player, state.turn, state.source, state.card = "discard", seat, seat, "", -1
    choices = discards(state, seat)
    if len(choices) == 1:
        _discard(rules, state, seat, choices[0], events)


def _discard(rules: SimpleNamespace, state: State, seat: int, card: int, events: EventLog) -> None:
    facts.left(rules, state, seat, card, 1, 1 if sum(state.hands[seat]) % 3 else 2)
    state.hands[seat][card] -= 1
    events.emit("discard", seat, {"card": zipai.TYPES[card]})
    if rules.guo_discard:
        add(state.thrown[seat], card)
    _expose(rules, state, seat, card, "discard", events)


# 7. After a meld


def _after_meld(rules: SimpleNamespace, state: State, seat: int, events: EventLog) -> None:
    if must_discard(state, seat):
        _turn_to_discard(rules, state, seat, events)
    else:
        _draw(rules, state, next_seat(state, seat), events)


# 8. End


def _hu(rules: SimpleNamespace, state: State, seat: int, events: EventLog) -> None:
    found = win_of(rules, state, seat)
    assert found is not None
    _end(rules, state, found.facts.by, seat, events)


def _end(rules: SimpleNamespace, state: State, by: str, winner: int, events: EventLog) -> None:
    state.phase, state.player, state.by, state.winner = "over", -1, by, winner
    state.possible, state.made, state.answers, state.sees_run, state.runner = [], [], [], [], None
    if by == "huang":
        state.turn, state.source, state.card = -1, "", -1
    told = detail(rules, state)
    if by != "huang":
        events.emit("hu", winner, {key: told[key] for key in ("by", "from", "card")})
    public = {
        "result": told["result"],
        "winner": winner,
        "hands": [zipai.names(zipai.cards(hand)) for hand in state.hands],
        "melds": [[name(meld) for meld in table(state, seat)] for seat in range(len(state.hands))],
        "wall_cards": zipai.names(state.wall),
        "returns": returns(rules, state),
    }
    events.emit("end", -1, public)


def ending(rules: SimpleNamespace, state: State) -> str | None:
    return state.by


# Winning and settlement


def returns(rules: SimpleNamespace, state: State) -> list[int]:
    moved = [0] * len(state.hands)
    active = active_from(state, state.dealer)
    if state.by == "huang":
        for seat in active[1:]:
            moved[seat] += rules.huang_pay
            moved[state.dealer] -= rules.huang_pay
    elif state.by is not None:
        found = win_of(rules, state, state.winner)
        assert found is not None
        for seat, share in win.payments(rules, found, state.winner, state.turn, active).items():
            moved[seat] -= share
            moved[state.winner] += share
    return moved


# Detail keys


def detail(rules: SimpleNamespace, state: State) -> dict[str, Any]:
    next_dealer, row = _next_dealer(rules, state)
    if state.by == "huang":
        return {"result": "huang", "next_dealer": next_dealer, "huang": row}
    found = win_of(rules, state, state.winner)
    assert found is not None
    by = found.facts.by
    card = {"special": None, "tian": state.shown, "di": state.shown}.get(by, state.card)
    return {
        "result": "hu",
        "winner": state.winner,
        "by": by,
        "from": state.winner if by in ("special", "tian", "zimo") else state.turn,
        "card": None if card is None else zipai.TYPES[card],
        "melds": [name(meld) for meld in found.melds],
        "huxi": found.huxi,
        "tags": list(found.tags),
        "amount": found.amount,
        **found.parts,
        "next_dealer": next_dealer,
        "huang": row,
    }


def next_deal(rules: SimpleNamespace, state: State) -> tuple[int, dict[str, Any]]:
    dealer, row = _next_dealer(rules, state)
    return dealer, {} if row == rules.huang_before else {"huang_before": row}


# Move notation and action codes


def format(action: int) -> str:
    return moves.MOVES[action]


def parse(text: str) -> int:
    return moves.parse(text)


# View


def view(rules: SimpleNamespace, state: State, seat: int | None) -> dict[str, Any]:
    over = state.phase == "over"
    everything = over or seat is None
    told = state.phase == "discard" or state.player == seat or seat is None

    def seat_view(other: int) -> dict[str, Any]:
        known = everything or seat == other
        own = not over and (seat is None or seat == other)
        return {
            "active": other in active_from(state, state.dealer),
            "hand": zipai.names(zipai.cards(state.hands[other])) if known else None,
            "hand_size": sum(state.hands[other]),
            "melds": [meld[0] if meld[0] == "wei" and not known else name(meld) for meld in table(state, other)],
            "discards": zipai.names(state.piles[other]),
            "thrown": zipai.names(state.thrown[other]),
            "no_peng": zipai.names(state.no_peng[other]) if known else None,
            "no_chi": zipai.names(state.no_chi[other]) if known else None,
            "chou": zipai.names(state.chou[other]) if known else None,
            "burnt": state.burnt[other] if known else None,
            "asked": _asked(rules, state) if own and state.phase == "claim" and state.player == other else None,
            "answer": moves.MOVES[state.answers[other]]
            if own and state.made and state.made[other] is not None
            else None,
        }

    return {
        "player": state.player if told and not over else None,
        "phase": state.phase,
        "dealer": state.dealer,
        "seats": [seat_view(other) for other in range(len(state.hands))],
        "table": _table_view(state),
        "wall": len(state.wall),
        "wall_cards": zipai.names(state.wall) if everything else None,
        "shown": zipai.TYPES[state.shown],
        "shown_held": state.shown_held,
    }


def _asked(rules: SimpleNamespace, state: State) -> list[str]:
    words = {word(code) for code in legal(rules, state)}
    return [claim for claim in moves.CLAIMS if claim in words]


def _table_view(state: State) -> dict[str, Any] | None:
    if state.source == "":
        return None
    cards = {"opening": zipai.TYPES[state.shown], "meld": None}
    card = cards[state.source] if state.source in cards else zipai.TYPES[state.card]
    return {"card": card, "seat": state.turn, "source": state.source}


# Observation


def observation_layout(rules: SimpleNamespace) -> list[tuple[str, int]]:
    return list(observation.LAYOUT)


def observe(rules: SimpleNamespace, state: State, seat: int) -> list[int]:
    return observation.observe(view(rules, state, seat), seat)


# Knowledge


def resample(rules: SimpleNamespace, state: State, seat: int, rng: Rng) -> None:
    redraw.resample(rules, state, seat, rng)
