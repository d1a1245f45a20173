"""`--animate`: a method at work, in the terminal.

The picture as it stands is drawn over and over in the same place, with the cells marked that were
learned since, and below it what was done last. A step that teaches something is shown for a
moment; one that does not is only counted.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from nonoforge.cli.canvas import Canvas
from nonoforge.cli.outputs import Screen
from nonoforge.records.words import cell_words, clue_words
from nonoforge.step import Step
from nonoforge.text import count

if TYPE_CHECKING:
    from nonoforge.cli.inputs import Input
    from nonoforge.nonogram import Nonogram
    from nonoforge.state import State

PACE = 0.06  # seconds for which a step is shown at first
PATIENCE = 10.0  # seconds of showing, all in all: the nearer that is, the shorter each step
FRAME = 0.04  # seconds between two frames, at the least
MOST_CELLS = 20_000  # no window shows more; beyond, words must do
SHARE = 2  # drawing may take one part in so many of the time


class Pace:
    """How long a step is shown. A pace that was asked for stays; our own quickens."""

    def __init__(self, seconds: float | None) -> None:
        self._fixed, self._slept = seconds, 0.0

    def next(self) -> float:
        """The seconds for the next step that teaches something."""
        if self._fixed is not None:
            return self._fixed
        seconds = PACE * (1 - self._slept / PATIENCE)
        self._slept += seconds
        return seconds


class Animation:
    """Shows what a solver tells of one puzzle. Several steps may share a frame."""

    def __init__(
        self, puzzle: Input, method: str, screen: Screen, pace: float | None = None,
    ) -> None:
        self.nonogram = puzzle.nonogram
        self.canvas = Canvas()
        self.view = View(puzzle.nonogram, screen)
        self.pace = Pace(pace)
        self.counts: Counter[str] = Counter()
        self.marks: set[int] = set()
        self.words = f"{puzzle.name}: {method} begins"
        self._due = 0.0  # seconds for which what is not drawn yet must be shown
        self._next = 0.0  # when the next frame may be drawn

    def __enter__(self) -> Self:
        from nonoforge.state import State

        self.canvas.__enter__()
        try:
            self._due = self.pace.next()
            self._draw(State.start(self.nonogram.puzzle), 0)
        except BaseException:
            self.canvas.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.canvas.__exit__(kind, error, trace)

    def step(self, step: Step, state: Callable[[], State]) -> None:
        """Observes a solver."""
        self.counts[step.kind] += 1
        if step.kind != "settle" or step.learned:
            self.words = step_words(step, self.nonogram)
            self.marks.update(cell for cell, _ in step.learned)
            self._due += self.pace.next()
        if self._due >= FRAME or step.kind in ("solution", "note") or \
                time.monotonic() >= self._next:
            self._draw(state(), step.depth)

    def _draw(self, state: State, depth: int) -> None:
        """A frame, and time to look at it."""
        begin = time.monotonic()
        anew = self.canvas.measure()
        known = len(state.masks) - len(state.open_cells())
        below = [self.words, f"{_depth_words(depth)}; {count_words(self.counts)}; "
                 f"{known:,} of {count(len(state.masks), 'cell')} known"]
        self.canvas.draw(self.view.lines(state, self.marks, below, self.canvas), anew=anew)
        self.marks.clear()
        drawn = time.monotonic()
        self._next = drawn + max(FRAME, self._due, (SHARE - 1) * (drawn - begin))
        if self._due > 0:
            time.sleep(self._due)
        self._due = 0.0


class View:
    """The picture in the largest form that the window has room for."""

    def __init__(self, nonogram: Nonogram, screen: Screen) -> None:
        self.nonogram, self.screen = nonogram, screen

    def lines(
        self, state: State, marks: set[int], below: list[str], canvas: Canvas,
    ) -> list[str]:
        """The frame: the picture, and words below it."""
        from nonoforge.text import columns, printable

        shown = []
        for text in below:
            text = printable(text) if self.screen.unicode else ascii(printable(text))[1:-1]
            while text and columns(text) >= canvas.size.columns:
                text = text[:-1]
            shown.append(text)
        room = canvas.height - len(shown)
        if self.nonogram.puzzle.cells > MOST_CELLS or room < 1:
            return shown[:canvas.height]
        picture = self._picture(state, marks, canvas.size.columns - 1, room)
        return [*self._cropped(picture, marks, room), *shown]

    def _picture(self, state: State, marks: set[int], width: int, height: int) -> list[str]:
        from nonoforge.cli.show import picture

        return picture(self.nonogram, state, self.screen._replace(width=width), marks=marks,
                       clues=True, title=False, height=height).split("\n")

    def _cropped(self, picture: list[str], marks: set[int], room: int) -> list[str]:
        """Of a picture that is too high in any form, the part where something happens."""
        if len(picture) <= room:
            return picture
        cells = self.nonogram.puzzle.cells
        middle = len(picture) * (sum(marks) / len(marks) / cells if marks else 0.0)
        first = max(0, min(len(picture) - room, round(middle - room / 2)))
        return picture[first:first + room]


def step_words(step: Step, nonogram: Nonogram) -> str:
    """A step as a person would say it: `row 7 (3 1 2): 4 cells`."""
    line = ""
    if step.line is not None:
        own = nonogram.puzzle.lines[step.line]
        line = f"{own.name} ({clue_words(own.clue, nonogram.puzzle.palette)})"
    if step.words:
        return f"{line}: {step.words}" if line else step.words
    if step.kind == "assume":
        return f"assume {line or _cells_words(step, nonogram)}"
    if step.kind == "break":
        return f"{line}: a contradiction" if line else "a contradiction"
    if step.kind == "solution":
        return "a solution"
    learned = count(len(step.learned), "cell") if step.learned else "nothing new"
    return f"{line}: {learned}" if line else learned


def _cells_words(step: Step, nonogram: Nonogram) -> str:
    """What an assumption says: one cell with its colour, or where there are several, the cells."""
    from nonoforge.state import State

    cells = [cell for cell, _ in step.learned]
    if len(cells) != 1:
        return cell_words(nonogram.geometry, cells) or "something"
    colour = State((step.learned[0][1],)).colour(0)
    name = "" if colour is None else f" is {nonogram.puzzle.palette.colours[colour].name}"
    return f"{cell_words(nonogram.geometry, cells)}{name}"


def count_words(counts: Counter[str]) -> str:
    """What was done so far."""
    parts = [count(counts["settle"] + counts["break"], "line") + " settled"]
    parts += [count(counts["assume"], "assumption") + " made"] if counts["assume"] else []
    parts += [count(counts["break"], "contradiction")] if counts["break"] else []
    parts += [count(counts["solution"], "solution")] if counts["solution"] else []
    return ", ".join(parts)


def _depth_words(depth: int) -> str:
    """How much of what is shown is only assumed."""
    return f"{count(depth, 'assumption')} {'stands' if depth == 1 else 'stand'}" if depth else \
        "nothing assumed"
