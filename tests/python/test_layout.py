"""Every game has its files and its page its sections, and no shared file knows a game by name.

Skipped outside a source tree.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yezi
from helpers import ROOT
from yezi import reference

LIST = ROOT / "cpp/src/games.def"
pytestmark = pytest.mark.skipif(not LIST.exists(), reason="not a source tree")
IDS = re.findall(r"^YEZI_GAME\((\w+)\)$", LIST.read_text(encoding="utf-8"), re.M) if LIST.exists() else []

FILES = (
    "cpp/include/yezi/games/{id}.hpp",
    "cpp/src/games/{id}.cpp",
    "python/yezi/reference/{id}.py",
    "docs/games/{id}.md",
    "tests/data/{id}/traces.jsonl",
    "tests/data/{id}/perft.csv",
    "tests/data/{id}/signature",
)
SECTIONS = (
    "## Overview",
    "## Components",
    "## Players, dealer, deal",
    "## Course of play",
    "## Winning and settlement",
    "## Options",
    "## Move notation",
    "## Detail keys",
    "## Decisions",
    "## Worked examples",
    "## Interface",
    "### View",
    "### Events",
    "### Action codes",
    "### Observation",
    "### Knowledge",
    "### Endings",
)
SHARED = (
    "CMakeLists.txt",
    "bindings/*",
    "cmake/*",
    "cpp/src/*.cpp",
    "cpp/include/yezi/core/*",
    "python/yezi/*.py",
    "python/yezi/reference/base.py",
    "python/yezi/reference/registry.py",
)


def test_the_list_is_sorted() -> None:
    assert LIST.read_text(encoding="utf-8") == "".join(f"YEZI_GAME({id})\n" for id in sorted(set(IDS)))


def test_the_build_has_the_games_of_the_list() -> None:
    assert yezi.games() == tuple(sorted(yezi.games()))
    assert set(yezi.games()) <= set(IDS)
    assert set(IDS) <= set(reference.games())


@pytest.mark.parametrize("id", IDS)
def test_every_game_has_its_files(id: str) -> None:
    missing = [file for file in (file.format(id=id) for file in FILES) if not (ROOT / file).is_file()]
    assert missing == []


def test_every_file_of_a_game_belongs_to_one_of_the_list() -> None:
    for folder in ("cpp/include/yezi/games", "cpp/src/games"):
        for path in (ROOT / folder).iterdir():
            assert any(path.stem == id or path.stem.startswith(f"{id}_") for id in IDS), path


@pytest.mark.parametrize("id", IDS)
def test_every_page_has_its_sections(id: str) -> None:
    heads = [
        line for line in (ROOT / f"docs/games/{id}.md").read_text(encoding="utf-8").splitlines() if line[:1] == "#"
    ]
    assert re.match(rf"# {id}\b", heads[0])
    assert [section for section in SECTIONS if section not in heads] == []
    assert heads.index("## Interface") < heads.index("### View")


@pytest.mark.parametrize("id", IDS)
def test_every_line_of_data_is_of_its_game(id: str) -> None:
    for path in (ROOT / f"tests/data/{id}").glob("*.jsonl"):
        assert {json.loads(line)["game"] for line in path.read_text(encoding="utf-8").splitlines() if line} == {id}


def without_comments(text: str, suffix: str) -> str:
    """Examples in comments and docstrings may name a game."""
    if suffix == ".py":
        return re.sub(r'"""(?s:.*?)"""|#.*', "", text)
    return re.sub(r"//.*" if suffix in (".hpp", ".cpp") else r"#.*", "", text)


@pytest.mark.parametrize("pattern", SHARED)
def test_shared_files_name_no_game(pattern: str) -> None:
    paths: list[Path] = sorted(path for path in ROOT.glob(pattern) if path.is_file())
    assert paths
    for path in paths:
        text = without_comments(path.read_text(encoding="utf-8"), path.suffix)
        assert [id for id in IDS if re.search(rf"(?<![a-z]){id}(?![a-z])", text, re.I)] == [], path
