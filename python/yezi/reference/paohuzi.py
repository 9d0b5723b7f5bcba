"""Paohuzi 跑胡子, written from `docs/games/paohuzi.md`; the headings below are the sections of that page."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from .base import Analysis, EventLog, Info, Option
from .decks import zipai
from .families import claims
from .families import paohuzi_facts as facts
from .families import paohuzi_moves as moves
from .families import paohuzi_observation as observation
from .families import paohuzi_win as win
from .families.paohuzi_moves import DISCARD, HU, LAY, PASS, PAO, PENG, SHAO
from .families.paohuzi_moves import is_shao, lay_code, lay_of, meld_texts, priority, word
from .families.paohuzi_win import Facts, Win, same
from .families.zipai_melds import Meld, cards_of, lays, melds_of, name
from .rng import Rng

INFO = Info("paohuzi", "跑胡子", "Paohuzi", ("zimo", "draw", "discard", "tian", "di", "special", "huang"))

MILLION = 1_000_000

OPTIONS = (
    Option("players", 3, "seats; with 4 the seat opposite the dealer sits out 守醒", low=3, high=4),
    Option("min_huxi", 15, "胡息 needed to win", low=0, high=100),
    Option("discard_win", False, "discards can be won on"),
    Option("liangzhang_win", True, "non-dealers may win on the shown card 亮张"),
    Option("special", True, "三提五坎 opening wins"),
    Option("guo", "both", "过张: after which omission 碰 and 吃 of a type are barred", choices=("both", "separate", "none")),
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


def check(rules: SimpleNamespace) -> None:
    """All combinations of options are allowed."""


def num_players(rules: SimpleNamespace) -> int:
    return int(rules.players)


def num_actions(rules: SimpleNamespace) -> int:
    return len(moves.MOVES)


def deck(rules: SimpleNamespace) -> list[str]:
    return zipai.deck()


# Players, dealer, deal


def active_from(state: State, seat: int) -> list[int]:
    """The three active seats in order of play, from `seat` on (from the next one if it sits out)."""
    n = len(state.hands)
    out = (state.dealer + 2) % 4 if n == 4 else None
    return [other for i in range(n) if (other := (seat + i) % n) != out]


def next_seat(state: State, seat: int) -> int:
    return active_from(state, seat)[1]


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
        return [DISCARD + card for card in _discards(state, state.player)]
    if state.source in ("opening", "meld"):
        return [PASS, HU]
    return [PASS, *_offers(rules, state, state.player)]


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
        if _win(rules, state, seat) is not None:
            state.player = seat
            return
    for seat in active_from(state, state.dealer):
        for card, copies in enumerate(state.hands[seat]):
            if copies == 4:
                state.hands[seat][card] = 0
                _lay(state, seat, same("ti", card))
                events.emit("ti", seat, {"card": zipai.TYPES[card], "from": "deal"})
    facts.opening_over(state)
    if _must_discard(state, state.dealer):
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
    own_wei = _find(state, seat, [same("wei", card), same("chouwei", card)])
    if state.hands[seat][card] == 3 or own_wei is not None:
        _lay_same(state, seat, "ti", card, own_wei)
        events.emit("ti", seat, {**public, "from": "hand" if own_wei is None else "wei"})
        facts.left(rules, state, seat, card, 2 if own_wei is not None else 3, 0)
    elif state.hands[seat][card] == 2:
        if card in state.no_peng[seat]:
            _lay_same(state, seat, "chouwei", card, None)
            events.emit("chouwei", seat, public)
            facts.left(rules, state, seat, card, 2, 0)
        else:
            _lay_same(state, seat, "wei", card, None)
            events.emit("wei", seat, private=public, knows=[seat])
            facts.hidden_wei(state, seat)
    else:
        events.emit("draw", seat, public)
        facts.drawn(state, seat, card)
        _expose(rules, state, seat, card, "draw", events)
        return
    state.turn, state.source, state.card = seat, "meld", card
    if not state.burnt[seat] and _win(rules, state, seat) is not None:
        state.phase, state.player = "claim", seat
    else:
        _after_meld(rules, state, seat, events)


def _find(state: State, seat: int, melds: Sequence[Meld]) -> int | None:
    """The place of the first of the seat's table melds that is one of these."""
    return next((i for i, meld in enumerate(_table(state, seat)) if meld in melds), None)


def _table(state: State, seat: int) -> list[Meld]:
    return [(kind, tuple(cards)) for kind, cards in state.melds[seat]]


def _lay(state: State, seat: int, meld: Meld) -> None:
    kind, cards = meld
    state.melds[seat].append([kind, list(cards)])
    state.wei_types[seat].append([])


def _lay_same(state: State, seat: int, kind: str, card: int, place: int | None) -> None:
    """Lays a meld of equal cards: all copies of the hand and the card just taken, or an upgrade of the meld at `place`."""
    if place is None:
        state.hands[seat][card] = 0
        _lay(state, seat, same(kind, card))
    else:
        state.melds[seat][place] = [kind, [card] * 4]
        state.wei_types[seat][place] = []


# 3. Claims


def _expose(rules: SimpleNamespace, state: State, seat: int, card: int, source: str, events: EventLog) -> None:
    state.phase, state.turn, state.source, state.card = "claim", seat, source, card
    _begin_round(rules, state)
    _ask(rules, state, events)


def _begin_round(rules: SimpleNamespace, state: State) -> None:
    n = len(state.hands)
    state.runner = _runner(state)
    state.possible = [0] * n
    for seat in _order(state):
        state.possible[seat] = _strongest(_offers(rules, state, seat))
    state.made = [None] * n
    state.answers = [-1] * n
    state.sees_run = [False] * n


def _order(state: State) -> list[int]:
    """The seats that may claim, in order."""
    order = active_from(state, state.turn)
    return order if state.source == "draw" else order[1:]


def _runner(state: State) -> int | None:
    """The seat that can 跑, by force or not."""
    card, drawn = state.card, state.source == "draw"
    for seat in _order(state):
        mine = seat == state.turn
        if not mine and (state.hands[seat][card] == 3 or _run_place(state, seat, ("wei", "chouwei")) is not None):
            return seat
        if drawn and _run_place(state, seat, ("peng",)) is not None:
            return seat
    return None


def _run_place(state: State, seat: int, kinds: Sequence[str]) -> int | None:
    return _find(state, seat, [same(kind, state.card) for kind in kinds])


def _offers(rules: SimpleNamespace, state: State, seat: int, ignore_run: bool = False) -> list[int]:
    """The codes of the claims of a seat, ascending; with `ignore_run` as if nobody could 跑 by force."""
    offers = []
    if (state.source == "draw" or rules.discard_win) and not state.burnt[seat] and _win(rules, state, seat) is not None:
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


def _strongest(offers: Sequence[int]) -> int:
    return max(map(priority, offers), default=0)


def _ask(rules: SimpleNamespace, state: State, events: EventLog) -> None:
    """Asks the next seat, or decides the round."""
    seat = claims.next_asked(_order(state), state.possible, state.made)
    if seat is None:
        _decide(rules, state, events)
    else:
        _put_question(rules, state, seat)


def _put_question(rules: SimpleNamespace, state: State, seat: int) -> None:
    state.player = seat
    free = _offers(rules, state, seat, ignore_run=True)
    state.sees_run[seat] = rules.pao == "forced" and any(word(code) in ("peng", "chi") for code in free)


def _answer(rules: SimpleNamespace, state: State, seat: int, action: int, events: EventLog) -> None:
    _record(state, seat, _offers(rules, state, seat), action)
    state.made[seat] = priority(action)
    state.answers[seat] = action
    _ask(rules, state, events)


def _record(state: State, seat: int, offers: Sequence[int], action: int) -> None:
    """What is written down for a seat that was asked."""
    peng = PENG in offers
    chi = any(LAY <= code < SHAO for code in offers)
    eats = action >= LAY
    if peng and action != PENG:
        _add(state.no_peng[seat], state.card)
    if chi and not eats:
        _add(state.no_chi[seat], state.card)
    if (peng or chi) and action != PENG and not eats:
        _add(state.chou[seat], state.card)


def _add(types: list[int], card: int) -> None:
    if card not in types:
        types.append(card)
        types.sort()


def _decide(rules: SimpleNamespace, state: State, events: EventLog) -> None:
    """The best claim, the forced 跑 or nothing."""
    order, answers, runner = _order(state), state.answers, state.runner
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
    _end_round(state)
    if seat is None:
        state.piles[turn].append(card)
        events.emit("pile", turn, {"card": zipai.TYPES[card]})
        _draw(rules, state, next_seat(state, turn), events)
    elif action == PAO:
        _pao(state, seat, card, source, events, rules)
    elif action == PENG:
        _lay_same(state, seat, "peng", card, None)
        events.emit("peng", seat, {"card": zipai.TYPES[card]})
        facts.left(rules, state, seat, card, 2, 0)
    else:
        _chi(rules, state, seat, action, card, events)
    if seat is not None:
        _after_meld(rules, state, seat, events)


def _end_round(state: State) -> None:
    state.runner, state.card, state.opening_discard = None, -1, False
    state.possible, state.made, state.answers, state.sees_run = [], [], [], []


def _pao(state: State, seat: int, card: int, source: str, events: EventLog, rules: SimpleNamespace) -> None:
    kinds = ("wei", "chouwei", "peng") if source == "draw" else ("wei", "chouwei")
    place = _find(state, seat, [same(kind, card) for kind in kinds])
    old = "hand" if place is None else str(state.melds[seat][place][0])
    _lay_same(state, seat, "pao", card, place)
    events.emit("pao", seat, {"card": zipai.TYPES[card], "from": "wei" if old == "chouwei" else old})
    facts.left(rules, state, seat, card, 3 if old == "hand" else 2 if old == "wei" else 0, 0)


# 4. Chi and bi


def _chi(rules: SimpleNamespace, state: State, seat: int, action: int, card: int, events: EventLog) -> None:
    lay, shao = lay_of(action), is_shao(action)
    laid = cards_of(lay)
    for other, copies in laid.items():
        state.hands[seat][other] -= copies - (other == card)
    for meld in melds_of(lay):
        _lay(state, seat, ("chi", meld))
    public = {"card": zipai.TYPES[card], "melds": meld_texts(action)}
    events.emit("chi", seat, public, private={"shao": shao}, knows=[seat])
    if shao:
        state.burnt[seat] = True
    facts.ate(rules, state, seat, card, laid)


# 5. 臭牌 / 过张


def _barred(rules: SimpleNamespace, state: State, seat: int, separate: list[list[int]]) -> bool:
    """Whether the exposed card is barred; `separate` are the sets of the claim in question."""
    if rules.guo == "none":
        return False
    passed = state.chou if rules.guo == "both" else separate
    return state.card in passed[seat] or state.card in state.thrown[seat]


# 6. Discard


def _discards(state: State, seat: int) -> list[int]:
    held = [card for card, copies in enumerate(state.hands[seat]) if copies]
    return [card for card in held if state.hands[seat][card] <= 2] or held


def _turn_to_discard(rules: SimpleNamespace, state: State, seat: int, events: EventLog) -> None:
    state.phase, state.player, state.turn, state.source, state.card = "discard", seat, seat, "", -1
    choices = _discards(state, seat)
    if len(choices) == 1:
        _discard(rules, state, seat, choices[0], events)


def _discard(rules: SimpleNamespace, state: State, seat: int, card: int, events: EventLog) -> None:
    facts.left(rules, state, seat, card, 1, 1 if sum(state.hands[seat]) % 3 else 2)
    state.hands[seat][card] -= 1
    events.emit("discard", seat, {"card": zipai.TYPES[card]})
    if rules.guo_discard:
        _add(state.thrown[seat], card)
    _expose(rules, state, seat, card, "discard", events)


# 7. After a meld


def _must_discard(state: State, seat: int) -> bool:
    table = _table(state, seat)
    hand = sum(state.hands[seat])
    total = hand + sum(len(cards) for _, cards in table)
    fours = sum(map(win.is_four, table))
    return hand > 0 and total > (20 if fours <= 1 else 19 + fours)


def _after_meld(rules: SimpleNamespace, state: State, seat: int, events: EventLog) -> None:
    if _must_discard(state, seat):
        _turn_to_discard(rules, state, seat, events)
    else:
        _draw(rules, state, next_seat(state, seat), events)


# 8. End


def _win(rules: SimpleNamespace, state: State, seat: int) -> Win | None:
    """The win of a seat in the question that is being asked (or, when over, was asked last)."""
    hand, fixed, dealer = state.hands[seat], _table(state, seat), seat == state.dealer
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
    options = []
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


def _hu(rules: SimpleNamespace, state: State, seat: int, events: EventLog) -> None:
    found = _win(rules, state, seat)
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
        "melds": [[name(meld) for meld in _table(state, seat)] for seat in range(len(state.hands))],
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
        found = _win(rules, state, state.winner)
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
    found = _win(rules, state, state.winner)
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
            "melds": [meld[0] if meld[0] == "wei" and not known else name(meld) for meld in _table(state, other)],
            "discards": zipai.names(state.piles[other]),
            "thrown": zipai.names(state.thrown[other]),
            "no_peng": zipai.names(state.no_peng[other]) if known else None,
            "no_chi": zipai.names(state.no_chi[other]) if known else None,
            "chou": zipai.names(state.chou[other]) if known else None,
            "burnt": state.burnt[other] if known else None,
            "asked": _asked(rules, state) if own and state.phase == "claim" and state.player == other else None,
            "answer": moves.MOVES[state.answers[other]] if own and state.made and state.made[other] is not None else None,
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

ATTEMPTS = 50


def resample(rules: SimpleNamespace, state: State, seat: int, rng: Rng) -> None:
    if state.phase == "over":
        return  # everything is known
    truth = copy.deepcopy(state)
    hidden = [other for other in active_from(state, seat) if other != seat]
    asked = [state.player] if state.phase == "claim" and state.player != seat else []
    rest = [other for other in hidden if other not in asked]
    if asked and state.source in ("opening", "meld"):
        draws = [_redraw(rules, state, seat, rest)]
        attempts = 0
