"""Edges in a row, where nothing else is between them, become one edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonoforge.path import Path, backwards


class Chains(NamedTuple):
    """The new edges as rows of old darts, and for each first dart of a chain its new number."""

    rows: list[list[int]]
    renamed: dict[int, int]

    def translated(self, darts: Sequence[int]) -> tuple[int, ...]:
        """Old darts that follow each other, as new ones."""
        renamed = self.renamed
        return tuple([renamed[dart] for dart in darts if dart in renamed])

    def paths(self, paths: Sequence[Path]) -> tuple[Path, ...]:
        """The paths of the new edges."""
        return tuple(tuple(piece for dart in row for piece in (
            backwards(paths[dart >> 1]) if dart & 1 else paths[dart >> 1])) for row in self.rows)


def chains(
    around: Sequence[Sequence[int]], ends: Sequence[tuple[int, int]], kinds: Sequence[object],
) -> Chains:
    """Vertices with two edges of one kind are left out; of a ring of them one stays."""
    onward: dict[int, int] = {}  # from a dart to the next, where the vertex between is left out
    for darts in around:
        if len(darts) == 2 and darts[0] ^ 1 != darts[1] and \
                kinds[darts[0] >> 1] == kinds[darts[1] >> 1]:
            onward[darts[0] ^ 1], onward[darts[1] ^ 1] = darts[1], darts[0]
    if not onward:
        return Chains([[2 * e] for e in range(len(ends))], {d: d for d in range(2 * len(ends))})
    inner = set(onward.values())
    edges = range(len(ends))
    # First as they were drawn; then what was drawn from both its ends; then rings.
    starts = [*(2 * e for e in edges if 2 * e not in inner),
              *(2 * e + 1 for e in edges if 2 * e + 1 not in inner), *(2 * e for e in edges)]
    found = Chains([], {})
    used: set[int] = set()
    for start in starts:
        if start >> 1 not in used:
            row = [start]
            used.add(start >> 1)
            while (dart := onward.get(row[-1])) is not None and dart >> 1 not in used:
                used.add(dart >> 1)
                row.append(dart)
            found.renamed[start] = 2 * len(found.rows)
            found.renamed[row[-1] ^ 1] = 2 * len(found.rows) + 1
            found.rows.append(row)
    return found
