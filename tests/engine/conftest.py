"""Both engines, where both are there."""

from __future__ import annotations

import importlib
from typing import Any

import pytest


@pytest.fixture(scope="module", params=["plain", "native"])
def engine(request: pytest.FixtureRequest) -> Any:
    """A module with settle, propagate, probe and solve."""
    return _engine(request.param)


@pytest.fixture(scope="module")
def native() -> Any:
    return _engine("native")


def _engine(name: str) -> Any:
    try:
        return importlib.import_module(f"nonoforge.engine.{name}")
    except ImportError:
        pytest.skip("the native kernel is not built")
