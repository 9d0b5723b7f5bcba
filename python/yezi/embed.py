"""Where the C++ headers, sources and the CMake package of an installed yezi lie."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def get_include() -> str:
    """See `yezi.get_include`. Falls back to the source tree of an editable install."""
    for path in (_HERE / "share/yezi/cpp/include", _HERE.parent.parent / "cpp/include"):
        if (path / "yezi/yezi.hpp").is_file():
            return str(path)
    raise ImportError("the headers of yezi are not installed")


def get_cmake_dir() -> str:
    """See `yezi.get_cmake_dir`. An editable install has none: use add_subdirectory on its source tree."""
    path = _HERE / "share/cmake/yezi"
    if not (path / "yezi-config.cmake").is_file():
        raise ImportError("this installation has no CMake package; use add_subdirectory on the source tree")
    return str(path)
