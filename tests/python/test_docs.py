"""The documentation says what the program does, and its links lead somewhere."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest
import yezi

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])

_spec = importlib.util.spec_from_file_location("make_docs", ROOT / "tests/make_docs.py")
assert _spec is not None
assert _spec.loader is not None
make_docs = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(make_docs)


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", make_docs.pages(), ids=lambda path: path.stem)
def test_generated_tables_are_current(path: Path) -> None:
    assert make_docs.expected(path) == path.read_text(encoding="utf-8"), "run python tests/make_docs.py"


def test_readme_lists_the_games() -> None:
    block = make_docs.README.read_text(encoding="utf-8").split("<!-- games")[1].split("<!-- end of games")[0]
    rows = [line.split(" | ") for line in block.splitlines() if line.startswith("| [")]
    assert [row[0] for row in rows] == [f"| [{id}](docs/games/{id}.md)" for id in yezi.games()]
    assert [row[1] for row in rows] == [yezi.make(id).name for id in yezi.games()]


@pytest.mark.parametrize("id", yezi.games())
def test_game_pages_name_every_option_in_their_own_words(id: str) -> None:
    text = make_docs.page(id).read_text(encoding="utf-8")
    own = re.sub(r"<!-- options: .*?<!-- end of options -->", "", text, flags=re.DOTALL)
    game = yezi.make(id)
    assert [name for name in [*game.rules, *game.presets] if not re.search(rf"\b{name}\b", own)] == []
    assert [name for name in game.endings if f"`{name}`" not in own.split("### Endings")[1]] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        if not there.exists() or (anchor and anchor not in anchors(there)):
            broken.append(target)
    assert broken == []
