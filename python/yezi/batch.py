"""`Batch`: many games side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _core
from .interface import check_seed

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from .game import Game


class Batch(_core.Batch):
    """`n` games, stepped together; made by `game.batch(n, …)`. Row k is game `first + k` of `seed`.

    `player` int8[n], `is_over` bool[n] and `returns` int32[n, players] are NumPy views, updated in place.
    With `autoreset`, the step after a game's end deals it anew (its final returns stay visible until then), as the
    next round of that row. Results do not depend on `threads`. A batch must not be used from two threads at once.
    It is a context manager; after `close()` every call raises ArgumentError.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: int | None = None,
        first: int = 0,
        dealer: int | str | ArrayLike = 0,
        threads: int = 1,
        autoreset: bool = False,
    ) -> None:
        self._seed = check_seed(seed)
        super().__init__(game, game._core, n, self._seed, first, dealer, threads, autoreset)

    @property
    def seed(self) -> int:
        """The seed of the games (drawn from the operating system when none was given)."""
        return self._seed

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if self.closed:
            return "<closed yezi.Batch>"
        return f"<yezi.Batch of {len(self)} games of {self.game!r}, seed {self._seed}>"
