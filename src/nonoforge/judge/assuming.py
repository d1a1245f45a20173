"""Where lines alone are stuck: the assumption that breaks soonest, and why it does.

The lines that break it are reduced to those that are needed, and of what each would teach only that
is kept which another one uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from nonoforge.engine import only, propagate
from nonoforge.judge.deduction import Broken, Chain, Deduction, Deep, Forked, Learned
from nonoforge.judge.ladder import Contradiction, Ladder
from nonoforge.judge.prove import refuted
from nonoforge.judge.rungs import DEPTH_1, DEPTH_2
from nonoforge.judge.techniques.assume import Atom, assumed, atoms, breaking_deep, without
from nonoforge.progress import CheckTime
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

SHORTLIST = 8  # assumptions that break soonest, of which the shortest reason is taken
TRIES = 400  # to leave lines out of a reason
DEEP_TRIES = 12  # assumptions that break deep inside, before one without a fork is taken



def depth_1(ladder: Ladder, look: CheckTime) -> Deduction | None:
    """The shortest chain among those of the assumptions that break with the least work."""
    soonest = _refuted(ladder.puzzle, ladder.state, look)
    chains = [(chain(ladder, [atom]), atom) for _, atom in sorted(soonest)[:SHORTLIST]]
    if not chains:
        return None
    shortest, atom = min(chains, key=lambda found: (len(found[0]), found[1]))
    return Deduction(DEPTH_1, _lines(shortest), without(ladder.state, [atom]),
                     Broken(*atom, shortest))


def depth_2(ladder: Ladder, look: CheckTime) -> Deduction | None:
    """An assumption after which one cell can have no colour; or else any that breaks."""
    puzzle, state = ladder.puzzle, ladder.state
    deep: list[Atom] = []
    for atom in atoms(state, state.open_cells()):
        if breaking_deep(puzzle, state, [atom], look):
            fork = _forked(ladder, atom, look)
            if fork is not None:
                lines = _lines(step for _, found in fork.chains for step in found)
                return Deduction(DEPTH_2, lines, without(state, [atom]), fork)
            deep.append(atom)
        if len(deep) == DEEP_TRIES:
            break
    return _deep(puzzle, state, deep[0], look) if deep else None


def _refuted(puzzle: Puzzle, state: State, look: CheckTime) -> list[tuple[int, Atom]]:
    """The colours that lines alone refute, with the work that it took."""
    found = []
    for atom in atoms(state, state.open_cells()):
        look()
        after = propagate(puzzle, assumed(state, atom))
        if after.conflict is not None:
            found.append((after.work.settled, atom))
    return found


def _forked(ladder: Ladder, atom: Atom, look: CheckTime) -> Forked | None:
    """The cell whose colours all break soonest after an assumption."""
    after = propagate(ladder.puzzle, assumed(ladder.state, atom)).state
    works: dict[int, list[tuple[int, int]]] = {}
    for work, (cell, colour) in _refuted(ladder.puzzle, after, look):
        works.setdefault(cell, []).append((work, colour))
    forks = [(sum(work for work, _ in found), cell) for cell, found in works.items()
             if len(found) == after.masks[cell].bit_count()]
    if not forks:
        return None
    fork = min(forks)[1]
    # All of its colours, also those that the first assumption itself takes from it.
    chains = tuple((colour, chain(ladder, [atom, (fork, colour)]))
                   for _, colour in atoms(ladder.state, [fork]))
    return Forked(*atom, fork, chains)


def _deep(puzzle: Puzzle, state: State, atom: Atom, look: CheckTime) -> Deduction:
    def enough(lines: Puzzle) -> bool:
        look()
        return refuted(lines, state, atom, DEPTH_2)

    far_first = sorted(range(len(puzzle.lines)), key=lambda i: atom[0] not in puzzle.lines[i].cells)
    lines = _fewest(puzzle, far_first, enough)
    return Deduction(DEPTH_2, tuple(lines), without(state, [atom]), Deep(*atom))


def chain(ladder: Ladder, assumptions: Sequence[Atom]) -> Chain:
    """What follows line after line from assumptions until one breaks; no line is needless."""
    start = ladder.state
    for atom in assumptions:
        start = assumed(start, atom)
    walked = [line for line, _ in walk(ladder, assumptions, range(len(ladder.puzzle.lines)))]
    needed = _fewest(ladder.puzzle, walked,
                     lambda lines: propagate(lines, start).conflict is not None)
    return pruned(ladder.puzzle, walk(ladder, assumptions, needed))


def pruned(puzzle: Puzzle, steps: Sequence[tuple[int, Learned]]) -> Chain:
    """Of what each line teaches only what a later line uses."""
    kept: list[tuple[int, Learned]] = []
    used: set[int] = set()
    for line, learned in reversed(steps):
        useful = tuple((cell, mask) for cell, mask in learned if cell in used)
        if useful or not kept:
            kept.append((line, useful))
            used.update(puzzle.lines[line].cells)
    return tuple(reversed(kept))


def walk(
    ladder: Ladder, assumptions: Sequence[Atom], lines: Iterable[int],
) -> list[tuple[int, Learned]]:
    """The lines that teach something after assumptions, in waves from their cells, until one
    breaks."""
    allowed, trial = set(lines), ladder.branch()
    steps: list[tuple[int, Learned]] = []
    for cell, colour in assumptions:
        trial.write(cell, 1 << colour)
    waiting = _through(trial, [cell for cell, _ in assumptions], allowed)
    while waiting:
        index = waiting.pop(0)
        try:
            learned = trial.learned(index, trial.all_of(index))
        except Contradiction:
            return [*steps, (index, ())]
        if learned:
            steps.append((index, learned))
            for cell, mask in learned:
                trial.write(cell, mask)
            waiting += [other for other in _through(trial, [cell for cell, _ in learned], allowed)
                        if other != index and other not in waiting]
    return steps


def _through(ladder: Ladder, cells: Iterable[int], allowed: set[int]) -> list[int]:
    return [index for index in dict.fromkeys(i for cell in cells for i, _ in ladder.at[cell])
            if index in allowed]


def _lines(steps: Iterable[tuple[int, Learned]]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(line for line, _ in steps))


def _fewest(puzzle: Puzzle, lines: Iterable[int], enough: Callable[[Puzzle], bool]) -> list[int]:
    """Leave out lines, the last ones first, while the others are enough."""
    needed = list(dict.fromkeys(lines))
    for line in list(reversed(needed))[:TRIES]:
        fewer = [other for other in needed if other != line]
        if enough(only(puzzle, frozenset(fewer))):
            needed = fewer
    return needed
