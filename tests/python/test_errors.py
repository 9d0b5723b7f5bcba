"""Bad input of every kind: the right class of error, a message that quotes it and says what is allowed, nothing changed."""

from __future__ import annotations

import json
import pickle
import re
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import yezi
from helpers import BOTH, DEEP, PAIRS, SEED, make, numbered
from yezi import errors

JUNK: list[Any] = [1.5, object(), b"x", "\ud800", "", [], [1.5], {}, {"a": [None]}, 10**30, -(10**30), "no such", ()]
BASES = {
    "ArgumentError": ValueError,
    "BackendError": NotImplementedError,
    "DeckError": ValueError,
    "IllegalMoveError": ValueError,
    "InvalidMoveError": ValueError,
    "QueryError": ValueError,
    "RulesError": ValueError,
    "TraceError": ValueError,
    "UnknownGameError": KeyError,
}


@pytest.fixture(params=PAIRS, ids="-".join)
def plain(request: pytest.FixtureRequest) -> Any:
    """Every game without options, in both backends."""
    backend, id = request.param
    return make(id, backend)


def test_classes() -> None:
    assert set(errors.__all__) == {*BASES, "YeziError"}
    for name, base in BASES.items():
        error = getattr(errors, name)
        assert getattr(yezi, name) is error
        assert issubclass(error, (yezi.YeziError, base))
        assert issubclass(error, yezi.YeziError)
        assert issubclass(error, base)
        assert error.__doc__
        again = pickle.loads(pickle.dumps(error("what")))
        assert (type(again), str(again)) == (error, "what")


# Making a game


@pytest.mark.parametrize("backend", ["core", "reference"])
@pytest.mark.parametrize("id", ["", "chess", "DINGNIU", "dingniu ", "\ud800", "\x00", "base", "../dingniu"])
def test_unknown_games(backend: str, id: str) -> None:
    with pytest.raises(yezi.UnknownGameError, match=", ".join(yezi.games())) as caught:
        make(id, backend)
    assert id in str(caught.value) or not id.isprintable()


@pytest.mark.parametrize("backend", ["core", "reference"])
@pytest.mark.parametrize("id", [None, 1, b"dingniu", []])
def test_an_id_is_a_string(backend: str, id: Any) -> None:
    with pytest.raises(TypeError):
        make(id, backend)


@pytest.mark.parametrize("backend", ["", "cpp", None, 1])
def test_unknown_backends(backend: Any) -> None:
    with pytest.raises(yezi.ArgumentError, match=f"backend is {backend!r}; allowed: core, reference"):
        yezi.make(yezi.games()[0], backend=backend)


def test_options_of_wrong_values(plain: Any) -> None:
    for option in make(plain.id).options:
        name = option["name"]
        wrong = [*JUNK, DEEP, *([None] if option["type"] != "list" else [])]
        wrong += [True, np.bool_(True)] if option["type"] == "int" else [0, 1]
        for value in wrong:
            with pytest.raises(yezi.RulesError, match=f"{plain.id}: option '{name}' is .*; allowed: ") as caught:
                make(plain.id, plain.backend, **{name: value})
            assert option["allowed"] in str(caught.value)
            assert len(str(caught.value)) < 600


def test_unknown_options_and_presets(plain: Any) -> None:
    with pytest.raises(yezi.RulesError, match=f"unknown option 'no_such'; allowed: preset, {', '.join(plain.rules)}"):
        make(plain.id, plain.backend, no_such=1)
    for preset in ("no such", "", None, 1, "\ud800", ["default"], object()):
        with pytest.raises(yezi.RulesError, match=f"preset .* allowed: {', '.join(plain.presets)}"):
            make(plain.id, plain.backend, preset=preset)


def test_numpy_scalars_are_taken_as_options(plain: Any) -> None:
    kinds: dict[type, Any] = {bool: np.bool_, int: np.int64, str: np.str_}
    given = {name: kinds[type(value)](value) for name, value in plain.rules.items() if type(value) in kinds}
    game = make(plain.id, plain.backend, **given)
    assert game.rules == plain.rules
    assert json.loads(json.dumps(game.given)) == game.given
    assert eval(repr(game), {"yezi": yezi}) == game


# Dealing


@pytest.mark.parametrize("name", ["seed", "index", "round"])
def test_wrong_numbers_of_a_deal(plain: Any, name: str) -> None:
    for number in (-1, 2**64, -(2**70)):
        with pytest.raises(yezi.ArgumentError, match=rf"{name} is {number}; allowed: 0\.\.{2**64 - 1}"):
            plain.deal(**{"seed": 1, name: number})
    for value in (1.0, "1", b"1", [1], True, object()):
        with pytest.raises(TypeError, match=f"{name} must be an integer, not"):
            plain.deal(**{"seed": 1, name: value})
    for value in (2**64 - 1, np.uint64(7), np.int8(7)):
        assert plain.deal(**{"seed": 1, name: value}) == plain.deal(**{"seed": 1, name: int(value)})


def test_wrong_dealers(plain: Any) -> None:
    last = plain.num_players - 1
    for dealer in (-1, last + 1, 2**40, -(2**70)):
        with pytest.raises(yezi.ArgumentError, match=rf"dealer is {dealer}; allowed: 0\.\.{last}"):
            plain.deal(1, dealer=dealer)
    for dealer in (None, 1.0, "rotate", True):
        with pytest.raises(TypeError, match="dealer must be an integer"):
            plain.deal(1, dealer=dealer)
    assert plain.deal(1, dealer=np.int64(last)).dealer == last


def test_wrong_decks(plain: Any) -> None:
    deck = plain.deck
    other = next(card for card in deck if card != deck[0])
    wrong: list[tuple[Any, str]] = [
        ([], f"the deck has 0 cards; it must have {len(deck)}"),
        (deck[1:], f"the deck has {len(deck) - 1} cards"),
        ([*deck, deck[0]], f"the deck has {len(deck) + 1} cards"),
        ([*deck[:-1], "no card"], "'no card' is no card of this deck"),
        ([*deck[:-1], ""], "'' is no card of this deck"),
        ([*deck[:-1], "\x00"], "is no card of this deck"),
        ([other, *deck[1:]], "times; it must hold it"),
        ([*deck[:-1], None], "None"),
        ([*deck[:-1], 7], "7"),
        ([*deck[:-1], "\ud800"], "ud800"),
        ([*deck[:-1], [deck[-1]]], re.escape(repr([deck[-1]]))),
    ]
    for cards, message in wrong:
        with pytest.raises(yezi.DeckError, match=message):
            plain.deal(deck=cards)
    for cards in (7, object()):
        with pytest.raises(TypeError):
            plain.deal(deck=cards)
    with pytest.raises(yezi.ArgumentError, match="a seed or a deck, not both"):
        plain.deal(1, deck=deck)
    assert plain.deal(deck=tuple(deck)) == plain.deal(deck=iter(deck)) == plain.deal(deck=np.array(deck))


# Asking a state


def test_wrong_seats(plain: Any) -> None:
    state = plain.deal(SEED)
    key, last = state.key(), plain.num_players - 1
    calls = (state.view, state.events, state.observation, lambda seat: state.resample(seat, 1))
    for call in calls:
        for seat in (-1, last + 1, 2**40, -(2**70)):
            with pytest.raises(yezi.ArgumentError, match=rf"seat is {seat}; allowed: 0\.\.{last}"):
                call(seat)
        for junk in (1.0, "0", True, [0], object()):
            with pytest.raises(TypeError, match="seat must be an integer, not"):
                call(junk)
        call(np.int8(last))
    for call in calls[2:]:
        with pytest.raises(TypeError, match="seat"):
            call(None)
    for seed in (-1, 2**64):
        with pytest.raises(yezi.ArgumentError, match=f"seed is {seed}; allowed"):
            state.resample(0, seed)
    for name, arguments in {"view": (0, 0), "events": (0, 0), "observation": (), "resample": (0,), "apply": ()}.items():
        with pytest.raises(TypeError):
            getattr(state, name)(*arguments)
    with pytest.raises(TypeError):
        state.view(place=0)
    assert state.view(seat=0) == state.view(0)
    assert state.key() == key


def test_wrong_moves_and_codes(plain: Any) -> None:
    for code in (-1, -(2**70), 2**63, 2**70, *([] if plain.num_actions is None else [plain.num_actions])):
        with pytest.raises(yezi.InvalidMoveError, match=f"{code} is the code of no move"):
            plain.format(code)
    for move in ("", " ", "no move", "\x00", "\ud800", "pass\n"):
        with pytest.raises(yezi.InvalidMoveError, match="is no move"):
            plain.parse(move)
    wrong: list[Any] = [None, 1.0, b"pass", [], True, object()]
    for junk in wrong:
        with pytest.raises(TypeError):
            plain.format(junk)
        with pytest.raises(TypeError):
            plain.parse(junk)
    state = plain.deal(SEED)
    action = state.legal_actions()[0]
    assert plain.format(action) == plain.format(int(action))
    state.apply(action)
    assert state.history == [int(action)]
    assert plain.parse(np.str_(plain.format(action))) == action


def test_wrong_states_for_the_next_deal(plain: Any) -> None:
    state = plain.deal(SEED)
    with pytest.raises(yezi.ArgumentError, match="still being played"):
        plain.next_deal(state)
    others = [make(id, backend).deal(SEED) for backend, id in PAIRS if (backend, id) != (plain.backend, plain.id)]
    for other in (*others, None, 1, plain, state.key()):
        with pytest.raises(yezi.ArgumentError, match="next_deal needs a state of"):
            plain.next_deal(other)


def test_the_reference_says_what_it_has_not(plain: Any) -> None:
    if plain.backend == "core":
        pytest.skip("the core has everything")
    for name in ("batch", "simulate", "analyse_batch"):
        with pytest.raises(yezi.BackendError, match=f"the reference has no {name}; use yezi.make"):
            getattr(plain, name)(3)


# Analyses


def test_wrong_kinds_and_parameters(plain: Any) -> None:
    allowed = ", ".join(plain.analyses) or "none"
    for kind in ("", "no such", "\ud800"):
        with pytest.raises(yezi.QueryError, match=f"unknown analysis .*; allowed: {allowed}"):
            plain.analyse(kind)
    for kind, parameters in plain.analyses.items():
        needed = [name for name, text in parameters.items() if not text.startswith("optional")]
        for name in needed:
            given = {other: 0 for other in needed if other != name}
            with pytest.raises(yezi.QueryError, match=f"{kind}: parameter '{name}' is missing"):
                plain.analyse(kind, **given)
        with pytest.raises(
            yezi.QueryError, match=f"{kind}: unknown parameter 'no_such'; allowed: {', '.join(parameters)}"
        ):
            plain.analyse(kind, **dict.fromkeys(needed, 0), no_such=1)


def queries(id: str) -> list[tuple[dict[str, Any], str, dict[str, Any]]]:
    """Rules, kind and query of some cases, and of queries that are wrong throughout where a kind has no case."""
    found = [json.loads(line) for _, line in numbered(id, "cases.jsonl")[:6]]
    cases = [(case["rules"], case["kind"], case["query"]) for case in found]
    kinds = {case[1] for case in cases}
    return cases + [({}, kind, dict(parameters)) for kind, parameters in make(id).analyses.items() if kind not in kinds]


def outcome(game: Any, kind: str, query: dict[str, Any]) -> Any:
    try:
        return game.analyse(kind, **query)
    except yezi.QueryError as error:
        return "refused" if kind in str(error) and len(str(error)) < 2000 else f"refused badly: {error}"


@pytest.mark.parametrize("id", BOTH)
def test_junk_in_a_query_is_refused_by_both_alike(id: str) -> None:
    refused = 0
    for rules, kind, query in queries(id):
        core, reference = make(id, "core", **rules), make(id, "reference", **rules)
        for name in core.analyses[kind]:
            for junk in (*JUNK, DEEP, None, True, 0, -1, 99, "pass", [[]], ["\ud800"], [None], "一" * 40, "3" * 40):
                changed = {**query, name: junk}
                expected = outcome(reference, kind, changed)
                assert outcome(core, kind, changed) == expected, f"{rules} {kind} {changed!r:.300}"
                refused += expected == "refused"
    assert refused > 0 or not make(id).analyses


@pytest.mark.parametrize("id", BOTH)
def test_values_of_a_query_exchanged(id: str) -> None:
    """Every parameter of a case with the value that it has in another: both backends agree."""
    cases = [json.loads(line) for _, line in numbered(id, "cases.jsonl")]
    for case, other in pairwise(cases):
        games = [make(id, backend, **case["rules"]) for backend in ("core", "reference")]
        for name in case["query"]:
            changed = {**case["query"], name: other["query"].get(name)}
            assert outcome(games[0], case["kind"], changed) == outcome(games[1], case["kind"], changed), changed


# Other doors


def test_errors_of_an_option_table_are_never_silent() -> None:
    """A module of the reference lists its options once."""
    for id in BOTH:
        names = [option.name for option in import_module(f"yezi.reference.{id}").OPTIONS]
        assert len(set(names)) == len(names)
        assert names == list(make(id).rules)


def test_restore_and_replay_check_the_backend() -> None:
    state = make(yezi.games()[0]).deal(SEED)
    with pytest.raises(yezi.ArgumentError, match="backend is 'x'"):
        yezi.restore(state.game.id, {}, state.key(), backend="x")
    with pytest.raises(yezi.YeziError, match="backend is 'x'"):
        yezi.replay(state.to_trace(), backend="x")


def test_classes_are_not_made_by_hand() -> None:
    with pytest.raises(TypeError, match=r"game\.deal"):
        yezi.State()
    with pytest.raises(AttributeError, match="no attribute 'no_such'"):
        yezi.no_such  # noqa: B018
