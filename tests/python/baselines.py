"""What `tests/make_data.py` writes and `test_perft.py` and `test_signature.py` compare.

Random games here are those of `simulate`: game k has seed 0 (or the row's), index k, dealer k modulo the players (or the
row's), and its choices come from the play stream of (seed, index), drawn only where there is more than one legal move.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from helpers import DATA
from yezi.reference.rng import PLAY, Rng

SIGNED = 1000
"""Games in the signature of a preset."""
CONFIRMED = 5
"""Games that the reference plays as well, under a hash of their own."""
PLAYED = (0, 4, 12, 30)
"""Decisions before a perft."""
NODES = 400
"""A perft of depth d + 1 is written when that of depth d is at most so large: what the reference can afford."""


def courses(game: Any, seed: int, index: int, dealer: int) -> Iterator[tuple[Any, list[int], int]]:
    """Plays a random game; yields the state before each decision, its legal codes and the choice, and at the end no choice."""
    state = game.deal(seed, index, dealer)
    rng = Rng.stream(seed, index, 0, PLAY)
    while not state.is_over:
        legal = state.legal_actions()
        choice = int(legal[rng.below(len(legal)) if len(legal) > 1 else 0])
        yield state, legal, choice
        state.apply(choice)
    yield state, [], -1


def signature(game: Any, games: int) -> str:
    """A hash of `games` random games.

    BLAKE2b with a digest of 8 bytes over little-endian 64-bit integers: for every decision the player, the number of
    legal codes, the codes in ascending order and the choice; at the end -1 and the returns.
    """
    digest = hashlib.blake2b(digest_size=8)
    for index in range(games):
        for state, legal, choice in courses(game, 0, index, index % game.num_players):
            last = state.returns() if state.is_over else [choice]
            numbers = [state.player, *([] if state.is_over else [len(legal)]), *legal, *last]
            digest.update(np.array(numbers, "<i8").tobytes())
    return digest.hexdigest()


def read_signature(id: str) -> dict[tuple[str, int], str]:
    """The hashes of a game's file by preset and number of games: lines `preset games hash`."""
    rows = (line.split() for line in (DATA / id / "signature").read_text(encoding="utf-8").splitlines())
    return {(preset, int(games)): value for preset, games, value in rows}


@dataclass(frozen=True)
class Perft:
    """How many courses of `depth` decisions (shorter where the game ends) there are after `played` decisions."""

    preset: str
    seed: int
    dealer: int
    played: int
    depth: int
    count: int


COLUMNS = [field.name for field in fields(Perft)]


def position(game: Any, seed: int, dealer: int, played: int) -> Any:
    """The state after `played` decisions of a random game, or its last decision."""
    for state, _, choice in courses(game, seed, 0, dealer):
        if len(state.history) == played:
            break
        if choice < 0 and state.history:
            state.undo()
    return state


def count_courses(state: Any, depth: int) -> int:
    """Perft with nothing but the public face of a state."""
    if depth == 0 or state.is_over:
        return 1
    legal = state.legal_actions().tolist()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        state.apply(action)
        total += count_courses(state, depth - 1)
        state.undo()
    return total


def perfts(game: Any, preset: str) -> Iterator[Perft]:
    for number, played in enumerate(PLAYED):
        seed, dealer = number + 1, number % game.num_players
        state = position(game, seed, dealer, played)
        depth, count = 0, 1
        while count <= NODES and depth < 12:
            depth += 1
            before, count = count, count_courses(state, depth)
            yield Perft(preset, seed, dealer, len(state.history), depth, count)
            if depth > 2 and count == before:  # every course has ended
                break


def read_perft(id: str) -> list[Perft]:
    with open(DATA / id / "perft.csv", encoding="utf-8", newline="") as file:
        return [Perft(row["preset"], *(int(row[name]) for name in COLUMNS[1:])) for row in csv.DictReader(file)]


def write_perft(path: Path, rows: list[Perft]) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(map(astuple, rows))
