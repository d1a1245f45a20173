"""Text pictures: coloured cells for a terminal, letters for a pipe.

A style says how a grid becomes characters; the first of the wanted styles that fits is taken.

    wide    a cell is two characters or more, a text line is a row
    half    a cell is half a character (▀ has two colours), a text line is two rows, so their
            clues share it: `upper / lower`
    bare    a style without clues, with a word about it, where even half cells leave no room

In a pipe there is no width to fit into and nothing but ASCII letters is certain to arrive.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from nonoforge.draw.ansi import PLAIN, Depth, write
from nonoforge.draw.cellwork import Brush, cells_of, halves_of
from nonoforge.draw.cluework import Clues, clues_of
from nonoforge.draw.layout import FIVE
from nonoforge.draw.picture import Picture, picture_of
from nonoforge.draw.words import printable
from nonoforge.nonogram import Nonogram
from nonoforge.plane import Arrangement
from nonoforge.puzzle import Colouring
from nonoforge.solid import Solid
from nonoforge.state import State


class Style(NamedTuple):
    """`pitch` is the characters of a cell across."""

    pitch: int
    bars: bool = False
    half: bool = False
    clues: bool = True


def terminal(
    nonogram: Nonogram, *, picture: Colouring | State | None = None,
    marks: Collection[int] = (), clues: bool = True, title: bool = True, colour: bool = False,
    width: int | None = None, unicode: bool = True, true_colour: bool = True,
) -> str:
    """The nonogram as text, without a line break at the end; see `svg` for `picture` and `marks`.

    `width` is that of the terminal, None for a pipe or a file. `title` False leaves out the title
    above the clues. Without `colour` cells are characters: the palette's, `?` where a cell is
    open, `*` before a marked one. Without `unicode` everything is ASCII. `true_colour` False
    keeps to 256 colours.
    """
    depth: Depth = (24 if true_colour else 8) if colour else 0
    if isinstance(nonogram.geometry, Solid):
        from nonoforge.draw.solid_text import solid_text

        return solid_text(nonogram, picture=picture, marks=marks, clues=clues, title=title,
                          width=width, unicode=unicode, depth=depth)
    if isinstance(nonogram.geometry, Arrangement):
        from nonoforge.draw.plane_text import plane_text

        return plane_text(nonogram, picture=picture, marks=marks, clues=clues, title=title,
                          width=width, unicode=unicode, depth=depth)
    shown = picture_of(nonogram, picture, marks)
    brush = Brush(nonogram.puzzle.palette, depth, unicode, shown.finished)
    words = clues_of(nonogram, depth)
    wanted = styles_for(words, brush, clues=clues, marks=bool(marks), blank=picture is None)
    style = next((s for s in wanted if width is None or needs(s, shown, words) <= width), None)
    if style is None:
        return (f"(the picture needs {needs(wanted[-1], shown, words)} columns, but there are "
                f"{width}; draw it to a file instead)")
    lines = heading(nonogram) if clues and title else []
    lines += body(shown, style, words, brush, depth)
    if style.clues:
        lines += words.legend(width)
    elif clues:
        need = min(needs(s, shown, words) for s in wanted if s.clues)
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


def _left(style: Style, words: Clues) -> int:
    """The columns left of the grid."""
    if not style.clues:
        return 0
    return words.row_width * 2 + 4 if style.half else words.row_width + 1


def _stops(style: Style, count: int) -> list[int]:
    """Before which cells a bar stands; the last one closes the grid."""
    return sorted({*range(0, count, FIVE), count}) if style.bars else []


def heading(nonogram: Nonogram) -> list[str]:
    """Title and author."""
    title, author = printable(nonogram.info.title), printable(nonogram.info.author)
    text = " ".join(part for part in (title, f"by {author}" if author else "") if part)
    return [text] if text else []


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


def ascii_only(line: str) -> str:
    """What a terminal without Unicode can show of a title."""
    return line.encode("ascii", "replace").decode("ascii")

