"""rlcard's `doudizhu` (no bidding): its step loop with random legal actions."""

from __future__ import annotations

import random
import time

import rlcard


def step_loop(seconds: float) -> dict[str, int]:
    env = rlcard.make("doudizhu", config={"seed": 1})
    choice = random.Random(1).choice
    end, games, decisions = time.perf_counter() + seconds, 0, 0
    while time.perf_counter() < end:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(choice(list(state["legal_actions"])))
            decisions += 1
        games += 1
    return {"games": games, "decisions": decisions}
