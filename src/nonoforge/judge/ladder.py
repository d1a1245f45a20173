"""The ladder: all techniques, from the easiest to what only programs do.

A step is always taken with the cheapest technique that finds anything; the dearest that a puzzle
takes is its place on the ladder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from inspect import isabstract
from pkgutil import iter_modules
from typing import Any

from nonoforge.clues import Clue
from nonoforge.judge import techniques as package
from nonoforge.judge.line import ClueReader
from nonoforge.judge.technique import LineTechnique, PuzzleTechnique, Technique
from nonoforge.plugins import plugins

MAX_READERS = 16_384


class Ladder:
    """Techniques in the order of their costs; those of single lines come first."""

    def __init__(self, techniques: Iterable[Technique]) -> None:
        self.techniques = tuple(sorted(techniques, key=lambda each: (each.cost, each.name)))
        self.line_techniques = tuple(each for each in self.techniques
                                     if isinstance(each, LineTechnique))
        self.puzzle_techniques = tuple(each for each in self.techniques
                                       if isinstance(each, PuzzleTechnique))
        if (*self.line_techniques, *self.puzzle_techniques) != self.techniques:
            raise ValueError("techniques that look at one line must be cheaper than all others")
        if len({each.name for each in self.techniques}) < len(self.techniques):
            raise ValueError("two techniques have the same name")
        # Readers are kept: puzzles share clues, and what is tried out begins from the same lines.
        self._reader = lru_cache(MAX_READERS)(self._new_reader)

    def __iter__(self) -> Iterator[Technique]:
        return iter(self.techniques)

    def extended(self, *techniques: Technique) -> Ladder:
        """Return a ladder with more techniques, each in the place that its cost gives it."""
        return Ladder((*self.techniques, *techniques))

    def rung(self, technique: Technique) -> int:
        """Return the place of a technique: how many of the ladder are cheaper."""
        return sum(each.cost < technique.cost for each in self.techniques)

    def reader(self, clue: Clue, length: int, colours: int) -> ClueReader:
        """Return a clue made ready to read lines of one length."""
        return self._reader(clue, length, colours)

    def _new_reader(self, clue: Clue, length: int, colours: int) -> ClueReader:
        return ClueReader(clue, length, colours, self.line_techniques)


def _techniques() -> Iterator[Technique]:
    """Yield a technique of each class in the files of `techniques` that defines a name."""
    for info in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{info.name}")
        for found in vars(module).values():
            if isinstance(found, type) and issubclass(found, Technique) and \
                    found.__module__ == module.__name__ and "name" in vars(found) and \
                    not isabstract(found):
                yield found()


def _with_plugins(ladder: Ladder) -> Ladder:
    """Return the ladder with the techniques of other packages, each in its place."""
    def fits(name: str, found: Any) -> Any:
        technique = found() if isinstance(found, type) else found
        if isinstance(technique, Technique):
            ladder.extended(technique)  # raises if it has no place there
        return technique

    for technique in plugins("techniques", Technique, ready=fits).values():
        ladder = ladder.extended(technique)
    return ladder


LADDER = _with_plugins(Ladder(_techniques()))
"""The ladder by which puzzles are rated, explained and hinted at, unless another one is given."""
