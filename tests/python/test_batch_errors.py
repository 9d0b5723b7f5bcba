"""What a batch refuses: the message names the row or the right shape, and nothing is stepped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import yezi
from helpers import SEED
from test_batch import rows_of, snapshot

N = 5


@pytest.fixture
def batch(any_game: Any) -> Any:
    """Five games, the last of them over."""
    batch = any_game.batch(N, seed=SEED)
    finished = any_game.batch(1, seed=SEED)
    finished.play_random()
    batch.set(N - 1, finished.state(0))
    return batch


def first_codes(batch: Any) -> list[int]:
    return [row[0] if row else 0 for row in rows_of(batch)]


def later_codes(game: Any) -> list[int]:
    """Codes that are legal somewhere, later in the game as well."""
    batch = game.batch(100, seed=1)
    batch.play_random(5)
    return [code for row in rows_of(batch) for code in row]


@pytest.mark.parametrize(
    ("junk", "shown"),
    [
        (np.zeros(N), r"float64\[5\]"),
        (np.zeros(N, bool), r"bool\[5\]"),
        (np.zeros(N, complex), r"complex128\[5\]"),
        (np.zeros(N, object), r"object\[5\]"),
        (np.zeros((N, 1), int), r"int64\[5, 1\]"),
        (np.zeros(N - 1, int), r"int64\[4\]"),
        (np.zeros(0, int), r"int64\[0\]"),
        (np.int64(7), "7"),
        ([0] * (N + 1), r"int64\[6\]"),
        (["pass"] * N, r"<U4\[5\]"),
        ([0, 1.5, 0, 0, 0], r"float64\[5\]"),
        ([[0], [0, 1]], r"\[\[0\], \[0, 1\]\]"),
        ([2**70] * N, r"object\[5\]"),
        (None, "None"),
        ("pass", "'pass'"),
    ],
)
@pytest.mark.parametrize("name", ["step", "step_index"])
def test_wrong_arrays(batch: Any, name: str, junk: Any, shown: str) -> None:
    before = snapshot(batch)
    what = "actions" if name == "step" else "indices"
    with pytest.raises(yezi.ArgumentError, match=rf"{what} is {shown}.*; it must be int64\[5\]"):
        getattr(batch, name)(junk)
    assert snapshot(batch) == before


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("row", [0, 3])
def test_wrong_codes_name_the_row(batch: Any, row: int, listed: bool) -> None:
    """With the legal lists at hand (asked for just before) and without."""
    game = batch.game
    legal = rows_of(batch)[row]
    illegal = next(code for code in later_codes(game) if code not in legal)
    unreadable = [-1, -(2**63), 2**63 - 1, *([] if game.num_actions is None else [game.num_actions])]
    before, codes = snapshot(batch), first_codes(batch)
    for code, error in [(illegal, yezi.IllegalMoveError), *((code, yezi.InvalidMoveError) for code in unreadable)]:
        actions = np.array(codes)
        actions[row] = code
        if not listed:
            batch.set(N - 1, batch.state(N - 1))  # the lists have to be made anew
        with pytest.raises(error, match=rf"^row {row}: .*nothing was stepped") as caught:
            batch.step(actions)
        assert (str(code) in str(caught.value)) or (game.format(code) in str(caught.value))
        assert snapshot(batch) == before


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("row", [0, 3])
def test_wrong_indices_name_the_row(batch: Any, row: int, listed: bool) -> None:
    before = snapshot(batch)
    count = len(before[3][row])
    for index in (-1, count, 2**40, -(2**63)):
        indices = np.zeros(N, np.int64)
        indices[row] = index
        if not listed:
            batch.set(N - 1, batch.state(N - 1))
        with pytest.raises(
            yezi.IllegalMoveError, match=rf"^row {row}: index {index} of {count} legal moves; nothing was stepped"
        ):
            batch.step_index(indices)
        assert snapshot(batch) == before


def test_the_first_bad_row_is_named_whatever_the_threads(any_game: Any) -> None:
    for threads in (1, 2):
        batch = any_game.batch(2000, seed=SEED, threads=threads)
        indices = np.zeros(2000, np.int64)
        indices[[700, 1900]] = -5
        before = batch.player.copy(), batch.state(0).key()
        with pytest.raises(yezi.IllegalMoveError, match=r"^row 700: index -5"):
            batch.step_index(indices)
        assert (batch.player == before[0]).all()
        assert batch.state(0).key() == before[1]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, ">i8"])
def test_every_integer_type_is_taken(any_game: Any, dtype: Any) -> None:
    batch, other = any_game.batch(N, seed=SEED), any_game.batch(N, seed=SEED)
    indices = np.zeros(2 * N, dtype)[::2]
    batch.step_index(indices)
    other.step_index([0] * N)
    assert snapshot(batch) == snapshot(other)
    codes = first_codes(other)
    other.step(codes)
    batch.step(np.array(codes, np.uint64))
    assert snapshot(batch) == snapshot(other)


def test_entries_of_finished_games_are_ignored(batch: Any) -> None:
    codes = first_codes(batch)
    codes[N - 1] = -(2**63)
    kept = batch.state(N - 1).key()
    batch.step(codes)
    batch.step_index([0, 0, 0, 0, 2**62])
    assert batch.state(N - 1).key() == kept


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": -1}, r"n is -1; allowed: 0\.\."),
        ({"n": 2**70}, rf"n is {2**70}"),
        ({"seed": -1}, rf"seed is -1; allowed: 0\.\.{2**64 - 1}"),
        ({"seed": 2**64}, rf"seed is {2**64}"),
        ({"first": -1}, "first is -1"),
        ({"first": 2**64}, rf"first is {2**64}"),
        ({"first": 2**64 - 1}, rf"first is {2**64 - 1}"),
        ({"dealer": -1}, "dealer is -1"),
        ({"dealer": 10}, "dealer is 10"),
        ({"dealer": "random"}, "dealer is 'random'.*rotate"),
        ({"dealer": [0, 0]}, r"dealer is int64\[2\].*array of 3 seats"),
        ({"dealer": [0.0] * 3}, r"dealer is float64\[3\]"),
        ({"dealer": [0, 99, 0]}, "dealer of row 1 is 99"),
        ({"dealer": None}, "dealer is None"),
        ({"threads": 0}, r"threads is 0; allowed: 1\.\.256"),
        ({"threads": 257}, "threads is 257"),
    ],
)
@pytest.mark.parametrize("name", ["batch", "simulate"])
def test_wrong_arguments(any_game: Any, name: str, arguments: dict[str, Any], message: str) -> None:
    call = {"n": 3, "seed": 0, **arguments}
    with pytest.raises(yezi.ArgumentError, match=message):
        getattr(any_game, name)(call.pop("n"), **call)


@pytest.mark.parametrize("name", ["n", "seed", "first", "threads"])
@pytest.mark.parametrize("junk", [1.0, "1", b"1", [1], True, object()])
def test_wrong_types(any_game: Any, name: str, junk: Any) -> None:
    for method in (any_game.batch, any_game.simulate):
        call = {"n": 3, "seed": 0, name: junk}
        with pytest.raises(TypeError, match=name):
            method(call.pop("n"), **call)


def test_other_limits(any_game: Any, batch: Any) -> None:
    with pytest.raises(yezi.ArgumentError, match="policy is 'best'; allowed: random"):
        any_game.simulate(1, policy="best")
    with pytest.raises(yezi.ArgumentError, match="max_steps is -1"):
        batch.play_random(-1)
    with pytest.raises(TypeError, match="max_steps"):
        batch.play_random(1.0)
    last = 2**64 - 1
    assert any_game.batch(1, seed=1, first=last).state(0) == any_game.deal(1, last)
    assert any_game.simulate(np.int32(1), seed=np.uint64(last), first=np.int64(3)).lengths.shape == (1,)
