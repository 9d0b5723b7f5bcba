"""States and columns as text for people."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
import yezi
from yezi import reference
from yezi.columns import columns, markdown, width
from yezi.table import event_line, table, text

GAMES = [
    *(pytest.param((id, "core"), id=f"{id}-core") for id in yezi.games()),
    *(pytest.param((id, "reference"), id=f"{id}-reference") for id in reference.games()),
]


def walk(id: str, backend: str) -> Iterator[Any]:
    """Every position of a random game, finished one included."""
    rng = random.Random(4)
    state: Any = yezi.make(id, backend=backend).deal(seed=3)
    while not state.is_over:
        yield state
        state.apply(int(rng.choice(state.legal_actions())))
    yield state


@pytest.mark.parametrize(
    ("line", "cells"), [("", 0), ("abc", 3), ("斗地主", 6), ("一壹 x", 6), ("e\u0301", 1), ("–·…", 3), ("ＡＢ", 4)]
)
def test_width_in_cells(line: str, cells: int) -> None:
    assert width(line) == cells


def test_columns_stand_below_each_other() -> None:
    assert columns([["名字", "n", "last"], ["x", 5, ""], ["三个字", 100, "y"]], right=(1,)) == [
        "名字      n  last",
        "x         5",
        "三个字  100  y",
    ]


def test_markdown_table() -> None:
    assert markdown([["a", "b"], ["x|y", "–"], ["", "z"]], code=(1,)) == [
        "| a | b |",
        "|---|---|",
        "| x\\|y | – |",
        "|  | `z` |",
    ]


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (None, ""),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        ([], ""),
        (["一", "壹"], "一壹"),
        (["66", "5"], "66 5"),
        (["chi 一二三", "peng"], "chi 一二三, peng"),
        ([3, 1], "3 1"),
        ([[0, "bid 1"], [1, "pass"]], "0 bid 1, 1 pass"),
        ([["66", "51"], [], ["44"]], "66 51, –, 44"),
        ([["chi 一二三", "peng 四四四"], []], "chi 一二三, peng 四四四; –"),
        ({"card": "二", "by": None, "open": [], "seat": 0}, "card 二; seat 0"),
    ],
)
def test_parts_in_a_line(value: Any, line: str) -> None:
    assert text(value) == line


@pytest.mark.parametrize("game", GAMES)
def test_table_shows_what_the_view_shows(game: tuple[str, str]) -> None:
    for state in walk(*game):
        for seat in (None, *range(state.game.num_players)):
            view, lines = state.view(seat), table(state, seat).splitlines()
            assert lines[0].startswith(f"{state.game.id} {state.game.name} · dealer {view['dealer']} · ")
            assert all(line == line.rstrip() for line in lines)
            everything = "\n".join(lines)
            for key, value in view.items():
                if key not in ("player", "phase", "dealer", "seats") and value is not False and text(value):
                    assert any(line.split("  ")[0] == key and line.endswith(text(value)) for line in lines)
            for each in view["seats"]:
                assert all(text(each[key]) in everything for key in ("hand", "melds", "discards") if each.get(key))
        assert str(state) == table(state)


@pytest.mark.parametrize("game", GAMES)
def test_table_says_whose_turn_it_is_or_how_it_ended(game: tuple[str, str]) -> None:
    for state in walk(*game):
        head = str(state).splitlines()[0]
        if state.is_over:
            assert head.endswith(f"over: {state.ending}")
            won = [f"{won}" for won in state.returns()]
            rows = [line.split() for line in str(state).splitlines()]
            assert [row[-1] for row in rows if row and row[0].isdigit()] == won or ["returns", won[0]] in rows
            for key, value in state.detail().items():
                assert value is False or not text(value) or [key, *text(value).split()] in rows
        else:
            assert head.endswith(f"{state.view()['phase']} · seat {state.player} to move")
            assert sum(line.startswith(">") for line in str(state).splitlines()) == 1


def test_secret_claims_name_no_seat() -> None:
    state: Any = yezi.make("paohuzi", backend="reference").deal(seed=3)
    rng = random.Random(4)
    asked = 0
    while not state.is_over:
        if state.view()["phase"] == "claim":
            asked += 1
            for seat in {0, 1, 2} - {state.player}:
                assert table(state, seat).splitlines()[0].endswith(" · claim · claims are being asked")
        state.apply(int(rng.choice(state.legal_actions())))
    assert asked > 0


def test_event_lines() -> None:
    assert (
        event_line({"kind": "deal", "seat": 1, "count": 2, "hand": ["66", "51"]}) == "seat 1 deal  count 2; hand 66 51"
    )
    assert event_line({"kind": "call", "seat": 0}) == "seat 0 call"
    assert event_line({"kind": "end", "seat": -1, "winner": None, "stake": 0}) == "end  stake 0"


@pytest.mark.parametrize("id", sorted(set(yezi.games()) & set(reference.games())))
def test_backends_show_the_same(id: str) -> None:
    core, other = (yezi.make(id, backend=backend).deal(seed=3) for backend in ("core", "reference"))
    assert str(core) == str(other)
