"""Propagate: settle lines until nothing changes.

Both orders end in the same state; they differ in how many lines they settle on the way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from nonoforge.engine.bit_sets import bits
from nonoforge.engine.outcome import Deduction, Meter, Order
from nonoforge.engine.plain.board import Board, Contradiction, Sheet
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

Propagation: TypeAlias = Callable[[Sheet, int, Meter], int]
"""Settles a set of lines, and what follows; returns the set of lines that were settled. It raises
Contradiction when a line breaks; the sheet then is as it was before that line."""


def propagate(puzzle: Puzzle, state: State | None = None, order: Order = "ordered") -> Deduction:
    """Return all that follows from the state by looking at one line at a time.

    >>> from nonoforge.clues import Runs
    >>> from nonoforge.puzzle import Line
    >>> row = Puzzle(3, (Line((0, 1, 2), Runs.of(2), "row 1"),))
    >>> propagate(row, State((3, 3, 3))).state.masks
    (3, 2, 3)
    """
    board = Board(puzzle)
    known = board.known(state)
    sheet = Sheet.start(board, known)
    meter = Meter()
    conflict = None
    try:
        PROPAGATIONS[order](sheet, board.every_line, meter)
    except Contradiction as contradiction:
        conflict = contradiction.line
    return Deduction(write_state(sheet, known), conflict, meter.work)


def write_state(sheet: Sheet, known: list[int]) -> State:
    """Return the state on a sheet that was started with `known`."""
    masks = list(known)
    for literal in sheet.trail:
        colour, cell = divmod(literal, sheet.board.cells)
        masks[cell] ^= 1 << colour
    return State(tuple(masks))


def propagate_ordered(sheet: Sheet, lines: int, meter: Meter) -> int:
    """Group by group: the waiting lines of one group, each once, then those of the next.

    All changes that a group makes to a line reach it together (Chen and Hung's ordered
    propagation, for any number of groups).
    """
    groups = sheet.board.groups
    settled = 0
    while lines := lines or sheet.settle_owed(meter):
        for group in groups:
            batch = lines & group
            while batch:
                flag = batch & -batch
                batch ^= flag
                settled |= flag
                lines = lines & ~flag | sheet.settle(flag.bit_length() - 1, meter)
    return settled


def propagate_plain(sheet: Sheet, lines: int, meter: Meter) -> int:
    """Propagate with a queue; a line is queued again for each of its cells that changed."""
    queue = deque(bits(lines))
    settled = 0
    while queue or sheet.owed:
        before = len(sheet.trail)
        if queue:
            line = queue.popleft()
            settled |= 1 << line
            others = sheet.settle(line, meter)
        elif not (others := sheet.settle_owed(meter)):
            break
        changed = dict.fromkeys(literal % sheet.board.cells for literal in sheet.trail[before:])
        for cell in changed:
            queue.extend(bits(sheet.board.through[cell] & others))
    return settled


PROPAGATIONS: dict[Order, Propagation] = {
    "plain": propagate_plain, "ordered": propagate_ordered,
}
