"""Verbs for the first minute: `starters`, puzzles of every family to begin with, and `tutorial`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from nonoforge.engine import only, propagate, solve
from nonoforge.families import families, family_named
from nonoforge.family import Family
from nonoforge.formats import loads
from nonoforge.nonogram import Nonogram
from nonoforge.progress import ShareProgress
from nonoforge.state import State
from nonoforge.studio.tasks.puzzles import AnyBoard
from nonoforge.studio.tasks.requests import Puzzle, Request, puzzle_json


class StartersRequest(Request):
    """All starters."""


class Starter(msgspec.Struct, kw_only=True):
    """A puzzle to begin with."""

    family: str
    title: str
    size: str
    colours: Annotated[int, Meta(description="Colours beside the background.")]
    cover: Annotated[str, Meta(description="The unsolved puzzle, as SVG.")]
    picture: Annotated[str, Meta(
        description="The solved puzzle of the family's tutorial, as SVG; empty for all others.")]
    puzzle: Puzzle


def starters(request: StartersRequest, tell: ShareProgress) -> list[Starter]:
    """Return the starters of all families; the first of a family is its tutorial's."""
    return [_starter(family, number, nonogram) for family in families()
            for number, nonogram in enumerate(map(read_starter, family.starters))]


def read_starter(file: Path) -> Nonogram:
    """Return the puzzle of a starter's file."""
    [nonogram] = loads(file.read_bytes(), file.name, "nono")
    return nonogram


def _starter(family: Family, number: int, nonogram: Nonogram) -> Starter:
    return Starter(
        family=family.name, title=nonogram.info.title, size=family.size(nonogram),
        colours=len(nonogram.puzzle.palette) - 1, cover=family.cover(nonogram),
        picture="" if number or nonogram.solution is None
        else family.thumbnail(nonogram, nonogram.solution),
        puzzle=puzzle_json(nonogram))


class TutorialRequest(Request):
    """The tutorial of a family."""

    family: str


class Lesson(msgspec.Struct, kw_only=True):
    """A step of a tutorial."""

    words: str
    praise: str
    lines: Annotated[list[int], Meta(description="The lines that settle it, by index; none: all.")]
    cells: Annotated[list[tuple[int, int]], Meta(
        description="What follows from these lines and the steps before: cell, colour.")]


class TutorialAnswer(msgspec.Struct, kw_only=True):
    """A first game: a board, and steps that each wait for the player."""

    board: AnyBoard
    puzzle: Puzzle
    steps: list[Lesson]


def tutorial(request: TutorialRequest, tell: ShareProgress) -> TutorialAnswer:
    """Return the tutorial; the cells of a step are those that its lines settle."""
    family = family_named(request.family)
    nonogram = read_starter(family.starters[0])
    return TutorialAnswer(board=family.board(nonogram), puzzle=puzzle_json(nonogram),
                          steps=lessons(family, nonogram))


def lessons(family: Family, nonogram: Nonogram) -> list[Lesson]:
    """Return the steps with the cells that they settle."""
    puzzle = nonogram.puzzle
    index = {line.name: number for number, line in enumerate(puzzle.lines)}
    [solution] = solve(nonogram).solutions
    state, found = State.start(puzzle), []
    for step in family.tutorial:
        lines = [index[name] for name in step.lines]
        after = propagate(only(puzzle, frozenset(lines)), state).state if lines else \
            State.of(solution, len(puzzle.palette))
        cells = [(cell, solution[cell]) for cell in state.open_cells()
                 if after.colour(cell) is not None]
        found.append(Lesson(words=step.words, praise=step.praise, lines=lines, cells=cells))
        state = after
    return found
