"""pytest-benchmark over the registry: `pytest benchmarks --benchmark-enable`; groups put one kind of work side by side."""

from __future__ import annotations

import numpy as np
import pytest
import yezi

GAMES = yezi.games()


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.benchmark(group="1,000 random games")
def test_simulate(benchmark, id: str) -> None:
    game = yezi.make(id)
    result = benchmark(game.simulate, 1000, seed=1)
    assert result.lengths.max() <= game.max_decisions
    benchmark.extra_info["decisions"] = int(result.lengths.sum())


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.benchmark(group="one step of 1,024 games, legal lists and observations")
def test_batch_step(benchmark, id: str) -> None:
    batch = yezi.make(id).batch(1024, seed=1, autoreset=True)
    rng = np.random.default_rng(1)

    def step() -> int:
        offsets, _ = batch.legal()
        batch.observation()
        counts = np.diff(offsets)
        batch.step_index((rng.random(1024) * counts).astype(np.int64))
        return int(np.count_nonzero(counts))

    assert 0 < benchmark(step) <= 1024


@pytest.mark.parametrize("backend", ["core", "reference"])
@pytest.mark.parametrize("id", GAMES)
@pytest.mark.benchmark(group="one random game, Python loop")
def test_python_loop(benchmark, id: str, backend: str) -> None:
    game = yezi.make(id, backend=backend)

    def play() -> bool:
        state, k = game.deal(seed=1), 0
        while state.player >= 0:
            actions = state.legal_actions()
            state.apply(actions[k % len(actions)])
            k += 7
        return bool(state.is_over)

    assert benchmark(play)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.benchmark(group="clone from Python")
def test_clone(benchmark, id: str) -> None:
    state = yezi.make(id).deal(seed=1)
    assert benchmark(state.clone, history=False) == state
