"""Python threads, each with its own states and batches: the GIL is let go inside, and nothing is shared."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from helpers import BOTH, SEED, make, play_out

THREADS = 4


@pytest.fixture(autouse=True)
def switch_often() -> Any:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def run(work: Callable[[int], Any]) -> list[Any]:
    """Runs work(k) in THREADS threads at once and returns the results in order."""
    results: list[Any] = [None] * THREADS
    errors: list[BaseException] = []
    start = threading.Barrier(THREADS)

    def body(k: int) -> None:
        try:
            start.wait()
            results[k] = work(k)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=body, args=(k,)) for k in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def test_batches_of_one_game(any_game: Any) -> None:
    def work(k: int) -> Any:
        batch = any_game.batch(600, seed=k, threads=1 + k % 2, autoreset=True)
        for _ in range(20):
            offsets, actions = batch.legal()
            batch.step([actions[offset] if row else 0 for offset, row in zip(offsets, ~batch.is_over, strict=False)])
            batch.observation()
            if any_game.num_actions is not None:
                batch.mask()
        batch.play_random()
        return batch.returns.tolist()

    expected = [work(k) for k in range(THREADS)]
    assert run(work) == expected


def test_simulations(any_game: Any) -> None:
    expected = any_game.simulate(2000, seed=SEED).returns.tolist()
    results = run(lambda k: any_game.simulate(2000, seed=SEED, threads=1 + k % 3).returns.tolist())
    assert all(result == expected for result in results)


def test_states_and_analyses(any_game: Any) -> None:
    def work(k: int) -> Any:
        out = []
        for index in range(5):
            state = any_game.deal(SEED, index)
            play_out(state, random.Random(k))
            out.append((state.detail(), state.events(), state.view(), state.to_trace()))
        return out

    expected = [work(k) for k in range(THREADS)]
    assert run(work) == expected


@pytest.mark.parametrize("id", BOTH)
def test_games_made_at_once(id: str) -> None:
    def work(k: int) -> Any:
        game = make(id, "core" if k % 2 else "reference")
        return game.deal(SEED).legal_moves()

    assert len({tuple(moves) for moves in run(work)}) == 1
