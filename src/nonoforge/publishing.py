"""Puzzles as files for people to look at, to print and to play: what such a file shows, and what
cannot be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from nonoforge.drawing import VIEWED_KINDS, Contents, DrawnFile, DrawOptions, draw_file
from nonoforge.errors import InputError
from nonoforge.judge import check
from nonoforge.results import shown_solution
from nonoforge.text import listed
from nonoforge.verdict import Budget

if TYPE_CHECKING:
    from nonoforge.drawing import BookletOptions, BookletPuzzle
    from nonoforge.judge import Report
    from nonoforge.nonogram import Nonogram
    from nonoforge.state import State

SOLUTION_BUDGET = Budget(seconds=30.0)  # for a puzzle that comes without a solution
HINTS_BUDGET = Budget(seconds=30.0)

Judge: TypeAlias = "Callable[[Nonogram], Report]"


def _judge(nonogram: Nonogram) -> Report:
    return check(nonogram, budget=SOLUTION_BUDGET, rated=False)


def published(
    nonogram: Nonogram, kind: str, options: DrawOptions | None = None, *,
    solved: bool | None = None, state: State | None = None, judge: Judge = _judge,
    hints: Budget | None = HINTS_BUDGET,
) -> DrawnFile:
    """Return the file of a kind that shows a puzzle, with remarks.

    Args:
        nonogram: The puzzle.
        kind: One of `drawing.KINDS`.
        options: How to draw it.
        solved: Whether to show the solution; None: a PDF has both, an Ipe file the colours of the
            solution, others the puzzle.
        state: Shows what is known instead.
        judge: Finds the solution of a puzzle that came without one.
        hints: Time to find the reasons of all steps for a page to play on; None: no hints.
    """
    options = options or DrawOptions()
    check_drawing(nonogram, kind, options, solved, state)
    if kind == "html":
        return _playable(nonogram, hints)
    shown = contents_of(nonogram, kind, solved, state, judge)
    drawn = draw_file(nonogram, kind, [contents for contents, _ in shown], options)
    remarks = [*(remark for _, remark in shown), *drawn.remarks]
    return drawn._replace(remarks=tuple(dict.fromkeys(filter(None, remarks))))


def check_drawing(
    nonogram: Nonogram, kind: str, options: DrawOptions, solved: bool | None, state: State | None,
) -> None:
    """Raise InputError where the file cannot show what is asked for."""
    family = nonogram.family
    if options.view is not None and not family.views:
        raise InputError(f"view is for {_families('views')}; a {family.puzzle.one} has only one; "
                         "leave it out")
    if options.numbers and not family.numbered:
        raise InputError(f"numbers are for {_families('numbered')}; a {family.puzzle.one} has none "
                         "to show; leave them out")
    if (options.view or options.numbers) and kind not in (*VIEWED_KINDS, "terminal"):
        raise InputError("view and numbers are for .svg, .pdf and .png")
    if state is not None and solved is not None:
        raise InputError("a state says what to draw; leave out whether it is solved")
    if kind == "ipe" and state is not None:
        raise InputError("an .ipe shows the puzzle and its picture; leave out the state")
    if kind == "html" and (state is not None or solved):
        raise InputError("an .html is played from the beginning; it shows no state and no solution")


def contents_of(
    nonogram: Nonogram, kind: str, solved: bool | None, state: State | None, judge: Judge = _judge,
) -> list[tuple[Contents, str]]:
    """Return what to show, each with a remark: one drawing, or for a PDF the puzzle and then the
    solution, unless one of them is asked for."""
    if state is not None:
        return [(Contents(state), "")]
    if solved or (solved is None and kind == "ipe"):
        contents, remark = _solution(nonogram, judge)
        if kind == "ipe" and not contents.finished:
            raise InputError("not solved, so its picture has no border to draw; draw the puzzle "
                             "for a person to solve")
        return [(contents, remark)]
    found = [(Contents(), "")]
    if kind == "pdf" and solved is None:
        try:
            found.append(_solution(nonogram, judge))
        except InputError as error:
            found[0] = (Contents(), f"no page with the solution: {error.message}")
    return found


def _solution(nonogram: Nonogram, judge: Judge) -> tuple[Contents, str]:
    """Return the solution, or as much of it as is certain, and a remark."""
    picture, marks, remark = shown_solution(nonogram, lambda: judge(nonogram))
    return Contents(picture, marks), remark


def _playable(nonogram: Nonogram, hints: Budget | None) -> DrawnFile:
    """Return a page to play on, with hints as far as reasons are found."""
    from msgspec.structs import asdict

    from nonoforge.drawing import html
    from nonoforge.judge import explain
    from nonoforge.results import step_record

    if hints is None:
        return DrawnFile(html(nonogram, []).encode())
    found = explain(nonogram, budget=hints)
    steps = [asdict(step_record(nonogram, step)) for step in found.steps]
    remarks = () if found.solved else (f"hints are not complete: {found.why}",)
    return DrawnFile(html(nonogram, steps).encode(), remarks)


def booklet_puzzle(
    nonogram: Nonogram, *, stars: int | None = None, judge: Judge = _judge,
) -> BookletPuzzle:
    """Return a puzzle of a booklet with its answer, if there is one."""
    from nonoforge.drawing import BookletPuzzle

    try:
        picture, marks, remark = shown_solution(nonogram, lambda: judge(nonogram))
    except InputError as error:
        return BookletPuzzle(nonogram=nonogram, note=error.message, stars=stars)
    return BookletPuzzle(nonogram=nonogram, answer=picture, marks=marks, note=remark, stars=stars)


def booklet(nonograms: Sequence[Nonogram], options: BookletOptions) -> DrawnFile:
    """Return puzzles as a PDF file, with their answers at the back if the options say so."""
    from nonoforge.drawing import BookletPuzzle, print_booklet

    return DrawnFile(*print_booklet(
        [booklet_puzzle(each) if options.answers else BookletPuzzle(nonogram=each)
         for each in nonograms], options))


def _families(ability: str) -> str:
    """Return the kinds of puzzles that have something, by the name of the family's attribute."""
    from nonoforge.families import families

    return listed([family.puzzle.many for family in families() if getattr(family, ability)])
