"""Tallies for methods that are made for runs: one adapter, in two forms.

A tally is the set of all clues of runs that it may stand for (Halford, 3.5: a 3D clue as a set of
2D clues). A line solver for runs serves a tally by solving the line with each of these clues; what
all that have a solution agree on is true (`expanding`). The number of clues doubles with each cell:
n cells in three or more groups are 2^(n-1) - n clues. So it is counted first, and beyond a cap the
solver gives up.

The same set is accepted by a small automaton, which counts cells and groups as it reads a line and
so never lists the clues (`automaton_of`). Methods that list placements, read lines from their
beginning or measure how far a line is from its clue use that instead; it has about as many states
as the clue counts cells and groups, and it reads runs, too.

Both are exact if what they are used with is. Cells that a line reads twice are no concern of
either: positions are what is counted.

    Tally 4 in 3 or more groups:  1 1 1 1 | 2 1 1 | 1 2 1 | 1 1 2        (Halford, Table 1)

Corrected, in Figure A6 as our copy has it: lines 06 and 07 stand inside of the loop that fills the
first composition, so that those of all smaller numbers would be found, too; they belong after it.

C. Halford: Generating and solving 3D nonogram puzzles. University of Abertay Dundee, 2016; section
3.5, Table 1, Appendix C.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from math import comb
from random import Random
from typing import TypeAlias

from nonoforge.clues import MAX_GROUPS, WHITE, Clue, Count, Run, Runs, Tally
from nonoforge.engine.plain import LineSolver, Masks, Settler
from nonoforge.methods.common.method import GaveUp, Option, TooMany
from nonoforge.progress import CheckTime, no_limit

# --- as a set of clues of runs -------------------------------------------------------------------

MAX_EXPANSIONS = 200_000
MAX_KEPT = 100_000  # settlers of about half a kilobyte each

EXPANSIONS = Option("expansions", MAX_EXPANSIONS, "clues of runs that the clue of a solid is "
                    "expanded into, at most", least=1)

LOOK_EVERY = 64  # clues between two looks at the clock


def compositions(total: int, groups: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a sum of one or two numbers, or of three or more, in the
    order of Appendix C.

    >>> list(compositions(4, 2))
    [(3, 1), (2, 2), (1, 3)]
    >>> list(compositions(4, 3))
    [(1, 1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2)]
    """
    if groups == 1 and total:
        yield (total,)
    elif groups == 2:
        yield from ((left, total - left) for left in range(total - 1, 0, -1))
    elif groups == MAX_GROUPS <= total:
        ones = (1,) * total
        yield ones
        yield from _fewer_parts(ones, 0)


def _fewer_parts(parts: tuple[int, ...], start: int) -> Iterator[tuple[int, ...]]:
    """Yield what comes of taking the 1 at the end and adding it to each part from `start` on."""
    if parts[-1] != 1 or len(parts) <= MAX_GROUPS:
        return
    for at in range(start, len(parts) - 1):
        moved = (*parts[:at], parts[at] + 1, *parts[at + 1:-1])
        yield moved
        yield from _fewer_parts(moved, at)


def expansions(clue: Tally, length: int, colours: int = 2) -> Iterator[Runs]:
    """Yield the clues of runs that a tally may stand for on a line of this length. `colours` counts
    white.

    >>> [str(runs) for runs in expansions(Tally.of((4, 3)), 6)]
    ['2 1 1', '1 2 1', '1 1 2']
    """
    counts = _counts(clue, colours)
    if len(counts) == 1 and counts[0].total is not None and counts[0].groups:
        for parts in compositions(counts[0].total, counts[0].groups):
            if sum(parts) + len(parts) - 1 <= length:
                yield Runs(tuple(map(Run, parts)))
    else:
        yield from _sequences(counts, length)


def _counts(clue: Tally, colours: int) -> tuple[Count, ...]:
    """Return a count for each colour but white; those that the clue does not tell are unknown."""
    return (*clue.counts, *[Count()] * (colours - 1 - len(clue.counts)))


def _sequences(counts: Sequence[Count], length: int) -> Iterator[Runs]:
    """Yield all sequences of runs that fit into a line and have these counts, depth first."""
    used, groups = [0] * len(counts), [0] * len(counts)
    runs: list[Run] = []

    def missing() -> int:
        return sum(count.total - have for count, have in zip(counts, used, strict=True)
                   if count.total is not None)

    def deeper(room: int) -> Iterator[Runs]:
        if all(count.total in (None, have) and count.groups in (None, min(many, MAX_GROUPS))
               for count, have, many in zip(counts, used, groups, strict=True)):
            yield Runs(tuple(runs))
        for index, count in enumerate(counts):
            if groups[index] == count.groups and groups[index] < MAX_GROUPS:
                continue
            gap = int(bool(runs) and runs[-1].colour == index + 1)
            left = room - gap if count.total is None else min(room - gap, count.total - used[index])
            for size in range(1, left + 1):
                runs.append(Run(size, index + 1))
                used[index] += size
                groups[index] += 1
                if missing() <= room - gap - size:
                    yield from deeper(room - gap - size)
                runs.pop()
                used[index] -= size
                groups[index] -= 1

    return deeper(length)


def count_expansions(clue: Tally, length: int, colours: int = 2, most: int = 1 << 60) -> int:
    """Return how many clues of runs a tally stands for on a line of this length; `most` + 1 if they
    are more and have to be counted one by one.

    >>> count_expansions(Tally.of((27, 3)), 60)
    67108837
    """
    counts = _counts(clue, colours)
    if len(counts) == 1 and counts[0].total is not None:
        total, groups = counts[0]
        if not total:
            return int(groups in (None, 0))
        parts = [groups] if groups is not None and groups < MAX_GROUPS else \
            range(1 if groups is None else MAX_GROUPS, total + 1)
        return sum(comb(total - 1, part - 1) for part in parts if part and
                   total + part - 1 <= length)
    return sum(1 for _ in islice(expansions(clue, length, colours), most + 1))


def expanding(solver: LineSolver, most: int = MAX_EXPANSIONS,
              look: CheckTime = no_limit) -> LineSolver:
    """Return a line solver for runs as one that serves tallies of black and white, too: each is
    solved with every clue of runs that it may stand for.

    Settlers of these clues are kept, up to `MAX_KEPT` of all lines together, and made anew beyond
    that. `TooMany` is raised when a line is to be settled whose clue stands for more than `most`.
    """
    kept: dict[tuple[Tally, int], list[Settler]] = {}

    def settlers(clue: Tally, length: int) -> Iterator[Settler]:
        if (known := kept.get((clue, length))) is not None:
            return iter(known)
        made = (solver(runs, length) for runs in expansions(clue, length))
        number = count_expansions(clue, length, most=most)
        if number > most:
            raise TooMany(f"the clue {clue} on a line of {length} cells stands for "
                          f"{'more than ' * (number == most + 1)}{number - (number == most + 1):,}"
                          f" clues of runs, more than the {most:,} allowed (expansions=N); "
                          "--method auto does not list them")
        if sum(map(len, kept.values())) + number > MAX_KEPT:
            return made
        kept[clue, length] = list(made)
        return iter(kept[clue, length])

    def of(clue: Clue, length: int) -> Settler:
        if isinstance(clue, Runs):
            return solver(clue, length)
        if clue.hidden:
            return partial(_anything, (1 << length) - 1)
        return lambda masks: _agreed(settlers(clue, length), masks, look)

    return of


def _anything(full: int, masks: Masks) -> list[int] | None:
    return list(masks) if masks[0] | masks[1] == full else None


def _agreed(settlers: Iterator[Settler], masks: Masks, look: CheckTime) -> list[int] | None:
    """Return what is possible under any of these clues; None: under none is there a solution."""
    white = black = 0
    solved = False
    for number, settle in enumerate(settlers):
        if not number % LOOK_EVERY:
            look()
        found = settle(masks)
        if found is not None:
            solved = True
            white, black = white | found[0], black | found[1]
            if white == masks[0] and black == masks[1]:
                break  # nothing can be learned any more
    return [white, black] if solved else None


# --- as an automaton -----------------------------------------------------------------------------

MAX_STATES = 100_000

Ways: TypeAlias = list[dict[int, int]]
"""For each boundary of a line: the states in which it may be reached, and from each the number of
ways to colour the rest."""

MAX_COUNT = 1 << 60
"""Larger counts are only known to be as large as this: long lines have numbers of 1000 digits."""


class Automaton:
    """Reads a line cell by cell. States are numbers, 0 the first; `steps` has for each state the
    next by the colour read. It is deterministic, and each state leads to a final one."""

    def __init__(self, steps: Sequence[dict[int, int]], finals: Sequence[int]) -> None:
        self.steps, self.finals = steps, tuple(finals)
        self.least = self._least()

    @property
    def states(self) -> int:
        return len(self.steps)

    @property
    def transitions(self) -> list[tuple[int, int, int]]:
        """Each as (state, colour read, next state)."""
        return [(state, colour, after) for state, ways in enumerate(self.steps)
                for colour, after in ways.items()]

    def _least(self) -> list[int]:
        """Return for each state the fewest cells that must follow."""
        before: list[list[int]] = [[] for _ in self.steps]
        for state, _, after in self.transitions:
            before[after].append(state)
        least = [-1] * len(self.steps)
        for final in self.finals:
            least[final] = 0
        waiting = deque(self.finals)
        while waiting:
            for state in before[waiting[0]]:
                if least[state] < 0:
                    least[state] = least[waiting[0]] + 1
                    waiting.append(state)
            waiting.popleft()
        return least

    def accepts(self, colours: Sequence[int]) -> bool:
        """Return whether the clue allows these colours.

        >>> automaton_of(Runs.of(2, 1)).accepts([1, 1, 0, 0, 1])
        True
        >>> automaton_of(Tally.of((3, 2))).accepts([1, 1, 0, 0, 1])
        True
        """
        state: int | None = 0
        for colour in colours:
            state = None if state is None else self.steps[state].get(colour)
        return state in self.finals

    def step(self, state: int, colour: int, left: int) -> int | None:
        """Return the state after one more cell, with `left` cells to come; None if none can be
        right. White may always follow, so that any larger number of cells does as well.

        >>> reader = automaton_of(Runs.of(2))
        >>> reader.step(0, 1, 1), reader.step(0, 0, 1)
        (1, None)
        """
        after = self.steps[state].get(colour)
        return after if after is not None and self.least[after] <= left else None

    # --- placements, as `domains.py` has them: bit colour * length + position ---------------------

    def ways(self, length: int, colours: int, allowed: int, look: CheckTime = no_limit) -> Ways:
        """Return what can be reached from the left and finished, cell by cell."""
        if self.least[0] > length or self.least[0] < 0:
            return [{} for _ in range(length + 1)]
        choices = _choices(length, colours, allowed)
        layers: list[set[int]] = [{0}]
        for at, here in enumerate(choices):
            left = length - at - 1
            layers.append({after for state in layers[-1] for colour in here
                           if (after := self.step(state, colour, left)) is not None})
        look()
        ways: Ways = [{state: 1 for state in layers[length] if state in self.finals}]
        for at in range(length - 1, -1, -1):
            behind = ways[-1]
            ways.append({state: min(total, MAX_COUNT) for state in layers[at] if (total := sum(
                behind.get(self.steps[state].get(colour, -1), 0) for colour in choices[at]))})
        look()
        return ways[::-1]

    def count(self, length: int, colours: int, allowed: int, look: CheckTime = no_limit) -> int:
        """Return how many placements there are, or `MAX_COUNT` if they are more.

        >>> automaton_of(Tally.of((3, 2))).count(5, 2, 0b1111111111)
        6
        """
        return self.ways(length, colours, allowed, look)[0].get(0, 0)

    def placements(self, length: int, colours: int, allowed: int) -> Iterator[int]:
        """Yield all placements, leftmost first.

        >>> [f"{placement >> 4:04b}" for placement in
        ...  automaton_of(Tally.of((2, 1))).placements(4, 2, 0xff)]
        ['0011', '0110', '1100']
        """
        ways = self.ways(length, colours, allowed)
        choices = [here[::-1] for here in _choices(length, colours, allowed)]
        if not ways[0]:
            return
        stack = [(0, 0, 0)]  # position, state, placement so far
        while stack:
            at, state, placement = stack.pop()
            if at == length:
                yield placement
                continue
            for colour in reversed(choices[at]):
                after = self.steps[state].get(colour)
                if after in ways[at + 1]:
                    stack.append((at + 1, after, placement | 1 << colour * length + at))

    def drawn(self, ways: Ways, colours: int, random: Random) -> tuple[int, ...]:
        """Return the colours of a line at random, each way as likely as another; `ways` are those
        of an open line."""
        state, line = 0, []
        for behind in ways[1:]:
            options = [(colour, after) for colour, after in self.steps[state].items()
                       if after in behind and colour < colours]
            weights = [behind[after] for _, after in options]
            colour, state = random.choices(options, weights)[0]
            line.append(colour)
        return tuple(line)

    def distance(self, length: int, pattern: int, look: CheckTime = no_limit) -> int:
        """Return the fewest cells of a black and white line, a bit set of the black ones, that must
        change until it meets the clue; there must be a way.

        >>> automaton_of(Tally.of((2, 1))).distance(5, 0b10101)
        3
        """
        costs = {0: 0}
        for at in range(length):
            look()
            black, after = pattern >> at & 1, dict[int, int]()
            for state, cost in costs.items():
                for colour, to in self.steps[state].items():
                    if self.least[to] < length - at and colour < 2:
                        here = cost + (colour != black)
                        after[to] = min(here, after.get(to, here))
            costs = after
        return min(costs[state] for state in self.finals if state in costs)


def _choices(length: int, colours: int, allowed: int) -> list[list[int]]:
    """Return the colours that each cell of a line may have."""
    return [[colour for colour in range(colours) if allowed >> colour * length + at & 1]
            for at in range(length)]


def states_needed(clue: Clue, colours: int = 2) -> int:
    """Return a bound for the states of the automaton of a clue."""
    if isinstance(clue, Runs):
        return clue.needs + len(clue.runs) + 1
    states = colours
    for total, groups in clue.counts:
        states *= (1 if total is None else total + 1) * (1 if groups is None else groups + 1)
    return states


@lru_cache(maxsize=4096)
def automaton_of(clue: Clue, colours: int = 2) -> Automaton:
    """Return the automaton that accepts what a clue allows. `colours` counts white, and matters for
    tallies: a colour that they do not tell may come anywhere."""
    if (states := states_needed(clue, colours)) > MAX_STATES:
        raise GaveUp(f"the clue {clue} would take an automaton of up to {states:,} states, and at "
                     f"most {MAX_STATES:,} are allowed; --method auto needs none")
    return _of_runs(clue) if isinstance(clue, Runs) else _of_tally(_counts(clue, colours))


def _of_runs(clue: Runs) -> Automaton:
    """Return for each run a state for the white before it and one for each of its cells; a blotted
    run is one cell that may be read again."""
    ways: list[tuple[int, int, int]] = [(0, WHITE, 0)]
    gap, end = 0, 0  # the state after white, and the one after the last run's last cell
    touching = WHITE  # the colour of the last run: the next may follow at once if it is another
    for length, colour in clue.runs:
        first = max(gap, end) + 1
        ways.append((gap, colour, first))
        if touching not in (WHITE, colour):
            ways.append((end, colour, first))
        end = first + (length or 1) - 1
        ways += [(state, colour, state + 1) for state in range(first, end)]
        if length is None:
            ways.append((end, colour, end))
        gap = end + 1
        ways += [(end, WHITE, gap), (gap, WHITE, gap)]
        touching = colour
    steps: list[dict[int, int]] = [{} for _ in range(gap + 1)]
    for state, colour, after in ways:
        steps[state][colour] = after
    return Automaton(steps, (end, gap) if clue.runs else (0,))


Read: TypeAlias = tuple[int, ...]
"""What an automaton of a tally knows: the last colour, if its groups are counted (else white); then
of each colour the cells and the groups so far, where they are counted (else 0)."""


def _of_tally(counts: tuple[Count, ...]) -> Automaton:
    """Return the states that can be reached, each with the counts so far; those from which no line
    can be finished are left out."""
    start: Read = (WHITE, *(0, 0) * len(counts))
    numbers: dict[Read, int] = {start: 0}
    steps: list[dict[int, int]] = []
    finals = []
    for read in (waiting := [start]):
        if all(count.total in (None, read[2 * index + 1]) and
               count.groups in (None, read[2 * index + 2]) for index, count in enumerate(counts)):
            finals.append(len(steps))
        steps.append({})
        for colour in range(len(counts) + 1):
            after = _counted(counts, read, colour)
            if after is not None:
                if after not in numbers:
                    numbers[after] = len(waiting)
                    waiting.append(after)
                steps[-1][colour] = numbers[after]
    return _trimmed(Automaton(steps, finals))


def _counted(counts: Sequence[Count], read: Read, colour: int) -> Read | None:
    """Return what is known after one more cell; None if it is one too many."""
    if colour == WHITE:
        return (WHITE, *read[1:])
    total, groups = counts[colour - 1]
    after = list(read)
    cells, many = 2 * colour - 1, 2 * colour
    after[0] = WHITE if groups is None else colour
    if total is not None:
        after[cells] += 1
        if after[cells] > total:
            return None
    if groups is not None and read[0] != colour:
        if read[many] == groups < MAX_GROUPS:
            return None
        after[many] = min(read[many] + 1, MAX_GROUPS)
    return tuple(after)


def _trimmed(automaton: Automaton) -> Automaton:
    """Return the automaton without states from which no final one can be reached; the first stays,
    whatever it leads to."""
    good = [state for state, least in enumerate(automaton.least) if least >= 0 or not state]
    number = {state: at for at, state in enumerate(good)}
    steps = [{colour: number[after] for colour, after in automaton.steps[state].items()
              if automaton.least[after] >= 0} for state in good]
    return Automaton(steps, [number[final] for final in automaton.finals])
