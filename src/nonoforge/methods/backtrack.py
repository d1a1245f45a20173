"""Backtracking over lines with forward checking.

The lines are the variables and their placements the domains. A line is chosen (of fewest placements
left: MRV), each of its placements is tried in turn, and placements of the crossing lines that
disagree are removed (forward checking). When a line has none left, the next placement is tried;
when all have been, the search goes back to the line before. It runs through all of the tree, so
its end is a proof.

As published there is no deduction before or in between, and all domains are made at the start:
of a puzzle with wide lines they do not fit into any memory. They are counted first, and beyond the
`cap` the method says so instead of trying. Changed: only that a line whose cells are all decided by
the lines that cross it is not tried out, for its domain is that one placement.

`values=lcv` is the improvement that the publication names: placements first that begin and end with
a coloured cell. Serves colours, runs of unknown length, tallies and any family.

A. Mikayelyan, A. Harutyunyan, A. Davityan, V. Melkumyan: Japanese crossword/nonogram puzzle.
Akian College of Science and Engineering, 2024. Sections 3.1 and 4.2.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from nonoforge.methods.common.domains import GENERATE, KEEP, VALUES, Domains, depth_first
from nonoforge.methods.common.method import Job, Method, Option, searching
from nonoforge.puzzle import Colouring


def solutions(job: Job) -> Iterator[Colouring]:
    """Yield all solutions, depth first."""
    domains = Domains(job)
    broken = domains.refresh()
    if broken is None:
        domains.make_all()
        broken = next((line for line, size in enumerate(domains.size) if not size), None)
    if broken is not None:
        domains.tell("break", broken, 0)
        return
    yield from depth_first(job, domains, partial(_choose, job, domains),
                           partial(_check, job, domains))


def _choose(job: Job, domains: Domains) -> int | None:
    left = [line for line in range(len(domains.lines)) if domains.open(line)]
    if job.word("choose") == "random":
        return job.random.choice(left) if left else None
    if job.word("choose") == "lexical":
        return left[0] if left else None
    return min(left, key=lambda line: (domains.size[line], line), default=None)


def _check(job: Job, domains: Domains, depth: int) -> int | None:
    """Check forward: filter the placements of lines whose cells have changed."""
    for _ in domains.touched:
        job.settle()
    return domains.refresh()


METHOD = Method(
    "try the placements of one line after another, those of crossing lines being checked ahead",
    searching(solutions),
    options=(
        GENERATE,
        Option("choose", "mrv", "the next line: of fewest placements, the first, or any",
               ("mrv", "lexical", "random")),
        VALUES,
        KEEP,
    ),
    tallies=True)
