"""Batches against single states: the same games, whatever the threads, the split and the way of stepping."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import yezi
from helpers import SEED, make
from numpy.typing import NDArray

N = 24
FIRST = 5


def rows_of(batch: Any) -> list[list[int]]:
    offsets, actions = batch.legal()
    return [actions[offsets[i] : offsets[i + 1]].tolist() for i in range(len(batch))]


def choose(batch: Any, step: int, first: int = 0) -> NDArray[np.int64]:
    """An index into the legal list of every row that depends on the game's number alone."""
    offsets, _ = batch.legal()
    counts = np.maximum(np.diff(offsets), 1)
    games = np.arange(first, first + len(batch))
    picks: NDArray[np.int64] = (games * 7919 + step * 104729) % counts
    return picks


def snapshot(batch: Any) -> tuple[Any, ...]:
    """Everything that a batch shows, and its positions."""
    return (
        batch.player.tolist(),
        batch.is_over.tolist(),
        batch.returns.tolist(),
        rows_of(batch),
        batch.observation().tolist(),
        [batch.state(i).key() for i in range(len(batch))],
    )


def expected(states: list[Any]) -> tuple[Any, ...]:
    """The same of single states."""
    width = list(states[0].game.observation_layout.values())[-1].stop
    return (
        [state.player for state in states],
        [state.is_over for state in states],
        [state.returns().tolist() for state in states],
        [state.legal_actions().tolist() for state in states],
        [[0] * width if state.is_over else state.observation(state.player).tolist() for state in states],
        [state.key() for state in states],
    )


def test_steps_without_asking_for_lists(core_game: Any) -> None:
    """Codes and indices are checked by the game's own shortcuts when no list is at hand."""
    rng = random.Random(SEED)
    batch = core_game.batch(N, seed=SEED)
    states = [core_game.deal(SEED, i) for i in range(N)]
    step = 0
    while not batch.is_over.all():
        legal = [state.legal_actions().tolist() for state in states]
        picks = [rng.randrange(len(row)) if row else 0 for row in legal]
        codes = [row[pick] if row else 0 for row, pick in zip(legal, picks, strict=True)]
        batch.step(codes) if step % 2 else batch.step_index(picks)
        step += 1
        for state, code in zip(states, codes, strict=True):
            if not state.is_over:
                state.apply(code)
        assert batch.player.tolist() == [state.player for state in states]
    assert snapshot(batch) == expected(states)


@pytest.mark.parametrize("autoreset", [False, True])
def test_steps_are_those_of_single_states(core_game: Any, autoreset: bool) -> None:
    players = core_game.num_players
    rng = random.Random(SEED)
    batch = core_game.batch(N, seed=SEED, first=FIRST, dealer="rotate", autoreset=autoreset)
    rounds = [0] * N
    states = [core_game.deal(SEED, FIRST + i, (FIRST + i) % players) for i in range(N)]
    for step in range(150):
        found = snapshot(batch)
        assert found == expected(states)
        if core_game.num_actions is not None:
            mask = batch.mask()
            assert [np.flatnonzero(row).tolist() for row in mask] == found[3]
            assert mask.max(initial=0) <= 1
        if all(found[1]) and (not autoreset or step > 100):
            break
        picks = [rng.randrange(len(row)) if row else rng.randrange(-9, 9) for row in found[3]]
        codes = [row[pick] if row else pick for row, pick in zip(found[3], picks, strict=True)]
        if step % 2:
            batch.step(np.array(codes))
        else:
            batch.step_index(np.array(picks))
        for i, state in enumerate(states):
            if not state.is_over:
                state.apply(codes[i])
            elif autoreset:
                rounds[i] += 1
                states[i] = core_game.deal(SEED, FIRST + i, (FIRST + i + rounds[i]) % players, round=rounds[i])
    if autoreset:
        assert max(rounds) > 0
    else:
        assert all(batch.is_over)


def test_final_returns_stay_until_the_next_step(core_game: Any) -> None:
    batch = core_game.batch(N, seed=SEED, autoreset=True)
    batch.play_random()
    finals = batch.returns.copy()
    assert batch.is_over.all()
    batch.play_random()
    assert (batch.returns == finals).all()
    batch.step(np.zeros(N, np.int64))
    redealt = [core_game.deal(SEED, i, round=1) for i in range(N)]
    assert snapshot(batch) == expected(redealt)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_and_split_change_nothing(any_game: Any, threads: int) -> None:
    whole = any_game.batch(600, seed=SEED, dealer="rotate", autoreset=True)
    sizes = (1, 255, 344)
    firsts = (0, 1, 256)
    parts = [
        any_game.batch(n, seed=SEED, first=first, dealer="rotate", threads=threads, autoreset=True)
        for n, first in zip(sizes, firsts, strict=True)
    ]
    for step in range(40):
        if step == 20:
            for batch in (whole, *parts):
                batch.play_random()
        for name in ("player", "is_over", "returns"):
            assert np.concatenate([getattr(part, name) for part in parts]).tolist() == getattr(whole, name).tolist()
        assert [row for part in parts for row in rows_of(part)] == rows_of(whole)
        assert (np.concatenate([part.observation() for part in parts]) == whole.observation()).all()
        if any_game.num_actions is not None and step % 10 == 0:
            assert (np.concatenate([part.mask() for part in parts]) == whole.mask()).all()
        for batch, first in zip((whole, *parts), (0, *firsts), strict=True):
            batch.step_index(choose(batch, step, first))


def test_play_random_is_simulate(core_game: Any) -> None:
    returns, lengths, endings = core_game.simulate(N, seed=SEED, first=FIRST, dealer="rotate")
    at_once = core_game.batch(N, seed=SEED, first=FIRST, dealer="rotate")
    at_once.play_random()
    assert at_once.is_over.all()
    assert (at_once.returns == returns).all()
    assert [core_game.endings.index(at_once.state(i).ending) for i in range(N)] == endings.tolist()

    by_steps = core_game.batch(N, seed=SEED, first=FIRST, dealer="rotate", autoreset=True)
    decisions = np.zeros(N, int)
    while not by_steps.is_over.all():
        decisions += ~by_steps.is_over
        by_steps.play_random(max_steps=1)
    assert decisions.tolist() == lengths.tolist()
    assert snapshot(by_steps) == snapshot(at_once)


def test_play_random_takes_at_most_max_steps(any_game: Any) -> None:
    batch, other = any_game.batch(N, seed=SEED), any_game.batch(N, seed=SEED)
    before = snapshot(batch)
    batch.play_random(0)
    assert snapshot(batch) == before
    batch.play_random(max_steps=5)
    for _ in range(5):
        other.play_random(1)
    assert snapshot(batch) == snapshot(other)


@pytest.mark.parametrize("dealer", [0, 1, np.int8(1), "rotate", "array"])
def test_dealers(any_game: Any, dealer: Any) -> None:
    players = any_game.num_players
    seats = {"rotate": [(FIRST + i) % players for i in range(N)], "array": [i * i % players for i in range(N)]}
    expected_seats = seats[dealer] if isinstance(dealer, str) else [int(dealer)] * N
    given = np.array(seats["array"], np.uint8) if dealer == "array" else dealer
    batch = any_game.batch(N, seed=SEED, first=FIRST, dealer=given)
    states = [any_game.deal(SEED, FIRST + i, seat) for i, seat in enumerate(expected_seats)]
    assert snapshot(batch) == expected(states)
    if dealer == "array":
        given[:] = 0  # the batch keeps its own copy
    batch.play_random()
    again = any_game.simulate(N, seed=SEED, first=FIRST, dealer=given if dealer != "array" else seats["array"])
    assert (batch.returns == again.returns).all()


def test_listed_dealers_deal_every_round(any_game: Any) -> None:
    seats = [i % any_game.num_players for i in range(N)]
    batch = any_game.batch(N, seed=SEED, dealer=seats, autoreset=True)
    for round in range(1, 3):
        batch.play_random()
        batch.step(np.zeros(N, np.int64))
        assert [batch.state(i) == any_game.deal(SEED, i, seats[i], round=round) for i in range(N)] == [True] * N


# Arrays


def test_columns_are_views_updated_in_place(any_game: Any) -> None:
    batch = any_game.batch(N, seed=SEED)
    columns = (batch.player, batch.is_over, batch.returns)
    assert [(each.dtype, each.shape) for each in columns] == [
        (np.int8, (N,)),
        (np.bool_, (N,)),
        (np.int32, (N, any_game.num_players)),
    ]
    places = [each.ctypes.data for each in columns]
    batch.play_random()
    assert [each.ctypes.data for each in (batch.player, batch.is_over, batch.returns)] == places
    assert columns[0].tolist() == [-1] * N
    assert columns[1].all()
    assert columns[2].any()
    for each in columns:
        assert not each.flags.owndata
        with pytest.raises(ValueError, match="read-only"):
            each[0] = 0


def test_legal_arrays_stay_as_they_are(any_game: Any) -> None:
    batch = any_game.batch(N, seed=SEED)
    offsets, actions = batch.legal()
    assert (offsets.dtype, offsets.shape, actions.dtype) == (np.int64, (N + 1,), np.int64)
    kept = offsets.copy(), actions.copy()
    for each in (offsets, actions):
        with pytest.raises(ValueError, match="read-only"):
            each[0] = 0
    batch.step_index(np.zeros(N, np.int64))
    batch.legal()
    batch.play_random()
    assert batch.legal()[1].tolist() == []
    batch.close()
    del batch
    assert (offsets == kept[0]).all()
    assert (actions == kept[1]).all()


def test_views_outlive_the_batch(any_game: Any) -> None:
    batch = any_game.batch(1000, seed=SEED)
    player, returns = batch.player, batch.returns
    batch.play_random()
    kept = returns.copy()
    del batch
    others = [any_game.batch(1000, seed=other) for other in range(3)]
    assert (player == -1).all()
    assert (returns == kept).all()
    assert len(others) == 3


def test_mask_and_observation_are_rewritten(any_game: Any) -> None:
    batch = any_game.batch(N, seed=SEED)
    observation = batch.observation()
    assert observation.dtype == np.int8
    batch.play_random(3)
    assert batch.observation() is observation
    assert observation.any()
    batch.play_random()
    batch.observation()
    assert not observation.any()
    if any_game.num_actions is None:
        with pytest.raises(yezi.ArgumentError, match="no mask"):
            batch.mask()
        return
    mask = batch.mask()
    assert (mask.dtype, mask.shape) == (np.int8, (N, any_game.num_actions))
    assert not mask.any()
    batch.set(0, any_game.deal(SEED))
    assert batch.mask() is mask
    assert mask.any(axis=1).tolist() == [True] + [False] * (N - 1)


# Single rows


def test_state_and_set_copy(core_game: Any) -> None:
    batch = core_game.batch(3, seed=SEED)
    state = batch.state(1)
    assert state == core_game.deal(SEED, 1)
    assert (state.deck, state.history, state.game) == (None, [], core_game)
    before = snapshot(batch)
    rng = random.Random(SEED)
    while not state.is_over:
        state.apply(int(rng.choice(state.legal_actions())))
    assert snapshot(batch) == before
    batch.set(np.int64(2), state)
    assert batch.is_over.tolist() == [False, False, True]
    assert batch.returns[2].tolist() == state.returns().tolist()
    assert rows_of(batch)[:2] == before[3][:2]
    assert rows_of(batch)[2] == []
    batch.set(2, core_game.deal(SEED, 1))
    assert snapshot(batch) == expected([core_game.deal(SEED, i) for i in (0, 1, 1)])


def test_set_refuses_states_of_other_games(any_game: Any) -> None:
    batch = any_game.batch(3, seed=SEED)
    before = snapshot(batch)
    others = [make(id).deal(seed=1) for id in yezi.games() if id != any_game.id]
    others += [make(any_game.id, preset=name).deal(seed=1) for name, options in any_game.presets.items() if options]
    for other in others:
        if other.game.rules != any_game.rules or other.game.id != any_game.id:
            with pytest.raises(yezi.ArgumentError, match="of another game or other options"):
                batch.set(0, other)
    for junk in (None, 1, b"", make(any_game.id, "reference").deal(seed=1)):
        with pytest.raises(TypeError):
            batch.set(0, junk)
    for row in (-1, 3, 2**40, -(2**70)):
        for call in (batch.state, lambda row: batch.set(row, any_game.deal(seed=1))):
            with pytest.raises(yezi.ArgumentError, match=rf"row is {row}; allowed: 0\.\.2"):
                call(row)
    wrong: list[Any] = [None, 1.0, "1", True]
    for junk in wrong:
        with pytest.raises(TypeError, match="row must be an integer"):
            batch.state(junk)
    assert snapshot(batch) == before


# Sizes


def test_empty_batch(core_game: Any) -> None:
    batch = core_game.batch(0, seed=SEED, threads=2, autoreset=True)
    assert len(batch) == 0
    batch.step(np.zeros(0, np.int64))
    batch.step_index(np.zeros(0, np.int64))
    batch.play_random()
    offsets, actions = batch.legal()
    assert (offsets.tolist(), actions.tolist()) == ([0], [])
    assert batch.returns.shape == (0, core_game.num_players)
    assert batch.observation().shape[0] == 0
    with pytest.raises(yezi.ArgumentError, match="no rows"):
        batch.state(0)


def test_closed_batch(any_game: Any) -> None:
    with any_game.batch(2, seed=SEED) as batch:
        player = batch.player
        assert not batch.closed
    batch.close()
    assert batch.closed
    assert player.shape == (2,)
    calls: list[Callable[[], Any]] = [
        lambda: len(batch),
        lambda: batch.player,
        lambda: batch.is_over,
        lambda: batch.returns,
        lambda: batch.step([0, 0]),
        lambda: batch.step_index([0, 0]),
        lambda: batch.legal(),
        lambda: batch.mask(),
        lambda: batch.observation(),
        lambda: batch.play_random(),
        lambda: batch.state(0),
        lambda: batch.set(0, any_game.deal(seed=1)),
    ]
    for call in calls:
        with pytest.raises(yezi.ArgumentError, match="closed"):
            call()
    assert "closed" in repr(batch)


def test_batch_describes_itself(any_game: Any) -> None:
    batch = any_game.batch(7, seed=3)
    assert (len(batch), batch.seed, batch.game) == (7, 3, any_game)
    assert repr(any_game) in repr(batch)
    assert any_game.batch(1).seed != any_game.batch(1).seed
