"""The random streams against published values and against tests/data/rng.json.

That file was made with the published C sources of SplitMix64 and xoshiro256** and of Lemire's bounded draw, and the
documented formula of the streams; it starts with the known answers of the two generators.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers import DATA, make
from yezi.reference.rng import DEAL, GOLDEN, MASK, Rng, mix

KNOWN: dict[str, Any] = json.loads((DATA / "rng.json").read_text(encoding="utf-8"))


def test_published_values() -> None:
    """From the test suites of other implementations."""
    assert KNOWN["splitmix64"]["outputs"] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert KNOWN["xoshiro256starstar"]["outputs"][:5] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
    ]


def test_generators() -> None:
    seed = KNOWN["splitmix64"]["seed"]
    assert [mix((seed + i * GOLDEN) & MASK) for i in range(5)] == KNOWN["splitmix64"]["outputs"]
    rng = Rng(0)
    rng.s = list(KNOWN["xoshiro256starstar"]["state"])
    assert [rng.next() for _ in range(10)] == KNOWN["xoshiro256starstar"]["outputs"]


@pytest.mark.parametrize("known", KNOWN["streams"])
def test_streams(known: dict[str, Any]) -> None:
    def stream() -> Rng:
        return Rng.stream(known["seed"], known["index"], known["round"], known["purpose"])

    rng = stream()
    assert [rng.next() for _ in range(4)] == known["outputs"]
    for bound, draws in known["below"].items():
        rng = stream()
        assert [rng.below(int(bound)) for _ in draws] == draws


@pytest.mark.parametrize("known", KNOWN["shuffles"])
def test_shuffles(known: dict[str, Any]) -> None:
    rng = Rng.stream(known["seed"], known["index"], known["round"], DEAL)
    assert rng.shuffled(range(len(known["order"]))) == known["order"]


def test_decks(game: Any) -> None:
    """A seeded deal shuffles the deck in its own order."""
    deck = game.deck
    for known in KNOWN["shuffles"]:
        call = {name: known[name] for name in ("seed", "index", "round")}
        order = Rng.stream(**call, purpose=DEAL).shuffled(range(len(deck)))
        assert game.deal(**call).deck == [deck[i] for i in order]
        if len(known["order"]) == len(deck):
            assert order == known["order"]


def test_batches_deal_the_same_decks(any_game: Any) -> None:
    known = KNOWN["shuffles"][-1]
    batch = any_game.batch(2, seed=known["seed"], first=known["index"] - 1)
    deck = Rng.stream(known["seed"], known["index"]).shuffled(any_game.deck)
    assert batch.state(1) == any_game.deal(deck=deck)
    assert make(any_game.id).batch(1, seed=0).state(0) == any_game.deal(0)
