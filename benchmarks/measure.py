"""Medians over interleaved rounds: every workload gets a slice of each round, so a slow minute hits all of them alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping

from workloads import Workload


def rates(
    workloads: Mapping[str, Workload], counter: Mapping[str, str], seconds: float, rounds: int, wall: bool = False
) -> dict[str, float]:
    """Units a second of each workload (the counter named for it), the median of `rounds` rounds.

    Elapsed time is the process's CPU time, or wall time where several threads work; a workload that measures a part of
    what it does returns the seconds of that part as `elapsed`.
    """
    clock = time.perf_counter if wall else time.process_time
    for run in workloads.values():
        run(seconds / 4)
    samples: dict[str, list[float]] = {name: [] for name in workloads}
    for _ in range(rounds):
        for name, run in workloads.items():
            start = clock()
            done = run(seconds)
            samples[name].append(done[counter[name]] / done.get("elapsed", clock() - start))
    return {name: statistics.median(values) for name, values in samples.items()}
