"""Ratios against peers and against the reference, all measured in one run: prints the tables of README.md.

    pip install '.[bench]' && python benchmarks/ratios.py [--seconds 1] [--rounds 5] [--only doudizhu]

Single thread; rates are medians over interleaved rounds, per second of process CPU time.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

import numpy as np
import yezi
from measure import rates
from workloads import batch_loop, calls, mask_of_batch, python_loop, simulate


def doudizhu(seconds: float, rounds: int) -> None:
    from peers import open_spiel_doudizhu as open_spiel
    from peers import rlcard_doudizhu as rlcard

    print(f"## doudizhu (open_spiel {version('open-spiel')}, rlcard {version('rlcard')})\n")
    game = yezi.make("doudizhu")
    lead = lead_states(game, 200)
    peers = open_spiel.lead_states(200)
    batch = game.batch(200, seed=1)
    for row, state in enumerate(lead):
        batch.set(row, state)
    table = [
        ("random games", "games", simulate(game), "open_spiel evaluate_bots", open_spiel.random_games_native, 30),
        ("random games", "games", simulate(game), "rlcard step loop", rlcard.step_loop, 3000),
        (
            "batch of 1,024 with observation and legal lists",
            "decisions",
            batch_loop(game),
            "open_spiel loop with observation_tensor and legal_actions_mask",
            open_spiel.observed_loop,
            300,
        ),
        (
            "Python loop, one game at a time",
            "decisions",
            python_loop(game),
            "open_spiel loop",
            open_spiel.python_loop,
            3,
        ),
        (
            "legal moves of a 20-card lead, core",
            "calls",
            legal_rows(batch),
            "open_spiel legal_actions",
            calls(peers, lambda s: s.legal_actions()),
            40,
        ),
        (
            "dense mask along random games, batch",
            "calls",
            mask_of_batch(game),
            "open_spiel legal_actions_mask",
            calls(open_spiel.game_states(200), lambda s: s.legal_actions_mask()),
            1000,
        ),
    ]
    compare(table, seconds, rounds)


def lead_states(game: yezi.Game, n: int) -> list[yezi.State]:
    """The landlord to lead with 20 cards."""
    states = []
    for index in range(n):
        state = game.deal(seed=1, index=index)
        state.apply("bid 3")
        states.append(state)
    return states


def legal_rows(batch: yezi.Batch):
    """Legal lists of all rows inside the core; stepping zero decisions makes the lists stale without moving the games."""

    def run(seconds: float) -> dict[str, int]:
        done, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            batch.play_random(0)
            batch.legal()
            done += len(batch)
        return {"calls": done}

    return run


def compare(table: list[tuple[str, str, Callable, str, Callable, float]], seconds: float, rounds: int) -> None:
    print("| what | yezi /s | peer | peer /s | ratio | goal |\n|---|---|---|---|---|---|")
    for what, counter, ours, peer, theirs, goal in table:
        found = rates({"ours": ours, "theirs": theirs}, {"ours": counter, "theirs": counter}, seconds, rounds)
        ratio = found["ours"] / found["theirs"]
        print(
            f"| {what} | {found['ours']:,.0f} | {peer} | {found['theirs']:,.0f} | **{ratio:,.1f}** | ≥ {goal:,} |",
            flush=True,
        )
    print()


def every_game(ids: list[str], seconds: float, rounds: int) -> None:
    print("## All games\n")
    print(
        "| game | state bytes | decisions a game | simulate games/s | simulate decisions/s | batch decisions/s | "
        "Python loop decisions/s | reference games/s | simulate ÷ reference |\n|---|---|---|---|---|---|---|---|---|"
    )
    for id in ids:
        game, reference = yezi.make(id), yezi.make(id, backend="reference")
        lengths = game.simulate(5000, seed=1).lengths.mean()
        found = rates(
            {
                "simulate": simulate(game),
                "batch": batch_loop(game),
                "loop": python_loop(game),
                "reference": python_loop(reference),
            },
            {"simulate": "games", "batch": "decisions", "loop": "decisions", "reference": "games"},
            seconds,
            rounds,
        )
        print(
            f"| {id} | {game.state_bytes} | {lengths:.1f} | {found['simulate']:,.0f} | {found['simulate'] * lengths:,.0f} | "
            f"{found['batch']:,.0f} | {found['loop']:,.0f} | {found['reference']:,.2f} | "
            f"**{found['simulate'] / found['reference']:,.0f}** |",
            flush=True,
        )
    print()


def threads(ids: list[str], seconds: float, rounds: int) -> None:
    print("## Two threads against one (wall time)\n\n| game | ratio |\n|---|---|")
    for id in ids:
        game = yezi.make(id)
        found = rates(
            {"one": simulate(game, 20000), "two": simulate(game, 20000, threads=2)},
            {"one": "games", "two": "games"},
            seconds,
            rounds,
            wall=True,
        )
        print(f"| {id} | {found['two'] / found['one']:.2f} |", flush=True)
    print()


def huxi(seconds: float, rounds: int) -> None:
    """Hands of analyse_batch a second; the plain C++ decomposition is compared in bench_core."""
    game = yezi.make("paohuzi")
    rng = np.random.default_rng(1)
    counts = np.zeros((10000, 20), np.uint8)
    deck = np.repeat(np.arange(20), 4)
    for row in counts:
        np.add.at(row, rng.permutation(deck)[:21], 1)

    def run(budget: float) -> dict[str, int]:
        done, end = 0, time.perf_counter() + budget
        while time.perf_counter() < end:
            game.analyse_batch("huxi", counts=counts)
            done += len(counts)
        return {"hands": done}

    found = rates({"huxi": run}, {"huxi": "hands"}, seconds, rounds)
    print(f'## paohuzi `analyse_batch("huxi")`\n\n{found["huxi"]:,.0f} random 21-card hands a second.\n')


def start_up() -> None:
    """What `import yezi` adds to NumPy's own import: the median of 15 new interpreters."""
    code = "import time, numpy; t = time.perf_counter(); import yezi; yezi.games(); print(time.perf_counter() - t)"
    times = sorted(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(15)
    )
    print(
        f"## Start-up\n\n`import yezi` and loading the core add {times[7] * 1000:.1f} ms to NumPy's import (goal ≤ 15 ms).\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", action="append", choices=["doudizhu", "games", "threads", "huxi", "import"])
    options = parser.parse_args()
    wanted = options.only or ["doudizhu", "games", "huxi", "threads", "import"]
    print(
        f"yezi {yezi.__version__}, Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}\n"
    )
    if "doudizhu" in wanted:
        doudizhu(options.seconds, options.rounds)
    if "games" in wanted:
        every_game(list(yezi.games()), options.seconds, options.rounds)
    if "huxi" in wanted:
        huxi(options.seconds, options.rounds)
    if "threads" in wanted:
        threads(list(yezi.games()), options.seconds, options.rounds)
    if "import" in wanted:
        start_up()


if __name__ == "__main__":
    main()
