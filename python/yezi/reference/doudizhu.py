"""doudizhu: Fight the Landlord 斗地主, written from `docs/games/doudizhu.md` in the order of its sections."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ..errors import QueryError
from .base import Analysis, EventLog, Info, Option
from .decks import poker
from .families.climbing import next_turn
from .families.landlord_patterns import (
    PACK,
    PATTERNS,
    RANKS,
    Move,
    all_moves,
    beats,
    card_moves,
    counts,
    hand_of,
    read,
    sort,
    without,
)
from .rng import Rng

INFO = Info("doudizhu", "斗地主", "Fight the Landlord", ("landlord", "farmers", "void"))

OPTIONS = (
    Option("bidding", "score", "how the landlord is found", ("score", "auction", "grab", "none")),
    Option(
        "all_pass",
        "void",
        "what happens when nobody bids: the hand is void, or the dealer is landlord",
        ("void", "first"),
    ),
    Option("base", 1, "base stake", low=1, high=10_000),
    Option("spring", True, "spring and anti-spring double the stake"),
    Option("four_two", True, "the patterns four_two_solo and four_two_pair exist"),
    Option("rocket_kicker", False, "both jokers may be single kickers of trio_chain_solo and four_two_solo"),
    Option("first_bidder", "rotate", "who bids first in the next hand", ("rotate", "winner")),
)

PRESETS: dict[str, dict[str, Any]] = {
    "default": {},
    "grab": {"bidding": "grab"},
    "research": {"bidding": "none", "spring": False},
    "auction": {"bidding": "auction", "four_two": False},
    "house": {"all_pass": "first", "rocket_kicker": True, "first_bidder": "winner", "base": 5},
}

SEATS = 3


# Move notation; Interface: Action codes

WORDS = ("pass", "bid 0", "bid 1", "bid 2", "bid 3", "call", "nocall", "grab", "nograb")
"""The moves without cards: codes 0..8."""


@cache
def _codes() -> dict[str, int]:
    codes = {word: code for code, word in enumerate(WORDS)}
    codes.update((move.cards, code) for code, move in enumerate(all_moves(), len(WORDS)))
    return codes


# Players, dealer, deal


@dataclass
class State:
    """A position. Hands and cards played are strings of letters, sorted; −1 is no seat, the empty string no move."""

    dealer: int
    hands: list[str]
    bottom: list[str]
    """The three real cards, sorted."""
    phase: str = "bid"
    turn: int = -1
    bids: list[list[Any]] = field(default_factory=list)
    """The words of the bidding as [seat, word]."""
    landlord: int = -1
    bid: int = 0
    grabs: int = 0
    bombs: int = 0
    top: int = -1
    """The seat whose move is to be beaten, −1 when the seat to act leads."""
    table: str = ""
    """The move to be beaten; the last move when the game is over."""
    last: list[str] = field(default_factory=lambda: [""] * SEATS)
    """The latest move of each seat in the play, `pass` included."""
    moves: list[int] = field(default_factory=lambda: [0] * SEATS)
    """How many moves other than `pass` each seat has made."""
    played: list[str] = field(default_factory=lambda: [""] * SEATS)
    winner: int = -1


def check(rules: Any) -> None:
    """All options go together."""


def num_players(rules: Any) -> int:
    return SEATS


def num_actions(rules: Any) -> int | None:
    return len(WORDS) + len(all_moves())


def deck(rules: Any) -> list[str]:
    return poker.pack(jokers=True)


def deal(rules: Any, dealer: int, deck: list[str], events: EventLog) -> State:
    hands = [""] * SEATS
    for i, card in enumerate(deck[:51]):
        hands[(dealer + i) % SEATS] += poker.rank(card)
    state = State(dealer, [sort(hand) for hand in hands], poker.sort(deck[51:]))
    for seat in _around(dealer):
        events.emit("deal", seat, {"count": 17}, private={"hand": list(state.hands[seat])}, knows=[seat])
    if rules.bidding == "none":
        state.bid = 1
        _begin_play(state, dealer, events)
    else:
        state.turn = dealer
    return state


def _around(seat: int) -> list[int]:
    """The seats in order of play, `seat` first."""
    return [(seat + i) % SEATS for i in range(SEATS)]


# Course of play


def player(rules: Any, state: State) -> int:
    return state.turn


def legal(rules: Any, state: State) -> list[int]:
    if state.phase == "bid":
        return sorted(parse(word) for word in _bidding_words(rules, state))
    if state.phase == "over":
        return []
    beat = read(state.table) if state.table else None
    codes = [parse(move.cards) for move in _playable(rules, state.hands[state.turn], beat)]
    return codes if beat is None else [parse("pass"), *codes]


def apply(rules: Any, state: State, action: int, events: EventLog) -> None:
    text = format(action)
    if state.phase == "bid":
        _speak(rules, state, text, events)
    elif text == "pass":
        _pass(state, events)
    else:
        _play(rules, state, read(text), events)


def _playable(rules: Any, hand: str, beat: Move | None) -> list[Move]:
    """The card moves of a hand: all when leading (`beat` None), else those that beat the move on the table."""
    moves = card_moves(hand, rules.four_two, rules.rocket_kicker)
    return [move for move in moves if beat is None or beats(move, beat)]


# Course of play: bid


def _bidding_words(rules: Any, state: State) -> list[str]:
    if rules.bidding == "grab":
        return ["grab", "nograb"] if _said(state, "call") else ["call", "nocall"]
    return ["bid 0"] + [f"bid {value}" for value in range(state.bid + 1, 4)]


def _said(state: State, *words: str) -> list[int]:
    """The seats that said one of the words, in order."""
    return [seat for seat, word in state.bids if word in words]


def _speak(rules: Any, state: State, word: str, events: EventLog) -> None:
    seat = state.turn
    state.bids.append([seat, word])
    kind, *value = word.split()
    events.emit(kind, seat, {"value": int(value[0])} if value else {})
    if kind == "bid":
        state.bid = max(state.bid, int(value[0]))
    elif kind == "call":
        state.bid = 1
    elif kind == "grab":
        state.grabs += 1
    next_speaker = {"score": _next_of_score, "auction": _next_of_auction, "grab": _next_of_grab}[rules.bidding]
    state.turn = next_speaker(state)
    if state.turn >= 0:
        return
    if state.bid == 0 and rules.all_pass == "void":
        _end(rules, state, events)
    elif state.bid == 0:
        state.bid = 1
        _begin_play(state, state.dealer, events)
    else:
        _begin_play(state, _highest_bidder(rules, state), events)


def _next_of_score(state: State) -> int:
    """Each seat speaks once; −1 when the bidding is over."""
    return -1 if state.bid == 3 or len(state.bids) == 3 else (state.dealer + len(state.bids)) % SEATS


def _next_of_auction(state: State) -> int:
    """The turn goes round until a bid of 3, two `bid 0` after the last bid, or three at the beginning."""
    zeros = 0
    for _, word in state.bids:
        zeros = zeros + 1 if word == "bid 0" else 0
    if state.bid == 3 or zeros == (2 if state.bid else 3):
        return -1
    return (state.dealer + len(state.bids)) % SEATS


def _next_of_grab(state: State) -> int:
    """Call phase, then one question to every seat after the caller that has not refused to call, then to the caller."""
    if not _said(state, "call"):
        return -1 if len(state.bids) == SEATS else (state.dealer + len(state.bids)) % SEATS
    (caller,) = _said(state, "call")
    asked = [seat for seat in _around(caller)[1:] if seat not in _said(state, "nocall")]
    if _said(state, "grab"):
        asked.append(caller)
    answered = len(_said(state, "grab", "nograb"))
    return asked[answered] if answered < len(asked) else -1


def _highest_bidder(rules: Any, state: State) -> int:
    if rules.bidding == "grab":
        return _said(state, "call", "grab")[-1]
    return _said(state, f"bid {state.bid}")[-1]


def _begin_play(state: State, landlord: int, events: EventLog) -> None:
    """The landlord takes the bottom cards and leads."""
    state.phase = "play"
    state.landlord = state.turn = landlord
    state.hands[landlord] = sort(state.hands[landlord] + _bottom_letters(state))
    events.emit("landlord", landlord, {"bid": state.bid, "grabs": state.grabs, "bottom": list(state.bottom)})


def _bottom_letters(state: State) -> str:
    return "".join(poker.rank(card) for card in state.bottom)


# Course of play: play


def _play(rules: Any, state: State, move: Move, events: EventLog) -> None:
    seat = state.turn
    state.hands[seat] = without(state.hands[seat], move.cards)
    state.played[seat] = sort(state.played[seat] + move.cards)
    state.moves[seat] += 1
    state.last[seat] = state.table = move.cards
    state.top = seat
    state.bombs += move.pattern in ("bomb", "rocket")
    events.emit("play", seat, {"move": move.cards, "cards": list(move.cards), "pattern": move.pattern})
    if not state.hands[seat]:
        state.winner = seat
        _end(rules, state, events)
    else:
        _turn_passes(state, events)


def _pass(state: State, events: EventLog) -> None:
    state.last[state.turn] = "pass"
    events.emit("pass", state.turn)
    _turn_passes(state, events)


def _turn_passes(state: State, events: EventLog) -> None:
    """To seat + 1; when the two others have passed in a row, the player of the last move leads again."""
    state.turn, leads = next_turn(state.turn, state.top, [True] * SEATS)
    if leads:
        state.top, state.table = -1, ""
        events.emit("trick", state.turn)


# Course of play: over


def _end(rules: Any, state: State, events: EventLog) -> None:
    state.phase = "over"
    state.turn = -1
    void = state.winner < 0
    events.emit(
        "end",
        -1,
        {
            "ending": ending(rules, state),
            "winner": None if void else state.winner,
            "spring": _spring(rules, state),
            "stake": 0 if void else _stake(rules, state),
            "hands": [list(hand) for hand in state.hands],
            "bottom": list(state.bottom),
        },
    )


def ending(rules: Any, state: State) -> str | None:
    if state.phase != "over":
        return None
    if state.winner < 0:
        return "void"
    return "landlord" if state.winner == state.landlord else "farmers"


# Winning and settlement


def _spring(rules: Any, state: State) -> str:
    """`spring`, `anti`, or `none` (also in a void hand)."""
    if not rules.spring or state.winner < 0:
        return "none"
    if state.winner != state.landlord:
        return "anti" if state.moves[state.landlord] == 1 else "none"
    farmers = [seat for seat in range(SEATS) if seat != state.landlord]
    return "none" if any(state.moves[seat] for seat in farmers) else "spring"


def _stake(rules: Any, state: State) -> int:
    doublings = state.bombs + state.grabs + (_spring(rules, state) != "none")
    return int(rules.base) * state.bid << doublings


def returns(rules: Any, state: State) -> list[int]:
    if state.winner < 0:
        return [0] * SEATS
    stake = _stake(rules, state)
    gain = stake if state.winner == state.landlord else -stake
    return [2 * gain if seat == state.landlord else -gain for seat in range(SEATS)]


# Detail keys


def detail(rules: Any, state: State) -> dict[str, Any]:
    next_dealer, _ = next_deal(rules, state)
    if state.winner < 0:
        return {"redeal": True, "next_dealer": next_dealer}
    return {
        "redeal": False,
        "next_dealer": next_dealer,
        "landlord": state.landlord,
        "bid": state.bid,
        "grabs": state.grabs,
        "bombs": state.bombs,
        "spring": _spring(rules, state),
        "stake": _stake(rules, state),
        "winner": state.winner,
        "bottom": list(state.bottom),
    }


def next_deal(rules: Any, state: State) -> tuple[int, dict[str, Any]]:
    if rules.first_bidder == "winner" and state.winner >= 0:
        return state.winner, {}
    return (state.dealer + 1) % SEATS, {}


# Move notation


def format(action: int) -> str:
    return WORDS[action] if action < len(WORDS) else all_moves()[action - len(WORDS)].cards


def parse(text: str) -> int:
    return _codes()[text]


# Interface: View


def view(rules: Any, state: State, seat: int | None) -> dict[str, Any]:
    over = state.phase == "over"
    table = None
    if state.table:
        table = {"seat": state.top, "move": state.table, "pattern": read(state.table).pattern}
    return {
        "player": None if over else state.turn,
        "phase": state.phase,
        "dealer": state.dealer,
        "landlord": None if state.landlord < 0 else state.landlord,
        "bid": state.bid,
        "grabs": state.grabs,
        "bombs": state.bombs,
        "bids": [list(said) for said in state.bids],
        "bottom": list(state.bottom) if seat is None or state.phase != "bid" else None,
        "table": table,
        "seats": [
            {
                "hand": list(state.hands[other]) if seat is None or over or other == seat else None,
                "hand_size": len(state.hands[other]),
                "played": list(state.played[other]),
                "moves": state.moves[other],
                "last": state.last[other] or None,
            }
            for other in range(SEATS)
        ],
    }


# Interface: Observation


def observation_layout(rules: Any) -> list[tuple[str, int]]:
    ranks = len(RANKS)
    return [
        ("hand", ranks),
        ("unseen", ranks),
        ("bottom", ranks),
        ("played", SEATS * ranks),
        ("hand_size", SEATS),
        ("moves", SEATS),
        ("last", SEATS * ranks),
        ("passed", SEATS),
        ("table", ranks),
        ("table_pattern", len(PATTERNS)),
        ("table_length", 1),
        ("table_main", 1),
        ("table_seat", 1),
        ("bidding", SEATS * len(WORDS[1:])),
        ("bid", 1),
        ("grabs", 1),
        ("bombs", 1),
        ("phase", 3),
        ("dealer", 1),
        ("landlord", 1),
        ("to_move", 1),
        ("others", 2 * ranks),
    ]


def observe(rules: Any, state: State, seat: int) -> list[int]:
    seen = view(rules, state, seat)
    around = _around(seat)
    seats = [seen["seats"][other] for other in around]
    hand = "".join(seats[0]["hand"])
    played = ["".join(other["played"]) for other in seats]
    lasts = [other["last"] or "" for other in seats]
    table = read(seen["table"]["move"]) if seen["table"] else None
    said = [tuple(words) for words in seen["bids"]]

    def relative(other: int | None) -> int:
        return -1 if other is None else around.index(other)

    parts: list[list[int]] = [
        counts(hand),
        counts(without(PACK, hand + "".join(played))),
        counts("".join(poker.rank(card) for card in seen["bottom"] or [])),
        *[counts(cards) for cards in played],
        [other["hand_size"] for other in seats],
        [other["moves"] for other in seats],
        *[counts("" if last == "pass" else last) for last in lasts],
        [int(last == "pass") for last in lasts],
        counts(table.cards if table else ""),
        [int(table is not None and table.pattern == pattern) for pattern in PATTERNS],
        [table.length if table else 0],
        [table.main if table else -1],
        [relative(seen["table"]["seat"] if seen["table"] else None)],
        [int((other, word) in said) for other in around for word in WORDS[1:]],
        [seen["bid"], seen["grabs"], seen["bombs"]],
        [int(seen["phase"] == phase) for phase in ("bid", "play", "over")],
        [relative(seen["dealer"]), relative(seen["landlord"]), relative(seen["player"])],
        *[counts("".join(other["hand"] or [])) for other in seats[1:]],
    ]
    return [value for part in parts for value in part]


# Interface: Knowledge


def resample(rules: Any, state: State, seat: int, rng: Rng) -> None:
    if state.phase == "over":
        return
    unseen = without(PACK, state.hands[seat] + "".join(state.played))
    others = [other for other in range(SEATS) if other != seat]
    free = {other: len(state.hands[other]) for other in others}
    drawn = dict.fromkeys(others, "")
    if state.phase == "play" and state.landlord != seat:
        drawn[state.landlord] = _held_of_bottom(state)
        unseen = without(unseen, drawn[state.landlord])
    pool = "".join(rng.shuffled(unseen))
    for other in others:
        taken = free[other] - len(drawn[other])
        state.hands[other] = sort(drawn[other] + pool[:taken])
        pool = pool[taken:]
    if state.phase == "bid":
        state.bottom = _real_cards(pool, rng)


def _held_of_bottom(state: State) -> str:
    """The bottom cards that the landlord must still hold: of each rank, those beyond what he has played of it."""
    bottom, played = _bottom_letters(state), state.played[state.landlord]
    return "".join(rank * max(0, bottom.count(rank) - played.count(rank)) for rank in RANKS)


def _real_cards(letters: str, rng: Rng) -> list[str]:
    """Real cards of these ranks, the suits drawn at random."""
    cards: list[str] = []
    for card in rng.shuffled(poker.pack(jokers=True)):
        if poker.rank(card) in letters:
            letters = letters.replace(poker.rank(card), "", 1)
            cards.append(card)
    return poker.sort(cards)


# Interface: Analysis


def _moves(rules: Any, query: dict[str, Any]) -> dict[str, Any]:
    try:
        hand = hand_of(query["hand"])
        beat = None if query.get("beat") is None else read(query["beat"])
    except ValueError as error:
        raise QueryError(f"doudizhu moves: {error}") from error
    if beat and beat not in card_moves(beat.cards, rules.four_two, rules.rocket_kicker):
        raise QueryError(
            f"doudizhu moves: beat is {beat.cards!r}, a {beat.pattern}; allowed: moves under these options"
        )
    moves = [move.cards for move in _playable(rules, hand, beat)]
    return {"moves": sorted(moves if beat is None else ["pass", *moves])}


ANALYSES = {
    "moves": Analysis(
        "the legal card moves of a hand",
        {
            "hand": f"the hand as ranks ({RANKS}), a string or a list",
            "beat": "optional: the move to beat, as ranks; None when leading",
        },
        _moves,
    )
}
