"""The Python API: what `import nonoforge` gives.

Functions take a puzzle however it is at hand: a `Nonogram`, the path of a file that holds one, the
result of `make_...`, or a picture as `from_picture` reads it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from os.path import splitext
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from nonoforge import engine, formats, judge, methods
from nonoforge.calls import public
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.grid import from_picture
from nonoforge.files import path_name
from nonoforge.formats import PathLike, load_all, state_from_rows
from nonoforge.judge import HINT_BUDGET, Edits, Explanation, Hint, Rating, Repair, Report
from nonoforge.making import MakeResult
from nonoforge.nonogram import Nonogram
from nonoforge.progress import Progress, WorkProgress
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State
from nonoforge.step import Observer
from nonoforge.text import count, listed
from nonoforge.time_limit import time_limit, time_share
from nonoforge.verdict import Budget, SolvableBy, Verdict

if TYPE_CHECKING:
    from nonoforge.drawing import Paper, View
    from nonoforge.families.grid import Picture
    from nonoforge.notebook import PuzzleWidget

PuzzleLike: TypeAlias = "Nonogram | MakeResult | PathLike | Picture"
"""A puzzle, the path of its file, the result of `make_...`, or a picture."""
StateLike: TypeAlias = State | Sequence[str]
"""What is known: a state, or rows of letters with `?` where a cell is open."""
PICTURE_SHARE = 1 / 3  # of the time of a repair, to find the picture where none is known
BudgetLike: TypeAlias = Budget | str | float | None
"""A budget, its text (`"10s"`, `"nodes=1000"`), or a number of seconds."""


def as_nonogram(puzzle: PuzzleLike) -> Nonogram:
    """Return the nonogram that is meant: itself, that of a result, of a file, or of a picture.

    >>> as_nonogram([".#.", "###"])
    <Nonogram: 3x2, 1 colour>
    """
    if isinstance(puzzle, Nonogram):
        return puzzle
    if isinstance(puzzle, MakeResult):
        return puzzle.nonogram
    if isinstance(puzzle, os.PathLike) or (isinstance(puzzle, str) and "\n" not in puzzle):
        found = load_all(puzzle)
        if len(found) > 1:
            raise InputError(f"the file holds {len(found)} puzzles; take one of load_all(...)",
                             file=os.fspath(puzzle))
        return found[0]
    if _are_puzzles(puzzle):
        raise InputError(f"one puzzle is needed here, not {len(puzzle)}; take them one by one, or "
                         "all with solve_many, or draw for a booklet")
    rows = isinstance(puzzle, Iterable) or hasattr(puzzle, "__array__")
    if rows and not (isinstance(puzzle, bytes | dict | set) or hasattr(puzzle, "_fields")
                     or hasattr(puzzle, "read") or isinstance(puzzle, Explanation)):
        return from_picture(puzzle)
    hint = ("; give the path of the file, not the open file" if hasattr(puzzle, "read") else
            "; make one with make_grid" if hasattr(puzzle, "getbands") else
            "; give its `nonogram`" if hasattr(puzzle, "nonogram") else "")
    raise InputError("a puzzle is a Nonogram, the path of a file, the result of make_..., or rows "
                     f"of a picture, not {type(puzzle).__name__}{hint}")


def _state(state: StateLike | None, nonogram: Nonogram) -> State | None:
    state = state.split() if isinstance(state, str) else state
    return state if state is None or isinstance(state, State) else state_from_rows(state, nonogram)


@public
def solve(
    puzzle: PuzzleLike | Puzzle, *, method: str = "auto", limit: int = 2, budget: BudgetLike = None,
    seed: int = 0, observer: Observer | None = None, progress: WorkProgress | None = None,
    jobs: int = 1, repeatable: bool = False,
) -> Verdict:
    """Solve a puzzle: whether there is one solution, several or none, with up to `limit` of them.

    Args:
        puzzle: The puzzle.
        method: Name of a method, with its options: `"auto"`, `"sat"`, `"brute:line=expand"`.
        limit: Look for up to this many solutions; at least 2, or "unique" would not be proved.
        budget: A `Budget`, its text (`"10s"`) or seconds; None: the method's own.
        seed: Random seed.
        observer: Called with each step.
        progress: Called with the work so far, now and then.
        jobs: Number of processes that solve a hard puzzle together; for method `"auto"`. They are
            started once the puzzle proves hard. A budget counts the work of all.
        repeatable: Whether several processes wait for each other, so that solutions, level and work
            are always the same.

    >>> verdict = solve([".#.", "###"])
    >>> verdict.unique, verdict.solution
    (True, [[0, 1, 0], [1, 1, 1]])
    """
    return methods.solve(
        puzzle if isinstance(puzzle, Puzzle) else as_nonogram(puzzle), method=method, limit=limit,
        budget=budget, seed=seed, observer=observer, progress=progress, jobs=jobs,
        repeatable=repeatable)


@public
def prove(puzzle: PuzzleLike, *, budget: BudgetLike = None) -> str:
    """Return a proof that a puzzle has one solution, or none, which `nonoforge.proof_checker` can
    check without trusting the solver. A puzzle with several solutions is an InputError.

    Args:
        puzzle: The puzzle.
        budget: A `Budget`, its text (`"10s"`) or seconds, for solving and for the proof each.

    >>> prove([".#.", "###"]).splitlines()[-1]  # the last step: a contradiction
    '0'
    """
    nonogram, limits = as_nonogram(puzzle), Budget.of(budget)
    return engine.certificate(nonogram.puzzle, methods.solve(nonogram, budget=limits), limits)


@public
def solve_many(
    puzzles: Iterable[PuzzleLike] | PathLike, *, limit: int = 2, budget: BudgetLike = None,
    seed: int = 0, jobs: int = 1,
) -> Iterator[Verdict]:
    """Yield the verdicts on many puzzles, or on all of a file, in their order: fastest for
    thousands of small ones. Puzzles are taken as verdicts are asked for.

    Args:
        puzzles: The puzzles, or the path of a file with several.
        limit: Look for up to this many solutions; at least 2, or "unique" would not be proved.
        budget: A `Budget` for each puzzle, its text or seconds; None: no limit.
        seed: Random seed.
        jobs: Number of processes. With more than one, a script must start its work under
            `if __name__ == "__main__":`. For millions of puzzles in files see `nonoforge.batch`.

    >>> [verdict.answer for verdict in solve_many([["#."], ["#.", ".#"]])]
    ['unique', 'multiple']
    """
    from nonoforge.batch import solve_stream

    if jobs < 1:
        raise InputError(f"{jobs} jobs; at least 1 is needed")
    if not isinstance(puzzles, Iterable | os.PathLike) or hasattr(puzzles, "read"):
        raise InputError(f"a list of puzzles, or the path of a file with several, is needed, not "
                         f"{type(puzzles).__name__}")
    nonograms: Iterable[Nonogram] = (
        load_all(puzzles) if isinstance(puzzles, str | os.PathLike) else map(as_nonogram, puzzles))
    return solve_stream(nonograms, jobs=jobs, limit=limit,
                    budget=None if budget is None else Budget.of(budget), seed=seed)


@public
def check(
    puzzle: PuzzleLike, *, limit: int = 2, budget: BudgetLike = None, seed: int = 0,
    progress: WorkProgress | None = None, rated: bool = True,
) -> Report:
    """Check a puzzle: number of solutions, difficulty, and what to fix.

    Args:
        puzzle: The puzzle.
        limit: Look for up to this many solutions; at least 2.
        budget: A `Budget`, its text (`"10s"`) or seconds; None: as `solve` has it.
        seed: Random seed.
        progress: Called with the work so far, now and then.
        rated: Whether to rate it, which takes longest.

    >>> check(["#..", ".#.", "..#"]).verdict.answer
    'multiple'
    """
    return judge.check(as_nonogram(puzzle), limit=limit, budget=budget, seed=seed,
                       progress=progress, rated=rated)


@public
def rate(puzzle: PuzzleLike, *, budget: BudgetLike = None) -> Rating:
    """Rate a puzzle: one to five stars, by the techniques that a person needs.

    >>> rate([".#.", "###", ".#."]).stars
    1
    """
    return judge.rate(as_nonogram(puzzle), budget=budget)


@public
def explain(
    puzzle: PuzzleLike, state: StateLike | None = None, *, budget: BudgetLike = None,
) -> Explanation:
    """Explain the way to the solution, the easiest step first, from nothing or from a state.

    >>> explain([".#", "##"]).sentences[0]
    'Row 2, clue 2: the 2 fills both cells, so cells 1-2 are filled.'
    """
    nonogram = as_nonogram(puzzle)
    return judge.explain(nonogram, _state(state, nonogram), budget=budget)


@public
def hint(
    puzzle: PuzzleLike, state: StateLike | None = None, history: Sequence[StateLike] = (), *,
    budget: Budget | str | float = HINT_BUDGET,
) -> Hint:
    """Find the easiest next step from a state, or the mistake that must be mended first.

    Args:
        puzzle: The puzzle; its solution, if it has one, is not looked at.
        state: What is written so far; None: nothing.
        history: Earlier states, the oldest first: the last one without the mistake is found.
        budget: A `Budget`, its text (`"5s"`) or seconds.

    >>> hint([".#", "##"], ["??", "##"]).stages[0]
    'Look at column 2.'
    """
    nonogram = as_nonogram(puzzle)
    if not isinstance(history, Iterable):
        raise InputError("history is a list of earlier states, the oldest first")
    earlier = [found for each in history if (found := _state(each, nonogram)) is not None]
    return judge.hint(nonogram, _state(state, nonogram), earlier, budget=budget)


@public
def repair(
    puzzle: PuzzleLike, *, most: int = 5, level: SolvableBy = "line", budget: BudgetLike = "1m",
    progress: Progress | None = None,
) -> Repair:
    """Find the fewest cells of the picture to change so that the puzzle can be solved.

    Args:
        puzzle: The puzzle; its picture is the solution that it has, or else one that is found.
        most: Change at most this many cells.
        level: What must be enough to solve it: `line`, `probe` or `unique` (anything at all).
        budget: A `Budget` (of which only the seconds count), its text (`"10s"`) or seconds.
        progress: Called with (changes so far, cells still open with them).

    >>> repair(["#.", ".#"]).nonogram
    <Nonogram: 2x2, 1 colour>
    """
    limit = Budget.of(budget)
    with time_limit(limit.seconds):
        nonogram = as_nonogram(puzzle)
        found = judge.repair(nonogram.puzzle, _picture(nonogram), most=most, level=level,
                             budget=limit, progress=progress)
    return found._replace(nonogram=replace(
        nonogram, puzzle=found.puzzle, solution=found.colouring, saved=()))


@public
def edits(
    puzzle: PuzzleLike, *, level: SolvableBy = "line", budget: BudgetLike = "1m",
    progress: Progress | None = None,
) -> Edits:
    """Find all single changes of the picture after which fewer cells are open, to choose from.

    >>> len(edits(["#.", ".#"]).edits)
    4
    """
    limit = Budget.of(budget)
    with time_limit(limit.seconds):
        nonogram = as_nonogram(puzzle)
        return judge.edits(nonogram.puzzle, _picture(nonogram), level=level, budget=limit,
                           progress=progress)


def _picture(nonogram: Nonogram) -> Colouring:
    """Return the picture to change, found in a part of the time that is left."""
    with time_share(PICTURE_SHARE):
        return methods.known_picture(nonogram)


@public
def save(
    puzzle: PuzzleLike | Iterable[Nonogram | MakeResult | PathLike], path: PathLike, *,
    format: str | None = None, lossy: bool = False,
) -> None:
    """Write a puzzle file, or several puzzles where the format can hold them.

    Args:
        puzzle: The puzzle, or a list of puzzles or of their files.
        path: The file; its ending is the format. Drawings (.pdf, .svg, .html, .ipe) are made by
            `draw` with its defaults. `-` is standard output.
        format: Name of the format, whatever the ending.
        lossy: Whether to drop what the format cannot hold; else that is an error.
    """
    path = path_name(path)
    puzzle = _listed(puzzle)
    many = _several(puzzle)
    if format is None and _ending(path) in ("pdf", "svg", "html", "ipe"):
        draw(puzzle, path)
        return
    nonograms = many or as_nonogram(cast(PuzzleLike, puzzle))
    try:
        formats.save(nonograms, path, format=format, lossy=lossy)
    except InputError as error:
        error.message = error.message.replace("--lossy", "lossy=True")
        raise


@public
def draw(
    puzzle: PuzzleLike | Iterable[Nonogram | MakeResult | PathLike], path: PathLike, *,
    solved: bool | None = None, state: StateLike | None = None, clues: bool = True,
    titles: bool = False, signs: Literal["auto", "never"] = "auto", view: View | None = None,
    numbers: bool = False, scale: int | None = None, paper: Paper = "a4", per_page: int = 1,
    title: str = "", author: str = "", gutter: float | None = None, bleed: float = 0.0,
) -> None:
    """Draw a puzzle to look at, to print, to edit or to play; or several as a booklet.

    Args:
        puzzle: The puzzle; for a PDF, also a list of puzzles or of their files: a booklet with the
            answers at the back.
        path: The file, which ends in .svg, .pdf, .png, .ipe, .html (to play) or .txt.
        solved: Whether to show the solution; None: a PDF has both, others the puzzle.
        state: Shows what is known instead.
        clues: Whether to draw clues, title and legend, not the cells alone.
        titles: Whether to write the title above a puzzle to solve, too.
        signs: Whether colours of clues have letters on light tints (`auto`, in puzzles of several
            colours) or fill their chips (`never`).
        view: Of a puzzle in space: `isometric` or `sheets`.
        numbers: Whether to number the faces and lines of a puzzle in the plane.
        scale: Size of a cell in a PNG, in pixels.
        paper: Of a PDF: `a4`, `a3`, `a5`, `letter`, or the trim size of a book, `5x8`, `6x9`,
            `8x10` or `8.5x11` inches.
        per_page: Of a booklet: puzzles on a page.
        title: Of a booklet.
        author: Of a booklet.
        gutter: Of a booklet: further margin on the inner side, in millimetres; None: what a book of
            this many pages needs, none on paper.
        bleed: Of a booklet: paper around each page that is cut off, in millimetres.
    """
    from nonoforge.drawing import KINDS, BookletOptions, DrawOptions
    from nonoforge.files import check_writable, write_whole
    from nonoforge.publishing import booklet, published

    name = path_name(path)
    kind = _ending(name)
    if kind not in KINDS:
        wrong = f"unknown output format {'.' + kind!a}" if kind else "no extension"
        raise InputError(f"{wrong}; use {listed(['.' + each for each in KINDS], 'or')}", file=name)
    check_writable(name)
    puzzle = _listed(puzzle)
    many = _several(puzzle)
    if many and kind != "pdf":
        raise InputError(f"{count(len(many), 'puzzle')}; a .{kind} shows one, a .pdf several",
                         file=name)
    bound = bool(title or author or per_page != 1 or gutter is not None or bleed)
    if bound and kind != "pdf":
        raise InputError("title, author, per_page, gutter and bleed are for a .pdf", file=name)
    if many or bound:
        options = BookletOptions(
            clues=clues, titles=titles, signs=signs, view=view, paper=paper, title=title,
            per_page=per_page, author=author, gutter=gutter, bleed=bleed,
            answers=solved is not False)
        data = booklet(many or [as_nonogram(cast(PuzzleLike, puzzle))], options).data
    else:
        nonogram = as_nonogram(cast(PuzzleLike, puzzle))
        chosen = DrawOptions(clues=clues, titles=titles, signs=signs, view=view, numbers=numbers,
                             scale=scale, paper=paper)
        data = published(nonogram, kind, chosen, solved=solved,
                         state=_state(state, nonogram)).data
    write_whole(name, data)


@public
def play(puzzle: PuzzleLike, *, height: int = 640) -> PuzzleWidget:
    """Play a puzzle in a notebook, with hints, and edit it there.

    Args:
        puzzle: The puzzle.
        height: Of the widget, in pixels.

    Returns:
        A widget of Jupyter. Its `state` is what is written so far, `solved` whether that is the
        solution, and `puzzle` the puzzle, which changes when it is edited. Needs the part
        `notebook`: `pip install 'nonoforge[notebook]'`.
    """
    nonogram = as_nonogram(puzzle)
    try:
        from nonoforge.notebook import PuzzleWidget
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("nonoforge"):
            raise
        raise MissingPart("playing in a notebook needs anywidget: "
                          "pip install 'nonoforge[notebook]'") from error
    return PuzzleWidget(nonogram, height=height)


def _ending(path: str) -> str:
    return splitext(path)[1].lower().lstrip(".")


def _listed(puzzles: Any) -> Any:
    """Return what an iterator gives as a list, which cannot be empty; others as they are."""
    listed = list(puzzles) if isinstance(puzzles, Iterator) else puzzles
    if isinstance(listed, list | tuple) and not listed:
        raise InputError("there is no puzzle in the list")
    return listed


def _several(puzzles: Any) -> list[Nonogram]:
    """Return the puzzles of a list of puzzles, or of their files; empty for anything else."""
    return [as_nonogram(each) for each in puzzles] if _are_puzzles(puzzles) else []


def _are_puzzles(given: Any) -> bool:
    """Return whether these are several puzzles, or files, and not the rows of a picture."""
    return isinstance(given, list | tuple) and not hasattr(given, "_fields") and bool(given) and (
        any(isinstance(each, Nonogram | MakeResult | os.PathLike) for each in given)
        or all(map(_is_file_name, given)))


def _is_file_name(word: Any) -> bool:
    """Return whether this is the name of a puzzle file, not a row of a picture."""
    return isinstance(word, str) and splitext(word)[1].lower() in formats.EXTENSIONS
