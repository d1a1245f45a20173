"""Shorter leaders, of any length, from those on a grid: valid before, valid after, never longer.

Two moves, until neither helps:

    together   of each piece of what is forbidden, one side keeps the two lengths out of it. With
               these sides kept, the shortest lengths are a linear programme. If each side only says
               that one leader must be so much longer than another, its solution is the least fixed
               point (a longest path), and no solver is needed.
    alone      a label takes the shortest leader, at any of its ports, that the others leave it; a
               label without a place may get one here
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from nonoforge.errors import MissingPart
from nonoforge.labeling.conflicts import FLAT, Conflicts
from nonoforge.labeling.options import Options

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAIN = 1e-6  # less is not worth a change
ROUNDS = 20
SAFE = 1e-8  # how far lengths keep from what is forbidden, for the rounding of a programme


class Polish:
    """Lengths of the labels that are placed, by option."""

    def __init__(self, options: Options, conflicts: Conflicts, lengths: dict[int, float]) -> None:
        import numpy as np

        self.options, self.conflicts = options, conflicts
        self.placed = np.zeros(len(options), dtype=bool)
        self.length = np.zeros(len(options))
        for option, length in lengths.items():
            self.placed[option], self.length[option] = True, length
        self._choices: dict[int, list[int]] = {}
        for option, label in enumerate(options.label.tolist()):
            self._choices.setdefault(label, []).append(option)
        self._pieces = self._by_option()

    def run(self, end: float = inf) -> dict[int, float]:
        """The polished lengths; no new round begins after the time `end`."""
        for _ in range(ROUNDS):
            before = self._score()
            self._together()
            self._alone()
            after = self._score()
            if monotonic() > end or (after[0] == before[0] and after[1] > before[1] - GAIN):
                break
        return {int(o): float(self.length[o]) for o in self.placed.nonzero()[0]}

    def _score(self) -> tuple[int, float]:
        return -int(self.placed.sum()), float(self.length[self.placed].sum())

    def _by_option(self) -> dict[int, Conflicts]:
        """For each option the pieces in which it is, as the first of the two."""
        import numpy as np

        both = self.conflicts.swapped()
        first = np.concatenate([self.conflicts.first, both.first])
        order = np.argsort(first, kind="stable")
        second = np.concatenate([self.conflicts.second, both.second])[order]
        sides = np.concatenate([self.conflicts.sides, both.sides])[order]
        joined = Conflicts(first[order], second, sides)
        ends = np.searchsorted(joined.first, np.arange(len(self.options) + 1))
        return {o: joined.take(np.arange(ends[o], ends[o + 1]))
                for o in range(len(self.options)) if ends[o] < ends[o + 1]}

    # Alone.

    def _alone(self) -> None:
        for choices in self._choices.values():
            now = next((o for o in choices if self.placed[o]), None)
            limit = self.length[now] - GAIN if now is not None else float("inf")
            if now is None or limit > min(self.options.least[o] for o in choices):
                self._move(choices, now, float(limit))

    def _move(self, choices: list[int], now: int | None, limit: float) -> None:
        if now is not None:
            self.placed[now] = False
        found = min(((length, o) for o in choices
                     if (length := self._shortest(o, limit)) is not None), default=None)
        if found is not None:
            self.length[found[1]], now = found
        if now is not None:
            self.placed[now] = True

    def _shortest(self, option: int, limit: float) -> float | None:
        """The shortest leader of an option beside the others, below a limit."""
        blocked = self._forbidden(option)
        for begin, end in self.options.rooms[option]:
            at = begin
            for a, b in blocked:
                if a < at < b:
                    at = b + SAFE
            if at <= end:
                return at if at < limit else None
        return None

    def _forbidden(self, option: int) -> list[tuple[float, float]]:
        """The open intervals that the others forbid an option, in order."""
        pieces = self._pieces.get(option)
        if pieces is None:
            return []
        near = pieces.take(self.placed[pieces.second])
        low, high = near.forbidden(self.length[near.second][:, None])
        both = zip(low[:, 0].tolist(), high[:, 0].tolist(), strict=True)
        return sorted((a, b) for a, b in both if a < b)

    # Together.

    def _together(self) -> None:
        """Keeps the sides that now keep labels apart, and shortens as far as they allow."""
        import numpy as np

        kept = self.conflicts.take(self.placed[self.conflicts.first]
                                   & self.placed[self.conflicts.second])
        if not len(kept):
            return
        used = np.unique(np.concatenate([kept.first, kept.second]))
        place = np.zeros(len(self.options), dtype=int)
        place[used] = np.arange(len(used))
        low, high = self._bounds(used)
        rows = _sides(kept, self.length)
        found = shortest_lengths(place[kept.first], place[kept.second], rows, low, high)
        if found is None:
            return
        lengths = self.length.copy()
        lengths[used] = found.clip(low, high)
        shorter = lengths[used].sum() < self.length[used].sum() - GAIN
        if shorter and not kept.holds(lengths[kept.first], lengths[kept.second]).any():
            self.length = lengths

    def _bounds(self, used: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The ends of the room in which each leader is."""
        import numpy as np

        rooms = [next(((a, b) for a, b in self.options.rooms[o]
                       if a - GAIN <= self.length[o] <= b + GAIN), (self.length[o],) * 2)
                 for o in used.tolist()]
        low, high = np.array(rooms, dtype=float).T
        return low, high


def _sides(kept: Conflicts, length: NDArray[Any]) -> NDArray[Any]:
    """Of each piece the side that keeps the two lengths farthest out of it, as a x e + b x f <= c,
    with the larger of |a| and |b| one."""
    import numpy as np

    size = np.abs(kept.sides[:, :, :2]).max(axis=2)
    rows = kept.sides / np.where(size < FLAT, 1.0, size)[:, :, None]
    a, b, c = (rows[:, :, k] for k in range(3))
    slack = c - a * length[kept.first][:, None] - b * length[kept.second][:, None]
    # A side without coefficients that keeps them out does so for ever.
    slack = np.where(size < FLAT, np.where(c >= 0, np.inf, -np.inf), slack)
    best: NDArray[Any] = rows[np.arange(len(rows)), slack.argmax(axis=1)]
    return best


def shortest_lengths(
    first: NDArray[Any], second: NDArray[Any], rows: NDArray[Any], low: NDArray[Any],
    high: NDArray[Any],
) -> NDArray[Any] | None:
    """Lengths from low to high with the least sum, such that a x e + b x f <= c for each row."""
    rows = rows - [0.0, 0.0, SAFE]
    found = _least_fixed_point(first, second, rows, low, high)
    return _programme(first, second, rows, low, high) if found is None else found


def _least_fixed_point(
    first: NDArray[Any], second: NDArray[Any], rows: NDArray[Any], low: NDArray[Any],
    high: NDArray[Any],
) -> NDArray[Any] | None:
    """The least lengths that meet all rows with at most one negative factor: those say how long
    one leader must be at least. None if other rows ask for more, or the end is not in sight."""
    import numpy as np

    target = np.concatenate([first, second])
    source = np.concatenate([second, first])
    a, b, c = np.concatenate([rows, rows[:, [1, 0, 2]]]).T
    bound = (a <= -FLAT) & (b > -FLAT)
    target, source, a, b, c = (array[bound] for array in (target, source, a, b, c))
    lengths = low.copy()
    for _ in range(2 * len(low) + 2):
        longer = lengths.copy()
        np.maximum.at(longer, target, (b * lengths[source] - c) / -a)
        if (longer <= lengths + SAFE / 10).all():
            break
        lengths = longer
    else:
        return None
    over = rows[:, 0] * lengths[first] + rows[:, 1] * lengths[second] - rows[:, 2]
    return lengths if (over <= SAFE / 2).all() and (lengths <= high + SAFE).all() else None


def _programme(
    first: NDArray[Any], second: NDArray[Any], rows: NDArray[Any], low: NDArray[Any],
    high: NDArray[Any],
) -> NDArray[Any] | None:
    try:
        import highspy
    except ImportError:
        raise MissingPart("polishing labels needs highspy; install nonoforge[planes]") from None
    import numpy as np

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("primal_feasibility_tolerance", SAFE / 10)
    solver.addVars(len(low), low, high)
    solver.changeColsCost(len(low), np.arange(len(low), dtype=np.int32), np.ones(len(low)))
    index = np.stack([first, second], axis=1).astype(np.int32).ravel()
    starts = np.arange(0, 2 * len(rows), 2, dtype=np.int32)
    solver.addRows(len(rows), np.full(len(rows), -np.inf), rows[:, 2].copy(), 2 * len(rows), starts,
                   index, rows[:, :2].ravel().copy())
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return np.array(solver.getSolution().col_value)
