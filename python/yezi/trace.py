"""Reading and replaying traces (docs/conventions.md: Traces)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .errors import TraceError, YeziError
from .interface import shown

_KEYS = {
    "game": str,
    "rules": Mapping,
    "dealer": int,
    "deck": Sequence,
    "steps": Sequence,
}


def read_traces(path: str | Path) -> Iterator[dict[str, Any]]:
    """The traces of a JSON-lines file, one a non-empty line.

    Raises TraceError naming the line that cannot be read, OSError when the file cannot be opened.
    """
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield load(line)
                except TraceError as error:
                    raise TraceError(f"{path}, line {number}: {error}") from error


def load(trace: str | bytes | Mapping[str, Any]) -> dict[str, Any]:
    """A trace as a dict with every key of the right type."""
    if isinstance(trace, (str, bytes, bytearray)):
        try:
            trace = json.loads(trace)
        except (ValueError, RecursionError) as error:
            start = trace[:60] if isinstance(trace, str) else bytes(trace[:60])  # type: ignore[index]
            raise TraceError(f"not a JSON object: {error} in {start!r}") from error
    if not isinstance(trace, Mapping):
        raise TraceError(f"a trace is a JSON object, not {type(trace).__name__}")
    for key, kind in _KEYS.items():
        if key not in trace:
            raise TraceError(f"the trace has no {key!r}; it has {', '.join(map(str, trace)) or 'nothing'}")
        value = trace[key]
        if (
            not isinstance(value, kind)
            or isinstance(value, bool)
            or (kind is Sequence and isinstance(value, (str, bytes)))
        ):
            raise TraceError(f"{key!r} of the trace is {shown(value)}; it must be {_words(kind)}")
    return dict(trace)


def _words(kind: Any) -> str:
    return {str: "a string", int: "an integer", Mapping: "an object", Sequence: "a list"}[kind]


def legal_digest(moves: Sequence[str]) -> dict[str, Any]:
    """The short form of a long sorted legal list: its length and the first 16 hex digits of its SHA-256."""
    return {"n": len(moves), "sha": hashlib.sha256("\n".join(moves).encode()).hexdigest()[:16]}


def replay(trace: str | bytes | Mapping[str, Any], *, backend: str = "core") -> Any:
    """See `yezi.replay`."""
    from . import make

    record = load(trace)
    try:
        game = make(record["game"], backend=backend, **record["rules"])
        state = game.deal(deck=record["deck"], dealer=record["dealer"])
    except (YeziError, TypeError) as error:
        raise TraceError(f"the trace cannot be dealt: {error}") from error
    for number, step in enumerate(record["steps"]):
        _replay_step(state, number, step)
    if record.get("returns") is not None:
        if not state.is_over:
            raise TraceError(
                f"the trace has returns, but after its {len(record['steps'])} steps the game goes on: "
                f"seat {state.player} is to move"
            )
        _compare("returns", record["returns"], [int(value) for value in state.returns()])
        if record.get("detail") is not None:
            detail = state.detail()
            if isinstance(record["detail"], Mapping):
                for key in [*record["detail"], *detail]:
                    _compare(f"detail[{key!r}]", record["detail"].get(key, "missing"), detail.get(key, "missing"))
            _compare("detail", record["detail"], detail)
    return state


def _replay_step(state: Any, number: int, step: Any) -> None:
    if not isinstance(step, Mapping) or not isinstance(step.get("move"), str):
        raise TraceError(f"step {number} is {shown(step)}; it must be an object with a string 'move'")
    if state.is_over:
        raise TraceError(f"step {number} ({step['move']!r}) comes after the end of the game")
    if step.get("player") is not None:
        _compare(f"step {number}: player", step["player"], state.player)
    if step.get("legal") is not None:
        moves = state.legal_moves()
        expected = step["legal"]
        found = legal_digest(moves) if isinstance(expected, Mapping) else moves
        if found != expected:
            difference = ""
            if isinstance(expected, Sequence) and not isinstance(expected, str):
                missing = [move for move in expected if move not in moves]
                extra = [move for move in moves if move not in expected]
                difference = f"; missing {missing[:8]}, not in the trace {extra[:8]}"
            raise TraceError(
                f"step {number}: the legal moves differ{difference or f': {shown(expected)} and {shown(found)}'}"
            )
    try:
        state.apply(step["move"])
    except YeziError as error:
        raise TraceError(f"step {number}: {error}") from error


def _compare(what: str, expected: Any, found: Any) -> None:
    if expected != found:
        raise TraceError(f"{what} of the trace is {shown(expected, 1000)}; the rules give {shown(found, 1000)}")
