"""What making sloped and curved nonograms of drawings has in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from nonoforge.families.plane.labels import Labelled
from nonoforge.nonogram import Nonogram

Say = Callable[[str], None]
"""Is told what is being done, in a few words."""

Labeller = Callable[[Nonogram, float | None], Labelled]
"""Places the labels of a puzzle, in at most so many seconds."""


class Stages:
    """Says what is being done, and keeps how long it took."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, name: str, words: str) -> Iterator[None]:
        self.say(words)
        begin = perf_counter()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - begin
