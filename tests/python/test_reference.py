"""Every game of the reference: its traces and cases, and what must hold in any game played at random."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yezi
from yezi import reference

DATA = Path(__file__).resolve().parents[1] / "data"
GAMES = reference.games()
SEED = 20
ROUNDS = 3
"""Random games a preset."""
BOUND = 5000
"""No game takes so many decisions."""


def make(id: str, **rules: Any) -> Any:
    return yezi.make(id, backend="reference", **rules)


def lines(name: str) -> list[Any]:
    """The lines of the file `name` of every game of the reference that has it, as pytest parameters."""
    found = []
    for id in GAMES:
        path = DATA / id / name
        if path.exists():
            text = path.read_text(encoding="utf-8")
            numbered = enumerate(filter(str.strip, text.splitlines()), 1)
            found += [pytest.param(line, id=f"{id}-{number}") for number, line in numbered]
    return found


RULES = [
    pytest.param((id, rules), id=f"{id}-{rules.get('preset', 'plain')}")
    for id in GAMES
    for rules in ({}, *({"preset": name} for name in make(id).presets if name != "default"))
]


@pytest.fixture(params=RULES)
def game(request: pytest.FixtureRequest) -> Any:
    id, rules = request.param
    return make(id, **rules)


def walk(game: Any, rounds: int = ROUNDS) -> Iterator[tuple[Any, random.Random]]:
    """Every position of a few random games, finished ones included; the caller leaves the state as it is."""
    for index in range(rounds):
        rng = random.Random(f"{SEED} {index}")
        state = game.deal(seed=SEED, index=index, dealer=index % game.num_players)
        for _ in range(BOUND):
            yield state, rng
            if state.is_over:
                break
            state.apply(int(rng.choice(state.legal_actions())))
        else:
            pytest.fail(f"{game!r}, seed {SEED}, index {index}: not over after {BOUND} decisions")


def play_out(state: Any, rng: random.Random) -> None:
    for _ in range(BOUND):
        if state.is_over:
            return
        state.apply(int(rng.choice(state.legal_actions())))
    pytest.fail(f"not over after {BOUND} decisions")


def seen(state: Any, seat: int) -> list[Any]:
    """All that a seat can see of a state."""
    own = state.legal_moves() if state.player == seat else None
    return [state.player, state.view(seat), state.observation(seat).tolist(), state.events(seat), own]


# Data of the rule documents


@pytest.mark.parametrize("id", GAMES)
def test_game_has_traces(id: str) -> None:
    assert (DATA / id / "traces.jsonl").exists()


@pytest.mark.parametrize("line", lines("traces.jsonl"))
def test_trace_replays(line: str) -> None:
    state = yezi.replay(line, backend="reference")
    again = state.to_trace(legal=True)
    trace = json.loads(line)
    assert [step["move"] for step in again["steps"]] == [step["move"] for step in trace["steps"]]
    assert yezi.replay(json.dumps(again), backend="reference") == state


@pytest.mark.parametrize("line", lines("cases.jsonl"))
def test_case_is_exact(line: str) -> None:
    case = json.loads(line)
    assert make(case["game"], **case["rules"]).analyse(case["kind"], **case["query"]) == case["expect"]


# The game


def test_game_describes_itself(game: Any) -> None:
    assert game.name and game.num_players >= 2 and len(set(game.endings)) == len(game.endings)
    layout = list(game.observation_layout.values())
    assert [part.start for part in layout] == [0, *(part.stop for part in layout[:-1])]
    for kind, parameters in game.analyses.items():
        assert kind and all(isinstance(text, str) and text for text in parameters.values())
    assert eval(repr(game), {"yezi": yezi}) == game
    assert pickle.loads(pickle.dumps(game)) == game


def test_options_are_checked(game: Any) -> None:
    for name in game.rules:
        with pytest.raises(yezi.RulesError, match=name):
            make(game.id, **{name: object()})
    with pytest.raises(yezi.RulesError, match="no_such_option"):
        make(game.id, no_such_option=1)
    with pytest.raises(yezi.RulesError, match="no_such_preset"):
        make(game.id, preset="no_such_preset")
    with pytest.raises(yezi.QueryError, match="no_such_kind"):
        game.analyse("no_such_kind")


def test_deck_is_checked(game: Any) -> None:
    deck = game.deck
    for bad in (deck[1:], [*deck, deck[0]], [*deck[1:], "no card"]):
        with pytest.raises(yezi.DeckError):
            game.deal(deck=bad)
    other = next((card for card in deck if card != deck[0]), None)
    if other is not None:
        with pytest.raises(yezi.DeckError):
            game.deal(deck=[other, *deck[1:]])


def test_dense_codes_round_trip(game: Any) -> None:
    if game.num_actions is None:
        pytest.skip("the codes are not dense")
    moves = [game.format(code) for code in range(game.num_actions)]
    assert len(set(moves)) == len(moves)
    assert [game.parse(move) for move in moves] == list(range(game.num_actions))
    with pytest.raises(yezi.InvalidMoveError):
        game.format(game.num_actions)


@pytest.mark.parametrize("move", ["", " ", "no move", "\n"])
def test_unreadable_moves(game: Any, move: str) -> None:
    with pytest.raises(yezi.InvalidMoveError):
        game.parse(move)


# Random games


def test_deal_is_its_deck(game: Any) -> None:
    state = game.deal(seed=SEED, index=1)
    assert state == game.deal(seed=SEED, index=1) == game.deal(deck=state.deck)
    assert sorted(state.deck) == sorted(game.deck)
    assert state.deck != game.deal(seed=SEED, index=2).deck
    assert state.deck != game.deal(seed=SEED, index=1, round=1).deck


def test_random_games_end(game: Any) -> None:
    for state, _ in walk(game):
        returns = state.returns()
        assert returns.dtype == np.int32 and returns.shape == (game.num_players,)
        if state.is_over:
            assert state.player == -1 and state.ending in game.endings
            assert returns.sum() == 0
            assert state.detail()
            assert len(state.legal_actions()) == 0 and state.legal_moves() == []
            assert state.view()["player"] is None and state.view()["phase"] == "over"
            assert state.events()[-1]["kind"] == "end" and state.events()[-1]["seat"] == -1
            following = game.next_deal(state, seed=SEED)
            assert following.game.id == game.id
        else:
            assert 0 <= state.player < game.num_players and state.ending is None
            assert not returns.any() and state.detail() == {}
            assert state.view()["player"] == state.player
            with pytest.raises(yezi.ArgumentError):
                game.next_deal(state, seed=SEED)


def test_legal_moves_and_codes(game: Any) -> None:
    for state, _ in walk(game):
        codes = state.legal_actions()
        assert codes.dtype == np.int64 and (np.diff(codes) > 0).all()
        assert len(codes) > 0 or state.is_over
        moves = [game.format(int(code)) for code in codes]
        assert [game.parse(move) for move in moves] == codes.tolist()
        assert sorted(moves) == state.legal_moves()
        if game.num_actions is not None:
            assert (codes < game.num_actions).all()


def test_undo_restores(game: Any) -> None:
    for state, rng in walk(game):
        if state.is_over:
            continue
        key, events = state.key(), state.events()
        state.apply(rng.choice(state.legal_moves()))
        assert state.events()[: len(events)] == events
        state.undo()
        assert (state.key(), state.events()) == (key, events)
    with pytest.raises(yezi.TraceError):
        game.deal(seed=SEED).undo()


def test_refused_moves_change_nothing(game: Any) -> None:
    met: dict[int, None] = {}
    for state, rng in walk(game):
        codes = state.legal_actions().tolist()
        met.update(dict.fromkeys(codes))
        key, history = state.key(), state.history
        for code in rng.sample(list(met), min(len(met), 10)):
            if code not in codes:
                with pytest.raises(yezi.IllegalMoveError):
                    state.apply(code)
        with pytest.raises(yezi.InvalidMoveError):
            state.apply("no move")
        if game.num_actions is not None:
            with pytest.raises(yezi.InvalidMoveError):
                state.apply(game.num_actions)
        assert (state.key(), state.history) == (key, history)


def test_copies_are_equal_and_independent(game: Any) -> None:
    for state, rng in walk(game, rounds=1):
        if not state.is_over and rng.random() < 0.8:
            continue
        copies = [
            copy.copy(state),
            copy.deepcopy(state),
            state.clone(),
            state.clone(history=False),
            pickle.loads(pickle.dumps(state)),
            pickle.loads(pickle.dumps(state.clone(history=False))),
            eval(repr(state), {"yezi": yezi}),
            eval(repr(state.clone(history=False)), {"yezi": yezi}),
            game.restore(state.key()),
        ]
        key = state.key()
        assert all(other == state and other.key() == key for other in copies)
        assert copies[0].history == copies[4].history == copies[6].history == state.history
        assert copies[3].deck is None
        if not state.is_over:
            for other in copies:
                other.apply(rng.choice(other.legal_moves()))
        assert state.key() == key


def test_what_is_shown_is_plain_and_not_aliased(game: Any) -> None:
    def spoil(tree: Any) -> None:
        children = list(tree.values()) if isinstance(tree, dict) else tree if isinstance(tree, list) else []
        for child in children:
            spoil(child)
        if isinstance(tree, (dict, list)):
            tree.clear()

    for state, _ in walk(game, rounds=1):
        key = state.key()
        for seat in (None, *range(game.num_players)):
            shown = (state.view(seat), state.events(seat), state.detail())
            for tree in shown:
                assert json.loads(json.dumps(tree)) == tree
            expected = json.dumps(shown)
            for tree in shown:
                spoil(tree)
            assert json.dumps((state.view(seat), state.events(seat), state.detail())) == expected
        assert state.key() == key


def test_observation_follows_its_layout(game: Any) -> None:
    size = list(game.observation_layout.values())[-1].stop
    for state, _ in walk(game, rounds=1):
        for seat in range(game.num_players):
            observation = state.observation(seat)
            assert observation.dtype == np.int8 and observation.shape == (size,)


def test_views_name_the_common_words(game: Any) -> None:
    for state, _ in walk(game):
        for seat in (None, *range(game.num_players)):
            view = state.view(seat)
            assert {"player", "phase", "dealer", "seats"} <= set(view)
            assert len(view["seats"]) == game.num_players
            assert len({tuple(sorted(each)) for each in view["seats"]}) == 1
            assert view["player"] is None if state.is_over else view["player"] in (state.player, None)
            for each in view["seats"]:
                if each.get("hand") is not None:
                    assert each.get("hand_size", len(each["hand"])) == len(each["hand"])


def test_resample_keeps_what_a_seat_knows(game: Any) -> None:
    redrawn = False
    for state, rng in walk(game):
        for seat in range(game.num_players):
            draw = rng.randrange(1 << 63)
            other = state.resample(seat, draw)
            assert seen(other, seat) == seen(state, seat)
            assert other.view()["phase"] == state.view()["phase"] and other.ending == state.ending
            assert other == state.resample(seat, draw)
            assert other.deck is None
            redrawn = redrawn or other != state
            if state.is_over:
                assert other.returns().tolist() == state.returns().tolist() and other.detail() == state.detail()
            with pytest.raises(yezi.TraceError):
                other.to_trace()
            with pytest.raises(yezi.TraceError):
                other.events()
    assert redrawn, "no redraw ever differed from the true deal"


def test_resampled_games_go_on(game: Any) -> None:
    for state, rng in walk(game):
        if state.is_over or rng.random() < 0.8:
            continue
        seat = rng.randrange(game.num_players)
        other = state.resample(seat, rng.randrange(1 << 63))
        again = other.resample(seat, rng.randrange(1 << 63))
        assert seen(again, seat) == seen(state, seat)
        play_out(other, rng)
        assert other.ending in game.endings and other.returns().sum() == 0
        assert other.events(seat)[: len(state.events(seat))] == state.events(seat)
        assert other.detail()
