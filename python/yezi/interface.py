"""What the compiled core and the pure-Python reference share of `Game` and `State`.

Both backends offer the same API; whatever can be said in terms of a few primitives is said once, here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from operator import index as to_index
from typing import Any, TypeVar

import numpy as np

from .errors import ArgumentError, TraceError

SEED_BOUND = 1 << 64

StateT = TypeVar("StateT", bound="StateMethods")


def check_int(name: str, value: Any, low: int, high: int) -> int:
    """`value` as an int in low..high-1.

    Raises TypeError when it is no integer, ArgumentError when it is out of range.
    """
    if isinstance(value, bool):
        raise TypeError(f"{name} must be an integer, not {shown(value)}")
    try:
        number = to_index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {shown(value)}") from None
    if not low <= number < high:
        raise ArgumentError(f"{name} is {number}; allowed: {low}..{high - 1}")
    return number


def check_seed(seed: int | None) -> int:
    """A seed in 0..2**64-1; None draws one from the operating system."""
    return int.from_bytes(os.urandom(8), "little") if seed is None else check_int("seed", seed, 0, SEED_BOUND)


def plain(value: Any) -> Any:
    """NumPy scalars as Python's own: what JSON and repr show."""
    return value.item() if isinstance(value, np.generic) else value


def shown(value: Any, limit: int = 80) -> str:
    """repr(value) for a message: cut to a readable length, and safe for what is nested too deeply."""
    try:
        text = repr(value)
    except Exception:
        return f"an object of type {type(value).__name__}"
    return text if len(text) <= limit else f"{text[:limit]}…"


class GameMethods:
    """Methods of a game that need only the primitives of its backend."""

    id: str
    name: str
    backend: str
    num_players: int
    rules: dict[str, Any]
    given: dict[str, Any]
    """The options as they were given to `make` (a preset name among them): what a trace's `rules` holds."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameMethods):
            return NotImplemented
        return (self.id, self.backend, self.rules) == (other.id, other.backend, other.rules)

    def __hash__(self) -> int:
        return hash((self.id, self.backend, repr(self.rules)))

    def __repr__(self) -> str:
        words = [repr(self.id), *(f"{name}={value!r}" for name, value in self.given.items())]
        if self.backend != "core":
            words.append(f"backend={self.backend!r}")
        return f"yezi.make({', '.join(words)})"

    def __reduce__(self) -> tuple[Any, ...]:
        from . import restore_game

        return restore_game, (self.id, self.given, self.backend)

    def deal(
        self,
        seed: int | None = None,
        index: int = 0,
        dealer: int = 0,
        *,
        deck: Sequence[str] | None = None,
        round: int = 0,
    ) -> Any:
        raise NotImplementedError

    def next_dealer_and_rules(self, state: Any) -> tuple[int, dict[str, Any]]:
        """The dealer of the next hand and the options that change for it."""
        raise NotImplementedError

    def next_deal(
        self, state: Any, seed: int | None = None, *, index: int = 0, deck: Sequence[str] | None = None
    ) -> Any:
        """The next hand of a sitting after the finished `state`.

        The dealer, and the options that the rule document carries over (`huang_before`, …), follow from `state`;
        the cards come from `seed` and `index`, or from `deck`. Returns a new State, whose `game` may have other options.

        Raises ArgumentError when `state` is not over or belongs to another game.
        """
        from . import make

        if getattr(state, "game", None) != self:
            raise ArgumentError(f"next_deal needs a state of {self!r}, not {type(state).__name__} of another game")
        if not state.is_over:
            raise ArgumentError("next_deal needs a finished state; this one is still being played")
        dealer, changes = self.next_dealer_and_rules(state)
        game: Any = self
        if changes:
            given = {**self.given, **changes}
            game = make(self.id, backend=self.backend, **given)
        return game.deal(seed, index, dealer, deck=deck)


class StateMethods:
    """Methods of a state that need only the primitives of its backend."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # mutable

    # Primitives that a backend provides; listed for readers and the type checker.
    @property
    def game(self) -> Any:
        raise NotImplementedError

    @property
    def player(self) -> int:
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        raise NotImplementedError

    @property
    def ending(self) -> str | None:
        raise NotImplementedError

    @property
    def dealer(self) -> int | None:
        raise NotImplementedError

    @property
    def deck(self) -> list[str] | None:
        raise NotImplementedError

    @property
    def history(self) -> list[int]:
        raise NotImplementedError

    @property
    def players(self) -> list[int]:
        raise NotImplementedError

    def apply(self, action: int | str) -> None:
        raise NotImplementedError

    def returns(self) -> Any:
        raise NotImplementedError

    def detail(self) -> dict[str, Any]:
        raise NotImplementedError

    def view(self, seat: int | None = None) -> dict[str, Any]:
        raise NotImplementedError

    def clone(self, history: bool = True) -> Any:
        raise NotImplementedError

    def key(self) -> bytes:
        raise NotImplementedError

    def to_trace(self, legal: bool = False) -> dict[str, Any]:
        """The game so far as a trace (docs/conventions.md: Traces): a dict that `yezi.replay` takes and `json` writes.

        With `legal`, every step lists its sorted legal moves. An unfinished game has no `returns` and `detail`.

        Raises TraceError when the state has no deck and history of its own (after `resample`, `clone(history=False)`
        or `batch.state`).
        """
        game = self.game
        deck = self.deck
        if deck is None:
            raise TraceError(
                "this state has no deck and history of its own (it comes from resample, clone(history=False) or a batch), "
                "so it has no trace; keep the state that was dealt"
            )
        steps: list[dict[str, Any]] = []
        replayed = game.deal(deck=deck, dealer=self.dealer) if legal else None
        for player, action in zip(self.players, self.history):
            step: dict[str, Any] = {"player": player}
            if replayed is not None:
                step["legal"] = replayed.legal_moves()
                replayed.apply(action)
            step["move"] = game.format(action)
            steps.append(step)
        trace = {"game": game.id, "rules": dict(game.given), "dealer": self.dealer, "deck": deck, "steps": steps}
        if self.is_over:
            trace["returns"] = [int(value) for value in self.returns()]
            trace["detail"] = self.detail()
        return trace

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StateMethods):
            return NotImplemented
        return bool(self.game == other.game) and self.key() == other.key()

    def __repr__(self) -> str:
        game = self.game
        if self.deck is None:
            return f"yezi.restore({game.id!r}, {game.given!r}, {self.key()!r}, backend={game.backend!r})"
        backend = "" if game.backend == "core" else f", backend={game.backend!r}"
        return f"yezi.replay({self.to_trace()!r}{backend})"

    def __str__(self) -> str:
        from .table import table

        return table(self)

    def __copy__(self: StateT) -> StateT:
        return self.clone()  # type: ignore[no-any-return]

    def __deepcopy__(self: StateT, memo: Mapping[int, Any]) -> StateT:
        return self.clone()  # type: ignore[no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        from . import restore, restore_played

        game = self.game
        if self.deck is None:
            return restore, (game.id, game.given, self.key(), game.backend)
        return restore_played, (game.id, game.given, self.deck, self.dealer, self.history, game.backend)
