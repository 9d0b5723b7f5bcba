"""open_spiel's `dou_dizhu`: the strongest peer of doudizhu."""

from __future__ import annotations

import random
import time

import pyspiel

GAME = pyspiel.load_game("dou_dizhu")


def _deal(state: pyspiel.State, choice) -> None:
    while state.is_chance_node():
        state.apply_action(choice(state.chance_outcomes())[0])


def random_games_native(seconds: float) -> dict[str, int]:
    """Whole games inside its core: evaluate_bots with three uniform random bots."""
    end, games = time.perf_counter() + seconds, 0
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(3)]
    while time.perf_counter() < end:
        pyspiel.evaluate_bots(GAME.new_initial_state(), bots, games)
        games += 1
    return {"games": games}


def python_loop(seconds: float, observe: bool = False) -> dict[str, int]:
    """legal_actions, pick, apply_action; with `observe` also observation_tensor and legal_actions_mask."""
    end, games, decisions = time.perf_counter() + seconds, 0, 0
    choice = random.Random(1).choice
    while time.perf_counter() < end:
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choice(state.chance_outcomes())[0])
                continue
            if observe:
                player = state.current_player()
                state.observation_tensor(player)
                state.legal_actions_mask(player)
            state.apply_action(choice(state.legal_actions()))
            decisions += 1
        games += 1
    return {"games": games, "decisions": decisions}


def observed_loop(seconds: float) -> dict[str, int]:
    return python_loop(seconds, observe=True)


def lead_states(n: int) -> list[pyspiel.State]:
    """The landlord to lead with 20 cards: the largest legal sets."""
    choice, states = random.Random(1).choice, []
    while len(states) < n:
        state = GAME.new_initial_state()
        _deal(state, choice)
        state.apply_action(max(state.legal_actions()))  # bids 3: landlord at once
        _deal(state, choice)
        if not state.is_terminal():
            states.append(state)
    return states


def game_states(n: int) -> list[pyspiel.State]:
    """Decisions met along random games, one a game at a random depth."""
    rng, states = random.Random(1), []
    while len(states) < n:
        state, depth = GAME.new_initial_state(), rng.randrange(60)
        while not state.is_terminal() and depth > 0:
            if state.is_chance_node():
                _deal(state, rng.choice)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                depth -= 1
        if not state.is_terminal():
            _deal(state, rng.choice)
            states.append(state)
    return states
