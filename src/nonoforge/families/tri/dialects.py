"""Triddlers in formats of clue lists: Olsak's `.g` and webpbn's XML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from nonoforge.clues import Runs, all_shown
from nonoforge.errors import InputError
from nonoforge.families.tri.build import from_clues, from_rows
from nonoforge.families.tri.geometry import (
    MAX_CELLS,
    MAX_SIDE,
    A,
    B,
    C,
    D,
    E,
    F,
    TriGrid,
    tri_of,
)
from nonoforge.nonogram import Nonogram
from nonoforge.storage import Dialect, Parts, PictureRow, RowError


class _TriDialect(Dialect):
    """What both formats have in common: six groups of clues, one for each side."""

    max_lines = MAX_SIDE
    max_cells = MAX_CELLS
    empty_groups = True
    sides: tuple[str, ...]
    """The groups of sides A to F."""

    def grid(self, sizes: Mapping[str, int]) -> TriGrid:
        """Return the outline whose sides have these numbers of lines."""
        a, b, c, d, e, f = (sizes[group] for group in self.sides)
        return TriGrid((a, b, c, d, e, f))

    def check_sizes(self, sizes: Mapping[str, int]) -> None:
        self.grid(sizes)

    def picture_sizes(self, rows: Sequence[PictureRow]) -> Mapping[str, int]:
        lefts, rights = [row.left for row in rows], [row.right for row in rows]
        a, e = lefts.count("/"), rights.count("\\")
        for at, (left, right) in enumerate(zip(lefts, rights, strict=True)):
            if (left == "/") != (at < a) or (right == "\\") != (at < e):
                raise RowError("the sides turn inwards and outwards again; on the left / comes "
                               "before \\, on the right \\ before /", at)
        b, d = len(rows) - a, len(rows) - e
        f = (len(rows[0].cells) - (a > 0) + (e == 0)) // 2
        try:
            grid = TriGrid((a, b, f + a - d, d, e, f))
        except InputError as error:
            raise RowError(error.message, 0) from None
        lengths = [end - start for start, end in pairwise(grid.starts)]
        for at, (row, wanted) in enumerate(zip(rows, lengths, strict=True)):
            if len(row.cells) != wanted:
                raise RowError(f"{len(row.cells)} triangles; by the first row and the slanted ends "
                               f"there are {wanted}", at)
        return dict(zip(self.sides, grid.sides, strict=True))

    def picture_clues(
        self, rows: Sequence[Sequence[int]], sizes: Mapping[str, int],
    ) -> Mapping[str, Sequence[Runs]]:
        return self.clues(from_rows(self.grid(sizes), rows))

    def picture_rows(self, nonogram: Nonogram, masks: Sequence[int]) -> list[PictureRow]:
        grid = tri_of(nonogram)[0]
        return [PictureRow(masks[start:end], "/" if row < grid.sides[A] else "\\",
                           "\\" if row < grid.sides[E] else "/")
                for row, (start, end) in enumerate(zip(grid.starts, grid.starts[1:],
                                                       strict=False))]


class OlsakDialect(_TriDialect):
    """Triddlers in Olsak's `.g`: the sides A to F, counter-clockwise from the upper left, the lines
    of each in that order, each read from its end at that side inwards.

    So falling lines (C, D) are read upwards, and rising lines (E, F) come from right to left. This
    is what the comments in Olsak's own sample `tkocka.g` say; of all other ways to read its clues
    none but the mirror image has a solution.
    """

    tag = "t"
    groups = sides = ("side A", "side B", "side C", "side D", "side E", "side F")
    other_colours = "6"

    def build(self, clues: Mapping[str, Sequence[Runs]], parts: Parts) -> Nonogram:
        a, b, c, d, e, f = (clues[group] for group in self.sides)
        grid = self.grid({group: len(clues[group]) for group in self.sides})
        return from_clues(grid, [*a, *b], [*e, *f][::-1], [_backwards(clue) for clue in (*c, *d)],
                          **parts)

    def clues(self, nonogram: Nonogram) -> Mapping[str, Sequence[Runs]]:
        grid, clues = tri_of(nonogram)
        rows, rising, falling = map(all_shown, clues)
        upwards = [_backwards(clue) for clue in falling]
        a, c, e = grid.sides[A], grid.sides[C], grid.sides[E]
        leftwards = rising[::-1]
        found = (rows[:a], rows[a:], upwards[:c], upwards[c:], leftwards[:e], leftwards[e:])
        return dict(zip(self.sides, found, strict=True))

    def locate(self, sizes: Mapping[str, int], index: int | None) -> tuple[str, int]:
        if index is None:
            return self.sides[F], 0
        line = self.grid(sizes).lines[index]
        before = {B: sizes[self.sides[A]], D: sizes[self.sides[C]]}
        if line.side in (E, F):
            place = sum(sizes[self.sides[side]] for side in (E, F)) - 1 - line.number
            return self.sides[line.side], place - (sizes[self.sides[E]] if line.side == F else 0)
        return self.sides[line.side], line.number - before.get(line.side, 0)


class WebpbnDialect(_TriDialect):
    """Triddlers in webpbn's XML: the clues of each side from left to right or from top to bottom
    (`bottomright` upwards, as it goes on from `bottom`); rows are read from left to right, all
    others from top to bottom.

    The format's description has no word on directions, but an example with clues, and of all eight
    ways to read these only this one has a solution.
    """

    tag = "triddler"
    groups = ("topleft", "bottomleft", "top", "topright", "bottom", "bottomright")
    sides = ("topleft", "bottomleft", "bottom", "bottomright", "topright", "top")
    edges = "/\\"

    def build(self, clues: Mapping[str, Sequence[Runs]], parts: Parts) -> Nonogram:
        grid = self.grid({group: len(clues[group]) for group in self.groups})
        left, lower, top, right, bottom, last = (clues[group] for group in self.groups)
        return from_clues(grid, [*left, *lower], [*top, *right], [*bottom, *last], **parts)

    def clues(self, nonogram: Nonogram) -> Mapping[str, Sequence[Runs]]:
        grid, clues = tri_of(nonogram)
        rows, rising, falling = map(all_shown, clues)
        a, c, f = grid.sides[A], grid.sides[C], grid.sides[F]
        found = (rows[:a], rows[a:], rising[:f], rising[f:], falling[:c], falling[c:])
        return dict(zip(self.groups, found, strict=True))


def _backwards(clue: Runs) -> Runs:
    return Runs(clue.runs[::-1])


DIALECTS: Mapping[str, Dialect] = {"olsak": OlsakDialect(), "webpbn": WebpbnDialect()}
