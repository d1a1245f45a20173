"""Line solvers in Python: how much of what a line tells they find, and how long it takes."""

from __future__ import annotations

from random import Random
from statistics import median

from nonoforge.bench.clock import repeated
from nonoforge.bench.parts import Parts
from nonoforge.bench.table import Draft, Plot, Report, Table
from nonoforge.clues import Runs
from nonoforge.engine import plain
from nonoforge.engine.plain import LineSolver
from nonoforge.methods import fix_paint, logic_rules, paint

CELLS = 30
BLOCKS = 8
KNOWN = (0.1, 0.25, 0.5)  # with none known such lines tell nothing
LINES = 300  # for each share of known cells

SOLVERS: dict[str, LineSolver] = {
    "plain engine": plain.settler,
    "paint": paint.settler,
    "fix-paint": fix_paint.settler,
    "logic-rules": logic_rules.settler,
}
PARTS = len(KNOWN)

COLUMNS = ("line solver", "lines", "exact lines %", "cells found %", "us a line")
NOTES = (
    f"Random lines of {CELLS} cells with {BLOCKS} blocks; known: the chance of a cell to be known.",
    "exact lines: those of which all is found that can be. cells found: how many of all cells that "
    "can be decided. us a line: the median of all lines, in plain Python.",
)

Masks = list[int]


def table(rng: Random, report: Report, parts: Parts) -> Table:
    """Each solver on the same lines."""
    draft = Draft("Line solvers in Python: what one line yields and costs", COLUMNS, report,
                  Plot("line solver", ("us a line",), "microseconds a line", log=True))
    for known in KNOWN:
        parts.next(f"line solvers, {known:.0%} known")
        lines = [random_line(rng, known) for _ in range(LINES)]
        for name, solver in SOLVERS.items():
            draft.row(f"{name}, {known:.0%} known", len(lines), *_measure(solver, lines))
    draft.note(*NOTES)
    return draft.table()


def random_line(rng: Random, known: float) -> tuple[Runs, Masks]:
    """Half of the cells that need not be are in blocks, the others in gaps."""
    spare = CELLS - (2 * BLOCKS - 1)
    blocks = _spread(rng, spare // 2, [1] * BLOCKS)
    gaps = _spread(rng, spare - spare // 2, [0, *[1] * (BLOCKS - 1), 0])
    colours = [0] * gaps[0]
    for block, gap in zip(blocks, gaps[1:], strict=True):
        colours += [1] * block + [0] * gap
    masks = [(1 << CELLS) - 1] * 2
    for at, colour in enumerate(colours):
        if rng.random() < known:
            masks[1 - colour] &= ~(1 << at)
    return Runs.of(*blocks), masks


def _spread(rng: Random, more: int, numbers: list[int]) -> list[int]:
    for _ in range(more):
        numbers[rng.randrange(len(numbers))] += 1
    return numbers


def _measure(solver: LineSolver, lines: list[tuple[Runs, Masks]]) -> tuple[float, float, float]:
    """The shares of exact lines and of cells found, and the time."""
    exact = found = possible = 0
    times = []
    for clue, masks in lines:
        settle = solver(clue, CELLS)
        mine, truth = settle(masks), plain.settle(clue, masks, CELLS)
        exact += mine == truth
        found += _decided(mine) - _decided(masks)
        possible += _decided(truth) - _decided(masks)
        times.append(repeated(lambda: settle(masks), 3).best)  # noqa: B023
    return 100 * exact / len(lines), 100 * found / max(1, possible), 1e6 * median(times)


def _decided(masks: Masks | None) -> int:
    return (masks[0] ^ masks[1]).bit_count() if masks else 0
