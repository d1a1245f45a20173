"""A solid as a scene: its voxels seen from the front, the right and above, with clues on them.

What is known to be air is left out. A puzzle is the whole block, with the clue of each rod at the
end that is seen, as in Picross 3D; a finished solid is a picture and has no clues.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TypeAlias

from nonoforge.draw.colours import PAPER, ink_on
from nonoforge.draw.picture import OPEN, shown_cells
from nonoforge.draw.scene.grid import heading_texts, legend_of
from nonoforge.draw.scene.layout import Heading, Layout, heading_of
from nonoforge.draw.scene.parts import Fill, Item, Plane, Scene, Texts
from nonoforge.draw.scene.printer import Printer, parts
from nonoforge.draw.scene.sight import NOTHING, Sight, seen
from nonoforge.draw.scene.surface import (
    FACES,
    View,
    edges,
    facets,
    ghosts,
    kinds_of,
    material,
    shade,
)
from nonoforge.draw.tallies import labels_of, most_labels
from nonoforge.draw.words import wrap
from nonoforge.families.solid import Solid, solid_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.text import printable

Bounds: TypeAlias = tuple[int, int, int, int]
"""The first and last vertical line, and the first and last height, of what is drawn."""

WORD = "#707070"

NOTE = ("A number counts the filled cells behind it, straight through to the other side. Alone "
        "it means that they are one group, in a circle two groups, in a square three or more. No "
        "number: nothing is told.")
COLOURED = (" Colours that a clue leaves out do not occur there; a question mark stands for a "
            "number that is not told.")


def isometric(
    nonogram: Nonogram, *, picture: Colouring | State | None, marks: Collection[int],
    cell: int, clues: bool,
) -> Scene:
    """The scene of a solid whose voxels have edges of this many pixels."""
    solid, palette = solid_of(nonogram), nonogram.puzzle.palette
    cells = shown_cells(nonogram.puzzle, picture, marks)
    finished = isinstance(picture, bytes)
    told = clues and not finished
    sight = seen(solid, cells)
    bounds = _extent(sight) if finished and not marks else _whole(solid)
    page, view = _arrange(nonogram, bounds, cell, clues=clues, told=told)
    kinds = kinds_of(cells, marks)
    items: list[Item] = [*facets(sight, kinds, view, palette), *edges(sight, kinds, view, palette),
                         *ghosts(sight, cells, marks, view)]
    bottom = page.bottom
    if told:
        items += [*_clues(nonogram, sight, cells, view), *_axes(solid, view, page)]
        note, bottom = _note(page, palette)
        items.append(note)
    if clues:
        legend, bottom = legend_of(replace(page, bottom=bottom), palette)
        items += [*heading_texts(page), *legend]
    return Scene(page.width, bottom, [Fill(PAPER, [(0, 0, page.width, bottom)]), *items],
                 printable(nonogram.info.title), _summary(solid, cells, picture, palette))


def pixels(nonogram: Nonogram, cell: int, *, clues: bool) -> int:
    """How large the picture becomes, near enough to choose its scale."""
    page, _ = _arrange(nonogram, _whole(solid_of(nonogram)), cell, clues=clues, told=clues)
    return page.width * (page.bottom + 4 * page.cell)


def edge_for(nonogram: Nonogram) -> int:
    """An edge, in pixels, at which the clues are read with ease."""
    count = most_labels([line.clue for line in nonogram.puzzle.lines], nonogram.puzzle.palette)
    return 32 if count == 1 else 52 if count == 2 else 28 * round(count ** 0.5 + 0.5)


def _whole(solid: Solid) -> Bounds:
    return -solid.depth, solid.width, -2 * solid.height, solid.width + solid.depth


def _extent(sight: Sight) -> Bounds:
    """As much as is seen, so that a small solid in a large box has no wide margins."""
    spans = []
    for i, first, codes in sight.strips():
        hits = [m for m, code in enumerate(codes, start=first) if code != NOTHING]
        spans += [(i, i + 1, hits[0] - 1, hits[-1] + 1)] if hits else []
    if not spans:
        return _whole(sight.solid)
    lefts, rights, tops, feet = zip(*spans, strict=True)
    return min(lefts), max(rights), min(tops), max(feet)


def _arrange(
    nonogram: Nonogram, bounds: Bounds, cell: int, *, clues: bool, told: bool,
) -> tuple[Layout, View]:
    """The page with its heading, and where the solid stands on it."""
    first, last, high, low = bounds
    half, wide = max(1, cell // 2), max(1, round(cell * 0.866))
    unit = max(4, cell * 24 // edge_for(nonogram))
    margin = unit if clues else max(2, cell // 4)
    room = (last - first) * wide + (3 * unit if told else 0)
    heading = heading_of(nonogram, unit, room) if clues else Heading((), 0, 0)
    tall = (low - high) * half
    wants = max(room, heading.width, 16 * unit if told else 0)
    top = margin + heading.height
    page = Layout(0, 0, unit, clues, margin, margin, top, unit, unit, max(1, unit // 4),
                  round(unit * 0.6), heading, wants + 2 * margin, top + tall + margin)
    left = page.width // 2 - (first + last) * wide // 2
    return page, View(left, top - high * half, wide, half)


def _summary(
    solid: Solid, cells: bytes, picture: Colouring | State | None, palette: Palette,
) -> str:
    kind = "" if palette.plain else f", {len(palette) - 1} colours"
    known = ", solved" if isinstance(picture, bytes) else \
        f", {cells.count(OPEN)} cells open" if OPEN in cells else ""
    return f"Solid nonogram, {solid} cells{kind}{known}"


def _clues(nonogram: Nonogram, sight: Sight, cells: bytes, view: View) -> Iterator[Plane]:
    """The clue of each rod on the first of its cells that is not air, if that is seen whole."""
    palette, side = nonogram.puzzle.palette, 2 * view.half
    printers = {face: Printer() for face in FACES}
    for line in nonogram.puzzle.lines:
        face = FACES[line.group]
        end = next((cell for cell in reversed(line.cells) if cells[cell]), None)
        if end is None or not sight.shows(end, face):
            continue
        inset = max(1, side // 16)
        u, v = view.on_plane(sight.solid, end, face)
        box = (u + inset, v + inset, side - 2 * inset, side - 2 * inset)
        labels = labels_of(line.clue, palette)
        ink = ink_on(shade(material(cells[end], palette), face))
        for label, part in zip(labels, parts(box, len(labels)), strict=True):
            chip = shade(palette.colours[label.colour].rgb, face) if label.colour else None
            printers[face].write(label, part, chip, ink)
    for face, printer in printers.items():
        yield Plane(view.plane(face), printer.items())


def _axes(solid: Solid, view: View, page: Layout) -> Iterator[Texts]:
    """The names of the directions beside the edges that they run along."""
    width, height, depth = solid.size
    off = page.cell
    x, y = view.at(width // 2 - depth, width // 2 + depth)
    names = [(x - off, y + off, "x →")]
    x, y = view.at(width - depth // 2, width + depth // 2)
    names.append((x + off, y + off, "← z"))
    x, y = view.at(-depth, depth - height)
    names.append((x - off, y, "y ↑"))
    yield Texts(WORD, page.number, "middle", names)


def _note(page: Layout, palette: Palette) -> tuple[Texts, int]:
    """How to read the clues, below the solid; and where that ends."""
    size, y, texts = page.number, page.bottom, []
    said = NOTE if palette.plain else NOTE + COLOURED
    for sentence in wrap(said, size, page.width - 2 * page.margin, lines=8):
        y += round(size * 1.4)
        texts.append((page.margin, y, sentence))
    return Texts(WORD, size, "start", texts), y + page.margin
