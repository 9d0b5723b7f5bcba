"""What each command of the command line does; `yezi.cli` reads the arguments."""

from __future__ import annotations

import itertools
import json
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import QueryError, TraceError, YeziError, games, make
from . import replay as replay_trace
from .columns import columns
from .game import Game
from .interface import check_seed
from .options import analysis_rows, game_rows, option_rows, options_page, preset_rows, read_options, read_value
from .table import event_line, table

SLICE = 0.1
"""Seconds between two looks at the progress of a simulation."""
BAR = 40


def chosen(words: Namespace) -> Game:
    """The game ID with --preset and --option."""
    return Game(words.id, read_options(make(words.id), words.preset, words.option))


def list_(words: Namespace) -> int:
    """The games: how many seats, how many action codes (– where they are not dense), and presets."""
    print(*columns(game_rows(map(make, games())), right=(3, 4)), sep="\n")
    return 0


def rules(words: Namespace) -> int:
    """The options of a game with type, default and what is allowed, and its presets with the options that they set.

    With --preset or --option a column tells the values that result.
    """
    game = chosen(words)
    if words.markdown:
        print(options_page(game))
        return 0
    print(f"{game.id} {game.name}: {game.english}")
    for rows in (option_rows(game, values=bool(game.given)), preset_rows(game)):
        print("", *columns(rows), sep="\n")
    print("", f"endings: {', '.join(game.endings)}", sep="\n")
    return 0


def deal(words: Namespace) -> int:
    """One deal as a table: what every seat holds."""
    game, seed = chosen(words), check_seed(words.seed)
    state = game.deal(seed, words.index, words.dealer)
    print(f"seed {seed}, index {words.index}", table(state, words.seat), sep="\n")
    return 0


def simulate(words: Namespace) -> int:
    """Plays random games (uniform over the legal moves), and tells how fast, how they ended and what each seat won."""
    game, seed = chosen(words), check_seed(words.seed)
    decisions, seconds = 0, 0.0
    endings = np.zeros(len(game.endings), dtype=np.int64)
    returns = Moments(game.num_players)
    done, size = 0, 256
    while done < words.games:
        size = min(size, words.games - done)
        start = time.perf_counter()
        result = game.simulate(size, seed=seed, first=words.first + done, dealer=words.dealer, threads=words.threads)
        took = time.perf_counter() - start
        seconds += took
        decisions += int(result.lengths.sum())
        endings += np.bincount(result.endings, minlength=len(endings))
        returns.add(result.returns)
        done += size
        progress(done, words.games)
        if took < SLICE:
            size = min(size * 2, 1 << 20)
    print(f"{game!r}: {done:,} random games, {seconds:.2f} s")
    print(f"seed {seed}, first {words.first}, dealer {words.dealer}, threads {words.threads}\n")
    print(f"{rate(done, seconds)} games/s")
    print(f"{rate(decisions, seconds)} decisions/s, {decisions / done:.1f} a game\n")
    shares = [[name, f"{n:,}", f"{n / done:.2%}"] for name, n in zip(game.endings, endings.tolist(), strict=True)]
    print(*columns([["ending", "games", "share"], *shares], right=(1, 2)), "", sep="\n")
    print(*columns([["seat", "mean", "spread", "least", "most"], *returns.rows()], right=range(1, 5)), sep="\n")
    return 0


class Moments:
    """Mean, spread (standard deviation), least and most of what each seat wins."""

    def __init__(self, players: int) -> None:
        self.n = 0
        self.sums, self.squares = np.zeros(players, np.int64), np.zeros(players)
        self.least, self.most = np.full(players, 2**31), np.full(players, -(2**31))

    def add(self, returns: NDArray[np.int32]) -> None:
        self.n += len(returns)
        self.sums += returns.sum(axis=0)
        self.squares += (returns.astype(float) ** 2).sum(axis=0)
        self.least = np.minimum(self.least, returns.min(axis=0))
        self.most = np.maximum(self.most, returns.max(axis=0))

    def rows(self) -> Iterator[list[str]]:
        means = self.sums / self.n
        spreads = (self.squares / self.n - means**2).clip(min=0) ** 0.5
        for seat, mean in enumerate(means):
            yield [str(seat), f"{mean:+.3f}", f"{spreads[seat]:.3f}", f"{self.least[seat]:+d}", f"{self.most[seat]:+d}"]


def progress(done: int, total: int) -> None:
    """A bar on a terminal, nothing elsewhere; the last call clears it."""
    if not sys.stderr.isatty():
        return
    filled = BAR * done // total
    line = f"\r[{'#' * filled}{'.' * (BAR - filled)}] {done:,} of {total:,}"
    print(f"\r{' ' * len(line)}\r" if done == total else line, end="", file=sys.stderr, flush=True)


def rate(count: int, seconds: float) -> str:
    return f"{count / max(seconds, 1e-9):,.0f}"


def replay(words: Namespace) -> int:
    """Replays every trace of a file and compares each step, the returns and the detail.

    One line for each trace that differs (then the exit code is 1), and a summary.
    """
    replayed = failed = 0
    for line, trace in lines(words.file):
        if words.show is not None:
            if line == words.show:
                return show(trace, line, words.backend)
            continue
        replayed += 1
        try:
            replay_trace(trace, backend=words.backend)
        except YeziError as error:
            failed += 1
            print(f"line {line}: {' '.join(str(error).split())}")
    if words.show is not None:
        raise TraceError(f"{words.file} has no trace in line {words.show}")
    if replayed == 0:
        raise TraceError(f"{words.file} holds no trace")
    print(f"{replayed - failed} of {replayed} traces replay as recorded")
    return 1 if failed else 0


def lines(path: str) -> Iterator[tuple[int, bytes]]:
    """The non-empty lines of a file with their numbers."""
    if path == "-":
        yield from ((number, line) for number, line in enumerate(sys.stdin.buffer, 1) if line.strip())
        return
    with open(path, "rb") as file:
        yield from ((number, line) for number, line in enumerate(file, 1) if line.strip())


def show(trace: bytes, line: int, backend: str) -> int:
    """Prints a trace step by step: every decision, what it caused, and the end. The trace is verified first."""
    try:
        final: Any = replay_trace(trace, backend=backend)
    except YeziError as error:
        print(f"line {line}: {' '.join(str(error).split())}")
        return 1
    game = final.game
    state = game.deal(deck=final.deck, dealer=final.dealer)
    print(f"{game!r}, dealer {final.dealer}, {len(final.history)} decisions")
    happened = 0
    for number, action in enumerate([None, *final.history]):
        if action is not None:
            moves = state.legal_moves()
            shown = ", ".join(moves[:8]) + (", …" if len(moves) > 8 else "")
            print(f"{number}. seat {state.player}: {game.format(action)}   (of {len(moves)}: {shown})")
            state.apply(action)
        events = state.events()
        for event in events[happened:]:
            print(f"      {event_line(event)}")
        happened = len(events)
    print("", table(final), sep="\n")
    return 0


def analyse(words: Namespace) -> int:
    """Asks an analysis (a pure function of a hand and some circumstances) and prints what it gives as JSON.

    A value is read as JSON, else as plain text; digits as a number, or as text where the analysis wants text.
    """
    game = chosen(words)
    if words.kind is None:
        if not game.analyses:
            raise QueryError(f"{game.id} has no analysis")
        print(*columns(analysis_rows(game)), sep="\n")
        return 0
    query = dict(words.query)
    if len(query) < len(words.query):
        raise QueryError(f"{game.id} {words.kind}: a parameter is given twice")
    entries = (f"  {as_json(key)}: {as_json(value)}" for key, value in ask(game, words.kind, query).items())
    print("{\n" + ",\n".join(entries) + "\n}")
    return 0


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def ask(game: Game, kind: str, query: dict[str, str]) -> dict[str, Any]:
    """The analysis with the first reading of the texts that it accepts; else the error of the first reading."""
    readings = [[read_value(text), text] if text.isdigit() else [read_value(text)] for text in query.values()]
    refused = None
    for values in itertools.product(*readings):
        try:
            return dict(game._core.analyse(kind, dict(zip(query, values, strict=True))))
        except QueryError as error:
            refused = refused or error
    assert refused is not None
    raise refused
