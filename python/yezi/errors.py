"""The errors of yezi. Each quotes the input and says what would have been right."""

from __future__ import annotations

__all__ = [
    "ArgumentError",
    "BackendError",
    "DeckError",
    "IllegalMoveError",
    "InvalidMoveError",
    "QueryError",
    "RulesError",
    "TraceError",
    "UnknownGameError",
    "YeziError",
]


class YeziError(Exception):
    """Base of every error that yezi raises on purpose."""


class UnknownGameError(YeziError, KeyError):
    """No game bears this id."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class RulesError(YeziError, ValueError):
    """An option or preset is unknown, of the wrong type, or out of range."""


class DeckError(YeziError, ValueError):
    """A deck does not hold exactly the cards of the game."""


class IllegalMoveError(YeziError, ValueError):
    """The move can be read, but is not legal in this state (or the game is over)."""


class InvalidMoveError(YeziError, ValueError):
    """The move cannot be read: no move of this game has this code or string."""


class QueryError(YeziError, ValueError):
    """An analysis was asked with an unknown kind, a missing or unknown parameter, or a bad value."""


class TraceError(YeziError, ValueError):
    """A trace cannot be read or does not replay, or a state has no history to make one from."""


class ArgumentError(YeziError, ValueError):
    """Any other argument out of range: a seat, a seed, a size, a shape, a closed batch."""


class BackendError(YeziError, NotImplementedError):
    """The pure-Python reference does not offer this; the compiled core does."""
