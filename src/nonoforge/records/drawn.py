"""Drawings of one puzzle, as the command line and the studio give them: files, with remarks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.draw import DrawOptions
    from nonoforge.judge import Report
    from nonoforge.nonogram import Nonogram
    from nonoforge.puzzle import Colouring
    from nonoforge.state import State


class Shown(NamedTuple):
    """What to draw in the cells, which of them to mark, and a word about it."""

    picture: Colouring | State | None = None
    marks: tuple[int, ...] = ()
    remark: str = ""


class Drawn(NamedTuple):
    """A file, and what should be known about it."""

    data: bytes
    remarks: tuple[str, ...] = ()


def solution_shown(nonogram: Nonogram, judge: Callable[[], Report],
                   there_is: str = "there is") -> Shown:
    """The maker's solution, or what is found to be one, or as much of it as is certain. Words about
    it begin with `there_is`, or with `has` where the puzzle's name comes first."""
    from nonoforge.results import ambiguous_words, conflict_words

    if nonogram.solution is not None:
        return Shown(nonogram.solution)
    report = judge()
    verdict = report.verdict
    if verdict.answer == "none":
        raise InputError(f"{there_is} no solution to draw: {conflict_words(nonogram, verdict)}")
    if verdict.answer == "unknown":
        return Shown(verdict.state, (), "not solved: only what is certain is drawn")
    differ = report.ambiguous_cells
    remark = f"{there_is} more than one solution: {ambiguous_words(report)}" if differ else ""
    return Shown(verdict.solutions[0], differ, remark)


def svg_drawn(nonogram: Nonogram, shown: Shown, options: DrawOptions) -> Drawn:
    """For a page, or to edit."""
    from nonoforge.draw import svg

    text = svg(nonogram, options, picture=shown.picture, marks=shown.marks)
    return Drawn(text.encode(), (shown.remark,))


def png_drawn(nonogram: Nonogram, shown: Shown, options: DrawOptions) -> Drawn:
    """In pixels, without clues where they would be too small."""
    from nonoforge.draw import png, png_shows_clues

    small = options.clues and not png_shows_clues(nonogram, options)
    data = png(nonogram, options, picture=shown.picture, marks=shown.marks)
    without = "drawn without clues, which could not be read" if small else ""
    return Drawn(data, (shown.remark, without))


def txt_drawn(nonogram: Nonogram, shown: Shown, options: DrawOptions) -> Drawn:
    """In letters."""
    from nonoforge.draw import terminal

    text = terminal(nonogram, picture=shown.picture, marks=shown.marks, clues=options.clues)
    return Drawn((text + "\n").encode(), (shown.remark,))


def pdf_drawn(nonogram: Nonogram, pages: Sequence[Shown], options: DrawOptions) -> Drawn:
    """To print: a page for each."""
    from nonoforge.draw import Contents, printed

    data, remarks = printed(
        nonogram, options, [Contents(shown.picture, shown.marks) for shown in pages])
    return Drawn(data, (*(shown.remark for shown in pages), *remarks))


def ipe_drawn(nonogram: Nonogram, shown: Shown, options: DrawOptions, instead: str) -> Drawn:
    """For Ipe, which draws borders around what is filled; `instead` says how to do without."""
    from nonoforge.draw import ipe, ipe_remarks

    picture = shown.picture
    if picture is not None and not isinstance(picture, bytes):
        raise InputError(f"not solved, so its picture has no border to draw; {instead}")
    text = ipe(nonogram, options, picture=picture)
    return Drawn(text.encode(), (shown.remark, *ipe_remarks(nonogram, options, picture=picture)))
