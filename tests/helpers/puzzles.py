"""Puzzles for tests: random ones of every temper, small ones with all their solutions.

    rng = random.Random(7)
    nonogram = random_nonogram(rng)      has at least one solution: the picture it was read from
    puzzle = random_puzzle(rng)          some are blotted, have givens, or have no solution
    puzzle = random_tangle(rng)          not a grid: lines go anywhere and visit cells twice
    puzzle = random_tallies(rng)         the same with tallies, some of them partly told
    puzzle = random_solid(rng)           a small solid, in one colour or two, some clues left out
    solutions = all_solutions(puzzle)    by trying all fillings of all lines; small puzzles only
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import prod

from nonoforge.clues import Count, Run, Runs, Tally
from nonoforge.families.grid import from_clues, from_picture, grid_of
from nonoforge.families.solid import from_voxels
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring, Line, Puzzle

FUZZ = int(os.environ.get("NONOFORGE_FUZZ", "1"))
"""How many times as many random cases to try."""

Picture = list[list[int]]

INKS = ("#ffffff", "#000000", "#cc0000", "#0044cc", "#118833", "#ee9900")
DENSITIES = (0.1, 0.3, 0.4, 0.5, 0.6, 0.7, 0.9)


def rounds(count: int) -> int:
    """So many random cases, or more of them under NONOFORGE_FUZZ."""
    return count * FUZZ


# --- pictures and grids --------------------------------------------------------------------------

def random_picture(
    rng: random.Random, width: int, height: int, density: float = 0.5, colours: int = 2,
) -> Picture:
    """Noise: each cell is coloured with this probability. `colours` counts white."""
    return [[rng.randrange(1, colours) if rng.random() < density else 0 for _ in range(width)]
            for _ in range(height)]


def smooth_picture(rng: random.Random, width: int, height: int) -> Picture:
    """Blobs: noise in which each cell asks its neighbours. Often solvable line by line."""
    noise = random_picture(rng, width + 2, height + 2, 0.55)
    return [
        [int(sum(noise[y + dy][x + dx] for dy in range(3) for dx in range(3)) > 4)
         for x in range(width)]
        for y in range(height)
    ]


def random_nonogram(
    rng: random.Random, largest: int = 12, most_colours: int = 4, density: float | None = None,
) -> Nonogram:
    """A grid of any shape up to `largest`, read from a random picture."""
    width, height = (max(rng.randint(1, largest), rng.randint(1, largest)) for _ in range(2))
    colours = rng.choice([2, 2, 2, *range(2, most_colours + 1)])
    ink = rng.choice(DENSITIES) if density is None else density
    picture = random_picture(rng, width, height, ink, colours)
    return from_picture(picture, palette=Palette.of(*INKS[:colours]))


def random_puzzle(rng: random.Random, largest: int = 12, most_colours: int = 4) -> Puzzle:
    """A grid; sometimes blotted, with givens, or with clues that do not belong together."""
    nonogram = random_nonogram(rng, largest, most_colours)
    puzzle, solution = nonogram.puzzle, nonogram.solution
    assert solution is not None
    kind = rng.random()
    if kind < 0.15:
        return blotted(rng, puzzle, rng.choice((0.1, 0.3, 0.6)))
    if kind < 0.3:
        return with_givens(rng, puzzle, solution)
    if kind < 0.4:
        return shuffled(rng, nonogram)
    if kind < 0.55:
        return nudged(rng, puzzle)
    if kind < 0.6:
        colours = range(len(puzzle.palette))
        return with_givens(rng, puzzle, bytes(rng.choices(colours, k=puzzle.cells)))
    return puzzle


def blotted(rng: random.Random, puzzle: Puzzle, share: float = 0.3) -> Puzzle:
    """The puzzle with some lengths no longer readable."""
    def blot(line: Line) -> Line:
        runs = (Run(None if rng.random() < share else run.length, run.colour)
                for run in line.clue.runs)
        return line._replace(clue=Runs(tuple(runs)))

    return replace(puzzle, lines=tuple(map(blot, puzzle.lines)))


def with_givens(rng: random.Random, puzzle: Puzzle, colouring: Colouring, most: int = 3) -> Puzzle:
    """The puzzle with a few cells of the colouring printed in it."""
    cells = rng.sample(range(puzzle.cells), rng.randint(1, min(most, puzzle.cells)))
    return replace(puzzle, given=tuple((cell, colouring[cell]) for cell in cells))


def shuffled(rng: random.Random, nonogram: Nonogram) -> Puzzle:
    """Two of the rows' clues exchanged: the sums still agree, but a solution is not certain."""
    _, rows, columns = grid_of(nonogram)
    rows = list(rows)
    a, b = rng.randrange(len(rows)), rng.randrange(len(rows))
    rows[a], rows[b] = rows[b], rows[a]
    return from_clues(rows, columns, palette=nonogram.puzzle.palette).puzzle


def nudged(rng: random.Random, puzzle: Puzzle) -> Puzzle:
    """One cell moved from one run of a line to another: the sums agree, often nothing else does."""
    long = [index for index, line in enumerate(puzzle.lines)
            if len({run.colour for run in line.clue.runs}) == 1 < len(line.clue.runs)
            and any((run.length or 0) > 1 for run in line.clue.runs)]
    if not long:
        return puzzle
    index = rng.choice(long)
    line = puzzle.lines[index]
    runs = list(line.clue.runs)
    thick = rng.choice([at for at, run in enumerate(runs) if (run.length or 0) > 1])
    other = rng.choice([at for at in range(len(runs)) if at != thick])
    for at, change in ((thick, -1), (other, 1)):
        runs[at] = Run((runs[at].length or 0) + change, runs[at].colour)
    lines = list(puzzle.lines)
    lines[index] = line._replace(clue=Runs(tuple(runs)))
    return replace(puzzle, lines=tuple(lines))


# --- the same picture seen otherwise -------------------------------------------------------------

def _backwards(clue: Runs) -> Runs:
    return Runs(clue.runs[::-1])


def mirrored(nonogram: Nonogram) -> Nonogram:
    """Left becomes right."""
    _, rows, columns = grid_of(nonogram)
    return from_clues([_backwards(clue) for clue in rows], columns[::-1],
                      palette=nonogram.puzzle.palette)


def transposed(nonogram: Nonogram) -> Nonogram:
    """Rows become columns."""
    _, rows, columns = grid_of(nonogram)
    return from_clues(columns, rows, palette=nonogram.puzzle.palette)


def turned(nonogram: Nonogram) -> Nonogram:
    """A quarter turn."""
    return mirrored(transposed(nonogram))


VIEWS: tuple[Callable[[Nonogram], Nonogram], ...] = (
    mirrored, transposed, turned, lambda n: turned(turned(n)),
    lambda n: turned(turned(turned(n))),
)


def renumbered(rng: random.Random, puzzle: Puzzle) -> Puzzle:
    """The puzzle with other numbers for cells and colours, lines in another order, and some of them
    read backwards. Mirrors, turns and exchanged axes are among these."""
    cells = rng.sample(range(puzzle.cells), puzzle.cells)
    colours = [0, *rng.sample(range(1, len(puzzle.palette)), len(puzzle.palette) - 1)]

    def other(line: Line) -> Line:
        clue, read = line.clue, [cells[cell] for cell in line.cells]
        if isinstance(clue, Runs):
            clue = Runs(tuple(run._replace(colour=colours[run.colour]) for run in clue.runs))
        else:
            counts = dict(zip(colours[1:], clue.counts, strict=False))
            clue = Tally(tuple(counts.get(colour, Count())
                               for colour in range(1, 1 + max(counts, default=0))))
        if rng.random() < 0.5:
            read = read[::-1]
            clue = Runs(clue.runs[::-1]) if isinstance(clue, Runs) else clue
        return line._replace(cells=tuple(read), clue=clue)

    palette = Palette(tuple(puzzle.palette.colours[colours.index(at)]
                            for at in range(len(colours))))
    given = tuple((cells[cell], colours[colour]) for cell, colour in puzzle.given)
    lines = [other(line) for line in puzzle.lines]
    return replace(puzzle, lines=tuple(rng.sample(lines, len(lines))), palette=palette, given=given)


# --- not a grid ----------------------------------------------------------------------------------

def random_tangle(rng: random.Random, most_cells: int = 8, most_colours: int = 3) -> Puzzle:
    """Lines through random cells in random order, some of them twice; some cells on no line."""
    cells = rng.randint(1, most_cells)
    colours = rng.randint(2, most_colours)
    picture = [rng.randrange(colours) for _ in range(cells)]
    lines = []
    for number in range(rng.randint(0, 5)):
        path = tuple(rng.choices(range(cells), k=rng.randint(1, 6)))
        clue = Runs.read(picture[cell] for cell in path)
        if rng.random() < 0.1:
            clue = Runs.read(rng.randrange(colours) for _ in path)
        lines.append(Line(path, clue, f"path {number + 1}", rng.randrange(3)))
    puzzle = Puzzle(cells, tuple(lines), Palette.of(*INKS[:colours]))
    if rng.random() < 0.3:
        puzzle = blotted(rng, puzzle)
    if rng.random() < 0.3:
        puzzle = with_givens(rng, puzzle, bytes(picture))
    return puzzle


def random_tallies(rng: random.Random, most_cells: int = 8, most_colours: int = 3) -> Puzzle:
    """A tangle whose lines have tallies, or some of them runs."""
    tangle = random_tangle(rng, most_cells, most_colours)
    colours = len(tangle.palette)
    picture = [rng.randrange(colours) for _ in range(tangle.cells)]

    def counted(line: Line) -> Line:
        if rng.random() < 0.15:
            return line._replace(clue=Runs.read(picture[cell] for cell in line.cells))
        seen = [rng.randrange(colours) for _ in line.cells] if rng.random() < 0.1 else \
            [picture[cell] for cell in line.cells]
        counts = (Count(*(part if rng.random() < 0.8 else None for part in count))
                  for count in Tally.read(seen, colours).counts)
        return line._replace(clue=Tally(tuple(counts)[:rng.randint(0, colours)]))

    puzzle = replace(tangle, lines=tuple(map(counted, tangle.lines)), given=())
    return with_givens(rng, puzzle, bytes(picture)) if rng.random() < 0.3 else puzzle


def random_solid(rng: random.Random, most_cells: int = 12, most_colours: int = 3) -> Puzzle:
    """A solid of at most so many voxels with the clues of all rods, or without some of them."""
    while True:
        sides = [rng.randint(1, 4) for _ in range(3)]
        if prod(sides) <= most_cells:
            break
    colours = rng.choice([2, 2, *range(2, most_colours + 1)])
    density = rng.choice(DENSITIES)
    layers = [random_picture(rng, sides[0], sides[1], density, colours) for _ in range(sides[2])]
    puzzle = from_voxels(layers, palette=Palette.of(*INKS[:colours])).puzzle
    if rng.random() < 0.5:
        puzzle = replace(puzzle, lines=tuple(line for line in puzzle.lines if rng.random() < 0.8))
    return puzzle


# --- all solutions -------------------------------------------------------------------------------

def all_solutions(puzzle: Puzzle, lines: Sequence[int] | None = None) -> set[Colouring]:
    """Every solution (of some lines only), found by trying all fillings of one line after another.

    Asks a clue for nothing but `accepts`, as `verify` does.
    """
    return set(_solutions(puzzle, lines))


def has_solution(puzzle: Puzzle, lines: Sequence[int] | None = None) -> bool:
    """Is there any? As `all_solutions`, but the first is enough."""
    return any(True for _ in _solutions(puzzle, lines))


def _solutions(puzzle: Puzzle, lines: Sequence[int] | None) -> Iterator[Colouring]:
    colours = len(puzzle.palette)
    picture: list[int | None] = [None] * puzzle.cells
    for cell, colour in puzzle.given:
        if picture[cell] not in (None, colour):
            return
        picture[cell] = colour
    chosen = puzzle.lines if lines is None else [puzzle.lines[line] for line in lines]
    # Lines that cross early ones come soon, so that most fillings fail soon.
    todo = sorted(chosen, key=lambda line: (min(line.cells, default=0), len(line.cells)))
    fillings = [_fillings(len(line.cells), line.clue, colours) for line in todo]
    yield from _fill(picture, todo, fillings, colours)


@lru_cache(maxsize=4096)
def _fillings(length: int, clue: Runs, colours: int) -> list[tuple[int, ...]]:
    return [cells for cells in product(range(colours), repeat=length) if clue.accepts(cells)]


def _fill(
    picture: list[int | None], todo: list[Line], fillings: list[list[tuple[int, ...]]],
    colours: int,
) -> Iterator[Colouring]:
    if not todo:
        free = [range(colours) if colour is None else (colour,) for colour in picture]
        yield from map(bytes, product(*free))
        return
    for filling in fillings[0]:
        filled = picture.copy()
        for cell, colour in zip(todo[0].cells, filling, strict=True):
            if filled[cell] is None:
                filled[cell] = colour
            elif filled[cell] != colour:
                break
        else:
            yield from _fill(filled, todo[1:], fillings[1:], colours)
