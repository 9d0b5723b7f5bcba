"""The stubs of the compiled module are complete and right (mypy's stubtest); skipped without mypy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ALLOWED = r"""
# pybind11 gives its classes a metaclass of its own
yezi\._core\.Batch
yezi\._core\.Game
"""


def test_stubs_match_the_module(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    allowlist = tmp_path / "allowlist"
    allowlist.write_text(ALLOWED, encoding="utf-8")
    command = [sys.executable, "-m", "mypy.stubtest", "yezi._core", "--allowlist", str(allowlist), "--concise"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
