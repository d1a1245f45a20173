"""Independent answers to compare the engines with. Nothing here uses engine code.

    brute force    read all pictures, keep those with the right clues
    three formulas the line solver of Chen and Hung (P, P0, P1), black and white
    an automaton   reads a line cell by cell: any colours, blotted runs
    naive probing  assume, propagate, learn, again and again, on an explicit graph
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product

from helpers.puzzles import FUZZ as FUZZ
from nonoforge.clues import Run, Runs
from nonoforge.palette import Palette
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

Picture = tuple[tuple[int, ...], ...]
PALETTES = {
    n: Palette.of(*(f"#{200 * i // n:02x}{i:02x}00" for i in range(n, 0, -1))) for n in range(2, 9)
}


# --- lines ---------------------------------------------------------------------------------------

def read_runs(colours: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """(length, colour) of each run, read off by hand."""
    runs: list[tuple[int, int]] = []
    before = 0
    for colour in colours:
        if colour and colour == before:
            runs[-1] = (runs[-1][0] + 1, colour)
        elif colour:
            runs.append((1, colour))
        before = colour
    return tuple(runs)


@cache
def colourings(length: int, colours: int = 2) -> dict[Runs, list[tuple[int, ...]]]:
    """All clues of a line, and for each its colourings."""
    found: dict[Runs, list[tuple[int, ...]]] = defaultdict(list)
    for line in product(range(colours), repeat=length):
        found[Runs.of(*read_runs(line))].append(line)
    return dict(found)


def blotted(clue: Runs, which: int) -> Runs:
    """The clue with the runs of the bit set `which` blotted."""
    return Runs(tuple(
        Run(None if which >> i & 1 else run.length, run.colour) for i, run in enumerate(clue.runs)))


@cache
def blotted_colourings(length: int, colours: int = 2) -> dict[Runs, list[tuple[int, ...]]]:
    """All clues with some runs blotted (not none), and for each its colourings."""
    found: dict[Runs, list[tuple[int, ...]]] = defaultdict(list)
    for clue, lines in colourings(length, colours).items():
        for which in range(1, 1 << len(clue.runs)):
            found[blotted(clue, which)] += lines
    return dict(found)


def line_masks(line: Sequence[int], colours: int) -> list[int]:
    """A coloured line as masks."""
    return [sum(1 << p for p, c in enumerate(line) if c == colour) for colour in range(colours)]


def settle_by_brute_force(lines: list[list[int]], masks: Sequence[int]) -> list[int] | None:
    """Of lines (as masks) those within the masks, one over the other."""
    found: list[int] | None = None
    for line in lines:
        if not any(mine & ~allowed for mine, allowed in zip(line, masks, strict=True)):
            found = line if found is None else [a | b for a, b in zip(found, line, strict=True)]
    return found


def settle_by_three_formulas(runs: Sequence[int], masks: Sequence[int], length: int
                             ) -> list[int] | None:
    """Chen and Hung's P, P0, P1. A painting has two bits a cell, 01 white and 10 black, so that
    merging is OR; None is their epsilon. Cell 0 is a white cell before the line."""
    white, black = masks[0] << 1 | 1, masks[1] << 1

    def merge(one: int | None, other: int | None) -> int | None:
        return other if one is None else one if other is None else one | other

    table: list[list[int | None]] = [[1] + [None] * len(runs)]
    for i in range(1, length + 1):
        row: list[int | None] = []
        for j in range(len(runs) + 1):
            before = table[i - 1][j]
            p0 = before | 1 << 2 * i if before is not None and white >> i & 1 else None
            p1 = None
            if j and i >= runs[j - 1]:
                d = runs[j - 1]
                gap = i - d  # the white cell before the block
                block = (1 << d) - 1 << gap + 1
                if white >> gap & 1 and black & block == block:
                    painted = 0b10 * ((4 ** d - 1) // 3) << 2 * (gap + 1)
                    rest = table[gap - 1][j - 1] if gap else (0 if j == 1 else None)
                    p1 = None if rest is None else rest | 1 << 2 * gap | painted
            row.append(merge(p0, p1))
        table.append(row)
    painting = table[length][len(runs)]
    if painting is None:
        return None
    cells = [painting >> 2 * i & 3 for i in range(1, length + 1)]
    return [sum((cell >> c & 1) << p for p, cell in enumerate(cells)) for c in range(2)]


def settle_by_automaton(clue: Runs, masks: Sequence[int], length: int) -> list[int] | None:
    """Walk the line forwards and backwards with a state (runs begun, cells of the last one).

    0 cells: the last run is over and a white cell followed it, or nothing has come yet.
    """
    runs = clue.runs

    def over(j: int, m: int) -> bool:
        return m == 0 or runs[j - 1].length in (None, m)

    def step(state: tuple[int, int], colour: int) -> tuple[int, int] | None:
        j, m = state
        if colour == 0:
            return (j, 0) if over(j, m) else None
        if m and runs[j - 1].colour == colour:
            size = runs[j - 1].length
            return (j, 1) if size is None else (j, m + 1) if m < size else None
        if over(j, m) and j < len(runs) and runs[j].colour == colour:
            return (j + 1, 1)
        return None

    layers: list[dict[tuple[int, int], list[tuple[int, tuple[int, int]]]]] = []
    states = {(0, 0)}
    for p in range(length):
        allowed = [c for c, mask in enumerate(masks) if mask >> p & 1]
        layer = {}
        for state in states:
            moves = ((c, step(state, c)) for c in allowed)
            layer[state] = [(c, to) for c, to in moves if to is not None]
        layers.append(layer)
        states = {to for moves in layer.values() for _, to in moves}
    good = {(j, m) for j, m in states if j == len(runs) and over(j, m)}
    if not good:
        return None
    found = [0] * len(masks)
    for p in reversed(range(length)):
        before = set()
        for state, moves in layers[p].items():
            for c, to in moves:
                if to in good:
                    found[c] |= 1 << p
                    before.add(state)
        good = before
    return found


# --- puzzles -------------------------------------------------------------------------------------

def grid_puzzle(rows: Sequence[Runs], columns: Sequence[Runs], colours: int = 2) -> Puzzle:
    """Rows and columns, without asking whether their clues make sense."""
    width, height = len(columns), len(rows)
    lines = [Line(tuple(range(y * width, (y + 1) * width)), clue, f"row {y + 1}", 0)
             for y, clue in enumerate(rows)]
    lines += [Line(tuple(range(x, width * height, width)), clue, f"column {x + 1}", 1)
              for x, clue in enumerate(columns)]
    return Puzzle(width * height, tuple(lines), PALETTES[colours])


def picture_puzzle(picture: Picture, colours: int = 2) -> Puzzle:
    """The puzzle of a picture."""
    clues = [[Runs.of(*read_runs(line)) for line in lines]
             for lines in (picture, zip(*picture, strict=True))]
    return grid_puzzle(*clues, colours)


def random_picture(rng: random.Random, width: int, height: int, colours: int = 2) -> Picture:
    """Noise of some density."""
    ink = rng.choice((0.3, 0.4, 0.5, 0.6, 0.75))
    return tuple(
        tuple(rng.randrange(1, colours) if rng.random() < ink else 0 for _ in range(width))
        for _ in range(height))


def random_puzzle(rng: random.Random, side: int = 5, most_colours: int = 3) -> Puzzle:
    """A small grid, often with more than one solution; now and then with none, or blotted."""
    width, height = rng.randint(1, side), rng.randint(1, side)
    colours = rng.randint(2, most_colours)
    puzzle = picture_puzzle(random_picture(rng, width, height, colours), colours)
    kind = rng.random()
    if kind < 0.2:
        other = picture_puzzle(random_picture(rng, width, height, colours), colours)
        cut = rng.randrange(len(puzzle.lines))
        return Puzzle(puzzle.cells, puzzle.lines[:cut] + other.lines[cut:], puzzle.palette)
    if kind < 0.4:
        lines = [Line(line.cells, blotted(line.clue, rng.getrandbits(8)), line.name, line.group)
                 for line in puzzle.lines]
        return Puzzle(puzzle.cells, tuple(lines), puzzle.palette)
    return puzzle


def fits(clue: Runs, line: Sequence[int]) -> bool:
    """Does a coloured line have this clue?"""
    runs = read_runs(line)
    return len(runs) == len(clue.runs) and all(
        colour == run.colour and run.length in (None, length)
        for (length, colour), run in zip(runs, clue.runs, strict=True))


def may_begin(clue: Runs, part: Sequence[int]) -> bool:
    """Can a line of this clue begin so? Its last run may still grow."""
    runs = read_runs(part)
    if len(runs) > len(clue.runs):
        return False
    for index, ((length, colour), run) in enumerate(zip(runs, clue.runs, strict=False)):
        growing = index == len(runs) - 1 and part[-1] == colour
        if colour != run.colour or (run.length is not None and (
                length > run.length or (length < run.length and not growing))):
            return False
    return True


def solve_by_brute_force(puzzle: Puzzle, state: State | None = None) -> list[bytes]:
    """All solutions, in order: cell after cell in all colours; a line is read as it grows."""
    masks = (state or State.start(puzzle)).masks
    growing: list[list[tuple[Runs, tuple[int, ...]]]] = [[] for _ in masks]
    full: list[list[Line]] = [[] for _ in masks]
    for line in puzzle.lines:
        full[max(line.cells)].append(line)
        if all(a < b for a, b in zip(line.cells, line.cells[1:], strict=False)):
            for index, cell in enumerate(line.cells[:-1], start=1):
                growing[cell].append((line.clue, line.cells[:index]))
    picture = [0] * puzzle.cells

    def good(cell: int) -> bool:
        return (all(may_begin(clue, [picture[i] for i in cells]) for clue, cells in growing[cell])
                and all(fits(line.clue, [picture[i] for i in line.cells]) for line in full[cell]))

    def colour(cell: int) -> Iterator[bytes]:
        if cell == puzzle.cells:
            yield bytes(picture)
            return
        for choice in range(len(puzzle.palette)):
            picture[cell] = choice
            if masks[cell] >> choice & 1 and good(cell):
                yield from colour(cell + 1)

    return list(colour(0))


def settle_with_repeats(
    clue: Runs, masks: Sequence[int], cells: Sequence[int],
) -> list[int] | None:
    """A line that may read cells more than once: each colouring of those, by the automaton."""
    twice = [cell for cell in dict.fromkeys(cells) if list(cells).count(cell) > 1]
    union: list[int] | None = None
    for colours in product(range(len(masks)), repeat=len(twice)):
        chosen = dict(zip(twice, colours, strict=True))
        trial = [sum(1 << p for p, cell in enumerate(cells)
                     if mask >> p & 1 and chosen.get(cell, c) == c) for c, mask in enumerate(masks)]
        if (found := settle_by_automaton(clue, trial, len(cells))) is not None:
            union = [a | b for a, b in zip(union or found, found, strict=True)]
    return union


def propagate_naively(puzzle: Puzzle, state: State) -> State | None:
    """Settle every line by the automaton until nothing changes; None if a line breaks."""
    masks, before = list(state.masks), None
    while masks != before:
        before = masks[:]
        for line in puzzle.lines:
            seen = [sum((masks[cell] >> c & 1) << p for p, cell in enumerate(line.cells))
                    for c in range(len(puzzle.palette))]
            settled = settle_with_repeats(line.clue, seen, line.cells)
            if settled is None:
                return None
            for p, cell in enumerate(line.cells):
                masks[cell] &= sum((mask >> p & 1) << c for c, mask in enumerate(settled))
    return State(tuple(masks)) if all(masks) else None


# --- probing -------------------------------------------------------------------------------------

Propagate = Callable[[State], State | None]


def assume(state: State, cell: int, colour: int) -> State:
    """The state with one cell coloured."""
    return State((*state.masks[:cell], 1 << colour, *state.masks[cell + 1:]))


def probe_naively(state: State, propagate: Propagate, depth: int) -> State | None:
    """Probe everything again after every discovery. Literals are (cell, colour) pairs."""
    now = propagate(state)
    while now is not None and (gone := _learn(now, propagate, depth)):
        masks = list(now.masks)
        for cell, colour in gone:
            masks[cell] &= ~(1 << colour)
        now = propagate(State(tuple(masks)))
    return now


def _learn(state: State, propagate: Propagate, depth: int) -> set[tuple[int, int]]:
    cells = {cell: [c for c in range(8) if state.masks[cell] >> c & 1]
             for cell in state.open_cells()}
    excludes: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for literal in ((cell, colour) for cell, colours in cells.items() for colour in colours):
        found = propagate(assume(state, *literal))
        if found is None:
            return {literal}
        excludes[literal] = {(b, d) for b, colours in cells.items() for d in colours
                             if not found.masks[b] >> d & 1}
    if depth > 1:
        for a in excludes:
            for b in excludes[a]:
                excludes[b].add(a)
    if depth > 2:
        _close(excludes, cells)
    refuted = {a for a, others in excludes.items()
               if depth > 1 and any(all((b, d) in others for d in cells[b]) for b in cells)}
    agreed = set().union(*(
        set.intersection(*(excludes[cell, c] for c in colours)) for cell, colours in cells.items()))
    return refuted | agreed


def _close(excludes: dict[tuple[int, int], set[tuple[int, int]]], cells: dict[int, list[int]]
           ) -> None:
    grown = True
    while grown:
        grown = False
        for a, others in excludes.items():
            for b, colours in cells.items():
                left = [(b, d) for d in colours if (b, d) not in others]
                if len(left) == 1 and not excludes[left[0]] <= others:
                    others |= excludes[left[0]]
                    for other in list(others):
                        excludes[other].add(a)
                    grown = True
