"""What holds at every position of every game, in both backends."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
import pytest
import yezi
from helpers import BOUND, SEED, make, play_one, play_out, seen, zero_sum
from hypothesis import given, settings
from hypothesis import strategies as st

Check = Callable[[Any, random.Random], None]


class Place(NamedTuple):
    """A position of a game: which deal, and how many random decisions later."""

    seed: int
    dealer: int
    choices: int
    decisions: int


def reach(game: Any, place: Place) -> tuple[Any, random.Random]:
    rng = random.Random(place.choices)
    state = game.deal(seed=place.seed, dealer=place.dealer)
    for _ in range(place.decisions):
        if state.is_over:
            break
        play_one(state, rng)
    return state, rng


def at_positions(game: Any, check: Check, *, core: int = 40, reference: int = 4) -> None:
    """Calls check(state, rng) for random positions of the game."""
    places = st.builds(
        Place,
        seed=st.integers(0, 2**64 - 1),
        dealer=st.integers(0, game.num_players - 1),
        choices=st.integers(0, 2**32),
        decisions=st.integers(0, 80),
    )

    @settings(max_examples=core if game.backend == "core" else reference)
    @given(place=places)
    def run(place: Place) -> None:
        check(*reach(game, place))

    run()


def rounds(game: Any) -> range:
    """Indices of some deals."""
    return range(10 if game.backend == "core" else 2)


# Deals


def test_a_deal_is_its_deck(game: Any) -> None:
    state = game.deal(seed=SEED, index=1)
    assert state == game.deal(seed=SEED, index=1) == game.deal(deck=state.deck)
    assert Counter(state.deck) == Counter(game.deck)
    assert state.deck != game.deal(seed=SEED, index=2).deck
    assert state.deck != game.deal(seed=SEED, index=1, round=1).deck
    assert state.deck != game.deal(seed=SEED + 1, index=1).deck
    assert {game.deal(seed=SEED, dealer=dealer).deck == game.deal(seed=SEED).deck for dealer in range(2)} == {True}


def test_a_deal_without_a_seed_is_random(game: Any) -> None:
    assert game.deal().deck != game.deal().deck


def test_games_end(game: Any) -> None:
    bound = make(game.id).max_decisions if game.id in yezi.games() else BOUND
    for index in rounds(game):
        rng = random.Random(index)
        state = game.deal(seed=SEED, index=index, dealer=index % game.num_players)
        for _ in range(bound + 1):
            returns = state.returns()
            assert (returns.dtype, returns.shape) == (np.int32, (game.num_players,))
            if state.is_over:
                break
            assert 0 <= state.player < game.num_players
            assert (state.ending, state.detail(), returns.any()) == (None, {}, False)
            with pytest.raises(yezi.ArgumentError, match="still being played"):
                game.next_deal(state, seed=SEED)
            play_one(state, rng)
        assert state.is_over
        assert state.player == -1
        assert state.ending in game.endings
        assert state.detail()
        assert not zero_sum(game.id) or returns.sum() == 0
        assert (len(state.legal_actions()), state.legal_moves()) == (0, [])
        assert state.view()["phase"] == "over"
        following = game.next_deal(state, seed=SEED)
        assert (following.game.id, following.history) == (game.id, [])


# Moves


def test_legal_moves_and_codes_agree(game: Any) -> None:
    def check(state: Any, rng: random.Random) -> None:
        codes = state.legal_actions()
        assert codes.dtype == np.int64
        assert (np.diff(codes) > 0).all()
        assert bool(len(codes)) != state.is_over
        moves = [game.format(int(code)) for code in codes]
        assert [game.parse(move) for move in moves] == codes.tolist()
        assert sorted(moves) == state.legal_moves()
        assert (codes >= 0).all()
        assert game.num_actions is None or (codes < game.num_actions).all()

    at_positions(game, check)


def test_dense_codes_round_trip(any_game: Any) -> None:
    if any_game.num_actions is None:
        pytest.skip("the codes are not dense")
    moves = [any_game.format(code) for code in range(any_game.num_actions)]
    assert len(set(moves)) == len(moves)
    assert [any_game.parse(move) for move in moves] == list(range(any_game.num_actions))


def test_refused_moves_change_nothing(game: Any) -> None:
    met: dict[int, None] = {}
    texts = ("", " ", "no move", "pass pass", "\x00", "\ud800", "叶子", "1", "-1")

    def check(state: Any, rng: random.Random) -> None:
        codes = state.legal_actions().tolist()
        met.update(dict.fromkeys(codes))
        before = (state.key(), state.history, state.events())
        dense = range(game.num_actions) if game.num_actions is not None else met
        for code in {*rng.sample(list(met), min(len(met), 10)), *rng.sample(list(dense), min(len(dense), 40))}:
            if code not in codes:
                with pytest.raises(yezi.IllegalMoveError, match="over" if state.is_over else "legal"):
                    state.apply(code)
        for junk in (*texts, -1, -(2**70), 2**63, 2**70, *([] if game.num_actions is None else [game.num_actions])):
            with pytest.raises(yezi.InvalidMoveError):
                state.apply(junk)
        for wrong in (None, 1.5, True, [], b"pass", object()):
            with pytest.raises(TypeError):
                state.apply(wrong)
        assert (state.key(), state.history, state.events()) == before

    at_positions(game, check)


def test_edited_moves_are_moves_or_refused(game: Any) -> None:
    def check(state: Any, rng: random.Random) -> None:
        if state.is_over:
            return
        move = rng.choice(state.legal_moves())
        place, letters = rng.randrange(len(move)), sorted({*move, *" |,0A五\x00"})
        for text in (move[:place] + move[place + 1 :], move[:place] + rng.choice(letters) + move[place:], move + move):
            with suppress(yezi.InvalidMoveError):
                code = game.parse(text)
                assert game.parse(game.format(code)) == code

    at_positions(game, check, core=60)


def test_undo_restores_key_and_events(game: Any) -> None:
    def check(state: Any, rng: random.Random) -> None:
        seats = (None, *range(game.num_players))
        kept = []
        for _ in range(3):
            if state.is_over:
                break
            kept.append((state.key(), state.history, state.players, [state.events(seat) for seat in seats]))
            play_one(state, rng)
            for before, seat in zip(kept[-1][3], seats, strict=True):
                assert state.events(seat)[: len(before)] == before
        while kept:
            state.undo()
            assert (state.key(), state.history, state.players, [state.events(seat) for seat in seats]) == kept.pop()

    at_positions(game, check, core=20)


def test_nothing_to_undo(game: Any) -> None:
    with pytest.raises(yezi.TraceError, match="no decision to take back"):
        game.deal(seed=SEED).undo()


# Copies


def test_copies_are_equal_and_independent(game: Any) -> None:
    def check(state: Any, rng: random.Random) -> None:
        complete = [
            copy.copy(state),
            copy.deepcopy(state),
            state.clone(),
            *(pickle.loads(pickle.dumps(state, protocol)) for protocol in (2, pickle.HIGHEST_PROTOCOL)),
            eval(repr(state), {"yezi": yezi}),
            yezi.replay(state.to_trace(legal=True), backend=game.backend),
            yezi.replay(json.dumps(state.to_trace()), backend=game.backend),
        ]
        bare = state.clone(history=False)
        without_history = [
            bare,
            pickle.loads(pickle.dumps(bare)),
            eval(repr(bare), {"yezi": yezi}),
            game.restore(state.key()),
            yezi.restore(game.id, game.given, state.key(), game.backend),
        ]
        key, history = state.key(), state.history
        for other in (*complete, *without_history):
            assert other == state
            assert (other.key(), other.game, type(other)) == (key, game, type(state))
        for other in complete:
            assert (other.history, other.deck, other.dealer) == (history, state.deck, state.dealer)
            assert other.events() == state.events()
        for other in without_history:
            assert (other.history, other.deck, other.dealer) == ([], None, None)
            with pytest.raises(yezi.TraceError):
                other.to_trace()
        if not state.is_over:
            for other in (*complete, *without_history):
                other.apply(rng.choice(other.legal_moves()))
                assert other != state
        assert (state.key(), state.history) == (key, history)

    at_positions(game, check, core=20, reference=3)


def test_states_are_unhashable_and_differ_from_other_things(game: Any) -> None:
    state = game.deal(seed=SEED)
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
    assert state != game.deal(seed=SEED + 1)
    assert state != state.key()
    assert (state == None) is False  # noqa: E711


# What is shown


def test_what_is_shown_is_plain_and_not_aliased(game: Any) -> None:
    def spoil(tree: Any) -> None:
        for child in list(tree.values()) if isinstance(tree, dict) else tree if isinstance(tree, list) else []:
            spoil(child)
        if isinstance(tree, (dict, list)):
            tree.clear()

    def check(state: Any, rng: random.Random) -> None:
        for seat in (None, *range(game.num_players)):
            shown = [state.view(seat), state.events(seat), state.detail()]
            expected = json.dumps(shown)
            assert json.loads(expected) == shown
            spoil(shown)
            assert json.dumps([state.view(seat), state.events(seat), state.detail()]) == expected

    at_positions(game, check, core=20)


def test_views_use_the_common_words(game: Any) -> None:
    def check(state: Any, rng: random.Random) -> None:
        everything = state.view()
        assert everything == state.view(None)
        for seat in (None, *range(game.num_players)):
            view = state.view(seat)
            assert set(view) == set(everything)
            assert {"player", "phase", "dealer", "seats", "table"} <= set(view)
            assert (view["phase"] == "over") == state.is_over
            assert view["player"] in ((None,) if state.is_over else (state.player, None))
            assert state.player != seat or view["player"] == seat
            assert len(view["seats"]) == game.num_players
            assert len({frozenset(each) for each in (*view["seats"], *everything["seats"])}) == 1
            for each in view["seats"]:
                assert each["hand"] is None or each["hand_size"] == len(each["hand"])
            if seat is not None:
                assert view["seats"][seat]["hand"] == everything["seats"][seat]["hand"]

    at_positions(game, check)


def test_hands_are_cards_of_the_deck_in_its_order(game: Any) -> None:
    order = {card: k for k, card in enumerate(dict.fromkeys(game.deck))}
    whole = Counter(game.deck)
    if not set(game.deal(seed=SEED).view()["seats"][0]["hand"]) <= set(order):
        pytest.skip("hands show ranks, not cards")

    def check(state: Any, rng: random.Random) -> None:
        view = state.view()
        places = [each[key] for each in view["seats"] for key in ("hand", "discards") if each.get(key)]
        places += [view["wall_cards"]] if view.get("wall_cards") else []
        held = Counter(card for place in places for card in place)
        assert all(count <= whole[card] for card, count in held.items())
        for each in view["seats"]:
            assert each["hand"] == sorted(each["hand"], key=order.__getitem__)

    at_positions(game, check)


def test_observation_follows_its_layout(game: Any) -> None:
    layout = list(game.observation_layout.values())
    size = layout[-1].stop

    def check(state: Any, rng: random.Random) -> None:
        for seat in range(game.num_players):
            observation = state.observation(seat)
            assert (observation.dtype, observation.shape) == (np.int8, (size,))

    at_positions(game, check, core=20, reference=2)


# Redraws


def test_resample_keeps_what_a_seat_knows(game: Any) -> None:
    different = 0

    def check(state: Any, rng: random.Random) -> None:
        nonlocal different
        for seat in range(game.num_players):
            seed = rng.randrange(2**64)
            other = state.resample(seat, seed)
            assert seen(other, seat) == seen(state, seat)
            assert (other.player, other.view()["phase"], other.ending) == (
                state.player,
                state.view()["phase"],
                state.ending,
            )
            assert other.key() == state.resample(seat, seed).key()
            assert game.restore(other.key()) == other
            different += other != state
            if state.is_over:
                assert other == state
                assert (other.returns().tolist(), other.detail()) == (state.returns().tolist(), state.detail())
            assert (other.deck, other.dealer) == (None, None)
            for call in (other.to_trace, other.events):
                with pytest.raises(yezi.TraceError):
                    call()

    at_positions(game, check)
    assert different, "no redraw ever differed from the true deal"


def test_resampled_games_go_on(game: Any) -> None:
    def check(state: Any, rng: random.Random) -> None:
        if state.is_over:
            return
        seat = rng.randrange(game.num_players)
        other = state.resample(seat, rng.randrange(2**64))
        assert seen(other.resample(seat, rng.randrange(2**64)), seat) == seen(state, seat)
        before = state.events(seat)
        copied = pickle.loads(pickle.dumps(other))
        assert copied == other
        play_out(other, rng)
        assert other.ending in game.endings
        assert other.events(seat)[: len(before)] == before
        assert other.detail()
        while other.history:
            other.undo()
        assert other == copied

    at_positions(game, check)
