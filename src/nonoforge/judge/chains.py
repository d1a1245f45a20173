"""Assumptions that break: which do, and the shortest chain of lines from one to its contradiction.

The lines that break an assumption are reduced to those that are needed, and of what each would
teach only that is kept which another one uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from nonoforge.engine import only, propagate, refuted
from nonoforge.judge.technique import Atom, Chain, Contradiction, Learned, assumed
from nonoforge.progress import CheckTime
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

if TYPE_CHECKING:
    from nonoforge.judge.knowledge import Knowledge

BETWEEN_LOOKS = 64  # assumptions that the engine tries in one call
MAX_OMISSIONS = 400  # lines that are tried to be left out of a reason


def open_atoms(state: State, cells: Iterable[int]) -> Iterator[Atom]:
    """Yield every colour of every open cell among these."""
    for cell in cells:
        mask = state.masks[cell]
        if mask & (mask - 1):
            yield from ((cell, colour) for colour in range(mask.bit_length()) if mask >> colour & 1)


def refuted_by_lines(
    puzzle: Puzzle, state: State, cells: Iterable[int], check_time: CheckTime, *,
    counted: bool = True,
) -> list[tuple[int, Atom]]:
    """Return the colours of these cells that propagation refutes, each with the number of lines
    that it settled for that (`counted`; otherwise the numbers mean nothing)."""
    found = []
    atoms = open_atoms(state, cells)
    while chunk := list(islice(atoms, BETWEEN_LOOKS)):
        for _ in chunk:
            check_time()
        found += refuted(puzzle, state, chunk, counted=counted)
    return found


def chain(known: Knowledge, assumptions: Sequence[Atom]) -> Chain:
    """Return what follows line after line from assumptions until one breaks; no line is needless.
    """
    start = known.state
    for atom in assumptions:
        start = assumed(start, atom)
    walked = [line for line, _ in _walk(known, assumptions, range(len(known.puzzle.lines)))]
    needed = fewest_lines(known.puzzle, walked,
                          lambda lines: propagate(lines, start).conflict is not None)
    return _pruned(known.puzzle, _walk(known, assumptions, needed))


def lines_of(steps: Iterable[tuple[int, Learned]]) -> tuple[int, ...]:
    """Return the lines of a chain, each once."""
    return tuple(dict.fromkeys(line for line, _ in steps))


def fewest_lines(
    puzzle: Puzzle, lines: Iterable[int], enough: Callable[[Puzzle], bool],
) -> list[int]:
    """Leave out lines, the last ones first, while the others are enough."""
    needed = list(dict.fromkeys(lines))
    for line in list(reversed(needed))[:MAX_OMISSIONS]:
        fewer = [other for other in needed if other != line]
        if enough(only(puzzle, frozenset(fewer))):
            needed = fewer
    return needed


def _pruned(puzzle: Puzzle, steps: Sequence[tuple[int, Learned]]) -> Chain:
    """Keep of what each line teaches only what a later line uses."""
    kept: list[tuple[int, Learned]] = []
    used: set[int] = set()
    for line, learned in reversed(steps):
        useful = tuple((cell, mask) for cell, mask in learned if cell in used)
        if useful or not kept:
            kept.append((line, useful))
            used.update(puzzle.lines[line].cells)
    return tuple(reversed(kept))


def _walk(
    known: Knowledge, assumptions: Sequence[Atom], lines: Iterable[int],
) -> list[tuple[int, Learned]]:
    """Return the lines that teach something after assumptions, in waves from their cells, until
    one breaks."""
    allowed, trial = set(lines), known.branch()
    steps: list[tuple[int, Learned]] = []
    for cell, colour in assumptions:
        trial.write(cell, 1 << colour)
    waiting = _through(trial, [cell for cell, _ in assumptions], allowed)
    while waiting:
        index = waiting.pop(0)
        try:
            learned = trial.learned(index, trial.removable(index))
        except Contradiction:
            return [*steps, (index, ())]
        if learned:
            steps.append((index, learned))
            trial.learn(learned)
            waiting += [other for other in _through(trial, [cell for cell, _ in learned], allowed)
                        if other != index and other not in waiting]
    return steps


def _through(known: Knowledge, cells: Iterable[int], allowed: set[int]) -> list[int]:
    return [index for index in dict.fromkeys(i for cell in cells for i, _ in known.at[cell])
            if index in allowed]
