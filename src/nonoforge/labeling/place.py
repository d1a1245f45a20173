"""The way in: a task and a method give a labeling, and the checker has looked at it."""

from __future__ import annotations

import math
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.errors import InputError, MissingPart, nearest
from nonoforge.labeling.auto import all_states, best_states
from nonoforge.labeling.checker import check
from nonoforge.labeling.maxsat import Found
from nonoforge.labeling.options import FLAT, Conflicts, Options, conflicts_of, options_of, validate
from nonoforge.labeling.places import LengthGrid, fixed_grid, grid_of
from nonoforge.labeling.task import Labeling, Placed, Task
from nonoforge.labeling.two_sat import choose, least_clashes
from nonoforge.progress import Progress
from nonoforge.time_limit import deadline

if TYPE_CHECKING:
    from numpy.typing import NDArray


# Shorter leaders, of any length, from those on a grid: valid before, valid after, never longer.
#
# Two moves, until neither helps:
#
#     together   of each piece of what is forbidden, one side keeps the two lengths out of it. With
#                these sides kept, the shortest lengths are a linear programme. If each side only
#                bounds the difference of two lengths, its solution is the least fixed point
#                (a longest path), and no solver is needed.
#     alone      a label takes the shortest leader, at any of its ports, that the others leave it; a
#                label without a place may get one here

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
        """Return the polished lengths; no new round begins after the time `end`."""
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
        """Return for each option the pieces in which it is, as the first of the two."""
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
        """Return the shortest leader of an option beside the others, below a limit."""
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
        """Return the open intervals that the others forbid an option, in order."""
        pieces = self._pieces.get(option)
        if pieces is None:
            return []
        near = pieces.take(self.placed[pieces.second])
        low, high = near.forbidden(self.length[near.second][:, None])
        both = zip(low[:, 0].tolist(), high[:, 0].tolist(), strict=True)
        return sorted((a, b) for a, b in both if a < b)

    # Together.

    def _together(self) -> None:
        """Shorten all leaders together, with the sides that now keep labels apart as
        constraints."""
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
        """Return the ends of the room in which each leader lies."""
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
    """Return lengths from low to high with the least sum, such that a x e + b x f <= c for each
    row."""
    rows = rows - [0.0, 0.0, SAFE]
    found = _least_fixed_point(first, second, rows, low, high)
    return _programme(first, second, rows, low, high) if found is None else found


def _least_fixed_point(
    first: NDArray[Any], second: NDArray[Any], rows: NDArray[Any], low: NDArray[Any],
    high: NDArray[Any],
) -> NDArray[Any] | None:
    """Return the least lengths that meet all rows with at most one negative factor: those say how
    long one leader must be at least. None if other rows ask for more, or the end is not in sight.
    """
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
        raise MissingPart("polishing labels needs highspy: pip install 'nonoforge[planes]'"
                          ) from None
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


STEP = 1.0
COARSE = (16, 8, 4, 2, 1)  # times the step: what coarse-to-fine tries, in this order
SECONDS = 60.0
ALIKE = 1e-6  # lengths that differ by less are the same

METHODS = {
    "auto": "what can be decided at once, then MaxSAT for each knot of labels; polished",
    "two-sat": "each leader as short as the frame allows; ports by 2-SAT",
    "dynamic": "ports fixed, one assignment after the other; lengths by dynamic programming",
    "maxsat": "ports and lengths together, by MaxSAT; polished",
}



def place_labels(
    task: Task, method: str = "auto", *, step: float | None = None, coarse: bool = False,
    seconds: float | None = None, polish: bool = True, progress: Progress | None = None,
) -> Labeling:
    """Return where the labels go: as many of them as possible, with leaders as short as possible.

    Leaders are looked for on a grid, `step` apart (1 where nothing is said); those of auto and
    maxsat are then polished, to any length, unless that is not wanted. Where no step is named,
    dynamic tries just the lengths that can matter.
    `coarse`: the grid has 16 times the step at first, then 8 times and so on, until every label has
    a place; then leaders are polished (E. Timmer, Labeling Curved Nonograms, 2023, section 8.2).
    When the `seconds` are over (60 where nothing is said; infinity is possible), the best so far is
    the answer. `progress` is called with (labels done, all labels)."""
    if method not in METHODS:
        raise InputError(f"no method {method!r}; {nearest(method, METHODS)}")
    if step is not None and not (step > 0 and math.isfinite(step)):
        raise InputError(f"a step of {step:g}; it must be more than 0")
    seconds = SECONDS if seconds is None else seconds
    if not seconds > 0:
        raise InputError(f"a time of {seconds:g} seconds; it must be more than 0")
    if coarse and method == "two-sat":
        raise InputError("two-sat has one length for each leader, so no steps to begin coarsely; "
                         "auto, maxsat and dynamic have")
    begin = monotonic()
    validate(task)
    work = _Work(task, method, step, polish, deadline(seconds))
    found = work.coarse_to_fine(progress) if coarse else work.run(progress)
    wrong = check(task, found)
    if wrong:
        raise AssertionError(f"a labeling failed the independent check: {'; '.join(wrong)}")
    return found._replace(seconds=monotonic() - begin)


def _fixed(options: Options) -> bool:
    """Return whether no leader has a choice of lengths: whatever the step, there are no others."""
    return bool((options.most - options.least <= ALIKE).all())


class _Work(NamedTuple):
    task: Task
    method: str
    step: float | None
    polish: bool
    end: float

    def run(self, progress: Progress | None) -> Labeling:
        if self.method == "dynamic":
            return self._dynamic()
        options = options_of(self.task)
        conflicts = conflicts_of(self.task, options)
        if self.method == "two-sat":
            return self._two_sat(options, conflicts)
        grid = grid_of(options, self._step)
        if self.method == "maxsat":
            found = all_states(grid, conflicts, self.end)
        else:
            found = best_states(grid, conflicts, self.end, progress)
        return self._answer(grid, conflicts, found)

    @property
    def _step(self) -> float:
        return STEP if self.step is None else self.step

    def coarse_to_fine(self, progress: Progress | None) -> Labeling:
        """Return the first labeling with a place for every label, on finer and finer grids; on the
        finest, whatever it is. Half of the time that is left is for each grid."""
        found = None
        for times in COARSE:
            now = monotonic()
            end = self.end if times == COARSE[-1] else now + (self.end - now) / 2
            found = self._replace(step=times * self._step, end=end).run(progress)
            if not found.left:
                break
        assert found is not None
        return self._polished(found) if self.method == "dynamic" and self.polish else found

    def _polished(self, found: Labeling) -> Labeling:
        """Shorten the leaders of a labeling; it stays proved for its grid."""
        options = options_of(self.task)
        polish = Polish(options, conflicts_of(self.task, options), self._lengths(options, found))
        lengths = polish.run(self.end)
        perfect = self._perfect(options, lengths)
        return self._labeling(options, lengths, found.optimal or perfect,
                              None if perfect else found.step)

    def _dynamic(self) -> Labeling:
        """Place labels by dynamic programming; without a step, over the relevant lengths."""
        from nonoforge.labeling.dynamic import dynamic_labels

        found = dynamic_labels(self.task, self.step, budget=max(0.0, self.end - monotonic()))
        lengths = self._lengths(options := options_of(self.task), found)
        if self._perfect(options, lengths):
            return found._replace(optimal=True, step=None)
        return found

    @staticmethod
    def _lengths(options: Options, found: Labeling) -> dict[int, float]:
        """Return the length of each option that a labeling takes."""
        number = {(int(label), int(port)): option for option, (label, port) in enumerate(
            zip(options.label, options.number, strict=True))}
        return {number[label, place.option]: place.leader
                for label, place in enumerate(found.placed) if place}

    def _two_sat(self, options: Options, conflicts: Conflicts) -> Labeling:
        """Return where there is no complete labeling, as many labels as possible, by MaxSAT."""
        most = max((len(label.options) for label in self.task.labels), default=0)
        if most > 2:
            raise InputError(f"a label with {most} ports; two-sat is for labels with up to two")
        choices = [options.of(label) for label in range(len(self.task.labels))]
        chosen, best = choose(choices, least_clashes(options, conflicts)), False
        if chosen is None:
            found = best_states(fixed_grid(options), conflicts, self.end)
            chosen = [state.option for state in found.states.values()]
            best = found.optimal and _fixed(options)
        lengths = {o: float(options.least[o]) for o in chosen}
        return self._labeling(options, lengths, best or self._perfect(options, lengths), None)

    def _answer(self, grid: LengthGrid, conflicts: Conflicts, found: Found) -> Labeling:
        options = grid.options
        lengths = {state.option: grid.length(state) for state in found.states.values()}
        if self.polish and not self._perfect(options, lengths):
            lengths = Polish(options, conflicts, lengths).run(self.end)
        if self._perfect(options, lengths):
            return self._labeling(options, lengths, True, None)
        step = None if found.optimal and _fixed(options) else self._step
        return self._labeling(options, lengths, found.optimal, step)

    def _perfect(self, options: Options, lengths: dict[int, float]) -> bool:
        """Return whether all labels have their least lengths: no others, of whatever step, are
        better. Of two ends of a curve that are alike, rounding makes one the shorter."""
        return len(lengths) == len(self.task.labels) and all(
            length <= min(options.least[options.of(int(options.label[option]))]) + ALIKE
            for option, length in lengths.items())

    def _labeling(self, options: Options, lengths: dict[int, float], optimal: bool,
                  step: float | None) -> Labeling:
        placed: list[Placed | None] = [None] * len(self.task.labels)
        for option, length in lengths.items():
            placed[int(options.label[option])] = Placed(int(options.number[option]), length)
        return Labeling(tuple(placed), math.fsum(lengths.values()), optimal, step, self.method, 0.0)
