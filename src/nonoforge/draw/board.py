"""A board: a nonogram as plain data for a page that shows it and plays it, whatever its family.

    {"family", "title", "author", "description", "palette": [{"name", "rgb", "symbol"}],
     "cells": how many, "given": [[cell, colour]], "clues": one a line, in their order,
     "grid": {"width", "height"} | "solid": {"width", "height", "depth", "rods"} | "plane": {...}}

A clue is a list of runs `[length or null, colour]`, or `{"counts": [[total, groups]]}`. The lines
of grids follow from their sizes, and so do those of solids: `rods` says which of all rods have
a clue, counted along x, then y, then z. The lines of a plane are told. Its lengths are millimetres
from the top left corner, y downwards; its paths are those of SVG. The solution is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonoforge.clues import Clue, Runs
from nonoforge.draw.paths import ring_path
from nonoforge.draw.plan.faces import OnPage
from nonoforge.draw.plan.labels import Clues, clues_around
from nonoforge.draw.plan.plane import SHEET
from nonoforge.draw.plan.regions import loop_path
from nonoforge.draw.plan.to_svg import path_data
from nonoforge.families.grid import Grid
from nonoforge.families.plane import Arrangement, clues_of
from nonoforge.families.solid import Solid
from nonoforge.nonogram import Nonogram
from nonoforge.path import Path, Point, bounds

MARGIN = 1.5  # millimetres around a plane and its labels, for the marks that lie over them


def board_of(nonogram: Nonogram) -> dict[str, Any]:
    """The board of a nonogram.

    >>> from nonoforge.families.grid import from_picture
    >>> board = board_of(from_picture([[1, 1, 0]]))
    >>> board["grid"], board["clues"]
    ({'width': 3, 'height': 1}, [[[2, 1]], [[1, 1]], [[1, 1]], []])
    """
    puzzle, info = nonogram.puzzle, nonogram.info
    return {
        "family": nonogram.family.name,
        "title": info.title, "author": info.author, "description": info.description,
        "palette": [colour._asdict() for colour in puzzle.palette.colours],
        "cells": puzzle.cells,
        "given": [list(pair) for pair in puzzle.given],
        "clues": [_clue(line.clue) for line in puzzle.lines],
        **_place(nonogram),
    }


def _clue(clue: Clue) -> Any:
    if isinstance(clue, Runs):
        return [list(run) for run in clue.runs]
    return {"counts": [list(count) for count in clue.counts]}


def _place(nonogram: Nonogram) -> dict[str, Any]:
    geometry = nonogram.geometry
    if isinstance(geometry, Grid):
        return {"grid": {"width": geometry.width, "height": geometry.height}}
    if isinstance(geometry, Solid):
        return {"solid": {"width": geometry.width, "height": geometry.height,
                          "depth": geometry.depth, "rods": _rods(nonogram, geometry)}}
    if isinstance(geometry, Arrangement):
        return {"plane": _plane(nonogram, geometry)}
    raise TypeError(f"no board of the family {geometry.family.name}")


def _rods(nonogram: Nonogram, solid: Solid) -> list[int]:
    """Which of all rods the lines are: a rod whose clue is hidden is no line."""
    rods = (rod for axis in range(3) for rod in solid.rods(axis))
    index = {(rod.axis, rod.cells[0]): number for number, rod in enumerate(rods)}
    return [index[line.group, line.cells[0]] for line in nonogram.puzzle.lines]


def _plane(nonogram: Nonogram, arrangement: Arrangement) -> dict[str, Any]:
    unit = max(1.0, max(arrangement.box.width, arrangement.box.height) / SHEET)
    around = clues_around(nonogram, unit, clues=True, numbers=False)
    box = bounds([*arrangement.frame_polygon, *around.extent()])
    edge = MARGIN * unit
    page = OnPage(arrangement, box.left - edge, box.top + edge, unit)
    return {
        "width": _short(box.width + 2 * edge), "height": _short(box.height + 2 * edge),
        "unit": _short(unit),
        "frame": _loop(page, arrangement.frame),
        "faces": [_face(page, face) for face in range(len(arrangement.faces))],
        "curves": [path_data(page.path(loop_path(arrangement, curve.darts)), closed=curve.closed)
                   for curve in arrangement.curves],
        "lines": list(_lines(nonogram, page, around)),
        "tags": [{"curve": tag.curve, "at": _at(page.at(tag.middle)),
                  "port": _at(page.at(tag.port)), "radius": _short(around.radius)}
                 for tag in around.tags],
    }


def _face(page: OnPage, face: int) -> dict[str, Any]:
    """Its outline, and a place for a sign with how much room there is."""
    spot, room = page.room(face)
    outline = "".join(_loop(page, loop) for loop in page.arrangement.faces[face])
    return {"path": outline, "spot": _at(spot), "room": _short(room)}


def _lines(nonogram: Nonogram, page: OnPage, around: Clues) -> Iterator[dict[str, Any]]:
    """The lines of the puzzle: the sides that have a clue. One whose label has no place has none:
    the clue is to be listed, under the number of its curve."""
    arrangement = page.arrangement
    labels = {label.side: label for label in around.labels}
    for index, clue in enumerate(clues_of(nonogram, arrangement)):
        if clue is None:
            continue
        side = arrangement.sides[index]
        line = {"name": arrangement.side_name(side), "curve": side.curve, "back": side.back,
                "cells": list(side.cells),
                "path": path_data(page.path(loop_path(arrangement, side.darts)), closed=False)}
        if index in labels:
            start, end = labels[index].leader
            line["label"] = {
                "leader": path_data(((page.at(start), page.at(end)),), closed=False),
                "boxes": [{"text": box.text, "colour": box.colour, "at": _at(page.at(box.middle)),
                           "angle": _short(-box.angle), "size": _short(box.size),
                           "path": _ring([page.at(corner) for corner in box.corners]),
                           "chip": _ring([page.at(corner) for corner in box.chip])}
                          for box in labels[index].boxes]}
        yield line


def _loop(page: OnPage, loop: tuple[int, ...]) -> str:
    return path_data(page.path(loop_path(page.arrangement, loop)), closed=True)


def _ring(corners: list[Point]) -> str:
    path: Path = ring_path(corners)
    return path_data(path, closed=True)


def _at(point: Point) -> list[float]:
    return [_short(point[0]), _short(point[1])]


def _short(value: float) -> float:
    return round(value, 3)
