"""The games of the reference: every module of this package that bears a game's id."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from ..errors import UnknownGameError
from ..interface import shown
from .base import ReferenceGame

_SHARED = {"base", "registry", "rng"}


@cache
def games() -> tuple[str, ...]:
    """The ids of the games, sorted."""
    from .. import reference

    names = (module.name for module in pkgutil.iter_modules(reference.__path__) if not module.ispkg)
    return tuple(sorted(name for name in names if name not in _SHARED))


def make(id: str, /, **options: Any) -> ReferenceGame:
    """The game `id` with its options; raises UnknownGameError and RulesError as `yezi.make` does."""
    if not isinstance(id, str):
        raise TypeError(f"the id of a game is a string, not {shown(id)}")
    if id not in games():
        raise UnknownGameError(f"unknown game {id!r}; the games are {', '.join(games())}")
    return ReferenceGame(import_module(f"yezi.reference.{id}"), options)
