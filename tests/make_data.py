"""Writes tests/data/<id>/perft.csv (counted by the reference) and tests/data/<id>/signature (hashed by the core).

python tests/make_data.py <id> …   Run it after a behaviour was changed on purpose, and raise the game's version.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import yezi

sys.path.insert(0, str(Path(__file__).resolve().parent / "python"))

import baselines
from helpers import DATA, make


def write(id: str) -> None:
    presets = list(make(id).presets)
    rows = [row for preset in presets for row in baselines.perfts(make(id, "reference", preset=preset), preset)]
    baselines.write_perft(DATA / id / "perft.csv", rows)
    lines = [
        f"{preset} {games} {baselines.signature(make(id, preset=preset), games)}\n"
        for preset in presets
        for games in (baselines.CONFIRMED, baselines.SIGNED)
    ]
    (DATA / id / "signature").write_text("".join(lines), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="+", choices=yezi.games(), metavar="id", help=", ".join(yezi.games()))
    for id in parser.parse_args().ids:
        write(id)


if __name__ == "__main__":
    main()
