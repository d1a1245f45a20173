"""Solids in a string: the sizes, then the tallies of the rods along x, y and z."""

from __future__ import annotations

from math import prod

from nonoforge.clues import MANY, Count, Tally
from nonoforge.families.solid import MAX_SIDE, PALETTE, Solid, from_tallies, from_voxels, solid_of
from nonoforge.formats.share_about import about, check_cells, colours, given_cells
from nonoforge.formats.share_coder import Coder, Damaged
from nonoforge.formats.share_parts import choice, count_of, entry, flag, number
from nonoforge.nonogram import Nonogram

MOST_RODS = 50_000

BLANK = from_voxels([[[0]]])


def solid(coder: Coder, nonogram: Nonogram = BLANK) -> Nonogram:
    """A solid, written or read."""
    sides = [1 + number(coder, "side", side - 1, MAX_SIDE - 1)
             for side in solid_of(nonogram).size]
    check_cells(prod(sides))
    box = Solid(*sides)
    if rods(box) > MOST_RODS:
        raise Damaged(f"{rods(box):,} rods; a string has at most {MOST_RODS:,}")
    palette = colours(coder, nonogram.puzzle.palette, PALETTE)
    clues = {(line.group, line.name): line.clue for line in nonogram.puzzle.lines}
    tell = _Teller(coder, len(palette))
    tallies = []
    for axis in range(3):
        found: list[Tally | None] = []
        for rod in box.rods(axis):
            clue = clues.get((axis, rod.name))
            found.append(tell.rod(clue if isinstance(clue, Tally) else None, sides[axis]))
        tallies.append(found)
    given = given_cells(coder, nonogram.puzzle.given, box.cells, len(palette))
    return from_tallies(box, tallies, palette=palette, given=given,
                        info=about(coder, nonogram.info))


def rods(box: Solid) -> int:
    """How many there are, along all axes."""
    return sum(box.count(axis) for axis in range(3))


class _Teller:
    """Writes or reads one tally after the other; a rod is often like the one before it."""

    def __init__(self, coder: Coder, colours: int) -> None:
        self.coder, self.colours = coder, colours
        self.told = True  # was the last rod's clue?
        self.before = [0] * colours  # the last total of each colour

    def rod(self, clue: Tally | None, length: int) -> Tally | None:
        self.told = flag(self.coder, ("told", self.told), clue is not None)
        if not self.told:
            return None
        counts = clue.counts if clue else ()
        short = count_of(self.coder, "missing colours", range(self.colours - 1 - len(counts)),
                         self.colours - 1)
        return Tally(tuple(self._count(entry(counts, at, Count()), at, length)
                           for at in range(self.colours - 1 - short)))

    def _count(self, count: Count, colour: int, length: int) -> Count:
        total = groups = None
        if flag(self.coder, "total told", count.total is not None):
            context = ("total", self.before[colour], self.colours > 2)
            total = number(self.coder, context, count.total or 0, length)
            self.before[colour] = min(total, 7)
        if flag(self.coder, ("groups told", total is not None), count.groups is not None):
            groups = self._groups(count.groups or 0, total, length)
        return Count(total, groups)

    def _groups(self, groups: int, total: int | None, length: int) -> int:
        """0 to 3; of a known total only as many as there can be."""
        if total is None:
            return choice(self.coder, "groups", groups, MANY + 1)
        most = min(total, MANY, length - total + 1)
        if most <= 1:
            return most
        return 1 + number(self.coder, ("groups", min(total, 5), most), groups - 1, most - 1)
