"""`print`: puzzles on paper: one or several a page, or a booklet, with the answers at the back."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, process_time
from typing import Annotated

import msgspec
from msgspec import Meta

from nonoforge.draw import Entry, book
from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.nonogram import Nonogram
from nonoforge.studio.tasks.draw import Paper, View, solution_of
from nonoforge.studio.tasks.files import FileAnswer, file_answer, named_after
from nonoforge.studio.tasks.parts import Puzzle, Request, Tell, puzzle_of

MOST = 500  # puzzles of one request
LONGEST = 8.0  # seconds of work, from reading the puzzles to the last page
SOLVING = 1.5  # seconds for all that have no solution in their files

Title = Annotated[str, Meta(max_length=200)]
Stars = Annotated[int, Meta(ge=1, le=5)]


class Print(Request):
    """Print puzzles."""

    puzzles: Annotated[list[Puzzle], Meta(min_length=1, max_length=MOST)]
    stars: Annotated[list[Stars | None], Meta(
        description="How hard they are, for those that were rated; as many as puzzles, or none.")
    ] = msgspec.field(default_factory=list)
    title: Annotated[Title, Meta(
        description="With a title it is a booklet, with a title page and contents.")] = ""
    author: Annotated[Title, Meta(description="Of the booklet.")] = ""
    per_page: Annotated[int, Meta(description="Puzzles on a page.", ge=1, le=32)] = 1
    paper: Paper = "a4"
    answers: Annotated[bool, Meta(description="Print the answers at the back.")] = True
    view: View = None
    clues: Annotated[bool, Meta(description="Print the clues.")] = True


def run(request: Print, tell: Tell) -> FileAnswer:
    """The PDF."""
    if request.stars and len(request.stars) != len(request.puzzles):
        raise InputError("stars: one for each puzzle, or null; or none at all")
    until = process_time() + LONGEST
    tell(None, "reading puzzles")
    nonograms = [puzzle_of(raw) for raw in request.puzzles]
    stars = request.stars or [None] * len(nonograms)
    end = monotonic() + SOLVING
    entries = [_entry(nonogram, rated, request.answers, end)
               for nonogram, rated in zip(nonograms, stars, strict=True)]
    data, remarks = book(
        entries, title=request.title, author=request.author, per_page=request.per_page,
        paper=request.paper, answers=request.answers, view=request.view, clues=request.clues,
        tell=_timed(tell, until))
    return file_answer(named_after(nonograms, request.title), ".pdf", "pdf", data, list(remarks))


def _timed(tell: Tell, until: float) -> Callable[[int, int, str], None]:
    """Progress, as long as there is time: a worker would be stopped without a word."""
    def pages(done: int, total: int, words: str) -> None:
        if process_time() > until:
            raise InputError(f"after {done} of {total} pages the time is over; print fewer puzzles "
                             "at once")
        tell(done / max(1, total), words)
    return pages


def _entry(nonogram: Nonogram, stars: int | None, answers: bool, end: float) -> Entry:
    """A puzzle with its answer; one that cannot be had is left out."""
    if not answers:
        return Entry(nonogram, stars=stars)
    spare = Budget(seconds=max(0.05, min(1.0, end - monotonic())))
    try:
        shown = solution_of(nonogram, spare)
    except InputError as error:
        return Entry(nonogram, note=error.message, stars=stars)
    return Entry(nonogram, shown.picture, shown.marks, shown.remark, stars)


