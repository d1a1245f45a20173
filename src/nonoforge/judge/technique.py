"""What a technique of the ladder is, and what it finds.

A technique is one class in one file of `techniques/`: its name, cost, stars and words, its finder
and what proves it. What it finds is a `Deduction`: what is learned, the lines that prove it, and a
reason. A reason holds the numbers of the find and puts them into words itself, so that words and
proof cannot differ.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias

from nonoforge.engine import only, propagate
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State
from nonoforge.text import listed

if TYPE_CHECKING:
    from nonoforge.judge.knowledge import Knowledge
    from nonoforge.judge.line import ClueReader, LineView, RunsView, TallyView
    from nonoforge.judge.words import Words

Learned: TypeAlias = tuple[tuple[int, int], ...]
"""(cell, mask of the colours that are left), for each cell that changed."""

Atom: TypeAlias = tuple[int, int]
"""(cell, colour)"""

Chain: TypeAlias = tuple[tuple[int, Learned], ...]
"""Lines in the order in which they are read, each with what it would teach; the last one breaks."""

MAX_DRAWN_LINES = 4  # of a step that many lines prove together


class Contradiction(Exception):
    """The clue of a line (by index; -1: of no line) cannot be met any more."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} cannot be coloured")
        self.line = line


class Reason(Protocol):
    """The numbers of a find, as a named tuple; its class name in lower case is its `kind` in JSON.
    """

    def why(self, words: Words, deduction: Deduction) -> str:
        """Return why it follows: a clause without the line's name and without a full stop."""

    def nudge(self, words: Words, deduction: Deduction) -> str:
        """Return the idea without the cells, as the second stage of a hint; likewise a clause."""

    def _asdict(self) -> dict[str, Any]: ...


LineFind: TypeAlias = tuple[list[int], Reason]
"""What a technique finds in a line: for each colour the positions that lose it, as a bit set, and
why."""


class Deduction(NamedTuple):
    """What follows from a state by these lines (indices of the puzzle) and what supports it.

    `support`: deductions that take colours from open cells, each from the state and those before
    it. No mark shows them, so a step that uses them brings them along.
    """

    technique: Technique
    lines: tuple[int, ...]
    learned: Learned
    reason: Reason
    support: tuple[Deduction, ...] = ()

    @property
    def named(self) -> tuple[int, ...]:
        """All lines that the deduction uses, those of its support last."""
        return tuple(dict.fromkeys(
            (*self.lines, *(line for each in self.support for line in each.lines))))

    @property
    def rung(self) -> int:
        """The place on the standard ladder, from 0, of the dearest technique that it takes."""
        from nonoforge.judge.ladder import LADDER

        return max(LADDER.rung(each.technique) for each in (self, *self.support))

    @property
    def kind(self) -> str:
        """The kind of reason, as JSON has it."""
        return type(self.reason).__name__.lower()


class Round(NamedTuple):
    """All that a technique finds from one state: the number of places where it does, and what is
    learned. `solved`: that is the whole solution."""

    places: int
    learned: Learned
    solved: bool = False


class Technique(ABC):
    """A rung of the ladder. A puzzle is rated by the dearest technique that it takes."""

    name: ClassVar[str]
    cost: ClassVar[int]
    """What one use counts as work. Techniques are tried in the order of their costs."""
    stars: ClassVar[int]
    """The fewest stars, 1 to 5, of a puzzle that takes it; docs/rating.md says why."""
    max_stars: ClassVar[int] = 5
    """The most stars of a puzzle that takes nothing dearer."""
    words: ClassVar[str]
    """What one does, or what is true where it helps: completes "the hardest step: ..."."""
    needs: ClassVar[str] = ""
    """What it asks of a player: completes "at two points it needs ...". Empty for what every player
    does."""
    example: ClassVar[str]
    """A sentence as an explanation has it, for docs/rating.md."""
    so: ClassVar[str] = ", so "
    """Stands between why and what follows."""

    def proves(self, puzzle: Puzzle, state: State, deduction: Deduction) -> bool:
        """Return whether the lines that a deduction names imply it from this state. Asks the
        engine, with these lines and no others."""
        for each in deduction.support:
            if not each.technique.proves(puzzle, state, each):
                return False
            state = state.after(each.learned)
        return self.follows(puzzle, state, deduction)

    @abstractmethod
    def follows(self, puzzle: Puzzle, state: State, deduction: Deduction) -> bool:
        """Return whether the lines of a deduction imply it from a state that has its support."""

    def restated(self, known: Knowledge, deduction: Deduction) -> Deduction:
        """Return a deduction that follows from less than it was found from, with a reason that is
        true there."""
        return deduction

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same technique: one of another process, too."""
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"<Technique: {self.name}>"

    # --- words -----------------------------------------------------------------------------------

    def grounds(self, words: Words, deduction: Deduction) -> str:
        """Return where and why, without what follows and without a full stop."""
        return deduction.reason.why(words, deduction)

    @abstractmethod
    def conclusion(self, words: Words, before: State, deduction: Deduction) -> str:
        """Return what follows: `cells 3-5 are filled`."""

    def nudge(self, words: Words, deduction: Deduction) -> str:
        """Return the idea without the cells; a whole sentence."""
        return deduction.reason.nudge(words, deduction)

    def sentence(self, words: Words, before: State, deduction: Deduction) -> str:
        """Return where, why and what follows; what supports it in sentences before that."""
        said, before = words.support(before, deduction.support)
        return (f"{said}{self.grounds(words, deduction)}{self.so}"
                f"{self.conclusion(words, before, deduction)}.")

    def joint_sentence(self, words: Words, before: State, alike: Sequence[Deduction]) -> str:
        """Return deductions with the same kind of reason, one after the other, in words."""
        said = []
        for each in alike:
            said.append(self.sentence(words, before, each))
            before = before.after(each.learned)
        return " ".join(said)

    def stages(self, words: Words, before: State, deduction: Deduction) -> tuple[str, ...]:
        """Return the four stages of a hint: where to look, which clue and idea, why, what to do."""
        across = deduction.named[len(deduction.lines):]
        nudge = self.nudge(words, deduction) + (
            f" {words.subject(across)} {'rules' if len(across) == 1 else 'rule'} out some "
            "colours." if across else "")
        return (f"Look at {words.where(deduction.named)}.", nudge,
                f"{words.support(before, deduction.support)[0]}{self.grounds(words, deduction)}.",
                self.sentence(words, before, deduction))

    def chains(self, deduction: Deduction) -> Sequence[tuple[Sequence[Atom], Chain]]:
        """Return what is assumed, if anything, and then line by line what follows, to be drawn."""
        across = [(index, each.learned) for each in deduction.support for index in each.lines]
        own = [(index, deduction.learned) for index in deduction.lines[:MAX_DRAWN_LINES]]
        return [((), (*across[:MAX_DRAWN_LINES], *own))]


class LineTechnique(Technique):
    """Looks at one line at a time. Cheaper than `whole line`, which finds all the others leave."""

    reads_repeats: ClassVar[bool] = False
    """Whether it can read lines that visit a cell twice."""

    def applies(self, reader: ClueReader, fills: bool, empties: bool) -> bool:
        """Return whether it can find anything in a line with this clue in which there are cells to
        fill, or cells to empty. Saves time; `find` may still find nothing."""
        return True

    def find(self, line: LineView) -> list[LineFind]:
        """Return everything that it finds in a line."""
        return list(line.asked(self))

    def in_runs(self, line: RunsView) -> Iterable[LineFind]:
        """Yield what it finds in a line of runs (a tally of one group is one)."""
        return ()

    def in_tally(self, line: TallyView) -> Iterable[LineFind]:
        """Yield what it finds in a line with another tally."""
        return ()

    def detail(self, reason: Reason, line: Line, masks: Sequence[int]) -> Reason:
        """Return the reason with what takes time to find out, once the find becomes a step."""
        return reason

    def grounds(self, words: Words, deduction: Deduction) -> str:
        return f"{words.heading(deduction.lines[0])}: {deduction.reason.why(words, deduction)}"

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return f"{words.heading(deduction.lines[0])}: {deduction.reason.nudge(words, deduction)}."

    def conclusion(self, words: Words, before: State, deduction: Deduction) -> str:
        line = words.line_of(deduction)
        place, groups = positions(line), dict[tuple[bool, int], list[int]]()
        for cell, mask in deduction.learned:
            groups.setdefault(_change(before, cell, mask), []).append(place[cell])
        return listed([f"{words.cells(places)} {words.verb(*change, len(places))}"
                       for change, places in sorted(groups.items(), key=lambda item: min(item[1]))])

    def follows(self, puzzle: Puzzle, state: State, deduction: Deduction) -> bool:
        """Settle each line by itself, as a person reads them: nothing that one line tells is used
        for another."""
        masks = list(state.masks)
        for index in deduction.lines:
            found = propagate(only(puzzle, frozenset({index})), state)
            if found.conflict is not None:
                return False
            masks = [a & b for a, b in zip(masks, found.state.masks, strict=True)]
        return all(masks[cell] & ~mask == 0 for cell, mask in deduction.learned)


class PuzzleTechnique(Technique):
    """Looks at several lines together, where single lines are stuck."""

    so = ". So "

    @abstractmethod
    def find_all(self, known: Knowledge) -> Round | None:
        """Return everything that it finds; None: nothing."""

    @abstractmethod
    def find_easiest(self, known: Knowledge) -> Deduction | None:
        """Return one step, the easiest to follow; None where there is none."""

    @abstractmethod
    def refutes(self, lines: Puzzle, state: State) -> bool:
        """Return whether these lines cannot be coloured from this state, by its own means."""

    def conclusion(self, words: Words, before: State, deduction: Deduction) -> str:
        groups: dict[tuple[bool, int], list[int]] = {}
        for cell, mask in deduction.learned:
            groups.setdefault(_change(before, cell, mask), []).append(cell)
        return listed([f"{words.names(cells)} {words.verb(*change, len(cells))}"
                       for change, cells in sorted(groups.items())])

    def follows(self, puzzle: Puzzle, state: State, deduction: Deduction) -> bool:
        """Assume each colour that a cell loses, and refute it."""
        lines = only(puzzle, frozenset(deduction.lines))
        return all(self.refutes(lines, assumed(state, (cell, colour)))
                   for cell, mask in deduction.learned
                   for colour in range(state.masks[cell].bit_length())
                   if (state.masks[cell] & ~mask) >> colour & 1)


def assumed(state: State, atom: Atom) -> State:
    """Return the state in which the cell has the colour."""
    masks = list(state.masks)
    masks[atom[0]] = 1 << atom[1]
    return State(tuple(masks))


def without(state: State, atoms: Iterable[Atom]) -> Learned:
    """Return what cells keep when these colours are gone."""
    left: dict[int, int] = {}
    for cell, colour in atoms:
        left[cell] = left.get(cell, state.masks[cell]) & ~(1 << colour)
    return tuple(sorted(left.items()))


def positions(line: Line) -> dict[int, int]:
    """Return for each cell of a line the first position at which the line reads it."""
    return {cell: position for position, cell in reversed([*enumerate(line.cells)])}


def _change(before: State, cell: int, mask: int) -> tuple[bool, int]:
    """Return (True, its colour) for a cell that is decided, else (False, the colours it loses)."""
    return (True, mask) if not mask & (mask - 1) else (False, before.masks[cell] & ~mask)
