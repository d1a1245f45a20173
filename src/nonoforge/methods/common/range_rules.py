"""The eleven rules: what each says is true of every colouring that the line has.

Three parts (after the paper cited in logic_rules.py): cells from ranges, ranges from cells, and
both from both. Where a rule speaks of the left end of something, the same holds for the right end:
the line is turned round and the rules are applied again (`apply_rules`). A segment is black cells
in a row; its holders are the runs that may cover it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise

from nonoforge.methods.common.ranges import Broken, Ranges, Rule, span, wide
from nonoforge.progress import CheckTime, no_limit

RULES: dict[str, Rule] = {}
"""By number: the part, and the rule in it."""


def apply_rules(line: Ranges, tick: CheckTime = no_limit) -> None:
    """All rules, from the left and from the right, until nothing changes. `tick` may raise."""
    before = None
    while before != line.known:
        before = line.known
        for _ in range(2):
            for rule in RULES.values():
                tick()
                rule(line)
            line.turn()


def _rule(number: str) -> Callable[[Rule], Rule]:
    def register(rule: Rule) -> Rule:
        RULES[number] = rule
        return rule

    return register


# --- part 1: cells, from the ranges ------------------------------------------------------------


@_rule("1.1")
def overlap(line: Ranges) -> None:
    """What a run covers both as far left and as far right as it goes is black."""
    for size, first, last in zip(line.sizes, line.first, line.last, strict=True):
        if last - first + 1 < 2 * size:
            line.paint(last - size + 1, first + size - 1)


@_rule("1.2")
def out_of_range(line: Ranges) -> None:
    """A cell in no run's range is white."""
    covered = 0
    for first, last in zip(line.first, line.last, strict=True):
        covered |= span(first, last)
    line.whiten(line.full & ~covered)


@_rule("1.3")
def before_a_start(line: Ranges) -> None:
    """Where the first cell of a range is black, and the other runs there have one cell, a run
    starts: the cell before is white."""
    for run in line.runs:
        cell = line.first[run]
        if line.is_black(cell) and all(
                line.sizes[other] == 1 for other in line.runs
                if other != run and line.first[other] <= cell <= line.last[other]):
            line.blank(cell - 1)


@_rule("1.4")
def too_long_together(line: Ranges) -> None:
    """A cell between two segments is white if no run is as long as all of that together."""
    for (start, end), (next_start, next_end) in pairwise(line.segments()):
        if next_start == end + 2 and not line.can_hold(start, next_end):
            line.blank(end + 1)


@_rule("1.5")
def grown_from_walls(line: Ranges) -> None:
    """A segment close to a wall on its left grows to the right until its shortest holder fits; one
    as long as its longest holder is done."""
    for start, end in line.segments():
        sizes = [line.sizes[run] for run in line.holders(start, end)]
        wall = (line.white & span(0, start)).bit_length() - 1  # -1: the end of the line
        if wall + min(sizes) > end:
            line.paint(end + 1, wall + min(sizes))
        if max(sizes) == end - start + 1:
            line.blank(end + 1)


# --- part 2: ranges, from the cells ------------------------------------------------------------


@_rule("2.1")
def in_order(line: Ranges) -> None:
    """A run starts after the one before, and a white cell."""
    for run in line.runs[1:]:
        line.starts_from(run, line.first[run - 1] + line.sizes[run - 1] + 1)


@_rule("2.2")
def not_beside_black(line: Ranges) -> None:
    """A run cannot start right after a black cell."""
    for run in line.runs:
        if line.is_black(line.first[run] - 1):
            line.starts_from(run, line.first[run] + 1)


@_rule("2.3")
def after_what_is_too_long(line: Ranges) -> None:
    """A run lies behind a segment in its range that is too long for it, if only runs before it can
    hold that."""
    for start, end in line.segments():
        for run in line.runs[line.holders(start, end)[-1] + 1:]:
            if line.sizes[run] <= end - start and line.first[run] <= start:
                line.starts_from(run, end + 2)


# --- part 3: both ------------------------------------------------------------------------------


@_rule("3.1")
def joined(line: Ranges) -> None:
    """Black cells that only one run reaches are joined, and it is not far."""
    ends = list(accumulate(line.last, max, initial=-1))
    starts = list(accumulate(reversed(line.first), min, initial=line.length))[::-1]
    for run in line.runs:
        own = line.black & span(ends[run] + 1, starts[run + 1] - 1)
        if own:
            start, end = (own & -own).bit_length() - 1, own.bit_length() - 1
            line.paint(start, end)
            line.starts_from(run, end - line.sizes[run] + 1)
            line.ends_by(run, start + line.sizes[run] - 1)


@_rule("3.2")
def too_narrow(line: Ranges) -> None:
    """Between white cells there must be room: a range starts and ends where there is. Where there
    is none for any run that comes there, all is white."""
    roomy = 0
    for run, size in enumerate(line.sizes):
        room = wide(span(line.first[run], line.last[run]) & ~line.white, size)
        if not room:
            raise Broken
        line.starts_from(run, (room & -room).bit_length() - 1)
        line.ends_by(run, room.bit_length() - 1)
        roomy |= room
    line.whiten(line.full & ~roomy)


@_rule("3.3")
def first_in_range(line: Ranges) -> None:
    """A run whose range no run before it enters starts no later than the first black cell there."""
    ends = -1  # of all runs before
    for run in line.runs:
        if line.first[run] > ends and (segments := line.segments(run)):
            if segments[0][0] == line.first[run]:
                _finish(line, run)
            else:
                _not_past(line, run, segments)
        ends = max(ends, line.last[run])


def _finish(line: Ranges, run: int) -> None:
    """The run starts at the first cell of its range."""
    first = line.first[run]
    last = first + line.sizes[run] - 1
    line.paint(first, last)
    line.blank(first - 1)
    line.blank(last + 1)
    line.ends_by(run, last)
    if run:
        line.ends_by(run - 1, first - 2)
    if run + 1 < len(line.sizes):
        line.starts_from(run + 1, last + 2)


def _not_past(line: Ranges, run: int, segments: list[tuple[int, int]]) -> None:
    """The run ends before the first white cell after a black one, and before any segment that is
    too far from the first for one run to cover both."""
    start = segments[0][0]
    behind = line.white >> start
    if behind:
        line.ends_by(run, start + (behind & -behind).bit_length() - 2)
    far = next((a for a, b in segments[1:] if b - start >= line.sizes[run]), None)
    if far is not None:
        line.ends_by(run, far - 2)
