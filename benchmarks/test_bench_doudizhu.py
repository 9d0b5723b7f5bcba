"""doudizhu beside its peers (extra `bench`); skipped where they are absent. `ratios.py` prints the ratios."""

from __future__ import annotations

import pytest
import yezi

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.benchmark(group="doudizhu: 20 random games")
def test_yezi(benchmark) -> None:
    assert len(benchmark(yezi.make("doudizhu").simulate, 20, seed=1).lengths) == 20


@pytest.mark.benchmark(group="doudizhu: 20 random games")
def test_open_spiel(benchmark) -> None:
    pytest.importorskip("pyspiel")
    import pyspiel
    from peers import open_spiel_doudizhu as peer

    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(3)]

    def games() -> int:
        return sum(len(pyspiel.evaluate_bots(peer.GAME.new_initial_state(), bots, seed)) for seed in range(20))

    assert benchmark(games) == 60
