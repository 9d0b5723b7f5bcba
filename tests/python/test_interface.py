"""The public face: what `yezi`, games, states and batches offer, and that both backends and the pages say the same."""

from __future__ import annotations

import inspect
import pickle
import re
from importlib import import_module
from importlib.metadata import version
from typing import Any

import pytest
import yezi
from helpers import BOTH, ROOT, make, walk
from yezi.reference.base import REQUIRED, ReferenceGame, ReferenceState

GAME = """
    analyse analyse_batch analyses batch deal deck endings format id name next_deal num_actions num_players
    observation_layout parse presets restore rules simulate
"""
STATE = """
    apply clone dealer deck detail ending events game history is_over key legal_actions legal_moves observation player
    players resample returns to_trace undo view
"""
BATCH = "close closed game is_over legal mask observation play_random player returns seed set state step step_index"


def test_the_package() -> None:
    assert yezi.__version__ == version("yezi")
    assert dir(yezi) == sorted(yezi.__all__)
    for name in yezi.__all__:
        value = getattr(yezi, name)
        assert name == "__version__" or inspect.getdoc(value), name
    assert isinstance(yezi.games(), tuple)


def test_every_name_is_offered_and_documented() -> None:
    for cls, names in ((yezi.Game, GAME), (yezi.State, STATE), (yezi.Batch, BATCH)):
        for name in names.split():
            member = getattr(cls, name, None)
            documented = inspect.getdoc(member) if member is not None else None
            assert documented or name in (cls.__doc__ or ""), f"{cls.__name__}.{name}"
        methods = [name for name, member in inspect.getmembers(cls) if callable(member) and name[0] != "_"]
        assert [name for name in methods if not inspect.getdoc(getattr(cls, name))] == []
    assert [name for name in GAME.split() if not hasattr(make(BOTH[0], "reference"), name)] == []
    assert [name for name in STATE.split() if not hasattr(ReferenceState, name)] == []


@pytest.mark.parametrize("name", ["make", "replay", "restore", "games", "get_include", "get_cmake_dir"])
def test_functions_say_what_they_take(name: str) -> None:
    function = getattr(yezi, name)
    assert all(
        parameter.annotation is not inspect.Parameter.empty
        for parameter in inspect.signature(function).parameters.values()
    )


@pytest.mark.parametrize(
    "name", ["state_bytes", "max_decisions", "version", "options", "preset_help", "analysis_help", "backend", "given"]
)
def test_games_have_more(any_game: Any, name: str) -> None:
    assert getattr(any_game, name) is not None


# A game


def test_both_backends_say_the_same(pair: tuple[Any, Any]) -> None:
    core, reference = pair
    for name in ("id", "name", "num_players", "num_actions", "rules", "presets", "deck", "endings", "given"):
        assert getattr(core, name) == getattr(reference, name), name
    assert list(core.rules) == list(reference.rules)
    assert list(core.presets) == list(reference.presets)
    assert list(core.observation_layout.items()) == list(reference.observation_layout.items())
    kinds = {kind: list(parameters) for kind, parameters in core.analyses.items()}
    assert kinds == {kind: list(parameters) for kind, parameters in reference.analyses.items()}
    for kind, parameters in core.analyses.items():
        optional = [text.startswith("optional") for text in parameters.values()]
        assert optional == [text.startswith("optional") for text in reference.analyses[kind].values()]


@pytest.mark.parametrize("id", BOTH)
def test_both_backends_have_the_same_options(id: str) -> None:
    module = import_module(f"yezi.reference.{id}")
    assert [name for name in REQUIRED if not hasattr(module, name)] == []
    core = make(id)
    for row, option in zip(core.options, module.OPTIONS, strict=True):
        assert (row["name"], row["default"]) == (option.name, option.default)
        assert row["help"]
        messages = []
        for backend in ("core", "reference"):
            with pytest.raises(yezi.RulesError) as caught:
                make(id, backend, **{option.name: object})
            messages.append(str(caught.value).partition("allowed: ")[2])
        assert messages[0] == messages[1] == row["allowed"]


def test_attributes(game: Any) -> None:
    assert re.fullmatch("[a-z_]+", game.id)
    assert re.search("[\u4e00-\u9fff]", game.name)
    assert game.num_players >= 2
    assert isinstance(game.deck, list)
    assert len(game.endings) == len(set(game.endings)) > 0
    parts = list(game.observation_layout.values())
    assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
    assert all(part.stop > part.start for part in parts)
    for name, options in game.presets.items():
        assert make(game.id, game.backend, preset=name).rules == {**make(game.id).rules, **options}
    for kind, parameters in game.analyses.items():
        assert kind
        assert all(isinstance(text, str) and text for text in parameters.values())


def test_options_beside_a_preset_override_it(game: Any) -> None:
    defaults = make(game.id).rules
    given = {**game.rules, **defaults}
    assert make(game.id, game.backend, **{**game.given, **given}).rules == defaults
    assert make(game.id, game.backend, **game.rules).rules == game.rules


def test_games_are_values(game: Any) -> None:
    same = make(game.id, game.backend, **game.given)
    assert same == game
    assert hash(same) == hash(game)
    assert eval(repr(game), {"yezi": yezi}) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert make(game.id, game.backend, **game.rules) == game
    assert game != game.id
    for name, options in game.presets.items():
        other = make(game.id, game.backend, preset=name)
        assert (other == game) == (other.rules == game.rules), options
    if game.id in BOTH:
        assert make(game.id, "core", **game.given) != make(game.id, "reference", **game.given)


def test_what_a_game_gives_is_not_aliased(game: Any) -> None:
    for name in ("rules", "presets", "deck", "observation_layout", "analyses"):
        before = repr(getattr(game, name))
        getattr(game, name).clear()
        assert repr(getattr(game, name)) == before, name


# The pages


def section(id: str, head: str) -> str:
    """The text of a section of a game's page, up to the next head of its level or above."""
    text = (ROOT / f"docs/games/{id}.md").read_text(encoding="utf-8")
    found = re.search(rf"^{re.escape(head)}$(.*?)(?=^#{{1,{head.index(' ')}}} |\Z)", text, re.M | re.S)
    assert found, f"{id} has no section {head}"
    return found[1]


def words(text: str) -> set[str]:
    """Everything in backticks."""
    return set(re.findall(r"`([^`]+)`", text))


def keys(tree: Any) -> set[str]:
    """The keys of a view, its seats and its table."""
    inner = [*tree["seats"], *([tree["table"]] if isinstance(tree["table"], dict) else [])]
    return {key for part in (tree, *inner) for key in part}


def test_pages_name_what_games_show(any_game: Any) -> None:
    id = any_game.id
    if not (ROOT / f"docs/games/{id}.md").exists():
        pytest.skip("not a source tree")
    common = words((ROOT / "docs/interface.md").read_text(encoding="utf-8"))
    views, kinds, fields, detail = set(), set(), set(), set()
    for preset in any_game.presets:
        for state, _ in walk(make(id, preset=preset), 30):
            if state.is_over:
                views |= keys(state.view())
                events = state.events()
                kinds |= {event["kind"] for event in events}
                fields |= {field for event in events for field in event}
                detail |= set(state.detail())
    assert views <= words(section(id, "### View")) | common
    assert kinds <= words(section(id, "### Events"))
    assert fields <= words(section(id, "### Events")) | {"kind", "seat"}
    assert detail <= words(section(id, "## Detail keys"))


def test_pages_name_options_presets_and_parts(any_game: Any) -> None:
    id = any_game.id
    if not (ROOT / f"docs/games/{id}.md").exists():
        pytest.skip("not a source tree")
    options = words(section(id, "## Options"))
    assert set(any_game.rules) <= options
    assert set(any_game.presets) <= options
    endings = [word for word in re.findall(r"`([^`]+)`", section(id, "### Endings")) if word in any_game.endings]
    assert tuple(dict.fromkeys(endings)) == any_game.endings
    text = section(id, "### Observation")
    assert set(any_game.observation_layout) <= words(text)
    for row in re.findall(r"^\| *(`.*?`) *\| *(\d+)", text, re.M):
        for name in re.findall(r"`([^`]+)`", row[0]):
            part = any_game.observation_layout[name]
            assert part.stop - part.start == int(row[1]), name


def test_reference_offers_the_same_class_names() -> None:
    game = make(BOTH[0], "reference")
    assert isinstance(game, ReferenceGame)
    assert isinstance(game.deal(seed=1), ReferenceState)
