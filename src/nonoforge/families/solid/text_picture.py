"""Text pictures of solids: squares for each layer, side by side as far as the terminal is wide.

In each layer x goes to the right and y upwards. With clues, those along x stand left of a layer,
those along y above it, and those along z in a table of their own. `3` is three cells in one group,
`3o` (a circle) in two, `3#` (a square) in three or more. In a pipe the layers follow each other
with an empty line between, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonoforge.drawing import (
    PLAIN,
    ClueNumbers,
    Depth,
    Picture,
    Piece,
    SquareText,
    Style,
    TextOptions,
    coloured_number,
    legend,
    lowest,
    visible_columns,
    write,
)
from nonoforge.families.solid.geometry import Solid, solid_of
from nonoforge.families.solid.tally_labels import labels_of
from nonoforge.nonogram import Nonogram

GUTTER = 3  # columns between two layers
SIGNS = {None: "", "circle": "o", "square": "#"}
SIGNS_EXPLAINED = "5 is one group of 5 cells; 5o: in two groups; 5#: in three or more"
DEFAULT_HEIGHT = 60  # lines: where a picture takes more, its cells may be smaller

Numbers = dict[tuple[int, int], list[Piece]]
"""The clue of each rod that has one, by its axis and its first cell."""


def text_picture(nonogram: Nonogram, options: TextOptions) -> list[str]:
    """Return the lines of the picture; see `draw.terminal`."""
    lines = _lines(nonogram, options)
    if options.clues and options.height is not None and len(lines) > options.height:
        return _lines(nonogram, replace(options, clues=False))
    return lines


def _lines(nonogram: Nonogram, options: TextOptions) -> list[str]:
    solid, palette, depth = solid_of(nonogram), nonogram.puzzle.palette, options.depth
    numbers = _numbers(nonogram, depth)
    layers = _layers(nonogram, options, numbers)
    style = _style(layers, options)
    if style is None:
        return [f"(a layer is wider than the {options.width} columns there are; draw it to a file "
                "instead)"]
    lines = options.heading(nonogram)
    named = options.width or options.clues
    if style.clues:
        lines += [*_table(solid, numbers, depth, options.width), ""]
    lines += _arranged([[*([f"z {z}"] if named else []), *layer.lines(style)]
                        for z, layer in enumerate(layers, start=1)], options.width)
    if options.clues:
        lines += [SIGNS_EXPLAINED, *legend(palette, depth, options.width)] if style.clues else \
            [f"(clues hidden: they do not fit into {options.width} columns)"]
    return lines


def _numbers(nonogram: Nonogram, depth: Depth) -> Numbers:
    palette = nonogram.puzzle.palette
    return {(line.group, line.cells[0]): [
        coloured_number(label.text + SIGNS[label.shape], label.colour, palette, depth)
        for label in labels_of(line.clue, palette)] for line in nonogram.puzzle.lines}


def _layers(nonogram: Nonogram, options: TextOptions, numbers: Numbers) -> list[SquareText]:
    """Return each layer with the clues of its rods along x and y; a hidden clue has no number."""
    solid, cells = solid_of(nonogram), options.cells(nonogram)
    brush = options.brush(nonogram.puzzle.palette)
    hidden: list[Piece] = [("", PLAIN)]
    layers = []
    for z in range(solid.depth):
        rows = [solid.cell(0, y, z) for y in reversed(range(solid.height))]
        layers.append(SquareText(
            Picture.of_rows([range(at, at + solid.width) for at in rows], cells, options.marks,
                            brush.finished),
            ClueNumbers([numbers.get((0, at), hidden) for at in rows],
                        [numbers.get((1, solid.cell(x, 0, z)), hidden)
                         for x in range(solid.width)], options.depth), brush))
    return layers


def _style(layers: Sequence[SquareText], options: TextOptions) -> Style | None:
    """Return the first style whose layers fit, unless it makes the picture long and another is
    shorter."""
    longest = max(layers, key=lambda layer: layer.clues.longest)
    widest = max(layers, key=lambda layer: layer.clues.row_width)
    styles = longest.styles(clues=options.clues, marks=bool(options.marks),
                            blank=options.picture is None)
    fits = [style for style in styles
            if options.width is None or widest.width(style) <= options.width]
    with_clues = [style for style in fits if style.clues] or fits
    if options.width is None or not with_clues:
        return with_clues[0] if with_clues else None
    heights = [_height(style, widest, len(layers), options.width) for style in with_clues]
    return lowest(with_clues, heights, options.height or DEFAULT_HEIGHT)


def _height(style: Style, layer: SquareText, count: int, width: int) -> int:
    """Return about how many lines the layers take in this style, with their names."""
    across = (width + GUTTER) // (layer.width(style) + GUTTER)
    rows = layer.shown.height
    return -(-count // max(1, across)) * (2 + ((rows + 1) // 2 if style.half else rows)) - 1


def _table(solid: Solid, numbers: Numbers, depth: Depth, width: int | None) -> list[str]:
    """Return the clues along z, each where its rod goes through the layers."""
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
    """Return blocks of lines side by side, their last lines level, an empty line between rows."""
    lines: list[str] = []
    row: list[list[str]] = []
    used = 0
    for block in blocks:
        wide = max(map(visible_columns, block))
        if row and (width is None or used + GUTTER + wide > width):
            lines += [*_beside(row), ""]
            row, used = [], 0
        used += wide + (GUTTER if row else 0)
        row.append(block)
    return lines + _beside(row)


def _beside(row: Sequence[list[str]]) -> list[str]:
    tall = max(map(len, row))
    wides = [max(map(visible_columns, block)) for block in row]
    lines = []
    for number in range(tall):
        parts = []
        for block, wide in zip(row, wides, strict=True):
            # The name stays on top, the cells stand on the same line as their neighbours'.
            index = number - (tall - len(block))
            text = block[0] if number == 0 else "" if index <= 0 else block[index]
            parts.append(text + " " * (wide - visible_columns(text)))
        lines.append((" " * GUTTER).join(parts).rstrip(" "))
    return lines
