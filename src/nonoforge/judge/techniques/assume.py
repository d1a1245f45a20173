"""Beyond single lines: what breaks if a cell had a colour.

All of these try a colour and look for a contradiction; they differ in what may be used on the way:
two lines, all lines, or all lines and a second assumption.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from nonoforge.engine import only, probe, propagate
from nonoforge.progress import CheckTime
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

Atom = tuple[int, int]
"""A cell and a colour."""



def atoms(state: State, cells: Iterable[int]) -> Iterator[Atom]:
    """Every colour of every open cell among these."""
    for cell in cells:
        mask = state.masks[cell]
        if mask & (mask - 1):
            yield from ((cell, colour) for colour in range(mask.bit_length()) if mask >> colour & 1)


def assumed(state: State, atom: Atom) -> State:
    """The state in which the cell has the colour."""
    masks = list(state.masks)
    masks[atom[0]] = 1 << atom[1]
    return State(tuple(masks))


def breaking(puzzle: Puzzle, state: State, tried: Iterable[Atom], look: CheckTime) -> list[Atom]:
    """The colours that lines alone refute."""
    return [atom for atom in _looked(tried, look)
            if propagate(puzzle, assumed(state, atom)).conflict is not None]


def breaking_deep(
    puzzle: Puzzle, state: State, tried: Iterable[Atom], look: CheckTime,
) -> list[Atom]:
    """The colours that are refuted by lines and one more assumption at a time."""
    return [atom for atom in _looked(tried, look)
            if probe(puzzle, assumed(state, atom), 1).conflict is not None]


def _looked(atoms: Iterable[Atom], look: CheckTime) -> Iterator[Atom]:
    for atom in atoms:
        look()
        yield atom


def breaking_pairs(
    puzzle: Puzzle, state: State, look: CheckTime,
) -> Iterator[tuple[tuple[int, int], tuple[int, ...], list[Atom]]]:
    """For each two lines with more than one common open cell: the lines, those cells, and the
    colours that the two refute. Lines with one common cell tell no more together than each alone:
    the colours of that cell are all they have to say to each other."""
    for pair, shared in related(puzzle, state):
        both = only(puzzle, frozenset(pair))
        cells = sorted({cell for index in pair for cell in puzzle.lines[index].cells})
        found = breaking(both, state, atoms(state, cells), look)
        if found:
            yield pair, shared, found


def related(puzzle: Puzzle, state: State) -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
    """Two lines and their open common cells, where there are two or more."""
    common: dict[tuple[int, int], list[int]] = {}
    for cell, lines in enumerate(puzzle.through):
        if state.masks[cell] & (state.masks[cell] - 1):
            for pair in combinations(lines, 2):
                common.setdefault(pair, []).append(cell)
    for pair, cells in sorted(common.items()):
        if len(cells) > 1:
            yield pair, tuple(cells)


def without(state: State, found: Sequence[Atom]) -> tuple[tuple[int, int], ...]:
    """What cells keep when these colours are gone."""
    left: dict[int, int] = {}
    for cell, colour in found:
        left[cell] = left.get(cell, state.masks[cell]) & ~(1 << colour)
    return tuple(sorted(left.items()))
