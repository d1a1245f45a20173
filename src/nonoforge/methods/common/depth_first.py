"""Depth-first search over lines: each placement of a line is tried in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nonoforge.methods.common.domains import Domains
from nonoforge.methods.common.job import Job
from nonoforge.puzzle import Colouring


def depth_first(
    job: Job, domains: Domains, choose: Callable[[], int | None],
    follow: Callable[[int], int | None],
) -> Iterator[Colouring]:
    """All solutions: `choose` a line (None: all are decided), try each of its placements, `follow`
    up what comes of it (it is told the depth, and returns a line that broke, or None)."""
    line = choose()
    if line is None:
        yield from domains.colourings()
        return
    stack = [(line, domains.values(line), domains.mark)]
    while stack:
        line, values, mark = stack[-1]
        domains.undo(mark)
        value = next(values, None)
        if value is None:
            stack.pop()
            continue
        job.branch()
        gone = domains.allowed[line] & ~value
        domains.narrow(line, value)
        domains.tell("assume", line, len(stack), gone)
        if (broken := follow(len(stack))) is not None:
            job.conflict()
            domains.tell("break", broken, len(stack))
        elif (line := choose()) is None:
            yield from domains.colourings()
        else:
            stack.append((line, domains.values(line), domains.mark))
