"""What Chen and Hung propose, measured: the order of propagation, probing, and the line solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from statistics import median

from nonoforge.bench.corpus import blobs, puzzles_at, random_puzzles
from nonoforge.bench.table import (
    BenchOptions,
    Draft,
    Parts,
    Plot,
    Report,
    Table,
    machine,
    repeated,
    timed,
)
from nonoforge.clues import Runs
from nonoforge.engine import Depth, Order, plain, probe, propagate
from nonoforge.engine.plain import LineSolver, Relation, bits
from nonoforge.families.grid import from_picture
from nonoforge.methods import fix_paint, logic_rules, paint
from nonoforge.palette import Palette
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

SIDES = (15, 25, 40)
DENSITIES = (0.3, 0.5, 0.7)
ORDER_COUNT = 50  # puzzles of each kind

ORDER_COLUMNS = ("puzzles", "count", "plain settled", "ordered settled", "plain / ordered",
                 "plain ms", "ordered ms")
PLOT = Plot("puzzles", ("plain settled", "ordered settled"), "lines settled", log=True)
ORDER_NOTES = (
    "The paper describes both orders and prints no figures; there is nothing to set beside these.",
    "settled: lines settled until nothing changes, for all puzzles of a row together.",
    "plain: a queue in which a line waits once for each of its cells that changed. ordered: all "
    "waiting rows, then all waiting columns, each once (Chen and Hung's ordered propagation).",
)

Sets = list[tuple[str, list[Puzzle]]]


def propagation(options: BenchOptions) -> Table:
    """Chen and Hung: plain against ordered propagation; cells decided by FP1, FP2, FP3; lines."""
    sets, stalling, notes = _puzzle_sets(options)
    parts = Parts(options.report, len(sets) + 2 * len(stalling) + SOLVER_PARTS)
    draft = Draft("Propagation: plain against ordered (Chen and Hung, 2.3)", ORDER_COLUMNS,
                  options.report, PLOT)
    for name, puzzles in sets:
        parts.next(f"propagating {name}")
        _order_row(draft, name, puzzles, options.repeats or 3)
    _total(draft)
    draft.note(*ORDER_NOTES, *notes, machine())
    probed = probing_tables(stalling, options.report, parts) if stalling else ()
    return draft.table(*probed, line_solver_table(Random(options.seed), options.report, parts))


def _puzzle_sets(options: BenchOptions) -> tuple[Sets, Sets, list[str]]:
    """Return what to propagate, what to probe, and notes: all from a path, or random."""
    if options.path is None:
        rng = Random(options.seed)
        return _random_sets(rng), random_sets(rng), []
    entries, notes = puzzles_at(options.path)
    sets = [(entry.name, [entry.nonogram.puzzle]) for entry in entries]
    stalling = only_stalled(sets)
    if not stalling:
        notes.append("Propagation finishes all of these: there is nothing to probe.")
    return sets, stalling, notes


def _random_sets(rng: Random) -> Sets:
    noisy = [(f"random {side}x{side}, density {density}",
              random_puzzles(rng, ORDER_COUNT, side, density))
             for side in SIDES for density in DENSITIES]
    smooth = [(f"blobs {side}x{side}",
               [from_picture(blobs(rng, side, side)).puzzle for _ in range(ORDER_COUNT)])
              for side in SIDES]
    return noisy + smooth


def _order_row(draft: Draft, name: str, puzzles: Sequence[Puzzle], turns: int) -> None:
    plain, plain_seconds = _settled(puzzles, "plain", turns)
    ordered, ordered_seconds = _settled(puzzles, "ordered", turns)
    draft.row(name, len(puzzles), plain, ordered, plain / max(1, ordered), 1e3 * plain_seconds,
              1e3 * ordered_seconds)


def _total(draft: Draft) -> None:
    """Return the sums over all rows."""
    count, plain, ordered, plain_ms, ordered_ms = (
        sum(value for row in draft.rows if isinstance(value := row[at], int | float))
        for at in (1, 2, 3, 5, 6))
    draft.row("all", count, plain, ordered, plain / max(1, ordered), plain_ms, ordered_ms)


def _settled(puzzles: Sequence[Puzzle], order: Order, turns: int) -> tuple[int, float]:
    """Return lines settled by all puzzles, and the best time for all."""
    def run() -> int:
        return sum(propagate(puzzle, order=order).work.settled for puzzle in puzzles)

    runs = [timed(run) for _ in range(turns)]
    return runs[0][1], min(seconds for seconds, _ in runs)


# One round of probing, with each kind of finding by itself.
#
# The engine probes to the end and takes every contradiction along, so that the deductions of deeper
# levels are mostly found already. This shows what each adds to the same observations.

FINDINGS = ("FP1", "FP1+FP2", "FP1+FP2+FP3", "contradictions", "all")


def probe_once(puzzle: Puzzle, start: State) -> list[int]:
    """Return the cells that each of the findings decides, when propagated."""
    seen = Observations(puzzle, start)
    relation = seen.relation()
    direct = seen.agreed()
    contrapositive = direct | seen.shared(relation)
    closed = contrapositive | set(relation.close())
    closed |= seen.shared(relation, closed)
    return [seen.decided(gone) for gone in (
        direct, contrapositive, closed, seen.broken, closed | seen.broken)]


class Observations:
    """What each colour of each open cell leads to. A literal is colour * cells + cell."""

    def __init__(self, puzzle: Puzzle, start: State) -> None:
        self.puzzle = puzzle
        self.start = start
        self.cells = start.open_cells()
        self.excluded: dict[int, set[int]] = {}  # what is crossed out under each literal
        self.broken: set[int] = set()  # literals that lead to a contradiction
        for cell in self.cells:
            for literal in self.literals(cell):
                self._assume(literal)

    def literals(self, cell: int) -> list[int]:
        return [colour * self.puzzle.cells + cell for colour in bits(self.start.masks[cell])]

    def _assume(self, literal: int) -> None:
        """Propagate an assumption. What a contradicting propagation found before it broke does
        follow."""
        colour, cell = divmod(literal, self.puzzle.cells)
        masks = list(self.start.masks)
        masks[cell] = 1 << colour
        found = propagate(self.puzzle, State(tuple(masks)))
        if found.conflict is not None:
            self.broken.add(literal)
        self.excluded[literal] = {
            gone * self.puzzle.cells + other for other in self.cells
            for gone in bits(self.start.masks[other] & ~found.state.masks[other])} - {literal}

    def agreed(self) -> set[int]:
        """Return FP1: the literals that every colour of a cell excludes."""
        agreed: set[int] = set()
        for cell in self.cells:
            agreed |= set.intersection(*(self.excluded[one] for one in self.literals(cell)))
        return agreed

    def relation(self) -> Relation:
        """Return FP2: the pairs that exclude each other, in both directions."""
        colours = len(self.puzzle.palette)
        literals = [colour * self.puzzle.cells + cell for colour in range(colours)
                    for cell in self.cells]
        relation = Relation(literals, colours)
        relation.kill(literal for literal in literals if literal not in self.excluded)
        for literal, others in self.excluded.items():
            relation.exclude(literal, others)
        return relation

    def shared(self, relation: Relation, gone: Iterable[int] = ()) -> set[int]:
        """Return what all colours of a cell exclude that are not gone."""
        dead = set(gone)
        shared: set[int] = set()
        for cell in self.cells:
            if left := [literal for literal in self.literals(cell) if literal not in dead]:
                shared.update(relation.shared(left))
        return shared

    def decided(self, gone: Iterable[int]) -> int:
        """Return how many cells are decided if these literals are gone, and propagated."""
        masks = list(self.start.masks)
        for literal in gone:
            colour, cell = divmod(literal, self.puzzle.cells)
            masks[cell] &= ~(1 << colour)
        found = propagate(self.puzzle, State(tuple(masks)))
        return len(self.cells) - len(found.state.open_cells())


# Probing where propagation stalls: how many cells FP1, FP2 and FP3 decide.

PROBING_COUNT = 100  # puzzles of each kind
ROUNDS = 8  # of the stalled ones, those that are probed once over
MAX_OPEN = 2500  # cells, beyond which a round in Python takes too long

KINDS = (  # colours besides white, side, density: where propagation stalls, and probing helps
    (1, 10, 0.4), (1, 15, 0.45), (1, 20, 0.45), (1, 25, 0.45), (1, 30, 0.5), (2, 15, 0.4),
    (2, 20, 0.45), (3, 20, 0.4), (4, 25, 0.4),
)
INKS = ("#ffffff", "#000000", "#cc0000", "#0044cc", "#118833")
DEPTHS: dict[str, Depth] = {"FP1": 1, "FP1+FP2": 2, "FP1+FP2+FP3": 3}

PROBING_TITLE = "Probing where propagation stalls: cells decided (Chen and Hung, 3)"
SHARES = tuple(f"{name} %" for name in DEPTHS)
PROBING_COLUMNS = ("puzzles", "count", "stalled", "open cells", *SHARES,
           *(f"{name} solved" for name in DEPTHS), "FP2 adds", "FP3 adds")
PROBING_NOTES = (
    "The paper gives the three deductions and no figures for them.",
    "stalled: puzzles that propagation does not finish; open cells: those that it leaves, in all. "
    "%: how many of these are decided. solved: puzzles of which nothing is left open.",
    "Each depth is run to its end: whatever is found is propagated and probed again, and a colour "
    "that leads to a contradiction is impossible, at every depth.",
    "FP2 adds, FP3 adds: puzzles in which that depth rules out more than the one before.",
)
ROUND_COLUMNS = ("puzzles", "count", "open cells", *(f"{name} %" for name in FINDINGS))
ROUND_NOTES = (
    f"The first {ROUNDS} stalled puzzles of each row of the table {PROBING_TITLE!r}; a dash: more "
    f"than {MAX_OPEN:,} cells are open.",
    "Each colour of each open cell is assumed once, and all from the same state; then what follows "
    "is propagated. FP1, FP2 and FP3 are as the paper has them: they relate cells, and a "
    "contradiction by itself decides nothing, but what was found before it counts. contradictions: "
    "what these alone decide.",
)


def random_sets(rng: Random) -> Sets:
    """Return random pictures of several kinds."""
    return [(_name(*kind), [_noise(rng, *kind) for _ in range(PROBING_COUNT)]) for kind in KINDS]


def _name(colours: int, side: int, density: float) -> str:
    inks = "" if colours == 1 else f", {colours} colours"
    return f"random {side}x{side}, density {density}{inks}"


def _noise(rng: Random, colours: int, side: int, density: float) -> Puzzle:
    picture = [[rng.randint(1, colours) if rng.random() < density else 0 for _ in range(side)]
               for _ in range(side)]
    return from_picture(picture, palette=Palette.of(*INKS[:colours + 1])).puzzle


def only_stalled(sets: Sets) -> Sets:
    """Return the sets in which a puzzle stalls."""
    return [(name, puzzles) for name, puzzles in sets if any(map(_stalled, puzzles))]


def probing_tables(sets: Sets, report: Report, parts: Parts) -> tuple[Table, Table]:
    """Probing to the end, and one round of it."""
    fully = Draft(PROBING_TITLE,
                  PROBING_COLUMNS, report, Plot("puzzles", SHARES, "% of the open cells"))
    once = Draft("One round of probing: cells decided", ROUND_COLUMNS, report,
                 Plot("puzzles", ROUND_COLUMNS[3:], "% of the open cells"))
    for name, puzzles in sets:
        parts.next(f"probing {name}")
        _probing_row(fully, name, puzzles)
        parts.next(f"probing {name}, one round")
        _round_row(once, name, puzzles)
    fully.note(*PROBING_NOTES)
    once.note(*ROUND_NOTES)
    return fully.table(), once.table()


def _stalled(puzzle: Puzzle) -> State | None:
    """Return where propagation stalls, if it does."""
    found = propagate(puzzle)
    return None if found.conflict is not None or found.state.solved else found.state


def _probing_row(draft: Draft, name: str, puzzles: Sequence[Puzzle]) -> None:
    decided, solved, adds = ([0] * len(DEPTHS) for _ in range(3))
    stalled = open_cells = 0
    for puzzle in puzzles:
        if (start := _stalled(puzzle)) is None:
            continue
        stalled += 1
        cells = len(start.open_cells())
        open_cells += cells
        before = None
        for at, depth in enumerate(DEPTHS.values()):
            found = probe(puzzle, start, depth)
            left = len(found.state.open_cells())
            decided[at] += cells - left
            solved[at] += not left or found.conflict is not None
            adds[at] += before is not None and found.state != before
            before = found.state
    draft.row(name, len(puzzles), stalled, open_cells, *_shares(decided, open_cells), *solved,
              *adds[1:])


def _round_row(draft: Draft, name: str, puzzles: Sequence[Puzzle]) -> None:
    chosen = [(puzzle, start) for puzzle in puzzles if (start := _stalled(puzzle))][:ROUNDS]
    open_cells = sum(len(start.open_cells()) for _, start in chosen)
    if any(len(start.open_cells()) > MAX_OPEN for _, start in chosen):
        draft.row(name, len(chosen), open_cells, *[None] * len(FINDINGS))
        return
    decided = [0] * len(FINDINGS)
    for puzzle, start in chosen:
        for at, cells in enumerate(probe_once(puzzle, start)):
            decided[at] += cells
    draft.row(name, len(chosen), open_cells, *_shares(decided, open_cells))


def _shares(parts: Sequence[int], whole: int) -> list[float]:
    return [100 * part / max(1, whole) for part in parts]


# Line solvers in Python: how much of what a line tells they find, and how long it takes.

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
SOLVER_PARTS = len(KNOWN)

SOLVER_COLUMNS = ("line solver", "lines", "exact lines %", "cells found %", "us a line")
SOLVER_NOTES = (
    f"Random lines of {CELLS} cells with {BLOCKS} blocks; known: the chance of a cell to be known.",
    "exact lines: those of which all is found that can be. cells found: how many of all cells that "
    "can be decided. us a line: the median of all lines, in plain Python.",
)

Masks = list[int]


def line_solver_table(rng: Random, report: Report, parts: Parts) -> Table:
    """Return each solver on the same lines."""
    draft = Draft("Line solvers in Python: what one line yields and costs", SOLVER_COLUMNS, report,
                  Plot("line solver", ("us a line",), "microseconds a line", log=True))
    for known in KNOWN:
        parts.next(f"line solvers, {known:.0%} known")
        lines = [random_line(rng, known) for _ in range(LINES)]
        for name, solver in SOLVERS.items():
            draft.row(f"{name}, {known:.0%} known", len(lines), *_measure(solver, lines))
    draft.note(*SOLVER_NOTES)
    return draft.table()


def random_line(rng: Random, known: float) -> tuple[Runs, Masks]:
    """Return a random line: half of the spare cells are in blocks, the others in gaps."""
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
    """Return the shares of exact lines and of cells found, and the time."""
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
