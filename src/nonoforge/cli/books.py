"""Many puzzles in one PDF, as `nonoforge draw` wants them: found, solved, rated, printed."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.cli.drawings import Wish
    from nonoforge.cli.io import Input
    from nonoforge.cli.progress import Progress
    from nonoforge.draw import Entry
    from nonoforge.judge import Report
    from nonoforge.puzzle import Colouring
    from nonoforge.state import State


class Binding(NamedTuple):
    """What makes a book of puzzles."""

    title: str = ""
    author: str = ""
    per_page: int = 1
    answers: bool = True
    rated: bool = False


def found_in(files: Sequence[str]) -> list[str]:
    """The files, and for a folder all puzzle files in it, in the order of their names. Pictures in
    a folder are left out: nobody knows whether they are meant as puzzles."""
    found: list[str] = []
    for file in files:
        found += _in_folder(file) if os.path.isdir(file) else [file]
    return found


def _in_folder(folder: str) -> list[str]:
    from nonoforge.formats import EXTENSIONS

    endings = {ending for ending, format in EXTENSIONS.items() if not format.picture}
    names = [name for name in sorted(os.listdir(folder), key=_natural)
             if os.path.splitext(name)[1].lower() in endings and not name.startswith(".")]
    found = [path for name in names if os.path.isfile(path := os.path.join(folder, name))]
    if not found:
        raise InputError(f"there is no puzzle in this folder; puzzle files end in "
                         f"{' '.join(sorted(endings))}", file=folder)
    return found


def _natural(name: str) -> list[tuple[int, str]]:
    """So that puzzle10 comes after puzzle9."""
    return [(int(part), "") if part.isdecimal() else (-1, part.lower())
            for part in re.split(r"([0-9]+)", name)]


def bind(puzzles: Sequence[Input], wish: Wish, binding: Binding, out: str | None) -> None:
    """Write the book."""
    from nonoforge.cli.io import say
    from nonoforge.cli.progress import Progress
    from nonoforge.draw import book
    from nonoforge.files import check_writable, write_whole

    if out not in (None, "-"):
        check_writable(out)
    with Progress(len(puzzles), quiet=wish.quiet) as progress:
        entries = [_entry(puzzle, wish, binding, progress) for puzzle in puzzles]
    with Progress(len(puzzles), quiet=wish.quiet) as progress:
        data, remarks = book(
            entries, title=binding.title, author=binding.author, per_page=binding.per_page,
            paper=wish.paper, answers=binding.answers and wish.empty is None, view=wish.view,
            clues=wish.clues, tell=progress.at)
    for remark in () if wish.quiet else remarks:
        say(remark if out in (None, "-") else f"{out}: {remark}")
    write_whole(out or "-", data)


def _entry(puzzle: Input, wish: Wish, binding: Binding, progress: Progress) -> Entry:
    """The puzzle with its answer and stars; what is wrong with it is told."""
    from nonoforge.cli.io import say
    from nonoforge.draw import Entry
    from nonoforge.judge import check
    from nonoforge.methods import METHODS

    name, nonogram = puzzle
    progress.begin(name)
    report = check(nonogram, budget=METHODS["auto"].budget, progress=progress.work,
                   rated=binding.rated)
    progress.end()
    answer, note, remark = _answer(puzzle, report)
    if remark and not wish.quiet:
        with progress.hidden():
            say(f"{name}: {remark}")
    if wish.empty is False and answer is None:
        raise InputError(f"{remark}; draw it with --puzzle", file=name)
    return Entry(nonogram, answer, report.ambiguous_cells, note, report.rating.stars,
                 answer if wish.empty is False else None)


def _answer(puzzle: Input, report: Report) -> tuple[Colouring | State | None, str, str]:
    """The solution, or what is certain; a note beside it, and a remark."""
    from nonoforge.results import ambiguous_words, conflict_words

    own, verdict = puzzle.nonogram.solution, report.verdict
    if verdict.answer == "unique":
        return verdict.solutions[0], "", ""
    if verdict.answer == "multiple":
        told = ambiguous_words(report)
        return own or verdict.solutions[0], f"one of several: {told}", \
            f"has more than one solution: {told}"
    if verdict.answer == "none":
        return None, "", f"has no solution: {conflict_words(puzzle.nonogram, verdict)}"
    if own is not None:
        return own, "", "there may be more than one solution: it could not be solved"
    return verdict.state, "only what is certain", "not solved: the answer has only what is certain"
