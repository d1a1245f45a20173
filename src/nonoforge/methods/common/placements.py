"""All placements of a line: every colouring that its clue allows, given what is known of it.

A *placement* is one integer: bit colour * length + position is set where the line has the colour,
white included. What a line may still be, `allowed`, is an integer of the same kind. So a placement
fits if it has no bit outside `allowed`, and all placements together, by OR, are what can be said
of the line's cells: nothing less, nothing more.

Two generators make them, both lazy and without dead ends: what is begun can be finished, because a
run is only put where the rest of the line can still be coloured. How many there are says `count`
(counting.py), without making any.

    gaps      the runs in order, each with the white cell that must follow it, and a choice of how
              many of the free white cells go before each (Mikayelyan and others, 3.1.1)
    spreads   the first run at the far left and all ways to spread the others, then each of these
              shifted to the right cell by cell (Halford, Appendix A)

Halford makes all spreads first and removes what contradicts the state afterwards, because a spread
that does not fit may have shifts that do. Here the set of shifts that still fit goes along, as a
bit set, while a spread is made: a beginning is given up when that set is empty. His pseudo-code
does not say that the runs behind one that moves must go back to the left; they do.

A. Mikayelyan, A. Harutyunyan, A. Davityan, V. Melkumyan: Japanese crossword/nonogram puzzle.
Akian College of Science and Engineering, 2024.
C. Halford: Generating and solving 3D nonogram puzzles. University of Abertay Dundee, 2016.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from nonoforge.clues import Runs
from nonoforge.engine.plain import bits, fitting, flood, sink

Generator: TypeAlias = Callable[[Runs, int, int], Iterator[int]]
"""Clue, length, allowed: all placements, each once."""

def positions(allowed: int, colour: int, length: int) -> int:
    """The positions of a line that may have the colour."""
    return allowed >> colour * length & (1 << length) - 1


def joined(masks: Sequence[int], colours: int) -> int:
    """What a line is allowed whose cells have these colours left, a mask for each.

    >>> bin(joined([0b01, 0b11], 2))
    '0b1011'
    """
    columns = ("".join(str(mask >> colour & 1) for mask in reversed(masks))
               for colour in reversed(range(colours)))
    return int("".join(columns) or "0", 2)


def repeated(cells: Sequence[int], colours: int) -> list[int]:
    """For each colour, and each cell that a line reads more than once, the bits of those places:
    a placement must have all of them or none."""
    places: dict[int, int] = {}
    for position, cell in enumerate(cells):
        places[cell] = places.get(cell, 0) | 1 << position
    return [both << colour * len(cells) for both in places.values()
            if both & both - 1 for colour in range(colours)]


# --- making them ---------------------------------------------------------------------------------

class _Block(NamedTuple):
    """A run, made ready: where it may begin, and where what follows may go on."""

    size: int | None
    shift: int  # from a position to the bit that says it has the run's colour
    own: int  # the positions that may have the colour
    starts: int
    ends: int
    gap: int  # white cells that must follow

    def ends_from(self, start: int) -> Iterable[int]:
        """Where it may end if it begins there: one place, or several if its length is unknown."""
        if self.size is not None:
            return (start + self.size,)
        return bits(flood(1 << start, self.own) & self.ends & -(2 << start))


def gaps(clue: Runs, length: int, allowed: int) -> Iterator[int]:
    """All placements, leftmost first: the free white cells go to the right as long as they can.

    >>> [f"{placement >> 5:05b}" for placement in gaps(Runs.of(3), 5, 0b1111111111)]
    ['00111', '01110', '11100']
    """
    full = (1 << length) - 1
    white = positions(allowed, 0, length)
    if not clue.runs:
        yield from [full] if white == full else []
        return
    blocks = _blocks(clue, length, allowed)
    last = len(blocks) - 1
    stack = [_places(blocks[0], white, 0, full)]
    while stack:
        depth = len(stack) - 1
        if depth == last:
            for placement, _ in stack.pop():
                yield placement
        elif (choice := next(stack[-1], None)) is None:
            stack.pop()
        else:
            stack.append(_places(blocks[depth + 1], white, choice[1], choice[0]))


def _places(block: _Block, white: int, at: int, line: int) -> Iterator[tuple[int, int]]:
    """The line with the block in each place from `at` on, and from where the next may begin."""
    for start in bits(block.starts & flood(1 << at, white)):
        for end in block.ends_from(start):
            cells = (1 << end) - (1 << start)
            yield line ^ (cells | cells << block.shift), end + block.gap


class _Spread(NamedTuple):
    """Runs placed so far, the first at the far left, and by how much they may be shifted."""

    shifts: int
    cells: int
    colours: int  # as in a placement
    at: int  # from where the next may begin


def spreads(clue: Runs, length: int, allowed: int) -> Iterator[int]:
    """All placements: each spread, followed by its shifts.

    >>> [f"{placement >> 4:04b}" for placement in spreads(Runs.of(1, 1), 4, 0xff)]
    ['0101', '1010', '1001']
    """
    full = (1 << length) - 1
    white = positions(allowed, 0, length)
    if not clue.runs:
        yield from [full] if white == full else []
        return
    blocks = _blocks(clue, length, allowed)
    free = flood(1, white) & blocks[0].starts
    stack = [_sized(blocks[0], _Spread(free, 0, 0, 0), free, 0)]
    while stack:
        spread = next(stack[-1], None)
        if spread is None:
            stack.pop()
        elif len(stack) < len(blocks):
            stack.append(_moved(blocks[len(stack)], spread, white))
        else:
            for shift in bits(spread.shifts):
                yield spread.colours << shift | full & ~(spread.cells << shift)


def _moved(block: _Block, spread: _Spread, white: int) -> Iterator[_Spread]:
    """The spread with one more block, as far left as can be and then a cell further each time."""
    free, at = spread.shifts, spread.at
    while free:
        if fits := free & block.starts >> at:
            yield from _sized(block, spread, fits, at)
        free &= white >> at
        at += 1


def _sized(block: _Block, spread: _Spread, shifts: int, at: int) -> Iterator[_Spread]:
    """The spread with one more block at this place, in each length that it may have."""
    end = at + (block.size or 1)
    while shifts:
        if fits := shifts & block.ends >> end:
            cells = (1 << end) - (1 << at)
            yield _Spread(fits, spread.cells | cells, spread.colours | cells << block.shift,
                          end + block.gap)
        if block.size is not None:
            return
        shifts &= block.own >> end
        end += 1


GENERATORS: dict[str, Generator] = {"gaps": gaps, "spreads": spreads}


def _blocks(clue: Runs, length: int, allowed: int) -> list[_Block]:
    """The runs made ready, from the last to the first: each knows what may follow it."""
    white = positions(allowed, 0, length)
    ends = sink(1 << length, white)  # boundaries from which the rest can be coloured
    following = 0
    blocks = []
    for size, colour in reversed(clue.runs):
        gap = int(colour == following)
        if gap:
            ends = ends >> 1 & white
        own = positions(allowed, colour, length)
        starts = sink(ends >> 1 & own, own) if size is None else ends >> size & fitting(own, size)
        blocks.append(_Block(size, colour * length, own, starts, ends, gap))
        ends = sink(starts, white)
        following = colour
    return blocks[::-1]
