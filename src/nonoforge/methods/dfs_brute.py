"""Depth-first search over the whole space: cell by cell.

The cells are coloured in their order, each with every colour in turn, white first. What is checked,
and when: a line is compared with its clue when the last of its cells has been coloured, and not
before. So on a grid a row is checked at its end, and no column before the last row. Given cells
have their colour from the start. The search goes back when a line does not fit, and goes on after a
solution until everything has been tried: its end is a proof. It is the measure for all others, and
hopeless beyond some 30 cells.

As described, by way of review, in section 2.1 of
A. Mikayelyan, A. Harutyunyan, A. Davityan, V. Melkumyan: Japanese crossword/nonogram puzzle.
Akian College of Science and Engineering, 2024.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonoforge.engine.plain import bits
from nonoforge.methods.common.method import Job, Method, searching
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.step import Step


def solutions(job: Job) -> Iterator[Colouring]:
    """Yield all solutions, in the order of their colours."""
    puzzle = job.puzzle
    if any(not line.cells and line.clue.needs for line in puzzle.lines):
        return
    choices = {mask: tuple(bits(mask)) for mask in set(job.known)}
    ends = _ends(job)
    picture = bytearray(puzzle.cells)
    tried = [0] * puzzle.cells
    cell = 0
    while cell >= 0:
        if cell == puzzle.cells:
            yield bytes(picture)
            cell -= 1
        elif tried[cell] == len(colours := choices[job.known[cell]]):
            tried[cell] = 0
            cell -= 1
        else:
            picture[cell] = colours[tried[cell]]
            tried[cell] += 1
            cell += _try(job, picture, cell, ends.get(cell, ()))


def _ends(job: Job) -> dict[int, list[int]]:
    """Return for each cell the lines that are complete with it."""
    ends: dict[int, list[int]] = {}
    for index, line in enumerate(job.puzzle.lines):
        job.look()
        if line.cells:
            ends.setdefault(max(line.cells), []).append(index)
    return ends


def _try(job: Job, picture: bytearray, cell: int, lines: Sequence[int]) -> bool:
    """Return whether the lines that this cell completes meet their clues."""
    job.branch()
    if job.observer:
        _tell(job, picture, cell, Step("assume", None, ((cell, 1 << picture[cell]),), cell + 1))
    for index in lines:
        job.settle()
        line = job.puzzle.lines[index]
        fits = line.clue.accepts([picture[place] for place in line.cells])
        if job.observer:
            _tell(job, picture, cell, Step("settle" if fits else "break", index, (), cell + 1))
        if not fits:
            job.conflict()
            return False
    return True


def _tell(job: Job, picture: bytearray, cell: int, step: Step) -> None:
    """Report a step, with the cells up to this one coloured."""
    job.tell(step, lambda: State((*(1 << colour for colour in picture[:cell + 1]),
                                  *job.known[cell + 1:])))


METHOD = Method("colour cell by cell, every way there is, and check lines when they are complete",
                searching(solutions), tallies=True)
