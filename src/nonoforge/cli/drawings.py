"""Drawings of one puzzle, as `nonoforge draw` wants them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.cli.inputs import Input
    from nonoforge.draw import View
    from nonoforge.puzzle import Colouring
    from nonoforge.state import State


HINTS = 30.0  # seconds to find the reasons for hints


class Shown(NamedTuple):
    """What to draw in the cells, which of them to mark, and a word about it."""

    picture: Colouring | State | None = None
    marks: tuple[int, ...] = ()
    remark: str = ""


class Wish(NamedTuple):
    """How to draw."""

    kind: str
    empty: bool | None
    state: str | None
    view: View | None
    clues: bool
    numbers: bool
    scale: int | None
    paper: str
    quiet: bool


class Drawn(NamedTuple):
    """A file, and what should be known about it."""

    data: bytes
    remarks: tuple[str, ...] = ()


def draw(puzzle: Input, wish: Wish, out: str | None) -> None:
    """Write the file, or print the picture."""
    from nonoforge.formats.files import write_whole

    family = puzzle.nonogram.geometry.family
    if wish.view is not None and family != "solid":
        raise InputError(f"--view is for solids; a {family} puzzle has only one", file=puzzle.name)
    if wish.numbers and family not in ("sloped", "curved"):
        raise InputError(f"--numbers is for sloped and curved puzzles; a {family} has none to show",
                         file=puzzle.name)
    if wish.kind == "terminal":
        _to_terminal(puzzle, wish)
        return
    drawn = _DRAW[wish.kind](puzzle, wish)
    _tell(puzzle, wish, drawn.remarks)
    write_whole(out or "-", drawn.data)


def _tell(puzzle: Input, wish: Wish, remarks: tuple[str, ...]) -> None:
    from nonoforge.cli.faults import say

    for remark in dict.fromkeys(filter(None, () if wish.quiet else remarks)):
        say(f"{puzzle.name}: {remark}")


def _shown(puzzle: Input, wish: Wish) -> Shown:
    if wish.state is not None:
        from nonoforge.cli.states import read_state

        return Shown(read_state(wish.state, puzzle.nonogram))
    return _solved(puzzle, wish) if wish.empty is False else Shown()


def _solved(puzzle: Input, wish: Wish) -> Shown:
    """The solution, or as much of it as is certain."""
    from nonoforge.cli.judged import judged
    from nonoforge.records.words import ambiguous_words, conflict_words

    if puzzle.nonogram.solution is not None:
        return Shown(puzzle.nonogram.solution)
    report = judged(puzzle, quiet=wish.quiet)
    name, nonogram, verdict = *puzzle, report.verdict
    if verdict.answer == "none":
        raise InputError(f"has no solution to draw: {conflict_words(nonogram, verdict)}; draw it "
                         "with --puzzle", file=name)
    if verdict.answer == "unknown":
        return Shown(verdict.state, (), "not solved: only what is certain is drawn")
    differ = report.ambiguous_cells
    remark = f"has more than one solution: {ambiguous_words(report)}" if differ else ""
    return Shown(verdict.solutions[0], differ, remark)


def _to_terminal(puzzle: Input, wish: Wish) -> None:
    from nonoforge.cli.outputs import screen_of
    from nonoforge.cli.show import picture

    shown = _shown(puzzle, wish)
    _tell(puzzle, wish, (shown.remark,))
    text = picture(puzzle.nonogram, shown.picture, screen_of(sys.stdout), marks=shown.marks,
                   clues=wish.clues)
    print(text, flush=True)


def _svg(puzzle: Input, wish: Wish) -> Drawn:
    from nonoforge.draw import svg

    picture, marks, remark = _shown(puzzle, wish)
    text = svg(puzzle.nonogram, picture=picture, marks=marks, clues=wish.clues, view=wish.view,
               numbers=wish.numbers)
    return Drawn(text.encode(), (remark,))


def _png(puzzle: Input, wish: Wish) -> Drawn:
    from nonoforge.draw import png, png_shows_clues

    picture, marks, remark = _shown(puzzle, wish)
    small = wish.clues and not png_shows_clues(puzzle.nonogram, wish.scale, wish.view)
    data = png(puzzle.nonogram, picture=picture, marks=marks, clues=wish.clues, scale=wish.scale,
               view=wish.view, numbers=wish.numbers)
    return Drawn(data, (remark, "drawn without clues, which could not be read" if small else ""))


def _txt(puzzle: Input, wish: Wish) -> Drawn:
    from nonoforge.draw import terminal

    picture, marks, remark = _shown(puzzle, wish)
    text = terminal(puzzle.nonogram, picture=picture, marks=marks, clues=wish.clues)
    return Drawn((text + "\n").encode(), (remark,))


def _pdf(puzzle: Input, wish: Wish) -> Drawn:
    """The puzzle and the solution, unless only one of them is wanted."""
    from nonoforge.draw import Page, printed

    both = wish.state is None and wish.empty is None
    shown = [_shown(puzzle, wish)]
    if both:
        shown += _solution_page(puzzle, wish)
    pages = [Page(picture, marks) for picture, marks, _ in shown]
    data, remarks = printed(puzzle.nonogram, pages, clues=wish.clues, view=wish.view,
                            paper=wish.paper, numbers=wish.numbers)
    return Drawn(data, (*(remark for _, _, remark in shown), *remarks))


def _solution_page(puzzle: Input, wish: Wish) -> list[Shown]:
    from nonoforge.cli.faults import say

    try:
        return [_solved(puzzle, wish)]
    except InputError as error:
        if not wish.quiet:
            say(f"{puzzle.name}: no page with the solution: it {error.message}")
        return []


def _ipe(puzzle: Input, wish: Wish) -> Drawn:
    from nonoforge.draw import ipe, ipe_remarks

    if wish.state is not None:
        raise click.UsageError("an .ipe shows the puzzle and its picture; leave out --state")
    shown = Shown() if wish.empty else _solved(puzzle, wish)
    if isinstance(shown.picture, bytes) or shown.picture is None:
        text = ipe(puzzle.nonogram, picture=shown.picture, clues=wish.clues)
        remarks = ipe_remarks(puzzle.nonogram, shown.picture, wish.clues)
        return Drawn(text.encode(), (shown.remark, *remarks))
    raise InputError("not solved, so its picture has no border to draw; give --puzzle",
                     file=puzzle.name)


def _html(puzzle: Input, wish: Wish) -> Drawn:
    """To play, with hints as far as reasons are found."""
    from nonoforge.cli.progress import Progress
    from nonoforge.draw import html
    from nonoforge.engine import Budget
    from nonoforge.judge import explain
    from nonoforge.records.steps import step_record

    if wish.state is not None or wish.empty is False:
        raise click.UsageError("an .html is played from the beginning; leave out --solved and "
                               "--state")
    nonogram = puzzle.nonogram
    with Progress(1, quiet=wish.quiet, seconds=HINTS) as progress:
        progress.begin(puzzle.name)
        found = explain(nonogram, budget=Budget(seconds=HINTS))
    steps = [{**step_record(nonogram, step), "line_indices": [*step.deduction.lines]}
             for step in found.steps]
    remark = "" if found.solved else f"hints are not complete: {found.why}"
    return Drawn(html(nonogram, steps).encode(), (remark,))


_DRAW = {"svg": _svg, "pdf": _pdf, "png": _png, "ipe": _ipe, "html": _html, "txt": _txt}
