"""The traces and cases of the rule documents, exact in both backends; a changed trace is refused where it differs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest
import yezi
from helpers import DEEP, PAIRS, lines, make, traces
from hypothesis import given
from hypothesis import strategies as st
from yezi.trace import legal_digest, load, read_traces

Change = tuple[dict[str, Any], str]
"""A changed trace, and a regular expression for the message."""


@pytest.mark.parametrize(("backend", "line"), lines("traces.jsonl"))
def test_trace_is_exact(backend: str, line: str) -> None:
    trace = json.loads(line)
    state = yezi.replay(line, backend=backend)
    assert state.is_over
    again = state.to_trace(legal=True)
    for step, own in zip(trace["steps"], again["steps"], strict=True):
        assert (own["player"], own["move"]) == (step["player"], step["move"])
        if isinstance(step.get("legal"), list):
            assert own["legal"] == step["legal"]
    assert (again["returns"], again["detail"]) == (trace["returns"], trace["detail"])
    assert yezi.replay(json.dumps(again), backend=backend) == state


@pytest.mark.parametrize(("backend", "line"), lines("cases.jsonl"))
def test_case_is_exact(backend: str, line: str) -> None:
    case = json.loads(line)
    assert make(case["game"], backend, **case["rules"]).analyse(case["kind"], **case["query"]) == case["expect"]


def short_trace(id: str, backend: str) -> dict[str, Any]:
    """The shortest trace of a game with at least two decisions, with complete legal lists."""
    trace = min((trace for trace in traces(id) if len(trace["steps"]) > 1), key=lambda trace: len(trace["steps"]))
    return yezi.replay(trace, backend=backend).to_trace(legal=True)


def edited(trace: dict[str, Any], *path: Any, value: Any) -> dict[str, Any]:
    """A copy of the trace with the entry at `path` replaced."""
    changed = deepcopy(trace)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def changed_headers(trace: dict[str, Any]) -> Iterator[Change]:
    for key in ("game", "rules", "dealer", "deck", "steps"):
        missing = {name: value for name, value in trace.items() if name != key}
        yield missing, f"no '{key}'"
        wrong: list[Any] = [None, 1.5, object(), True, {"a": DEEP} if key in ("deck", "steps") else DEEP]
        for value in wrong:
            yield edited(trace, key, value=value), f"'{key}' of the trace is"
    deck = trace["deck"]
    yield edited(trace, "game", value="chess"), "unknown game 'chess'"
    yield edited(trace, "rules", value={"no_such_option": 1}), "no_such_option"
    yield edited(trace, "rules", value={"preset": "none such"}), "none such"
    yield edited(trace, "dealer", value=99), "dealer is 99"
    yield edited(trace, "deck", value=deck[1:]), f"{len(deck) - 1} cards"
    yield edited(trace, "deck", 0, value="no card"), "no card"
    yield edited(trace, "deck", 0, value=7), "7"


def changed_steps(trace: dict[str, Any], k: int) -> Iterator[Change]:
    step = trace["steps"][k]
    where = f"step {k}\\b"
    legal, moves = step["legal"], {move for each in trace["steps"] for move in each["legal"]}
    yield edited(trace, "steps", k, "player", value=step["player"] + 1), where
    yield edited(trace, "steps", k, "move", value="no move"), f"{where}.*no move"
    wrong: list[Any] = [None, 3, {}, ["pass"], DEEP]
    for value in wrong:
        yield edited(trace, "steps", k, "move", value=value), where
        yield edited(trace, "steps", k, value=value), where
    for move in sorted(moves - set(legal))[:1]:
        yield edited(trace, "steps", k, "move", value=move), f"{where}.*not legal"
    yield edited(trace, "steps", k, "legal", value=legal[1:]), f"{where}.*not in the trace"
    yield edited(trace, "steps", k, "legal", value=[*legal, "no move"]), f"{where}.*no move"
    if len(legal) > 1:
        yield edited(trace, "steps", k, "legal", value=legal[::-1]), where
    for other in ({"n": len(legal) + 1}, {"sha": "0" * 16}):
        yield edited(trace, "steps", k, "legal", value={**legal_digest(legal), **other}), where


def changed_ends(trace: dict[str, Any]) -> Iterator[Change]:
    steps, returns = trace["steps"], trace["returns"]
    last = len(steps)
    yield edited(trace, "steps", value=steps[:-1]), "the game goes on"
    yield edited(trace, "steps", value=[*steps, steps[-1]]), f"step {last}\\b.*after the end"
    yield edited(trace, "returns", 0, value=returns[0] + 1), "returns of the trace"
    yield edited(trace, "returns", value=[*returns, 0]), "returns of the trace"
    yield edited(trace, "returns", value="none"), "returns of the trace"
    for key in trace["detail"]:
        yield edited(trace, "detail", key, value="other"), f"detail\\['{key}'\\]"
        less = {name: value for name, value in trace["detail"].items() if name != key}
        yield edited(trace, "detail", value=less), f"detail\\['{key}'\\]"
    yield edited(trace, "detail", "no_such_key", value=1), "no_such_key"
    yield edited(trace, "detail", value=[1]), "detail of the trace"


@pytest.mark.parametrize(("backend", "id"), PAIRS)
def test_changed_trace_is_refused_where_it_differs(backend: str, id: str) -> None:
    trace = short_trace(id, backend)
    yezi.replay(trace, backend=backend)
    middle = len(trace["steps"]) // 2
    changes = [*changed_headers(trace), *changed_steps(trace, 0), *changed_steps(trace, middle), *changed_ends(trace)]
    for changed, message in changes:
        with pytest.raises(yezi.TraceError, match=f"(?s){message}"):
            yezi.replay(changed, backend=backend)


@pytest.mark.parametrize(("backend", "id"), PAIRS)
def test_parts_of_a_trace_may_be_missing(backend: str, id: str) -> None:
    trace = short_trace(id, backend)
    state = yezi.replay(trace, backend=backend)
    bare = {**trace, "steps": [{"move": step["move"]} for step in trace["steps"]], "detail": None}
    digests = {**trace, "steps": [{**step, "legal": legal_digest(step["legal"])} for step in trace["steps"]]}
    assert yezi.replay(bare, backend=backend) == yezi.replay(digests, backend=backend) == state
    unfinished = {**trace, "steps": trace["steps"][:1], "returns": None}
    assert yezi.replay(unfinished, backend=backend).history == state.history[:1]


@pytest.mark.parametrize(("backend", "id"), PAIRS)
def test_truncated_line_is_refused(backend: str, id: str) -> None:
    line = json.dumps(short_trace(id, backend))
    for end in (0, 1, len(line) // 2, len(line) - 1):
        with pytest.raises(yezi.TraceError, match="not a JSON object"):
            yezi.replay(line[:end], backend=backend)
    with pytest.raises(yezi.TraceError, match="not a JSON object"):
        yezi.replay(line.encode()[: len(line) // 2], backend=backend)


@pytest.mark.parametrize(
    "junk", ["", "[]", "1", "null", '"text"', "{}", "\x00", "{'game': 1}", "[" * 100_000, b"\xff\xfe", 7, None]
)
def test_junk_is_no_trace(junk: Any) -> None:
    with pytest.raises(yezi.TraceError):
        yezi.replay(junk)


@pytest.mark.parametrize(("backend", "id"), PAIRS)
def test_garbled_line_is_refused_or_harmless(backend: str, id: str) -> None:
    line = json.dumps(short_trace(id, backend), ensure_ascii=False)

    @given(place=st.integers(0, len(line) - 1), other=st.sampled_from('0179-"[]{},: azA五\\\x00\ud800'))
    def check(place: int, other: str) -> None:
        garbled = line[:place] + other + line[place + 1 :]
        with suppress(yezi.TraceError):
            assert yezi.replay(garbled, backend=backend).is_over

    check()


def test_reading_a_file_names_the_line(tmp_path: Any, any_game: Any) -> None:
    good = json.dumps(short_trace(any_game.id, "core"))
    path = tmp_path / "traces.jsonl"
    path.write_text(f"{good}\n\n{good[:-1]}\n", encoding="utf-8")
    reader = read_traces(path)
    assert next(reader) == load(good)
    with pytest.raises(yezi.TraceError, match=r"traces\.jsonl, line 3: not a JSON object"):
        next(reader)
