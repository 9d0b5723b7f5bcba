"""Text in columns, for terminals and Markdown: Chinese characters are two cells wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterable, Sequence


def width(text: str) -> int:
    """The number of terminal cells that `text` takes."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def pad(text: str, cells: int, right: bool = False) -> str:
    """`text` with spaces behind it (`right`: before it) up to `cells` cells."""
    space = " " * (cells - width(text))
    return space + text if right else text + space


def columns(rows: Iterable[Sequence[object]], right: Container[int] = ()) -> list[str]:
    """A line for each row, its entries below those of the row before; the columns `right` (of numbers) to the right."""
    texts = [[str(entry) for entry in row] for row in rows]
    cells = [max(map(width, column)) for column in zip(*texts, strict=True)]
    return ["  ".join(pad(entry, cells[i], i in right) for i, entry in enumerate(row)).rstrip() for row in texts]


def markdown(rows: Iterable[Sequence[str]], code: Container[int] = ()) -> list[str]:
    """The rows as a Markdown table, the first row being the head; the columns `code` (– apart) as code."""
    lines: list[str] = []
    for row in rows:
        entries = [entry.replace("|", "\\|") for entry in row]
        if lines:
            entries = [f"`{entry}`" if i in code and entry != "–" else entry for i, entry in enumerate(entries)]
        lines.append(f"| {' | '.join(entries)} |")
        if len(lines) == 1:
            lines.append("|" + "---|" * len(entries))
    return lines
