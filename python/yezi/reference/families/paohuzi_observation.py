"""paohuzi: the observation of a seat, a function of its view (section *Observation*)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..decks import zipai
from .paohuzi_moves import CLAIMS
from .paohuzi_win import huxi
from .zipai_melds import CHI, Meld

SAME = ("peng", "wei", "chouwei", "pao", "ti")
"""A table meld of equal cards is 1, 2, … in this order."""
PHASES = ("claim", "discard", "over")
SOURCES = ("opening", "draw", "discard", "meld")
ANSWERS = ("pass", *CLAIMS)
SETS = ("no_peng", "no_chi", "chou")
N = len(zipai.TYPES)

LAYOUT = [
    ("hands", 3 * N),
    ("hand_size", 3),
    ("chi", 3 * len(CHI)),
    ("same", 3 * N),
    ("hidden_wei", 3),
    ("huxi", 3),
    ("discards", 3 * N),
    ("thrown", 3 * N),
    *((name, N) for name in SETS),
    ("burnt", 3),
    ("active", 1),
    ("shown", N),
    ("shown_held", 1),
    ("wall", 1),
    ("dealer", 1),
    ("phase", len(PHASES)),
    ("to_move", 1),
    ("card", N),
    ("source", len(SOURCES)),
    ("exposer", 1),
    ("asked", len(CLAIMS)),
    ("answer", len(ANSWERS)),
]


def by_type(cards: Iterable[str] | None) -> list[int]:
    return zipai.counts(map(zipai.index, cards or ()))


def one_hot(value: str | None, values: Sequence[str]) -> list[int]:
    return [int(value == each) for each in values]


def observe(view: dict[str, Any], seat: int) -> list[int]:
    """The observation of `seat`, from its view."""
    seats = view["seats"]
    n = len(seats)
    slots = [other for i in range(n) if seats[other := (seat + i) % n]["active"]]
    own, table = seats[seat], view["table"] or {}

    def slot(other: int | None) -> int:
        return -1 if other is None else slots.index(other)

    def each(values: list[list[int]]) -> list[int]:
        return [value for part in values for value in part]

    melds = [_melds(seats[other]["melds"]) for other in slots]
    parts = {
        "hands": each([by_type(seats[other]["hand"]) for other in slots]),
        "hand_size": [seats[other]["hand_size"] for other in slots],
        "chi": each([[known.count(("chi", chi)) for chi in CHI] for known in melds]),
        "same": each([_same(known) for known in melds]),
        "hidden_wei": [seats[other]["melds"].count("wei") for other in slots],
        "huxi": [sum(map(huxi, known)) for known in melds],
        "discards": each([by_type(seats[other]["discards"]) for other in slots]),
        "thrown": each([by_type(seats[other]["thrown"]) for other in slots]),
        **{name: by_type(own[name] if own["active"] else None) for name in SETS},
        "burnt": [int(seats[other]["burnt"] is True) for other in slots],
        "active": [int(own["active"])],
        "shown": by_type([view["shown"]]),
        "shown_held": [int(view["shown_held"])],
        "wall": [view["wall"]],
        "dealer": [slot(view["dealer"])],
        "phase": one_hot(view["phase"], PHASES),
        "to_move": [slot(view["player"])],
        "card": by_type([table["card"]] if table.get("card") else None),
        "source": one_hot(table.get("source"), SOURCES),
        "exposer": [slot(table.get("seat"))],
        "asked": [int(claim in (own["asked"] or ())) for claim in CLAIMS],
        "answer": one_hot((own["answer"] or "").split(" ")[0], ANSWERS),
    }
    assert [(name, len(part)) for name, part in parts.items()] == LAYOUT
    return each(list(parts.values()))


def _melds(texts: list[str]) -> list[Meld]:
    """The melds whose cards the view shows."""
    split = [text.split(" ") for text in texts if text != "wei"]
    return [(kind, tuple(zipai.read(cards))) for kind, cards in split]


def _same(melds: list[Meld]) -> list[int]:
    code = [0] * N
    for kind, cards in melds:
        if kind in SAME:
            code[cards[0]] = 1 + SAME.index(kind)
    return code
