"""Text pictures of solids: a grid for each layer, side by side as far as the terminal is wide.

In each grid x goes to the right and y upwards. With clues, those along x stand left of a layer,
those along y above it, and those along z in a table of their own. `3` is three cells in one group,
`3o` (a circle) in two, `3#` (a square) in three or more. In a pipe the layers follow each other
with an empty line between, and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from nonoforge.draw.picture import Picture, layer_of, shown_cells
from nonoforge.draw.tallies import Label, labels_of
from nonoforge.draw.text.ansi import PLAIN, Depth, Piece, seen_columns, write
from nonoforge.draw.text.cells import Brush
from nonoforge.draw.text.clues import Clues, Number, look_of
from nonoforge.draw.text.grid import Style, body, lowest, needs, styles_for
from nonoforge.draw.words import ascii_only, heading, symbols
from nonoforge.families.solid import Solid, solid_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State

GUTTER = 3
SIGNS = {None: "", "circle": "o", "square": "#"}
SIGNS_SAID = "5 is one group of 5 cells; 5o: in two groups; 5#: in three or more"
ENOUGH = 60  # lines: where a picture takes more, its cells may be smaller

class _Layer(NamedTuple):
    """A layer, its clues along x and y, and its name."""

    shown: Picture
    words: Clues
    name: str


def solid_text(
    nonogram: Nonogram, *, picture: Colouring | State | None, marks: Collection[int],
    clues: bool, title: bool, width: int | None, height: int | None, unicode: bool, depth: Depth,
) -> str:
    """The solid as text, without a line break at the end; see `terminal`."""
    palette = nonogram.puzzle.palette
    cells = shown_cells(nonogram.puzzle, picture, marks)
    brush = Brush(palette, depth, unicode, isinstance(picture, bytes))
    numbers = _numbers(nonogram, depth)
    layers = [_Layer(layer_of(solid_of(nonogram), z, cells, frozenset(marks), brush.finished),
                     words, f"z {z + 1}") for z, words in enumerate(_layer_clues(nonogram, depth,
                                                                                numbers))]
    style = _style(layers, brush, clues=clues, marks=bool(marks), blank=picture is None,
                   width=width, height=height or ENOUGH)
    if style is None:
        return f"(a layer is wider than the {width} columns there are; draw it to a file instead)"
    lines = heading(nonogram) if clues and title else []
    blocks = [[*([layer.name] if width or clues else []),
               *body(layer.shown, style, layer.words, brush, depth)] for layer in layers]
    if style.clues:
        lines += [*_table(solid_of(nonogram), numbers, depth, width), ""]
    lines += _arranged(blocks, width)
    if clues:
        lines += [SIGNS_SAID, *layers[0].words.legend(width)] if style.clues else \
            [f"(clues hidden: they do not fit into {width} columns)"]
    return "\n".join(line if unicode else ascii_only(line) for line in lines)


def _numbers(nonogram: Nonogram, depth: Depth) -> dict[tuple[int, int], list[Number]]:
    """The clue of each rod that has one, by its axis and its first cell."""
    palette = nonogram.puzzle.palette
    return {(line.group, line.cells[0]): [_number(label, palette, depth)
                                          for label in labels_of(line.clue, palette)]
            for line in nonogram.puzzle.lines}


def _number(label: Label, palette: Palette, depth: Depth) -> Number:
    text = label.text + SIGNS[label.shape]
    if not label.colour:
        return text, PLAIN
    if not depth:
        return text + symbols(palette)[label.colour], PLAIN
    return text, look_of(palette.colours[label.colour].rgb)


def _layer_clues(
    nonogram: Nonogram, depth: Depth, numbers: dict[tuple[int, int], list[Number]],
) -> list[Clues]:
    """For each layer the clues of its rods; a hidden one has no number."""
    solid = solid_of(nonogram)
    hidden: list[Number] = [("", PLAIN)]
    return [Clues([numbers.get((0, solid.cell(0, y, z)), hidden)
                   for y in reversed(range(solid.height))],
                  [numbers.get((1, solid.cell(x, 0, z)), hidden) for x in range(solid.width)],
                  nonogram.puzzle.palette, depth) for z in range(solid.depth)]


def _style(
    layers: Sequence[_Layer], brush: Brush, *, clues: bool, marks: bool, blank: bool,
    width: int | None, height: int,
) -> Style | None:
    """The first style whose layers fit, unless it makes the picture long and another is shorter."""
    longest = max(layers, key=lambda layer: layer.words.longest).words
    widest = max(layers, key=lambda layer: layer.words.row_width)
    fits = [style for style in styles_for(longest, brush, clues=clues, marks=marks, blank=blank)
            if width is None or needs(style, widest.shown, widest.words) <= width]
    told = [style for style in fits if style.clues] or fits
    if width is None or not told:
        return told[0] if told else None
    return lowest(told, [_height(style, widest, len(layers), width) for style in told], height)


def _height(style: Style, layer: _Layer, count: int, width: int) -> int:
    """About how many lines the layers take in this style, with their names."""
    across = (width + GUTTER) // (needs(style, layer.shown, layer.words) + GUTTER)
    rows = layer.shown.grid.height
    return -(-count // max(1, across)) * (2 + ((rows + 1) // 2 if style.half else rows)) - 1


def _table(
    solid: Solid, numbers: dict[tuple[int, int], list[Number]], depth: Depth, width: int | None,
) -> list[str]:
    """The clues along z, each where its rod goes through the layers."""
    rods = [[numbers.get((2, solid.cell(x, y, 0)), []) for x in range(solid.width)]
            for y in reversed(range(solid.height))]
    pitch = 1 + max(sum(len(text) for text, _ in rod) for row in rods for rod in row)
    if width is not None and pitch * solid.width > width:
        return [f"(clues through all layers hidden: they need {pitch * solid.width} columns)"]
    lines = ["through all layers"]
    for row in rods:
        pieces: list[Piece] = []
        for rod in row:
            used = sum(len(text) for text, _ in rod)
            pieces += [(" " * (pitch - used), PLAIN), *rod]
        lines.append(write(pieces, depth))
    return lines


def _arranged(blocks: Sequence[list[str]], width: int | None) -> list[str]:
    """Blocks of lines side by side, their last lines level, an empty line between rows."""
    lines: list[str] = []
    row: list[list[str]] = []
    used = 0
    for block in blocks:
        wide = max(map(seen_columns, block))
        if row and (width is None or used + GUTTER + wide > width):
            lines += [*_beside(row), ""]
            row, used = [], 0
        used += wide + (GUTTER if row else 0)
        row.append(block)
    return lines + _beside(row)


def _beside(row: Sequence[list[str]]) -> list[str]:
    tall = max(map(len, row))
    wides = [max(map(seen_columns, block)) for block in row]
    lines = []
    for number in range(tall):
        parts = []
        for block, wide in zip(row, wides, strict=True):
            # The name stays on top, the cells stand on the same line as their neighbours'.
            index = number - (tall - len(block))
            text = block[0] if number == 0 else "" if index <= 0 else block[index]
            parts.append(text + " " * (wide - seen_columns(text)))
        lines.append((" " * GUTTER).join(parts).rstrip(" "))
    return lines
