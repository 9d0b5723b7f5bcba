"""The command line: `yezi list`, `rules`, `deal`, `simulate`, `replay`, `analyse`."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from .errors import ArgumentError, YeziError

EXIT_BAD_INPUT = 2
EXIT_BROKEN_PIPE = 141
EXIT_INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """Reports bad arguments as an error of yezi, in one line."""

    def error(self, message: str) -> NoReturn:
        raise ArgumentError(f"{message} ({self.prog} --help tells more)")


class Print(argparse.Action):
    """Prints what `const` returns, and ends."""

    def __init__(self, option_strings: Sequence[str], dest: str, const: Callable[[], str], help: str) -> None:
        super().__init__(option_strings, dest=argparse.SUPPRESS, nargs=0, const=const, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> NoReturn:
        print(self.const())
        parser.exit()


def number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Reads an integer in low..high."""
    allowed = f"an integer in {low}..{high}" if high is not None else f"an integer from {low} on"

    def read(text: str) -> int:
        try:
            value = int(text.replace("_", ""))
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: {allowed}")
        return value

    return read


SEED = number(0, 2**64 - 1)


def dealer(text: str) -> int | str:
    """Reads a seat or the word rotate."""
    if text == "rotate" or text.isdecimal():
        return text if text == "rotate" else int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not allowed; allowed: a seat, rotate")


def pair(text: str) -> tuple[str, str]:
    """Reads name=value."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} must be name=value")
    return name, value


def version() -> str:
    from . import __version__

    return f"yezi {__version__}"


def cmake_dir() -> str:
    from . import get_cmake_dir

    return get_cmake_dir()


def include_dir() -> str:
    from . import get_include

    return get_include()


def parser() -> Parser:
    """The whole command line; every command has its function in `commands` as `run`."""
    from . import commands

    top = Parser(
        prog="yezi",
        description="Traditional Chinese card and tile games: rules, deals, simulations, replays.",
        allow_abbrev=False,
    )
    top.add_argument("--version", action=Print, const=version, help="print the version")
    top.add_argument("--cmake-dir", action=Print, const=cmake_dir, help="print the directory of the CMake package")
    top.add_argument("--include-dir", action=Print, const=include_dir, help="print the directory of the C++ headers")
    every = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(run: Callable[[argparse.Namespace], int], help: str, game: bool = True) -> Parser:
        sub: Parser = every.add_parser(run.__name__.rstrip("_"), help=help, description=run.__doc__, allow_abbrev=False)
        sub.set_defaults(run=run)
        if game:
            sub.add_argument("id", metavar="ID", help="a game; `yezi list` names them")
            sub.add_argument("--preset", help="a named set of options")
            sub.add_argument(
                "--option", metavar="NAME=VALUE", action="append", type=pair, default=[],
                help="one option (again for more); overrides the preset",
            )  # fmt: skip
        return sub

    command(commands.list_, "the games", game=False)

    rules = command(commands.rules, "options and presets of a game")
    rules.add_argument("--markdown", action="store_true", help="as the tables of the game's page in the documentation")

    deal = command(commands.deal, "one deal, as a table")
    deal.add_argument("--seed", type=SEED, help="default: drawn at random, and printed")
    deal.add_argument("--index", type=SEED, default=0, help="which game of the seed (0)")
    deal.add_argument("--dealer", type=number(0), default=0, help="the dealer's seat (0)")
    deal.add_argument("--seat", type=number(0), help="show only what this seat may know")

    simulate = command(commands.simulate, "many random games")
    simulate.add_argument("--games", type=number(1), default=10_000, metavar="N", help="how many (10000)")
    simulate.add_argument("--seed", type=SEED, help="default: drawn at random, and printed")
    simulate.add_argument("--first", type=SEED, default=0, help="the index of the first game (0)")
    simulate.add_argument("--dealer", type=dealer, default=0, help="a seat, or rotate (0)")
    simulate.add_argument("--threads", type=number(1, 256), default=1, help="the results do not depend on it (1)")

    replay = command(commands.replay, "verify recorded games, or show one", game=False)
    replay.add_argument("file", metavar="FILE", help="traces, one a line; - reads standard input")
    replay.add_argument("--show", type=number(1), metavar="N", help="print the trace of line N step by step")
    replay.add_argument("--backend", choices=("core", "reference"), default="core", help="who replays (core)")

    analyse = command(commands.analyse, "ask an analysis about a hand")
    analyse.add_argument("kind", metavar="KIND", nargs="?", help="left out: lists the kinds and their parameters")
    analyse.add_argument("query", metavar="NAME=VALUE", nargs="*", type=pair, help="JSON, or plain text")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit code.

    0; 1 when a trace does not replay; 2 for bad input (one line on stderr says what is wrong); 130 after Ctrl-C.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without Chinese characters
    try:
        words, extra = parser().parse_known_args(arguments)
        if words.command == "analyse":  # argparse leaves what follows an option to us
            loose = [word for word in extra if not word.startswith("-")]
            extra = [word for word in extra if word.startswith("-")]
            if words.kind is None and loose:
                words.kind = loose.pop(0)
            words.query += map(pair, loose)
        if extra:
            raise ArgumentError(f"unrecognized arguments: {' '.join(extra)} (yezi {words.command} --help tells more)")
        code: int = words.run(words)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the interpreter's last flush complains
        return EXIT_BROKEN_PIPE
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # behind a progress bar
        return EXIT_INTERRUPTED
    except (YeziError, OSError, ImportError, argparse.ArgumentTypeError) as error:
        said = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
        print(f"yezi: {' '.join(said.split())}", file=sys.stderr)
        return EXIT_BAD_INPUT
