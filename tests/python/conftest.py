"""Options and fixtures of the tests. Everything is parametrised over the registry: a new game is tested for nothing."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import BOTH, CORE, backend_variants, make, variants
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
settings.register_profile("explore", settings.get_profile("repeatable"), derandomize=False, max_examples=1000)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cross-games",
        type=int,
        default=None,
        metavar="N",
        help="random games that the cross-check plays for each preset (default: as many as fit in a fixed time)",
    )


@pytest.fixture(params=backend_variants())
def game(request: pytest.FixtureRequest) -> Any:
    """Every preset of every game, in the core and in the reference."""
    backend, id, rules = request.param
    return make(id, backend, **rules)


@pytest.fixture(params=variants(CORE))
def core_game(request: pytest.FixtureRequest) -> Any:
    """Every preset of every game of the core."""
    id, rules = request.param
    return make(id, **rules)


@pytest.fixture(params=CORE)
def any_game(request: pytest.FixtureRequest) -> Any:
    """Every game of the core without options."""
    return make(request.param)


@pytest.fixture(params=variants(BOTH))
def pair(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    """Every preset of every game: (core, reference)."""
    id, rules = request.param
    return make(id, "core", **rules), make(id, "reference", **rules)
