"""A state as a table for people, made from `state.view()` alone: it shows any game whose views use the common words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .columns import columns, pad, width

_WIDE = 100
"""A table of seats wider than this is shown seat by seat."""
_HEAD = ("player", "phase", "dealer", "seats")


def table(state: Any, seat: int | None = None) -> str:
    """What `seat` may know (None: everything) of a state of any game and backend, as lines of text.

    A line that says what is going on, the common things (table, wall, …), then a row for each seat; when the game is
    over, what each seat won and why.
    """
    view = state.view(seat)
    lines = [headline(state, view)]
    lines += pairs({key: value for key, value in view.items() if key not in _HEAD})
    lines += ["", *seat_rows(state, view)]
    if state.is_over and state.detail():
        lines += ["", *pairs(state.detail())]
    return "\n".join(lines)


def headline(state: Any, view: Mapping[str, Any]) -> str:
    """The game, its phase, and whose turn it is or how it ended."""
    game = state.game
    words = [f"{game.id} {game.name}", f"dealer {view['dealer']}"]
    if state.is_over:
        words.append(f"over: {state.ending}")
    else:
        words += [
            view["phase"],
            "claims are being asked" if view["player"] is None else f"seat {view['player']} to move",
        ]
    return " · ".join(words)


def pairs(mapping: Mapping[str, Any]) -> list[str]:
    """A line for every key that has something to say."""
    shown = {key: text(value) for key, value in mapping.items() if value is not False}
    cells = max((width(key) for key, value in shown.items() if value), default=0)
    return [f"{pad(key, cells)}  {value}" for key, value in shown.items() if value]


def seat_rows(state: Any, view: Mapping[str, Any]) -> list[str]:
    """A row for each seat, with the columns in which some seat has something; seat by seat where that is too wide."""
    seats = [dict(each) for each in view["seats"]]
    if all(each.get("discards") is not None for each in seats):
        for each in seats:
            each.pop("discard_count", None)
    keys = [
        key for key in seats[0] if any(each[key] for each in seats) and not all(each[key] is True for each in seats)
    ]
    if state.is_over:
        keys.append("returns")
        for each, won in zip(seats, state.returns(), strict=True):
            each["returns"] = int(won)
    marks = ["> " if number == view["player"] else "  " for number in range(len(seats))]
    rows = [[f"{marks[i]}{i}", *(text(each[key]) for key in keys)] for i, each in enumerate(seats)]
    numbers = [i for i, key in enumerate(keys, 1) if all(type(each[key]) is int for each in seats)]
    lines = columns([["  seat", *keys], *rows], right=numbers)
    if max(map(width, lines)) <= _WIDE:
        return lines
    lines = []
    for i, each in enumerate(seats):
        lines += [f"{marks[i]}seat {i}", *(f"    {line}" for line in pairs({key: each[key] for key in keys}))]
    return lines


def text(value: Any) -> str:
    """A part of a view in a line: cards are run together where each is one letter."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        shown = {key: text(entry) for key, entry in value.items()}
        return "; ".join(f"{key} {entry}" for key, entry in shown.items() if entry)
    if isinstance(value, Sequence) and not isinstance(value, str):
        if all(isinstance(entry, str) for entry in value):
            gap = (
                "" if all(len(entry) == 1 for entry in value) else ", " if any(" " in entry for entry in value) else " "
            )
            return gap.join(value)
        entries = [text(entry) or "–" for entry in value]
        if not any(isinstance(entry, (Sequence, Mapping)) and not isinstance(entry, str) for entry in value):
            return " ".join(entries)
        return ("; " if any(", " in entry for entry in entries) else ", ").join(entries)
    return str(value)


def event_line(event: Mapping[str, Any]) -> str:
    """An event (one of `state.events()`) in a line."""
    who = "" if event["seat"] < 0 else f"seat {event['seat']} "
    fields = text({key: value for key, value in event.items() if key not in ("kind", "seat")})
    return f"{who}{event['kind']}  {fields}".rstrip()
