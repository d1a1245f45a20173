"""Puzzles of every family for tests of the page, and the places of the studio that show them."""

from __future__ import annotations

import functools
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import nonoforge

EXAMPLES = Path(__file__).parents[2] / "examples"
FAMILIES = ("grid", "solid", "sloped", "curved", "tri")
VIEWS = ("play", "edit", "check", "share")

_FILES = {"grid": EXAMPLES / "fox.nono", "solid": EXAMPLES / "chair.nono",
          "curved": EXAMPLES / "curved" / "heart.nono",
          "tri": EXAMPLES / "tri" / "pizza.nono"}


def file_of(family: str) -> Path:
    """A small puzzle file; that of a grid has colours."""
    return _sloped() if family == "sloped" else _FILES[family]


@functools.cache
def _sloped() -> Path:
    pytest.importorskip("highspy")
    drawing, path = EXAMPLES / "drawings" / "house.svg", Path(tempfile.mkdtemp()) / "house.nono"
    subprocess.run([sys.executable, "-m", "nonoforge", "make", "sloped", drawing, "-q", "-o", path],
                   check=True, timeout=300, stdout=subprocess.DEVNULL)
    return path


def fresh(folder: Path, name: str, title: str = "") -> Path:
    """A puzzle that no other test has: its picture is its name in bits."""
    bits = [[*(byte >> bit & 1 for bit in range(8))] for byte in name.encode()]
    path = folder / f"{name}.nono"
    made = nonoforge.from_picture(bits)
    nonoforge.save(replace(made, info=replace(made.info, title=title or name)), path)
    return path


def picture_of(path: Path) -> list[int]:
    """The solution, found without the file's own."""
    [solution] = nonoforge.solve(nonoforge.load(path)).solutions
    return list(solution)


def settle(visit: Any) -> None:
    """Waits until nothing is opened, checked or judged any more."""
    busy = (".waiting", "[aria-busy='true']", ".stage:empty")
    visit.page.wait_for_selector("main:not(:empty)" + "".join(f":not(:has({at}))" for at in busy))


def tour(visit: Any, family: str, views: tuple[str, ...] = VIEWS) -> Iterator[str]:
    """Goes to each page of a puzzle in turn; yields the name of the page."""
    puzzle = visit.add(file_of(family))
    for view in views:
        visit.go(f"{view}/{puzzle}")
        settle(visit)
        yield view
