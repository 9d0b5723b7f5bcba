"""Dingniu 頂牛, written from `docs/games/dingniu.md`; the headings below are the sections of that page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from ..errors import QueryError
from .base import Analysis, EventLog, Info, Option
from .decks import dominoes
from .families import chain
from .families.hidden import Place, distribute
from .rng import Rng

INFO = Info("dingniu", "頂牛", "Dingniu", ("exhausted", "suanzhang", "sizha"))

OPTIONS = (
    Option("ends", 2, "open ends of the chain: both (2), or the one that the dealer names (1)", low=1, high=2),
    Option("dead", "others", "whose hands count in the test for a killing play", choices=("others", "all")),
    Option("bao", "dazhuang", "which losing 算帳 player pays for all", choices=("dazhuang", "any")),
    Option("tie_losers", "near", "which of two losers with equal points comes first", choices=("near", "far")),
)

PRESETS: dict[str, dict[str, Any]] = {
    "default": {},
    "one_end": {"ends": 1},
    "dead_all": {"dead": "all"},
    "bao_any": {"bao": "any", "tie_losers": "far"},
}

# Components

OUT = ("54", "53", "52", "43", "42", "41", "32", "21")
TYPES = tuple(tile for tile in dominoes.TYPES if tile not in OUT)
ALL_POINTS = 177
SEATS = range(4)
HAND_SIZE = 6
MOVES = chain.all_moves(TYPES)

# Winning and settlement

PAYMENTS = {"normal": (6, -1, -2, -3), "success": (12, -2, -4, -6)}
"""By rank: winner, 小庄, 二庄, 大庄."""


@dataclass(frozen=True)
class Settlement:
    order: list[int]
    result: str
    returns: list[int]


def settle(rules: SimpleNamespace, points: Sequence[int], dealer: int, end: str, closer: int) -> Settlement:
    """The ranking and the payments, from the points of every seat and the way in which the hand ended."""

    def distance(seat: int) -> int:
        return (seat - dealer) % 4

    winner = min(SEATS, key=lambda seat: (points[seat], distance(seat)))
    sign = -1 if rules.tie_losers == "far" else 1
    losers = [seat for seat in SEATS if seat != winner]
    losers.sort(key=lambda seat: (points[seat], sign * distance(seat)))
    order = [winner, *losers]

    result = "normal"
    if end == "suanzhang":
        if closer == winner and points[winner] < min(points[seat] for seat in losers):
            result = "success"
        elif closer == losers[-1] or (rules.bao == "any" and closer in losers):
            result = "bao"

    returns = [0, 0, 0, 0]
    if result == "bao":
        returns[winner], returns[closer] = 12, -12
    else:
        for seat, amount in zip(order, PAYMENTS[result]):
            returns[seat] = amount
    return Settlement(order, result, returns)


def _analyse_settle(rules: SimpleNamespace, query: dict[str, Any]) -> dict[str, Any]:
    def integer(name: str, value: Any, low: int, high: int) -> int:
        if not isinstance(value, bool) and hasattr(value, "__index__") and low <= value <= high:
            return int(value)
        allowed = f"an integer in {low}..{high}" if low < high else str(low)
        raise QueryError(f"dingniu settle: {name} is {value!r}; allowed: {allowed}")

    points = query["points"]
    if not isinstance(points, (list, tuple)) or len(points) != len(SEATS):
        raise QueryError(f"dingniu settle: points is {points!r}; allowed: a list of four integers in 0..{ALL_POINTS}")
    points = [integer(f"points[{seat}]", value, 0, ALL_POINTS) for seat, value in enumerate(points)]
    dealer = integer("dealer", query["dealer"], 0, 3)
    end = query["end"]
    if end not in INFO.endings:
        raise QueryError(f"dingniu settle: end is {end!r}; allowed: {', '.join(INFO.endings)}")
    low, high = (-1, -1) if end == "exhausted" else (0, 3)
    closer = integer(f"closer (end {end!r})", query.get("closer", -1), low, high)
    settlement = settle(rules, points, dealer, end, closer)
    return {"order": settlement.order, "result": settlement.result, "returns": settlement.returns}


ANALYSES = {
    "settle": Analysis(
        "the ranking and the payments of a finished hand",
        {
            "points": f"the points of the four seats (discards and hand), each in 0..{ALL_POINTS}",
            "dealer": "seat of the dealer",
            "end": "exhausted, suanzhang or sizha",
            "closer": "optional: the seat whose play ended the hand, −1 (left out) if it was exhausted",
        },
        _analyse_settle,
    )
}


@dataclass
class State:
    """A position: whose turn it is (−1 when over), the hands in deck order, and what lies on the table."""

    dealer: int
    player: int
    hands: list[list[str]]
    open: list[int] = field(default_factory=list)
    chain: list[list[Any]] = field(default_factory=list)
    """The tiles laid, in order: [seat, tile, pip]."""
    discards: list[list[str]] = field(default_factory=lambda: [[] for _ in SEATS])
    """Per seat, in the order in which they were laid aside."""
    barred: list[list[list[int]]] = field(default_factory=lambda: [[] for _ in SEATS])
    """For each discard the pips, ascending, that its owner is known not to have held when laying it aside."""
    end: str | None = None
    closer: int = -1


def check(rules: SimpleNamespace) -> None:
    """All combinations of options are allowed."""


def num_players(rules: SimpleNamespace) -> int:
    return len(SEATS)


def num_actions(rules: SimpleNamespace) -> int:
    return len(MOVES)


def deck(rules: SimpleNamespace) -> list[str]:
    return dominoes.deck(TYPES)


# Players, dealer, deal


def deal(rules: SimpleNamespace, dealer: int, deck: list[str], events: EventLog) -> State:
    state = State(dealer, dealer, [[], [], [], []])
    for i, tile in enumerate(deck):
        state.hands[(dealer + i) % 4].append(tile)
    state.hands = [dominoes.in_order(hand) for hand in state.hands]
    for i in SEATS:
        seat = (dealer + i) % 4
        events.emit("deal", seat, {"count": HAND_SIZE}, private={"hand": state.hands[seat]}, knows=[seat])
    _force(rules, state, events)
    return state


# Course of play


def player(rules: SimpleNamespace, state: State) -> int:
    return state.player


def _alive(rules: SimpleNamespace, state: State, author: int, lead: bool) -> bool:
    """Whether a tile fits in the hands that count after a lead or play of `author`."""
    own_counts = rules.dead == "all" and not lead
    hands = [hand for seat, hand in enumerate(state.hands) if seat != author or own_counts]
    return any(chain.fits(tile, state.open) for hand in hands for tile in hand)


def _kills(rules: SimpleNamespace, state: State, move: str) -> bool:
    """Whether this lead or play of the seat to move leaves no fitting tile in the hands that count."""
    word, tile, _ = chain.split(move)
    hands = [list(hand) for hand in state.hands]
    hands[state.player].remove(tile)
    after = State(state.dealer, state.player, hands, chain.open_after(state.open, move))
    return not _alive(rules, after, state.player, word == "lead")


def _legal_moves(rules: SimpleNamespace, state: State) -> list[str]:
    if state.player < 0:
        return []
    hand = state.hands[state.player]
    if not state.chain:
        return [move for move in chain.leads(hand, rules.ends) if not _kills(rules, state, move)]
    return chain.plays(hand, state.open) or chain.discards(hand)


def legal(rules: SimpleNamespace, state: State) -> list[int]:
    return sorted(parse(move) for move in _legal_moves(rules, state))


def apply(rules: SimpleNamespace, state: State, action: int, events: EventLog) -> None:
    _take_turn(rules, state, format(action), events)
    _force(rules, state, events)


def _force(rules: SimpleNamespace, state: State, events: EventLog) -> None:
    """Takes every turn that has exactly one legal move."""
    while len(moves := _legal_moves(rules, state)) == 1:
        _take_turn(rules, state, moves[0], events)


def _take_turn(rules: SimpleNamespace, state: State, move: str, events: EventLog) -> None:
    """One turn: the move of the seat to move, then the end of the hand or the next seat."""
    seat = state.player
    word, tile, pip = chain.split(move)
    kills = word == "play" and _kills(rules, state, move)
    had_choice = kills and not all(_kills(rules, state, play) for play in _legal_moves(rules, state))

    state.hands[seat].remove(tile)
    if word == "discard":
        state.barred[seat].append(sorted({*_blocked(state, seat), *state.open}))
        state.discards[seat].append(tile)
        events.emit("discard", seat, private={"tile": tile}, knows=[seat])
    else:
        state.open = chain.open_after(state.open, move)
        state.chain.append([seat, tile, pip])
        events.emit(word, seat, {"tile": tile, "pip": pip})

    if not any(state.hands):
        state.end = "exhausted"
    elif kills:
        state.end = "suanzhang" if had_choice else "sizha"
        state.closer = seat
    if state.end is None:
        state.player = (seat + 1) % 4
    else:
        state.player = -1
        public = {"end": state.end, "closer": state.closer, "hands": state.hands, "discards": state.discards}
        events.emit("end", -1, public)


def _blocked(state: State, seat: int) -> list[int]:
    """The pips, ascending, that were open when the seat discarded: it holds none of them any more."""
    return state.barred[seat][-1] if state.barred[seat] else []


def ending(rules: SimpleNamespace, state: State) -> str | None:
    return state.end


def _points(state: State) -> list[int]:
    """p: what every seat has discarded or still holds."""
    return [sum(map(dominoes.points, state.discards[seat] + state.hands[seat])) for seat in SEATS]


def _settlement(rules: SimpleNamespace, state: State) -> Settlement:
    assert state.end is not None
    return settle(rules, _points(state), state.dealer, state.end, state.closer)


def returns(rules: SimpleNamespace, state: State) -> list[int]:
    return [0, 0, 0, 0] if state.end is None else _settlement(rules, state).returns


# Detail keys


def detail(rules: SimpleNamespace, state: State) -> dict[str, Any]:
    settlement = _settlement(rules, state)
    return {
        "end": state.end,
        "closer": state.closer,
        "result": settlement.result,
        "points": _points(state),
        "order": settlement.order,
        "placed": _placed(state),
        "discards": [dominoes.in_order(tiles) for tiles in state.discards],
        "hands": [list(hand) for hand in state.hands],
        "open": list(state.open),
        "next_dealer": settlement.order[0],
    }


def _placed(state: State) -> list[int]:
    laid = Counter(seat for seat, _, _ in state.chain)
    return [laid[seat] for seat in SEATS]


def next_deal(rules: SimpleNamespace, state: State) -> tuple[int, dict[str, Any]]:
    return _settlement(rules, state).order[0], {}


# Move notation and action codes


def format(action: int) -> str:
    return MOVES[action]


def parse(text: str) -> int:
    return MOVES.index(text)


# View


def view(rules: SimpleNamespace, state: State, seat: int | None) -> dict[str, Any]:
    over = state.end is not None

    def seat_view(other: int) -> dict[str, Any]:
        known = over or seat is None or seat == other
        return {
            "hand": list(state.hands[other]) if known else None,
            "hand_size": len(state.hands[other]),
            "placed": _placed(state)[other],
            "discards": list(state.discards[other]) if known else None,
            "discard_count": len(state.discards[other]),
            "blocked": list(_blocked(state, other)),
        }

    return {
        "player": None if over else state.player,
        "phase": "over" if over else "play" if state.chain else "lead",
        "dealer": state.dealer,
        "seats": [seat_view(other) for other in SEATS],
        "table": {"open": list(state.open), "chain": [list(laid) for laid in state.chain]},
    }


# Observation


def observation_layout(rules: SimpleNamespace) -> list[tuple[str, int]]:
    return [
        ("hand", 13),
        ("played", 13),
        ("open", 6),
        ("hand_size", 4),
        ("placed", 4),
        ("discard_count", 4),
        ("own_discards", 13),
        ("blocked", 24),
        ("dealer", 1),
        ("to_move", 1),
        ("others", 39),
    ]


def observe(rules: SimpleNamespace, state: State, seat: int) -> list[int]:
    seen = view(rules, state, seat)
    own, *others = [seen["seats"][(seat + i) % 4] for i in SEATS]
    seats = [own, *others]
    over = seen["phase"] == "over"

    def by_type(tiles: list[str]) -> list[int]:
        return [tiles.count(tile) for tile in TYPES]

    def relative(other: int | None) -> int:
        return -1 if other is None else (other - seat) % 4

    parts = [
        by_type(own["hand"]),
        by_type([tile for _, tile, _ in seen["table"]["chain"]]),
        [seen["table"]["open"].count(pip) for pip in range(1, 7)],
        [each["hand_size"] for each in seats],
        [each["placed"] for each in seats],
        [each["discard_count"] for each in seats],
        by_type(own["discards"]),
        [int(pip in each["blocked"]) for each in seats for pip in range(1, 7)],
        [relative(seen["dealer"])],
        [relative(seen["player"])],
        *(by_type(each["hand"] + each["discards"]) if over else [0] * 13 for each in others),
    ]
    return [value for part in parts for value in part]


# Knowledge


def resample(rules: SimpleNamespace, state: State, seat: int, rng: Rng) -> None:
    """Redraws the hands and discards of the other seats until the course of play could have been what it was."""
    if state.end is not None:
        return  # everything is known

    def place(size: int, barred: list[int]) -> Place:
        return Place(size, lambda tile: not chain.fits(tile, barred))

    others = [other for other in SEATS if other != seat]
    tiles = dominoes.in_order(tile for other in others for tile in state.hands[other] + state.discards[other])
    places = []
    for other in others:
        places.append(place(len(state.hands[other]), _blocked(state, other)))
        places += [place(1, barred) for barred in state.barred[other]]

    while True:  # ends: the tiles as they really lie are among the draws
        drawn = iter(distribute(rng, tiles, places))
        for other in others:
            state.hands[other] = next(drawn)
            state.discards[other] = [next(drawn)[0] for _ in state.discards[other]]
        if _possible(rules, state):
            return


def _possible(rules: SimpleNamespace, state: State) -> bool:
    """Whether the last lead or play did not kill, and the seat to move has a choice.

    Earlier tiles need no test: what was put against them fitted. Nor do the discards since the last one: they fit nowhere.
    """
    if state.chain and not _alive(rules, state, state.chain[-1][0], lead=len(state.chain) == 1):
        return False
    return len(_legal_moves(rules, state)) > 1
