"""Text pictures of grids.

A style says how a grid becomes characters; the first of the wanted styles that fits is taken.

    wide    a cell is two characters or more, a text line is a row
    half    a cell is half a character (▀ has two colours), a text line is two rows, so their
            clues share it: `upper / lower`
    bare    a style without clues, with a word about it, where even half cells leave no room

In a pipe there is no width to fit into and nothing but ASCII letters is certain to arrive.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from nonoforge.draw.picture import FIVE, Picture, picture_of
from nonoforge.draw.text.ansi import PLAIN, Depth, write
from nonoforge.draw.text.cells import Brush, cells_of, halves_of
from nonoforge.draw.text.clues import Clues, clues_of
from nonoforge.draw.words import ascii_only, heading
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring
from nonoforge.state import State


class Style(NamedTuple):
    """`pitch` is the characters of a cell across."""

    pitch: int
    bars: bool = False
    half: bool = False
    clues: bool = True


def grid_text(
    nonogram: Nonogram, *, picture: Colouring | State | None, marks: Collection[int],
    clues: bool, title: bool, width: int | None, height: int | None, unicode: bool, depth: Depth,
) -> str:
    """The grid as text, without a line break at the end; see `terminal`."""
    shown = picture_of(nonogram, picture, marks)
    brush = Brush(nonogram.puzzle.palette, depth, unicode, shown.finished)
    words = clues_of(nonogram, depth)
    wanted = styles_for(words, brush, clues=clues, marks=bool(marks), blank=picture is None)
    if height is not None and clues:
        wanted += styles_for(words, brush, clues=False, marks=bool(marks), blank=False)
    fits = [style for style in wanted if width is None or needs(style, shown, words) <= width]
    if not fits:
        return (f"(the picture needs {needs(wanted[-1], shown, words)} columns, but there are "
                f"{width}; draw it to a file instead)")
    lines = heading(nonogram) if clues and title else []
    style = fits[0] if height is None else lowest(
        fits, [_height(style, shown, words, width) for style in fits], height - len(lines))
    lines += body(shown, style, words, brush, depth)
    if style.clues:
        lines += words.legend(width)
    elif clues and height is None:
        need = min(needs(style, shown, words) for style in wanted if style.clues)
        lines.append(f"(clues hidden: with them it needs {need} columns, but there are {width})")
    return "\n".join(line if unicode else ascii_only(line) for line in lines)


def styles_for(
    words: Clues, brush: Brush, *, clues: bool, marks: bool, blank: bool,
) -> list[Style]:
    """What we would like best, first; the last shows no clues."""
    if not brush.depth and not clues:
        return [Style(pitch, clues=False) for pitch in ((2, 1) if marks else (1,))]
    pitch = words.longest + 1 if words.longest <= 2 and not brush.depth else 2
    wide = [Style(2)] if brush.fives else [Style(pitch, bars=True), Style(2, bars=True), Style(2)]
    narrow = [Style(1, half=True)] if brush.fives else []
    # Half cells leave two rows of clues on a line; a puzzle without its clues is worth nothing.
    narrow += [Style(1)] if blank or not brush.fives else []
    bare = Style(1, half=brush.fives, clues=False)
    return [*wide, *narrow, bare] if clues else [*(s._replace(clues=False) for s in wide), bare]


def needs(style: Style, shown: Picture, words: Clues) -> int:
    """The columns this style takes."""
    return _left(style, words) + len(_stops(style, shown.grid.width)) \
        + style.pitch * shown.grid.width


def _height(style: Style, shown: Picture, words: Clues, width: int | None) -> int:
    """The lines this style takes."""
    rows = -(-shown.grid.height // 2) if style.half else \
        shown.grid.height + len(_stops(style, shown.grid.height))
    return rows + (words.height(style.pitch) + len(words.legend(width)) if style.clues else 0)


def lowest(styles: Sequence[Style], heights: Sequence[int], room: int) -> Style:
    """The first style that is low enough, or the lowest."""
    return next((style for style, height in zip(styles, heights, strict=True) if height <= room),
                styles[heights.index(min(heights))])


def _left(style: Style, words: Clues) -> int:
    """The columns left of the grid."""
    if not style.clues:
        return 0
    return words.row_width * 2 + 4 if style.half else words.row_width + 1


def _stops(style: Style, count: int) -> list[int]:
    """Before which cells a bar stands; the last one closes the grid."""
    return sorted({*range(0, count, FIVE), count}) if style.bars else []


def body(
    shown: Picture, style: Style, words: Clues, brush: Brush, depth: Depth,
) -> list[str]:
    """The column clues and the rows."""
    stops = _stops(style, shown.grid.width)
    left = _left(style, words)
    lines = []
    if style.clues:
        for above in words.header(style.pitch, stops):
            lines.append(write([(" " * left, PLAIN), *above], depth).rstrip(" "))
    lines += _half_lines(shown, words, style, brush, depth) if style.half else \
        _wide_lines(shown, words, style, brush, depth)
    return lines


def _wide_lines(
    shown: Picture, words: Clues, style: Style, brush: Brush, depth: Depth,
) -> Iterator[str]:
    across, down = _stops(style, shown.grid.width), _stops(style, shown.grid.height)
    left = " " * _left(style, words)
    for y in range(shown.grid.height):
        if y in down:
            yield left + brush.rule(across, style.pitch)
        clue = [*words.row(y), (" ", PLAIN)] if style.clues else []
        yield write([*clue, *cells_of(shown, y, brush, style.pitch, across)], depth)
    if down:
        yield left + brush.rule(across, style.pitch)


def _half_lines(
    shown: Picture, words: Clues, style: Style, brush: Brush, depth: Depth,
) -> Iterator[str]:
    for y in range(0, shown.grid.height, 2):
        clue = words.two_rows(y) if style.clues else []
        yield write([*clue, *halves_of(shown, y, brush)], depth)
