"""The core against the reference: the same decks and choices, compared at every step.

The normal run plays each preset, and random combinations of options, for a fixed time; `--cross-games N` plays N games
of each. A difference leaves a trace file that `yezi replay` plays up to the place.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yezi
from helpers import BOTH, SEED, make, random_rules, variants, zero_sum

SECONDS = 140 / (len(variants(BOTH)) + len(BOTH))
"""Processor time for each preset, and for the random combinations of each game: a share of the whole."""
LEAST = 10
"""Games at least, whatever the time."""


def facts(state: Any, all_events: bool) -> dict[str, Any]:
    """All that can be compared of a position."""
    seats = range(state.game.num_players)
    found: dict[str, Any] = {
        "player": state.player,
        "is_over": state.is_over,
        "legal_actions": state.legal_actions().tolist(),
        "legal_moves": state.legal_moves(),
        "returns": state.returns().tolist(),
        "detail": state.detail(),
        "ending": state.ending,
        "players": state.players,
    }
    for seat in (None, *seats):
        found[f"view({seat})"] = state.view(seat)
        if all_events:
            found[f"events({seat})"] = state.events(seat)
    for seat in seats:
        found[f"observation({seat})"] = state.observation(seat).tolist()
    return found


def compare(core: Any, reference: Any, all_events: bool, folder: Path) -> None:
    expected, found = facts(reference, all_events), facts(core, all_events)
    for what in expected:
        if expected[what] != found[what]:
            path = folder / f"{core.game.id}-cross-check.jsonl"
            path.write_text(json.dumps(reference.to_trace(legal=True), ensure_ascii=False) + "\n", encoding="utf-8")
            pytest.fail(
                f"{what} after {len(core.history)} decisions of {core.game!r}: the reference has\n"
                f"{expected[what]!r}\nthe core has\n{found[what]!r}\n"
                f"To see the position: yezi replay {path}",
                pytrace=False,
            )


def play(core_game: Any, reference_game: Any, index: int, folder: Path) -> int:
    """Plays one game in both and returns its decisions."""
    rng = random.Random(f"{SEED} {index}")
    dealer = rng.randrange(core_game.num_players)
    core = core_game.deal(seed=SEED, index=index, dealer=dealer)
    reference = reference_game.deal(seed=SEED, index=index, dealer=dealer)
    assert core.deck == reference.deck
    while True:
        over = bool(core.is_over)
        compare(core, reference, over or rng.random() < 0.2, folder)
        if over:
            break
        action = int(rng.choice(core.legal_actions()))
        assert core_game.format(action) == reference_game.format(action)
        core.apply(action)
        reference.apply(action)
    assert core_game.next_dealer_and_rules(core) == reference_game.next_dealer_and_rules(reference)
    if zero_sum(core_game.id):
        assert core.returns().sum() == 0
    return len(core.history)


def play_many(games: Callable[[int], tuple[Any, Any]], count: int | None, folder: Path) -> int:
    """Plays `count` games, or as many as fit in the time; returns their number."""
    start = time.process_time()
    played = 0
    while played < count if count is not None else played < LEAST or time.process_time() - start < SECONDS:
        play(*games(played), played, folder)
        played += 1
    return played


@pytest.fixture
def count(request: pytest.FixtureRequest) -> int | None:
    value: int | None = request.config.getoption("--cross-games")
    return value


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.getbasetemp()


def test_presets(pair: tuple[Any, Any], count: int | None, folder: Path, record_property: Any) -> None:
    record_property("games", play_many(lambda _: pair, count, folder))


@pytest.mark.parametrize("id", BOTH)
def test_random_options(id: str, count: int | None, folder: Path, record_property: Any) -> None:
    rng = random.Random(SEED)
    games: dict[int, tuple[Any, Any]] = {}

    def choose(index: int) -> tuple[Any, Any]:
        if index % 4 == 0:  # a few games of each combination
            rules = random_rules(id, rng)
            games[0] = make(id, "core", **rules), make(id, "reference", **rules)
            assert games[0][0].rules == games[0][1].rules
        return games[0]

    record_property("games", play_many(choose, count, folder))


def test_a_difference_leaves_a_trace(tmp_path: Path, any_game: Any) -> None:
    if any_game.id not in BOTH:
        pytest.skip("no reference")
    core, reference = any_game.deal(seed=1), make(any_game.id, "reference").deal(seed=2)
    with pytest.raises(pytest.fail.Exception, match="yezi replay"):
        compare(core, reference, True, tmp_path)
    (path,) = tmp_path.iterdir()
    assert yezi.replay(path.read_text(encoding="utf-8")).deck == reference.deck
