"""A board: a nonogram as data for a page that shows it and plays it, whatever its family.

Each family has a record (`Family.board_type`) that adds where its cells are to the
fields that all have; `board` names the module of the page that shows it. The solution is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta, Struct

from nonoforge.clues import Clue, Runs
from nonoforge.drawing.xml_tags import decimal
from nonoforge.family import Noun
from nonoforge.nonogram import Nonogram


class BoardColour(Struct, kw_only=True):
    """A colour of the palette."""

    name: str
    rgb: str
    symbol: str


class Counts(Struct, kw_only=True):
    """A clue that counts."""

    counts: Annotated[list[tuple[int | None, int | None]], Meta(
        description="For each colour from 1 on its total and its groups, where 3 is 3 or more; "
                    "null is unknown.")]


BoardClue = Annotated[
    list[tuple[int | None, int]] | Counts,
    Meta(description="Runs in order, [length, colour], where a length of null is unknown; or the "
                     "counts of each colour.")]


class BoardWords(Struct, kw_only=True):
    """The words of the family. Nouns are singular and plural."""

    kind: Annotated[str, Meta(description="What an untitled puzzle is called.")]
    puzzle: Noun
    cell: Noun
    line: Noun
    position: Annotated[Noun, Meta(description="What is counted along a line.")]
    white: Annotated[str, Meta(description="What a cell of the background is.")]
    cross_out: Annotated[str, Meta(description="What a player does to such a cell.")]
    plain: Annotated[str, Meta(description="How a puzzle of one colour is described.")]
    size: Annotated[str, Meta(description="How large the puzzle is.")]
    heading: Annotated[str, Meta(description="The heading of the rules.")]
    rules: Annotated[str, Meta(description="How to play.")]


class Board(Struct, kw_only=True, omit_defaults=True, tag_field="board"):
    """A puzzle to show and to play."""

    family: str
    title: str
    author: str
    description: str
    palette: Annotated[list[BoardColour], Meta(description="The first is the background.")]
    cells: Annotated[int, Meta(description="How many there are.")]
    given: Annotated[list[tuple[int, int]], Meta(description="Cells that are given: cell, colour.")]
    clues: Annotated[list[BoardClue], Meta(description="One a line, in the order of lines.")]
    words: BoardWords


def board_fields(nonogram: Nonogram) -> dict[str, Any]:
    """Return the fields that the boards of all families have."""
    puzzle, info = nonogram.puzzle, nonogram.info
    return {
        "family": nonogram.family.name,
        "title": info.title, "author": info.author, "description": info.description,
        "palette": [BoardColour(**colour._asdict()) for colour in puzzle.palette.colours],
        "cells": puzzle.cells,
        "given": list(puzzle.given),
        "clues": [_clue(line.clue) for line in puzzle.lines],
        "words": _words(nonogram),
    }


def _clue(clue: Clue) -> Any:
    if isinstance(clue, Runs):
        return [(run.length, run.colour) for run in clue.runs]
    return Counts(counts=[(count.total, count.groups) for count in clue.counts])


def _words(nonogram: Nonogram) -> BoardWords:
    family = nonogram.family
    return BoardWords(
        kind=family.kind, puzzle=family.puzzle, cell=family.cell, line=family.line,
        position=family.position, white=family.white, cross_out=family.cross_out,
        plain=family.plain, size=family.size(nonogram), heading=family.lesson.heading,
        rules=family.lesson.on_screen or family.lesson.rules)


def thumbnail_svg(
    box: tuple[float, float, float, float], paths: Iterable[tuple[str, str]], ground: str = "",
    *, even_odd: bool = False,
) -> str:
    """Return a small picture for a list of puzzles, as SVG without text: path data with the colour
    to fill it with, on a ground. The box is left, top, width and height."""
    left, top, width, height = map(decimal, box)
    paper = f'<path fill="{ground}" d="M{left} {top}h{width}v{height}h-{width}z"/>' * bool(ground)
    drawn = "".join(f'<path fill="{rgb}" d="{path}"/>' for rgb, path in paths)
    rule = ' fill-rule="evenodd"' * even_odd
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}"'
            f"{rule}>{paper}{drawn}</svg>")


COVER_INK = "#8b857a"  # outlines of a cover: readable on light and on dark paper
COVER_PAPER = "#ffffff"


def cover_svg(
    box: tuple[float, float, float, float], shape: str, lines: str,
    chips: Iterable[tuple[str, str]],
) -> str:
    """Return the cover of a puzzle that is not solved yet, as SVG without text: the outline of all
    cells, the lines between them, and a chip for each number of a clue, in its colour. All are path
    data; the box is left, top, width and height."""
    left, top, width, height = map(decimal, box)
    pen = f'stroke="{COVER_INK}" vector-effect="non-scaling-stroke"'
    drawn = "".join(f'<path fill="{rgb}" stroke="{COVER_INK}" stroke-width=".5" '
                    f'vector-effect="non-scaling-stroke" d="{path}"/>' for rgb, path in chips)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
            f'stroke-linejoin="round">'
            f'<path fill="{COVER_PAPER}" {pen} stroke-width="1.5" d="{shape}"/>'
            f'<path fill="none" {pen} stroke-width=".7" stroke-opacity=".55" d="{lines}"/>'
            f"{drawn}</svg>")
