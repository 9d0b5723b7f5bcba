"""What games, options, presets and analyses there are, as rows of tables; and options read from a command line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .columns import markdown
from .errors import ArgumentError

if TYPE_CHECKING:
    from .game import Game

Rows = list[list[str]]
"""The first row is the head."""

_WORDS = {"True": True, "False": False, "None": None}


def game_rows(games: Iterable[Game]) -> Rows:
    """The table of games."""
    rows = [["id", "name", "what", "players", "actions", "presets"]]
    for game in games:
        actions = "–" if game.num_actions is None else f"{game.num_actions:,}"
        rows.append([game.id, game.name, game.english, str(game.num_players), actions, " ".join(game.presets)])
    return rows


def option_rows(game: Game, values: bool = False) -> Rows:
    """The table of a game's options; with `values`, a column of what is in force."""
    rows = [["option", "type", "default", *(["value"] if values else []), "allowed", "meaning"]]
    for option in game.options:
        value = [_shown(game.rules[option["name"]])] if values else []
        rows.append(
            [option["name"], option["type"], _shown(option["default"]), *value, option["allowed"], option["help"]]
        )
    return rows


def preset_rows(game: Game) -> Rows:
    """The table of a game's presets and what they change."""
    rows = [["preset", "options", "meaning"]]
    for name, options in game.presets.items():
        changes = ", ".join(f"{option} = {_shown(value)}" for option, value in options.items())
        rows.append([name, changes or "–", game.preset_help[name]])
    return rows


def options_page(game: Game) -> str:
    """The tables of options and presets in Markdown, as the game's page shows them."""
    return "\n".join([*markdown(option_rows(game), code=(0, 2)), "", *markdown(preset_rows(game), code=(0, 1))])


def analysis_rows(game: Game) -> Rows:
    """The table of a game's analyses: a row for each parameter."""
    rows = [["analysis", "parameter", "meaning"]]
    for kind, parameters in game.analyses.items():
        rows.append([kind, "", game.analysis_help[kind]])
        rows += [["", name, meaning] for name, meaning in parameters.items()]
    return rows


def read_options(game: Game, preset: str | None, pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """What `make` takes: the preset, and every (name, text) with the text read as its option's type wants it."""
    types = {option["name"]: option["type"] for option in game.options}
    given: dict[str, Any] = {} if preset is None else {"preset": preset}
    for name, text in pairs:
        if name in given:
            raise ArgumentError(f"option {name!r} is given twice")
        given[name] = text if types.get(name) == "str" else read_value(text)
    return given


def read_value(text: str) -> Any:
    """JSON, True, False or None; anything else is plain text."""
    if text in _WORDS:
        return _WORDS[text]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else repr(value)
