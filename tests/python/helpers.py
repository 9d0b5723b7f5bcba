"""What several test files share: the games, their options, random positions, and the data of the rule documents."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yezi
from yezi import reference

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests/data"
SEED = 20

DEEP: list[Any] = []
"""Nested more deeply than anything that is read."""
for _ in range(1000):
    DEEP = [DEEP]

CORE = yezi.games()
REFERENCE = reference.games()
BOTH = tuple(id for id in CORE if id in REFERENCE)
PAIRS = [(backend, id) for backend, ids in (("core", CORE), ("reference", REFERENCE)) for id in ids]
BOUND = 20_000
"""More decisions than any game takes; the core's games name their own bound."""


def make(id: str, backend: str = "core", **rules: Any) -> Any:
    return yezi.make(id, backend=backend, **rules)


def presets(id: str) -> list[dict[str, Any]]:
    """The options of every preset of a game; the first is the game without options."""
    game = make(id, "core" if id in CORE else "reference")
    return [{}, *({"preset": name} for name, options in game.presets.items() if options)]


def variants(ids: tuple[str, ...]) -> list[Any]:
    """(id, options) for every preset of the games, as pytest parameters."""
    return [pytest.param((id, rules), id=f"{id}-{rules.get('preset', 'plain')}") for id in ids for rules in presets(id)]


def backend_variants() -> list[Any]:
    """(backend, id, options) for every preset of every game, as pytest parameters."""
    return [
        pytest.param((backend, id, rules), id=f"{backend}-{id}-{rules.get('preset', 'plain')}")
        for backend, id in PAIRS
        for rules in presets(id)
    ]


def lines(name: str) -> list[Any]:
    """(backend, line) for every line of the file `name` of every game that has it, as pytest parameters."""
    return [
        pytest.param(backend, line, id=f"{backend}-{id}-{number}")
        for backend, id in PAIRS
        for number, line in numbered(id, name)
    ]


def numbered(id: str, name: str) -> list[tuple[int, str]]:
    """The lines of a data file of a game with their numbers; empty without the file."""
    path = DATA / id / name
    if not path.exists():
        return []
    return [(k, line) for k, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if line.strip()]


def traces(id: str) -> list[dict[str, Any]]:
    return [json.loads(line) for _, line in numbered(id, "traces.jsonl")]


def option_values(option: Any) -> list[Any]:
    """Some allowed values of an option of the reference: its edges, its neighbourhood, its choices."""
    if option.choices:
        return list(option.choices)
    if isinstance(option.default, bool):
        return [False, True]
    if length := getattr(option, "length", 0):
        ascending = list(range(option.low, option.low + length))
        return [None, ascending, ascending[::-1], [option.high] * length]
    near = {option.low, option.low + 1, option.default - 1, option.default, option.default + 1, option.high}
    return sorted(value for value in near if option.low <= value <= option.high)


def random_rules(id: str, rng: random.Random) -> dict[str, Any]:
    """A random allowed combination of options, a preset among them now and then."""
    module = import_module(f"yezi.reference.{id}")
    for _ in range(1000):
        rules = {option.name: rng.choice(option_values(option)) for option in module.OPTIONS if rng.random() < 0.5}
        if rng.random() < 0.5:
            rules["preset"] = rng.choice(list(module.PRESETS))
        try:
            make(id, "reference", **rules)
        except yezi.RulesError:
            continue
        return rules
    raise AssertionError(f"{id}: no allowed combination of options found")


def dealt(game: Any, index: int, *, seed: int = SEED) -> tuple[Any, random.Random]:
    """Game `index` of the tests, its dealer going round, and a stream of choices for it."""
    return game.deal(seed=seed, index=index, dealer=index % game.num_players), random.Random(f"{seed} {index}")


def play_one(state: Any, rng: random.Random) -> int:
    """Plays one random legal action and returns it."""
    action = int(rng.choice(state.legal_actions()))
    state.apply(action)
    return action


def walk(game: Any, rounds: int, *, seed: int = SEED) -> Iterator[tuple[Any, random.Random]]:
    """Every position of some random games, finished ones included; the caller leaves the state as it is."""
    for index in range(rounds):
        state, rng = dealt(game, index, seed=seed)
        for _ in range(BOUND):
            yield state, rng
            if state.is_over:
                break
            play_one(state, rng)
        else:
            pytest.fail(f"{game!r}, seed {seed}, index {index}: not over after {BOUND} decisions")


def play_out(state: Any, rng: random.Random) -> None:
    """Plays random legal actions to the end."""
    for _ in range(BOUND):
        if state.is_over:
            return
        play_one(state, rng)
    pytest.fail(f"not over after {BOUND} decisions: {state.game!r}, deck {state.deck}")


def positions(game: Any, rounds: int = 2, every: int = 4) -> Iterator[tuple[Any, random.Random]]:
    """Every `every`-th position of some random games, first and last ones included."""
    counter = itertools.count()
    for state, rng in walk(game, rounds):
        if state.is_over or not state.history or next(counter) % every == 0:
            yield state, rng


def seen(state: Any, seat: int) -> list[Any]:
    """All that a seat can see of a state."""
    own = state.legal_actions().tolist() if state.player == seat else None
    return [state.is_over, state.view(seat), state.observation(seat).tolist(), state.events(seat), own]


def zero_sum(id: str) -> bool:
    """Whether the game's page says that returns sum to zero."""
    return "eturns sum to 0" in (ROOT / f"docs/games/{id}.md").read_text(encoding="utf-8")
