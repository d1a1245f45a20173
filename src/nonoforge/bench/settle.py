"""One settlement: nanoseconds in the kernel, and how they grow with blocks and cells."""

from __future__ import annotations

from collections.abc import Callable
from math import log2
from random import Random
from statistics import median

from nonoforge.bench.clock import machine, repeated
from nonoforge.bench.corpus import own_puzzles
from nonoforge.bench.table import Draft, Table, Wish
from nonoforge.clues import Runs
from nonoforge.engine import ENGINE, plain

CALLS = 1_000_000  # for the line of 30 cells and 8 blocks
LINES = 9  # random lines, of which the median is taken
GROWTH = 0.02  # seconds for each line of the growth rows, about
CELLS = (16, 32, 64, 128, 256, 512, 1024)
BLOCKS = (4, 8, 16, 32)

Masks = list[int]
Measure = Callable[[Runs, Masks, int], float]

COLUMNS = ("cells", "blocks", "known", "words", "native ns", "ns per block",
           "ns per block, log2 cells and word", "plain us")
NOTES = (
    f"Black and white; the median of {LINES} random lines. native ns is measured in the kernel, "
    f"over {CALLS:,} calls for a line of 30 cells and about {GROWTH} s for the others: the mean of "
    "the best quarter.",
    "words: machine words of 64 bits that the kernel's masks have for lines of this length.",
    "half: each cell of a random colouring is known with probability 1/2; no: nothing is known.",
)


def settle(wish: Wish) -> Table:
    """One settlement of a line: nanoseconds in the kernel, and its growth with blocks and cells."""
    own_puzzles(wish.path)
    rng = Random(wish.seed)
    draft = Draft("Settle: the cost of making one line certain", COLUMNS, wish.report)
    lines = wish.repeats or LINES
    for half in (False, True):
        _row(draft, rng, 30, 8, half, lines, lambda clue, masks, n: _kernel(clue, masks, n, CALLS))
    for cells in CELLS:
        for blocks in BLOCKS:
            if 2 * blocks <= cells:
                _row(draft, rng, cells, blocks, False, lines, _for_a_while)
    draft.note(*NOTES, machine())
    return draft.table()


def _row(draft: Draft, rng: Random, cells: int, blocks: int, half: bool, lines: int,
         measure: Measure) -> None:
    fast: list[float] = []
    slow: list[float] = []
    for _ in range(lines):
        clue, masks = _random_line(rng, cells, blocks, half)
        if ENGINE == "native":
            fast.append(1e9 * measure(clue, masks, cells))
        slow.append(1e6 * _plain(clue, masks, cells))
    words = _words(cells)
    nanoseconds = median(fast) if fast else None
    each = nanoseconds / blocks if nanoseconds is not None else None
    step = each / log2(cells) / words if each is not None else None
    draft.row(cells, blocks, "half" if half else "no", words, nanoseconds, each, step, median(slow))


def _random_line(rng: Random, cells: int, blocks: int, half: bool) -> tuple[Runs, Masks]:
    """Half of the cells that are not needed go into blocks, the rest into gaps, at random."""
    spare = cells - (2 * blocks - 1)
    lengths = [1] * blocks
    for _ in range(spare // 2):
        lengths[rng.randrange(blocks)] += 1
    gaps = [0] + [1] * (blocks - 1) + [0]
    for _ in range(spare - spare // 2):
        gaps[rng.randrange(blocks + 1)] += 1
    colours = [0] * gaps[0]
    for length, gap in zip(lengths, gaps[1:], strict=True):
        colours += [1] * length + [0] * gap
    masks = [0, 0]
    for position, colour in enumerate(colours):
        known = half and rng.random() < 0.5
        for c in (0, 1):
            masks[c] |= (not known or c == colour) << position
    return Runs.of(*lengths), masks


def _words(cells: int) -> int:
    """The kernel is compiled for masks of 1, 2, 4, 16 and 64 words."""
    return next(words for words in (1, 2, 4, 16, 64) if cells <= 64 * words)


def _kernel(clue: Runs, masks: Masks, cells: int, calls: int) -> float:
    """The best of four quarters, so that what else the machine does counts little."""
    from nonoforge.engine import settle_seconds

    return min(settle_seconds(clue, masks, cells, calls // 4) for _ in range(4))


def _for_a_while(clue: Runs, masks: Masks, cells: int) -> float:
    once = _kernel(clue, masks, cells, 400)
    return _kernel(clue, masks, cells, max(400, int(GROWTH / max(once, 1e-9))))


def _plain(clue: Runs, masks: Masks, cells: int) -> float:
    plain.settle(clue, masks, cells)  # what is made ready once for a clue is ready now
    return repeated(lambda: plain.settle(clue, masks, cells), 50).median
