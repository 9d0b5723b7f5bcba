"""`Game` and `State` of the compiled core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core
from .errors import ArgumentError
from .interface import SEED_BOUND, GameMethods, StateMethods, check_int, check_seed, plain, shown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .batch import Batch


def games() -> tuple[str, ...]:
    """The ids of all games of this build, sorted."""
    return _core.games()


class Simulation(NamedTuple):
    """What `Game.simulate` returns."""

    returns: NDArray[np.int32]
    """[n, players]: what each seat won in each game."""
    lengths: NDArray[np.int32]
    """[n]: decisions in each game."""
    endings: NDArray[np.int8]
    """[n]: how each game ended, an index into `game.endings`."""


class State(_core.State, StateMethods):  # the core's methods come first
    """One position of a game with its history; made by `game.deal()`.

    Mutable and unhashable; `==` compares game, rules and position, `key()` is the position as bytes.
    """

    __slots__ = ()
    __hash__ = None


class Game(GameMethods):
    """A game with its options; made by `yezi.make(id, **options)`.

    Attributes:
        id, name, english: the id, the Chinese name, and what it is in a few words.
        num_players: seats, those that sit out included.
        rules: every option with its value. presets: preset names and the options that they set.
        deck: every card in the deck's own order, a list of strings.
        num_actions: the number of action codes where they are dense (0 … num_actions - 1), else None.
        endings: the names of the ways in which the game can end.
        analyses: analysis kinds with their parameters.
        observation_layout: the parts of an observation and their slices.
    """

    backend = "core"

    def __init__(self, id: str, given: dict[str, Any]) -> None:
        self._core = core = _core.Game(id, given)
        self.given = {name: plain(value) for name, value in given.items()}
        self.id: str = core.id
        self.name: str = core.name
        self.english: str = core.english
        self.version: int = core.version
        self.num_players: int = core.num_players
        self.num_actions: int | None = core.num_actions
        self.endings: tuple[str, ...] = core.endings

    @property
    def rules(self) -> dict[str, Any]:  # type: ignore[override]
        return self._core.rules

    @property
    def presets(self) -> dict[str, dict[str, Any]]:
        return self._core.presets

    @property
    def options(self) -> list[dict[str, Any]]:
        """The table of options: a dict for each with `name`, `type`, `default`, `allowed` and `help`."""
        return self._core.options

    @property
    def preset_help(self) -> dict[str, str]:
        """What each preset is, in a line."""
        return self._core.preset_help

    @property
    def deck(self) -> list[str]:
        return self._core.deck

    @property
    def observation_layout(self) -> dict[str, slice]:
        return self._core.observation_layout

    @property
    def analyses(self) -> dict[str, dict[str, str]]:
        return self._core.analyses

    @property
    def analysis_help(self) -> dict[str, str]:
        """What each analysis tells, in a line."""
        return self._core.analysis_help

    @property
    def bulk_analyses(self) -> dict[str, tuple[str, int, str]]:
        """The kinds of `analyse_batch`: the name of the array, its width, and what the kind tells, in a line."""
        return self._core.bulk_analyses

    @property
    def state_bytes(self) -> int:
        """The size of one position in memory."""
        return self._core.state_bytes

    @property
    def max_decisions(self) -> int:
        """No game has more decisions than this, whatever is played."""
        return self._core.max_decisions

    def deal(
        self,
        seed: int | None = None,
        index: int = 0,
        dealer: int = 0,
        *,
        deck: Sequence[str] | None = None,
        round: int = 0,
    ) -> State:
        """A new State: game `index` of `seed` (its `round`-th deal), or the given `deck`.

        Without a seed and a deck the seed comes from the operating system; `state.deck` tells what was dealt.
        The deal can be over at once. The same seed and index give the same game as `simulate` and `batch`.

        Raises DeckError when `deck` does not hold exactly the cards of `game.deck`; ArgumentError for numbers out of range.
        """
        if deck is not None:
            if seed is not None:
                raise ArgumentError("deal takes a seed or a deck, not both")
            seed = 0
        dealer = check_int("dealer", dealer, 0, self.num_players)
        index, round = check_int("index", index, 0, SEED_BOUND), check_int("round", round, 0, SEED_BOUND)
        return _core.deal(State, self, self._core, deck, check_seed(seed), index, round, dealer)

    def restore(self, key: bytes) -> State:
        """The state whose `key()` is `key`; it has no history. Raises ArgumentError when the bytes are no position."""
        return _core.restore(State, self, self._core, key)

    def next_dealer_and_rules(self, state: State) -> tuple[int, dict[str, Any]]:
        return _core.next_deal(state)

    def format(self, action: int) -> str:
        """The canonical string of an action code. Raises InvalidMoveError when it is the code of no move."""
        return self._core.format(action)

    def parse(self, move: str) -> int:
        """The action code of a canonical string. Raises InvalidMoveError when it is no move of this game."""
        return self._core.parse(move)

    def analyse(self, kind: str, **query: Any) -> dict[str, Any]:
        """A pure function of a hand and some circumstances; `game.analyses` lists the kinds and their parameters.

        Raises QueryError for an unknown kind, a missing or unknown parameter, or a bad value.
        """
        return self._core.analyse(kind, query)

    def analyse_batch(self, kind: str, *, threads: int = 1, **rows: ArrayLike) -> Any:
        """An analysis of many hands at once, without the GIL: one array of rows in, one array (or a dict of them) out.

        The game's page lists kinds, the name of the parameter, shapes and dtypes; e.g. paohuzi `huxi` takes
        `counts=uint8[n, 20]` and gives int16[n].

        Raises QueryError naming the row that is no hand, or the right shape and dtype; ArgumentError for `threads`.
        """
        if len(rows) != 1:
            raise TypeError(f"analyse_batch takes one array by name, not {sorted(rows)}")
        ((name, value),) = rows.items()
        return self._core.analyse_batch(kind, value, name, threads)

    def batch(
        self,
        n: int,
        *,
        seed: int | None = None,
        first: int = 0,
        dealer: int | str | ArrayLike = 0,
        threads: int = 1,
        autoreset: bool = False,
    ) -> Batch:
        """`n` games side by side, see `Batch`. Raises ArgumentError."""
        from .batch import Batch

        return Batch(self, n, seed=seed, first=first, dealer=dealer, threads=threads, autoreset=autoreset)

    def simulate(
        self,
        n: int,
        *,
        seed: int | None = None,
        first: int = 0,
        dealer: int | str | ArrayLike = 0,
        threads: int = 1,
        policy: str = "random",
    ) -> Simulation:
        """Plays games `first` … `first + n - 1` of `seed` to their ends and returns (returns, lengths, endings).

        `policy="random"` chooses uniformly over the legal moves. `dealer` is a seat, "rotate" (game k: seat k modulo the
        number of players) or an array of n seats. Game k is the same whatever n, `first` and `threads`.

        Raises ArgumentError. Ctrl-C interrupts it.
        """
        if policy != "random":
            raise ArgumentError(f"policy is {shown(policy)}; allowed: random")
        return Simulation(*_core.simulate(self._core, n, check_seed(seed), first, dealer, threads))
