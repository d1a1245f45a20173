"""Tables as text, CSV, Markdown, JSON and pictures; further tables follow the first."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, log10
from typing import Any, NamedTuple, TypeAlias

from nonoforge.bench.table import Plot, Table, Value, short
from nonoforge.drawing import escape, shorten, text_width, wrap
from nonoforge.errors import InputError
from nonoforge.text import printable

# The axis of a plot: where a figure lies, and at which figures there are ticks.

MAX_TICKS = 8  # ticks on an axis
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Axis(NamedTuple):
    """Figures from `low` to `high` lie between the pixels `left` and `right`; on a logarithmic
    axis both are powers of ten, and so are the ticks."""

    low: float
    high: float
    left: float
    right: float
    log: bool
    ticks: tuple[tuple[float, str], ...]

    def at(self, figure: float) -> float:
        """Return where a figure lies, at an end if it is beyond."""
        low, high = (log10(self.low), log10(self.high)) if self.log else (self.low, self.high)
        part = ((log10(figure) if self.log else figure) - low) / (high - low)
        return self.left + (self.right - self.left) * min(1.0, max(0.0, part))

    @property
    def base(self) -> float:
        """Where bars begin."""
        return self.left if self.log else self.at(0.0)


def axis_for(figures: Sequence[float], log: bool, left: float, right: float) -> Axis:
    """Return an axis on which all figures have a place; a logarithmic one has none below zero.

    >>> [words for _, words in axis_for([3, 18], False, 0, 100).ticks]
    ['0', '5', '10', '15', '20']
    >>> [words for _, words in axis_for([0.02, 30], True, 0, 100).ticks]
    ['0.01', '0.1', '1', '10', '100']
    """
    return _decades([figure for figure in figures if figure > 0], left, right) if log else \
        _even(figures, left, right)


def _even(figures: Sequence[float], left: float, right: float) -> Axis:
    least, most = min((0.0, *figures)), max((0.0, *figures))
    step = _nice((most - least) / (MAX_TICKS - 2) or 0.2)
    first = floor(least / step + 1e-9)
    last = max(first + 1, ceil(most / step - 1e-9))
    ticks = tuple((number * step, _words(number * step)) for number in range(first, last + 1))
    return Axis(first * step, last * step, left, right, False, ticks)


def _nice(step: float) -> float:
    """Return the next larger of 1, 2 and 5 with any number of zeros.

    >>> _nice(3.1), _nice(0.12), _nice(70)
    (5.0, 0.2, 100.0)
    """
    power = floor(log10(step))
    for digit in (1, 2, 5, 10):
        nice = float(f"{digit}e{power}")
        if step <= nice * 1.000001:
            return nice
    raise AssertionError(step)


def _decades(figures: Sequence[float], left: float, right: float) -> Axis:
    """Return the decades of a logarithmic axis; it begins below the least figure, which has a bar,
    too."""
    least, most = min(figures, default=1.0), max(figures, default=1.0)
    first, last = ceil(log10(least) - 0.05) - 1, ceil(log10(most) - 1e-9)
    last = max(last, first + 1)
    every = ceil((last - first) / MAX_TICKS)
    last = first + every * ceil((last - first) / every)
    ticks = tuple((float(f"1e{power}"), _power(power)) for power in range(first, last + 1, every))
    return Axis(float(f"1e{first}"), float(f"1e{last}"), left, right, True, ticks)


def _power(power: int) -> str:
    """Return a power of ten, in full as long as that is short.

    >>> _power(-3), _power(4), _power(9), _power(-12)
    ('0.001', '10,000', '10⁹', '10⁻¹²')
    """
    if -4 <= power <= 6:
        return f"{10 ** power:,}" if power >= 0 else f"{10.0 ** power:.{-power}f}"
    return f"10{str(power).translate(SUPERSCRIPT)}"


def _words(figure: float) -> str:
    """Return a tick of an even axis: short, without useless zeros."""
    figure += 0.0  # minus zero is zero
    if figure and not 1e-4 <= abs(figure) < 1e9:
        return f"{figure:.3g}"
    return f"{figure:,.6f}".rstrip("0").rstrip(".")


# Tables as pictures: bars that lie on their side, in groups, or points over another column, as an
# SVG that stands alone.
#
#     title
#     legend                     only where there are several series
#     label  ■■■■■■■■■■ 12.3     a bar for each series, its figure at its end
#            ■■■■ 4.5
#            0    5    10        ticks; decades on a logarithmic axis
#               seconds
#     notes
#
# A figure that was not measured is a dash. Several tables stand one below the other. Where a table
# says so, its series are curves over one of its columns instead, with the rows' labels above.

WIDTH, MARGIN = 860, 24
BAR, GAP = 13, 9  # pixels: a bar, and what is between two groups
TEXT, SMALL, TITLE = 12, 11, 17  # sizes of fonts
LABELS = 300  # pixels for labels at most
TALL = 700  # pixels: an axis longer than that has its ticks at both ends
POINTS_HEIGHT = 360  # pixels of a plot of points
MAX_NOTES = 12  # lines
CURVES, NAMES, TICKS = 420, 64, 52  # pixels of a curve plot: its height, labels above, ticks beside
LABEL_GAP = 13  # pixels between two labels above

INK, FAINT, GRID = "#222222", "#666666", "#dddddd"
# Told apart by people who see colours differently, too (Okabe and Ito's set).
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#999999", "#b8a800")


def plot(table: Table) -> str:
    """Return the table and its further ones as an SVG document; those without a plot are left out.
    """
    drawn = [part for part in (table, *table.more) if part.plot is not None]
    if not drawn:
        raise InputError(f"the table {table.title!r} has no plot; write it as .txt, .csv, .md or "
                         ".json")
    sheet = Sheet()
    for part in drawn:
        _chart(sheet, part)
    return sheet.document(table.title)


class Sheet:
    """Elements from top to bottom."""

    def __init__(self) -> None:
        self.y = float(MARGIN)
        self.elements: list[str] = []

    def text(
        self, x: float, y: float, words: str, *, size: int = TEXT, colour: str = INK,
        anchor: str = "start", bold: bool = False, whole: str = "",
    ) -> None:
        """Draw a text; `whole` is its tooltip."""
        weight = ' font-weight="bold"' if bold else ""
        tip = f"<title>{escape(whole)}</title>" if whole else ""
        self.elements.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
            f'{weight}>{tip}{escape(words)}</text>')

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        self.elements.append(f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" '
                             f'height="{height:.2f}" fill="{colour}"/>')

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str) -> None:
        self.elements.append(f'<line x1="{x:.2f}" y1="{y:.2f}" x2="{to_x:.2f}" y2="{to_y:.2f}" '
                             f'stroke="{colour}"/>')

    def slanted(self, x: float, y: float, words: str) -> None:
        """Draw a text that rises to the right from a point."""
        self.elements.append(f'<text x="{x:.2f}" y="{y:.2f}" font-size="{SMALL}" fill="{FAINT}" '
                             f'transform="rotate(-45 {x:.2f} {y:.2f})">{escape(words)}</text>')

    def curve(self, points: Sequence[tuple[float, float]], colour: str, dashed: bool) -> None:
        """Draw a curve with its points."""
        style = ' stroke-dasharray="5 4" stroke-opacity="0.7"' if dashed else ""
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        self.elements.append(f'<polyline points="{path}" fill="none" stroke="{colour}" '
                             f'stroke-width="1.6"{style}/>')
        fill = "#ffffff" if dashed else colour
        self.elements += [f'<circle cx="{x:.2f}" cy="{y:.2f}" r="3" fill="{fill}" '
                          f'stroke="{colour}"/>' for x, y in points]

    def document(self, title: str) -> str:
        height = round(self.y + MARGIN)
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" '
            'font-family="Helvetica, Arial, \'Liberation Sans\', \'DejaVu Sans\', sans-serif">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
            *self.elements, "</svg>", ""])


Figure: TypeAlias = int | float


class Group(NamedTuple):
    """A row of the table: its label, and a figure for each series."""

    label: str
    figures: tuple[Figure | None, ...]


def _chart(sheet: Sheet, table: Table) -> None:
    shape = table.plot
    assert shape is not None
    if len(sheet.elements):
        sheet.y += 2 * MARGIN
    _heading(sheet, table.title)
    if len(shape.series) > 1:
        _legend(sheet, shape.series)
    if shape.joined:
        _curves(sheet, table, shape)
    elif shape.over:
        _points(sheet, table, shape)
    else:
        _bars(sheet, list(_groups(table, shape)), shape)
    _notes(sheet, table.notes)


def _groups(table: Table, shape: Plot) -> Iterator[Group]:
    at = [table.columns.index(name) for name in (shape.labels, *shape.series)]
    for row in table.rows:
        label, *figures = (row[index] for index in at)
        yield Group(printable(short(label)), tuple(map(_figure_svg, figures)))


def _figure_svg(value: Value) -> Figure | None:
    """Return what can be drawn; words in place of a figure cannot, nor what no axis reaches."""
    if not isinstance(value, (int, float)) or not (value == 0 or 1e-99 < abs(value) < 1e99):
        return None
    return value


def _heading(sheet: Sheet, title: str) -> None:
    for line in wrap(printable(title), TITLE * 1.1, WIDTH - 2 * MARGIN, 3):
        sheet.y += TITLE + 3
        sheet.text(MARGIN, sheet.y, line, size=TITLE, bold=True)
    sheet.y += 10


def _legend(sheet: Sheet, series: Sequence[str]) -> None:
    x = float(MARGIN)
    sheet.y += 6
    for index, name in enumerate(series):
        words = shorten(printable(name), TEXT, WIDTH - 2 * MARGIN - 20)
        need = 18 + text_width(words, TEXT) * 1.1 + 20
        if x > MARGIN and x + need > WIDTH - MARGIN:
            x, sheet.y = float(MARGIN), sheet.y + 18
        sheet.box(x, sheet.y, 11, 11, _colour(index))
        sheet.text(x + 18, sheet.y + 10.5, words)
        x += need
    sheet.y += 20


def _bars(sheet: Sheet, groups: Sequence[Group], shape: Plot) -> None:
    """Draw a bar chart: the frame with its ticks, then the groups."""
    labels = [shorten(group.label, TEXT, LABELS / 1.1) for group in groups]
    left = MARGIN + 10 + max((text_width(label, TEXT) * 1.1 for label in labels), default=0)
    figures = [figure for group in groups for figure in group.figures if figure is not None]
    _, first_tick = axis_for(figures, shape.log, 0, 1).ticks[0]
    left = max(left, text_width(first_tick, SMALL) / 2 + 2)
    room = 10 + max((text_width(short(figure), SMALL) * 1.1 for figure in figures), default=0)
    axis = axis_for(figures, shape.log, left, WIDTH - MARGIN - room)
    pitch = BAR * len(shape.series) + GAP
    top = sheet.y + (SMALL + 8 if pitch * len(groups) > TALL else 4)
    bottom = top + pitch * len(groups) + GAP
    _ticks(sheet, axis, top, bottom, both=pitch * len(groups) > TALL)
    for number, (group, label) in enumerate(zip(groups, labels, strict=True)):
        y = top + GAP + number * pitch
        middle = y + (pitch - GAP) / 2 + TEXT * 0.36
        sheet.text(left - 8, middle, label, anchor="end",
                   whole=group.label if label != group.label else "")
        for index, figure in enumerate(group.figures):
            _bar(sheet, axis, y + index * BAR, figure, _colour(index))
    sheet.line(axis.base, top, axis.base, bottom, FAINT)
    sheet.y = bottom + SMALL + 6 + TEXT + 8
    scale = " (logarithmic)" if axis.log else ""
    sheet.text((axis.left + axis.right) / 2, sheet.y,
               shorten(printable(shape.unit) + scale, TEXT, WIDTH - 2 * MARGIN),
               anchor="middle", colour=FAINT)


def _points(sheet: Sheet, table: Table, shape: Plot) -> None:
    """Draw a scatter plot: a point for each row and series, over a column, with tooltips."""
    over = table.columns.index(shape.over)
    groups = [(_figure_svg(row[over]), group)
              for row, group in zip(table.rows, _groups(table, shape), strict=True)]
    points = [(x, y, _colour(index), group.label) for x, group in groups if x is not None
              for index, y in enumerate(group.figures)
              if y is not None and not (shape.log and (x <= 0 or y <= 0))]
    top, bottom = sheet.y + 8, sheet.y + 8 + POINTS_HEIGHT
    across = axis_for([x for x, *_ in points], shape.log, MARGIN + 60, WIDTH - MARGIN - 20)
    up = axis_for([y for _, y, *_ in points], shape.log, bottom, top)
    _ticks(sheet, across, top, bottom, both=False)
    _levels(sheet, across, up)
    for x, y, colour, name in points:
        sheet.elements.append(
            f'<circle cx="{across.at(x):.2f}" cy="{up.at(y):.2f}" r="4" fill="{colour}" '
            f'fill-opacity="0.75"><title>{escape(name)}: {short(x)}, {short(y)}</title></circle>')
    sheet.y = bottom + SMALL + 6 + TEXT + 8
    scale = " (both logarithmic)" if shape.log else ""
    sheet.text((across.left + across.right) / 2, sheet.y,
               shorten(printable(f"{shape.unit}, over {shape.over}{scale}"), TEXT,
                       WIDTH - 2 * MARGIN), anchor="middle", colour=FAINT)


def _ticks(sheet: Sheet, axis: Axis, top: float, bottom: float, *, both: bool) -> None:
    for value, words in axis.ticks:
        x = axis.at(value)
        sheet.line(x, top, x, bottom, GRID)
        for y in (bottom + SMALL + 4, *([top - 5] if both else [])):
            sheet.text(x, y, words, size=SMALL, anchor="middle", colour=FAINT)


def _levels(sheet: Sheet, across: Axis, up: Axis) -> None:
    """Draw the ticks of a vertical axis."""
    for value, words in up.ticks:
        y = up.at(value)
        sheet.line(across.left, y, across.right, y, GRID)
        sheet.text(across.left - 6, y + 4, words, size=SMALL, anchor="end", colour=FAINT)


def _bar(sheet: Sheet, axis: Axis, y: float, figure: Figure | None, colour: str) -> None:
    """Draw a bar from the base, with its figure at the end."""
    baseline = y + BAR - 3
    if figure is None or (axis.log and figure < 0):
        sheet.text(axis.base + 5, baseline, "-" if figure is None else short(figure), size=SMALL,
                   colour=FAINT)
        return
    end = axis.base if axis.log and figure == 0 else axis.at(figure)
    if figure:  # what is there at all is seen
        sheet.box(min(axis.base, end), y + 0.5, max(1.5, abs(end - axis.base)), BAR - 1, colour)
    sheet.text(max(axis.base, end) + 5, baseline, short(figure), size=SMALL)


def _curves(sheet: Sheet, table: Table, shape: Plot) -> None:
    """Draw curves over a column, from left to right; missing figures are bridged."""
    at = [table.columns.index(name) for name in (shape.labels, shape.over)]
    rows = sorted((float(row[at[1]] or 0), index) for index, row in enumerate(table.rows)
                  if isinstance(row[at[1]], (int, float)))
    named = [(name, index, dashed) for dashed, names in ((False, shape.series),
                                                         (True, shape.beside))
             for index, name in enumerate(names)]
    columns = {name: table.columns.index(name) for name, _, _ in named}
    figures = [figure for _, row in rows for column in columns.values()
               if (figure := _figure_svg(table.rows[row][column])) is not None]
    x_axis = axis_for([x for x, _ in rows], False, MARGIN + TICKS, WIDTH - MARGIN - 10)
    top = sheet.y + NAMES
    y_axis = axis_for(figures, shape.log, top + CURVES, top)
    _levels(sheet, x_axis, y_axis)
    _ticks(sheet, x_axis, top, top + CURVES, both=False)
    last = -float(LABEL_GAP)
    for x, row in rows:
        place = x_axis.at(x)
        if place - last >= LABEL_GAP:
            last = place
            sheet.slanted(place, top - 6, shorten(printable(short(table.rows[row][at[0]])), SMALL,
                                                  NAMES * 1.2))
    for name, index, dashed in named:
        points = [(x_axis.at(x), y_axis.at(figure)) for x, row in rows
                  if (figure := _figure_svg(table.rows[row][columns[name]])) is not None
                  and (figure > 0 or not y_axis.log)]
        sheet.curve(points, _colour(index), dashed)
    sheet.y = top + CURVES + SMALL + 6 + TEXT + 8
    scale = " (logarithmic)" if y_axis.log else ""
    beside = "; dashed: as published" if shape.beside else ""
    words = f"{printable(shape.unit)}{scale}, over {printable(shape.over)}{beside}"
    sheet.text((x_axis.left + x_axis.right) / 2, sheet.y, shorten(words, TEXT, WIDTH - 2 * MARGIN),
               anchor="middle", colour=FAINT)


def _notes(sheet: Sheet, notes: Sequence[str]) -> None:
    lines = [line for note in notes
             for line in wrap(printable(note), SMALL * 1.05, WIDTH - 2 * MARGIN, 4)]
    more = [f"and {len(lines) - MAX_NOTES + 1} more lines of notes"]
    sheet.y += 8
    for line in lines if len(lines) <= MAX_NOTES else lines[:MAX_NOTES - 1] + more:
        sheet.y += SMALL + 4
        sheet.text(MARGIN, sheet.y, line, size=SMALL, colour=FAINT)


def _colour(index: int) -> str:
    return COLOURS[index % len(COLOURS)]


Align = Callable[[str, int], str]


def render(table: Table, kind: str = "text") -> str:
    """Return the table as `text`, `csv`, `markdown`, `json` or `svg`, ending with a line break.

    >>> print(render(Table("Cats", ("name", "lives"), (("Tom", 9),))), end="")
    Cats
    <BLANKLINE>
    name  lives
    Tom       9
    """
    if kind in WHOLE:
        return WHOLE[kind](table)
    return "\n".join(SINGLE[kind](part) for part in (table, *table.more))


def kind_for(path: str | None) -> str:
    """Return what to write into a file of this name: by its extension; without one, text."""
    extension = os.path.splitext(path or "")[1].lower()
    if extension not in KINDS:
        raise InputError(f"a table cannot be written as {extension}; end the name in "
                         ".txt, .csv, .md, .json or .svg", file=path)
    return KINDS[extension]


def _text(table: Table) -> str:
    cells = [list(table.columns), *(list(map(short, row)) for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    aligns: list[Align] = [str.rjust if right else str.ljust for right in _numeric(table)]
    lines = ("  ".join(align(*cell) for align, cell in zip(aligns, zip(row, widths, strict=True),
                                                           strict=True)) for row in cells)
    parts = [table.title, "", *map(str.rstrip, lines)]
    if table.notes:
        parts += ["", *table.notes]
    return "\n".join(parts) + "\n"


def _markdown(table: Table) -> str:
    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    rule = ["---:" if right else "---" for right in _numeric(table)]
    lines = [row(table.columns), row(rule), *(row([*map(short, r)]) for r in table.rows)]
    notes = [f"- {note}" for note in table.notes]
    return "\n".join([f"## {table.title}", "", *lines, *([""] if notes else []), *notes]) + "\n"


def _csv(table: Table) -> str:
    """Return CSV with header and rows only, and figures in full."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([_figure(value) for value in row] for row in table.rows)
    return out.getvalue()


def _json(table: Table) -> str:
    """Return one object on one line; each row is an object, too."""
    return json.dumps(_record(table), ensure_ascii=False) + "\n"


def _record(table: Table) -> dict[str, Any]:
    rows = [dict(zip(table.columns, map(_figure, row), strict=True)) for row in table.rows]
    record = {"title": table.title, "columns": table.columns, "rows": rows, "notes": table.notes}
    return record | ({"more": [_record(part) for part in table.more]} if table.more else {})


def _svg(table: Table) -> str:

    return plot(table)


def _figure(value: Value) -> Value:
    """Return a figure rounded to six significant digits."""
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _numeric(table: Table) -> list[bool]:
    """Return which columns hold figures: those stand on the right."""
    columns = zip(*table.rows, strict=True) if table.rows else [() for _ in table.columns]
    return [bool(column) and not any(isinstance(value, str) for value in column)
            for column in columns]


SINGLE: dict[str, Callable[[Table], str]] = {"text": _text, "csv": _csv, "markdown": _markdown}
"""One table after the other, an empty line between them."""

WHOLE: dict[str, Callable[[Table], str]] = {"json": _json, "svg": _svg}
"""Further tables are a part of the first."""

KINDS = {"": "text", ".txt": "text", ".csv": "csv", ".md": "markdown", ".markdown": "markdown",
         ".json": "json", ".svg": "svg"}
