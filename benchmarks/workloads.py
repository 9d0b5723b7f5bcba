"""What is measured: each workload is a function `run(seconds) -> (units done)` that works for about `seconds` seconds.

A workload returns a dict of counters; rates are counters divided by elapsed process CPU time (single thread) or wall time.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

import numpy as np
import yezi

Counters = dict[str, float]
Workload = Callable[[float], Counters]


def until(seconds: float) -> Iterator[int]:
    """Counts 0, 1, 2, … until the time is over."""
    end, k = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        yield k
        k += 1


def simulate(game: yezi.Game, chunk: int = 2000, threads: int = 1) -> Workload:
    """Whole random games inside the core."""

    def run(seconds: float) -> Counters:
        games = decisions = 0
        for k in until(seconds):
            result = game.simulate(chunk, seed=1, first=k * chunk, threads=threads)
            games += chunk
            decisions += int(result.lengths.sum())
        return {"games": games, "decisions": decisions}

    return run


def batch_loop(game: yezi.Game, n: int = 1024, observe: bool = True, mask: bool = False) -> Workload:
    """Batch stepping with moves chosen in NumPy; legal lists and observations are written at each step."""
    batch = game.batch(n, seed=1, autoreset=True)
    rng = np.random.default_rng(1)

    def run(seconds: float) -> Counters:
        decisions = 0
        for _ in until(seconds):
            offsets, _ = batch.legal()
            if observe:
                batch.observation()
            if mask:
                batch.mask()
            counts = np.diff(offsets)
            decisions += int(np.count_nonzero(counts))
            batch.step_index((rng.random(n) * counts).astype(np.int64))
        return {"decisions": decisions}

    return run


def mask_of_batch(game: yezi.Game, n: int = 1024) -> Workload:
    """The dense mask of every row along random games, the legal lists being at hand: only mask() is timed."""
    batch = game.batch(n, seed=1, autoreset=True)
    rng = np.random.default_rng(1)

    def run(seconds: float) -> Counters:
        rows, elapsed = 0, 0.0
        for _ in until(seconds):
            offsets, _ = batch.legal()
            start = time.process_time()
            batch.mask()
            elapsed += time.process_time() - start
            rows += n
            batch.step_index((rng.random(n) * np.diff(offsets)).astype(np.int64))
        return {"calls": rows, "elapsed": elapsed}

    return run


def python_loop(game: yezi.Game | yezi.reference.base.ReferenceGame) -> Workload:  # type: ignore[name-defined]
    """One game at a time: legal_actions, pick, apply."""

    def run(seconds: float) -> Counters:
        games = decisions = 0
        choice = random.Random(1).choice
        for k in until(seconds):
            state = game.deal(seed=1, index=k)
            while state.player >= 0:
                state.apply(choice(state.legal_actions()))
                decisions += 1
            games += 1
        return {"games": games, "decisions": decisions}

    return run


def calls(objects: list[object], call: Callable[[object], object]) -> Workload:
    """The same call on each of some objects in turn."""

    def run(seconds: float) -> Counters:
        done = 0
        for _ in until(seconds):
            for item in objects:
                call(item)
            done += len(objects)
        return {"calls": done}

    return run
