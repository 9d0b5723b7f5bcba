"""yezi: traditional Chinese card and tile games as an engine.

`yezi.make(id, **options)` gives a game; a game deals states, plays batches, analyses hands and simulates.
`yezi.games()` lists the ids. See the README for a tour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from .errors import (
    ArgumentError,
    BackendError,
    DeckError,
    IllegalMoveError,
    InvalidMoveError,
    QueryError,
    RulesError,
    TraceError,
    UnknownGameError,
    YeziError,
)

if TYPE_CHECKING:
    from .batch import Batch
    from .game import Game, State
    from .reference.base import ReferenceGame, ReferenceState

__all__ = [
    "ArgumentError",
    "BackendError",
    "Batch",
    "DeckError",
    "Game",
    "IllegalMoveError",
    "InvalidMoveError",
    "QueryError",
    "RulesError",
    "State",
    "TraceError",
    "UnknownGameError",
    "YeziError",
    "__version__",
    "games",
    "get_cmake_dir",
    "get_include",
    "make",
    "replay",
    "restore",
]

Backend = Literal["core", "reference"]


def games() -> tuple[str, ...]:
    """The ids of all games, sorted."""
    from . import game

    return game.games()


@overload
def make(id: str, /, *, backend: Literal["core"] = "core", **options: Any) -> Game: ...
@overload
def make(id: str, /, *, backend: Literal["reference"], **options: Any) -> ReferenceGame: ...
@overload
def make(id: str, /, *, backend: str, **options: Any) -> Game | ReferenceGame: ...
def make(id: str, /, *, backend: str = "core", **options: Any) -> Game | ReferenceGame:
    """The game `id` with its options (`preset=` first, single options override it).

    `backend="reference"` gives the same game in pure Python: slow, without batches, and needing no compiled module.

    Raises UnknownGameError (a KeyError) for an unknown id, RulesError (a ValueError) for a bad option or preset,
    ArgumentError for an unknown backend.
    """
    if backend == "core":
        from .game import Game

        return Game(id, options)
    if backend == "reference":
        from . import reference

        return reference.make(id, **options)
    from .interface import shown

    raise ArgumentError(f"backend is {shown(backend)}; allowed: core, reference")


def replay(trace: str | bytes | Mapping[str, Any], *, backend: str = "core") -> State | ReferenceState:
    """The final state of a trace (a dict or a JSON line), after verifying every step (docs/conventions.md: Traces).

    Raises TraceError that says where the trace differs from the rules or cannot be read.
    """
    from .trace import replay as replay_trace

    state: State | ReferenceState = replay_trace(trace, backend=backend)
    return state


def restore(id: str, rules: Mapping[str, Any], key: bytes, backend: str = "core") -> State | ReferenceState:
    """The state whose `key()` is `key`, in the game `id` with the options `rules`; it has no history.

    Raises ArgumentError when the bytes are no position of this game (of this version of it).
    """
    return make(id, backend=backend, **rules).restore(key)


def restore_game(id: str, rules: Mapping[str, Any], backend: str) -> Game | ReferenceGame:
    """Unpickles a game."""
    return make(id, backend=backend, **rules)


def restore_played(
    id: str, rules: Mapping[str, Any], deck: Sequence[str], dealer: int, history: Sequence[int], backend: str
) -> State | ReferenceState:
    """Unpickles a state with its history: deals the deck and plays the decisions."""
    state = make(id, backend=backend, **rules).deal(deck=deck, dealer=dealer)
    for action in history:
        state.apply(action)
    return state


def get_include() -> str:
    """The directory with the C++ headers (`#include <yezi/yezi.hpp>`)."""
    from .embed import get_include as include

    return include()


def get_cmake_dir() -> str:
    """The directory with the CMake package (`find_package(yezi CONFIG)` with `yezi_ROOT` or `yezi_DIR` set to it)."""
    from .embed import get_cmake_dir as cmake_dir

    return cmake_dir()


def __getattr__(name: str) -> Any:
    if name in ("Game", "State"):
        from . import game

        return getattr(game, name)
    if name == "Batch":
        from .batch import Batch

        return Batch
    if name == "__version__":
        from importlib.metadata import version

        return version("yezi")
    raise AttributeError(f"module 'yezi' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
