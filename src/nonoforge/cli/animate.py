"""`--animate`: a method at work, in the terminal.

The picture as it stands is drawn over and over in the same place, with the cells marked that were
learned since, and below it what was done last. A step that teaches something is shown for a
moment; one that does not is only counted.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Self

from nonoforge.cli import interrupt
from nonoforge.cli.io import Screen
from nonoforge.results import watched_words
from nonoforge.step import Step
from nonoforge.text import count

if TYPE_CHECKING:
    from nonoforge.cli.io import Input
    from nonoforge.nonogram import Nonogram
    from nonoforge.state import State


FIRST_PACE = 0.06  # seconds for which the first step is shown
MAX_SHOWING = 10.0  # seconds of showing in all: the nearer they are, the shorter each step
MIN_FRAME = 0.04  # seconds between two frames
MAX_CELLS = 20_000  # no window shows more; beyond, only words are shown
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
CLEAR_RIGHT, CLEAR_BELOW = "\x1b[K", "\x1b[J"
DRAWING_SHARE = 2  # drawing takes at most one part in this many of the time


class Pace:
    """How long a step is shown: always the same time where it was asked for, else less and less."""

    def __init__(self, seconds: float | None) -> None:
        self._fixed, self._slept = seconds, 0.0

    def next(self) -> float:
        """Return the seconds for the next step that teaches something."""
        if self._fixed is not None:
            return self._fixed
        seconds = FIRST_PACE * (1 - self._slept / MAX_SHOWING)
        self._slept += seconds
        return seconds


class Animation:
    """Shows the steps of a solver. Several steps may share a frame."""

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
        """Show a step of the solver, now or with the next frame."""
        self.counts[step.kind] += 1
        if step.kind != "settle" or step.learned:
            self.words = watched_words(step, self.nonogram)
            self.marks.update(cell for cell, _ in step.learned)
            self._due += self.pace.next()
        if self._due >= MIN_FRAME or step.kind in ("solution", "note") or \
                time.monotonic() >= self._next:
            self._draw(state(), step.depth)

    def _draw(self, state: State, depth: int) -> None:
        """Draw a frame, and wait while it is looked at."""
        begin = time.monotonic()
        anew = self.canvas.measure()
        known = len(state.masks) - len(state.open_cells())
        below = [self.words, f"{_depth_words(depth)}; {count_words(self.counts)}; "
                 f"{known:,} of {count(len(state.masks), 'cell')} known"]
        self.canvas.draw(self.view.lines(state, self.marks, below, self.canvas), anew=anew)
        self.marks.clear()
        drawn = time.monotonic()
        self._next = drawn + max(MIN_FRAME, self._due, (DRAWING_SHARE - 1) * (drawn - begin))
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
        """Return the frame: the picture, and words below it."""
        from nonoforge.text import columns, printable

        shown = []
        for text in below:
            text = printable(text) if self.screen.unicode else ascii(printable(text))[1:-1]
            while text and columns(text) >= canvas.size.columns:
                text = text[:-1]
            shown.append(text)
        room = canvas.height - len(shown)
        if self.nonogram.puzzle.cells > MAX_CELLS or room < 1:
            return shown[:canvas.height]
        picture = self._picture(state, marks, canvas.size.columns - 1, room)
        return [*self._cropped(picture, marks, room), *shown]

    def _picture(self, state: State, marks: set[int], width: int, height: int) -> list[str]:
        return self.screen._replace(width=width).picture(
            self.nonogram, state, marks=marks, clues=True, title=False, height=height).split("\n")

    def _cropped(self, picture: list[str], marks: set[int], room: int) -> list[str]:
        """Return the part of a picture around its marks, where it is too high in any form."""
        if len(picture) <= room:
            return picture
        cells = self.nonogram.puzzle.cells
        middle = len(picture) * (sum(marks) / len(marks) / cells if marks else 0.0)
        first = max(0, min(len(picture) - room, round(middle - room / 2)))
        return picture[first:first + room]


def count_words(counts: Counter[str]) -> str:
    """Return what was done so far."""
    parts = [count(counts["settle"] + counts["break"], "line") + " settled"]
    parts += [count(counts["assume"], "assumption") + " made"] if counts["assume"] else []
    parts += [count(counts["break"], "contradiction")] if counts["break"] else []
    parts += [count(counts["solution"], "solution")] if counts["solution"] else []
    return ", ".join(parts)


def _depth_words(depth: int) -> str:
    """Return how much of what is shown is only assumed."""
    return f"{count(depth, 'assumption')} {'stands' if depth == 1 else 'stand'}" if depth else \
        "nothing assumed"


class Canvas:
    """Lines that stand below the cursor's first place; never more than the window is high, so that
    nothing scrolls away. While it is open the cursor is hidden; closing takes the lines away."""

    def __init__(self) -> None:
        self.size = shutil.get_terminal_size()
        self._lines: list[str] = []
        self._ends = contextlib.ExitStack()
        self._stops: Any = None

    def __enter__(self) -> Self:
        self._ends.enter_context(interrupt.undone(partial(_at_once, SHOW)))
        self._ends.callback(_write, SHOW)
        _write(HIDE)
        self._watch_stops()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.closing(self._ends):
            if self._stops is not None:
                signal.signal(signal.SIGTSTP, self._stops)
            self.erase()

    @property
    def height(self) -> int:
        """Lines that there is room for: the last stays free for the cursor."""
        return self.size.lines - 1

    def measure(self) -> bool:
        """Measure the window; return whether its size has changed."""
        size = shutil.get_terminal_size()
        changed, self.size = size != self.size, size
        return changed

    def draw(self, lines: Sequence[str], *, anew: bool = False) -> None:
        """Write these lines over those that stand there; only what differs is written."""
        lines = list(lines[: self.height])
        before = [] if anew else self._lines
        parts = [self._home()]
        for index, line in enumerate(lines):
            same = index < len(before) and before[index] == line
            parts.append(("" if same else f"\r{line}{CLEAR_RIGHT}") + "\n")
        if anew or len(lines) < len(self._lines):
            parts.append(CLEAR_BELOW)
        self._lines = lines
        _write("".join(parts))

    def erase(self) -> None:
        """Erase the lines; the cursor is where the first was."""
        _write(self._home() + CLEAR_BELOW if self._lines else "")
        self._lines = []

    def _home(self) -> str:
        up = min(len(self._lines), self.height)
        return f"\x1b[{up}A\r" if up else "\r"

    def _watch_stops(self) -> None:
        """Show the cursor before Ctrl-Z gives the terminal back to the shell."""
        if hasattr(signal, "SIGTSTP") and threading.current_thread() is threading.main_thread():
            self._stops = signal.signal(signal.SIGTSTP, self._stop)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        _at_once(SHOW)
        os.kill(os.getpid(), signal.SIGSTOP)
        _at_once(HIDE)
        self._lines = []  # the shell has written below: begin again under that


def _at_once(text: str) -> None:
    """Write past the buffer, which other threads may be writing to at this moment."""
    os.write(sys.stdout.fileno(), text.encode())


def _write(text: str) -> None:
    if text:
        sys.stdout.write(text)
        sys.stdout.flush()
