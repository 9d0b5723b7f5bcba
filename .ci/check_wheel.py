"""Checks wheels: their size, and that they carry what users and embedders need. `check_wheel.py WHEEL …`"""

import sys
import zipfile

LIMIT = 2 * 1024 * 1024
WANTED = (
    "yezi/__init__.py",
    "yezi/py.typed",
    "yezi/_core.pyi",
    "yezi/reference/dingniu.py",
    "yezi/share/cmake/yezi/yezi-config.cmake",
    "yezi/share/cmake/yezi/yezi_library.cmake",
    "yezi/share/yezi/cpp/include/yezi/yezi.hpp",
    "yezi/share/yezi/cpp/src/games.def",
)


def check(path: str) -> list[str]:
    """The problems of one wheel."""
    with zipfile.ZipFile(path) as wheel:
        names = set(wheel.namelist())
        size = sum(info.compress_size for info in wheel.infolist())
    problems = [f"{name} is missing" for name in WANTED if name not in names]
    if not any(name.startswith("yezi/_core.") and name.endswith((".so", ".pyd")) for name in names):
        problems.append("the compiled module is missing")
    problems += [f"{name} does not belong into a wheel" for name in names if name.startswith(("tests/", "build/"))]
    problems += [f"{name} does not belong into a wheel" for name in names if name.endswith((".a", ".o", ".pyc"))]
    if size > LIMIT:
        problems.append(f"{size} bytes; the limit is {LIMIT}")
    print(f"{path}: {len(names)} files, {size} bytes")
    return [f"{path}: {problem}" for problem in problems]


def main(paths: list[str]) -> None:
    problems = [problem for path in paths for problem in check(path)]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
