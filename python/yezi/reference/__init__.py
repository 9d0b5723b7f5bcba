"""The rules in plain Python, written from `docs/games/<id>.md`: the yardstick of the compiled core."""

from .registry import games, make

__all__ = ["games", "make"]
