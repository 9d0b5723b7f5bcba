"""`simulate`: the games of `deal` and the play stream, whatever the threads; forks and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest
from helpers import SEED
from yezi.reference.rng import PLAY, Rng

FIRST = 1000
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def test_games_follow_the_documented_streams(core_game: Any) -> None:
    n = 20
    returns, lengths, endings = core_game.simulate(n, seed=SEED, first=FIRST, dealer="rotate")
    for k in range(n):
        index = FIRST + k
        state = core_game.deal(SEED, index, index % core_game.num_players)
        rng = Rng.stream(SEED, index, 0, PLAY)
        while not state.is_over:
            legal = state.legal_actions()
            state.apply(int(legal[rng.below(len(legal)) if len(legal) > 1 else 0]))
        assert state.returns().tolist() == returns[k].tolist()
        assert len(state.history) == lengths[k]
        assert state.ending == core_game.endings[endings[k]]


def test_result(any_game: Any) -> None:
    result = any_game.simulate(5, seed=1)
    assert (result.returns.dtype, result.returns.shape) == (np.int32, (5, any_game.num_players))
    assert (result.lengths.dtype, result.lengths.shape) == (np.int32, (5,))
    assert (result.endings.dtype, result.endings.shape) == (np.int8, (5,))
    assert any_game.simulate(0, seed=1).returns.shape == (0, any_game.num_players)
    drawn = [any_game.simulate(200).returns.tolist() for _ in range(2)]
    assert drawn[0] != drawn[1], "without a seed every run is another"


def test_threads_and_split_change_nothing(any_game: Any) -> None:
    whole = any_game.simulate(3000, seed=SEED, dealer="rotate")
    for threads in (2, 3, 16):
        again = any_game.simulate(3000, seed=SEED, dealer="rotate", threads=threads)
        assert all((one == two).all() for one, two in zip(whole, again, strict=True))
    parts = [
        any_game.simulate(n, seed=SEED, first=first, dealer="rotate") for first, n in ((0, 1), (1, 1999), (2000, 1000))
    ]
    for k, column in enumerate(whole):
        assert (np.concatenate([part[k] for part in parts]) == column).all()


def test_listed_dealers(any_game: Any) -> None:
    seats = np.arange(700) % any_game.num_players
    rotating = any_game.simulate(700, seed=SEED, dealer="rotate")
    listed = any_game.simulate(700, seed=SEED, dealer=seats, threads=2)
    assert (rotating.returns == listed.returns).all()


FORK = """
import os, sys, yezi
game = yezi.make(sys.argv[1])
expected = game.simulate(2000, seed=1).returns
used = game.batch(2000, seed=1, threads=2)
before = game.batch(2000, seed=1, threads=2)
used.play_random()
assert (game.simulate(2000, seed=1, threads=2).returns == expected).all()
child = os.fork()
for batch in (used, before):
    batch.play_random()
    assert (batch.returns == expected).all()
assert (game.simulate(2000, seed=1, threads=2).returns == expected).all()
fresh = game.batch(2000, seed=1, threads=2)
fresh.play_random()
assert (fresh.returns == expected).all()
if child == 0:
    sys.stdout.flush()
    os._exit(0)
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status))
"""


@needs_fork
def test_a_fork_does_not_hang(any_game: Any) -> None:
    command = [sys.executable, "-W", "ignore", "-c", FORK, any_game.id]
    result = subprocess.run(command, timeout=120, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


INTERRUPT = """
import sys, yezi
game = yezi.make(sys.argv[1])
print("ready", flush=True)
try:
    while True:
        game.simulate(3_000_000, seed=1, threads=int(sys.argv[2]))
except KeyboardInterrupt:
    assert (game.simulate(600, seed=1, threads=2).returns == game.simulate(600, seed=1).returns).all()
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_interrupts(any_game: Any, threads: int) -> None:
    command = [sys.executable, "-c", INTERRUPT, any_game.id, str(threads)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        try:
            out, _ = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert (process.returncode, out) == (0, "interrupted\n")
