"""paohuzi: moves, their strings and codes (sections *Move notation* and *Action codes*)."""

from __future__ import annotations

from ..decks import zipai
from .zipai_melds import LAYS, Lay, lay_text, melds_of

PASS, HU, PENG, PAO = range(4)
DISCARD = 4
LAY = DISCARD + len(zipai.TYPES)
"""The first lay that lays every copy of the eaten card (or may do so)."""
SHAO = LAY + len(LAYS)
"""The first lay with `| shao`."""

MOVES = (
    "pass",
    "hu",
    "peng",
    "pao",
    *(f"discard {card}" for card in zipai.TYPES),
    *(lay_text(lay) for lay in LAYS),
    *(lay_text(lay) + " | shao" for lay in LAYS),
)
CLAIMS = ("hu", "pao", "peng", "chi")
"""The claims as the view lists them."""

_CODES = {move: code for code, move in enumerate(MOVES)}
_LAY_NUMBER = {lay: number for number, lay in enumerate(LAYS)}
_WORDS = {word for move in MOVES for word in move.split() if word.isascii()}


def word(code: int) -> str:
    """The first word of a move."""
    return MOVES[code].split()[0]


def priority(code: int) -> int:
    return {"pass": 0, "hu": 3, "pao": 2, "peng": 2, "chi": 1}[word(code)]


def lay_code(lay: Lay, complete: bool) -> int:
    return (LAY if complete else SHAO) + _LAY_NUMBER[lay]


def lay_of(code: int) -> Lay:
    """The lay of a chi move; an empty one for other moves."""
    return LAYS[(code - LAY) % len(LAYS)] if code >= LAY else ()


def is_shao(code: int) -> bool:
    return code >= SHAO


def meld_texts(code: int) -> list[str]:
    """The chi melds of a move in written order; none for other moves."""
    return [zipai.text(meld) for meld in melds_of(lay_of(code))]


def parse(text: str) -> int:
    """Cards may be written with their ASCII alias."""
    words = [word if word in _WORDS else zipai.text(map(zipai.index, word)) for word in text.split(" ")]
    return _CODES[" ".join(words)]
