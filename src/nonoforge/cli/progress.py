"""A progress line on stderr: on a terminal only, and only after a second."""

from __future__ import annotations

import contextlib
import shutil
import sys
import threading
from collections.abc import Iterator
from time import monotonic
from types import TracebackType
from typing import Self

from nonoforge.verdict import Work

DELAY, TICK, BAR = 1.0, 0.25, 20


class Progress:
    """Shows how many inputs are done and how long the rest takes; for a single input, the share
    that is done, or time and work spent.

    A thread draws the line, because the main thread may be in the native kernel.
    """

    def __init__(self, total: int, *, quiet: bool = False, seconds: float | None = None) -> None:
        self.total, self.seconds = total, seconds
        self.done, self.name, self.spent = 0, "", Work()
        self.part: float | None = None
        self.before = 0.0
        self._begin = self._since = monotonic()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._drawn = False
        wanted = not quiet and sys.stderr.isatty()
        self._thread = threading.Thread(target=self._run, daemon=True) if wanted else None

    def __enter__(self) -> Self:
        if self._thread:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._thread:
            self._stop.set()
            self._thread.join()
            self._clear()

    def begin(self, name: str) -> None:
        """Show the next input."""
        self.name, self.spent, self._since, self.part = name, Work(), monotonic(), None

    def end(self) -> None:
        self.done += 1

    def at(self, done: int, total: int, name: str) -> None:
        """Show that `done` of `total` parts are done and which is next."""
        self.done, self.total = done, total
        self.begin(name)

    def report(self, share: float | None, words: str, before: float = 0.0) -> None:
        """Show the share that is done, 0 to 1, if it is known, and what is being done. `before` is
        the share that took no time, because an earlier run did it."""
        self.part, self.name, self.before = share, words, before

    def work(self, work: Work) -> None:
        """Show the work that a solver has done so far."""
        self.spent = work

    @contextlib.contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the line while something else is printed."""
        with self._lock:
            self._clear()
            yield

    def _run(self) -> None:
        while not self._stop.wait(TICK):
            with self._lock:
                if monotonic() - self._begin >= DELAY:
                    self._draw()

    def _draw(self) -> None:
        from nonoforge.text import columns

        room = shutil.get_terminal_size().columns - 1
        text = self.text(monotonic())
        while text and columns(text) > room:
            text = text[:-1]
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
        self._drawn = True

    def _clear(self) -> None:
        if self._drawn:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._drawn = False

    def text(self, now: float) -> str:
        """Return the line."""
        from nonoforge.text import printable

        name = printable(self.name)
        spent = now - self._since
        total = max(self.total, self.done + 1)  # a file may hold several puzzles
        if total > 1:
            left = (now - self._begin) / self.done * (total - self.done) if self.done else None
            head = f"{_bar(self.done / total)} {self.done}/{total}"
            return f"{head}{_left(left, 'about')} {name}"
        if self.part:
            new = self.part - self.before
            left = spent / new * (1 - self.part) if new > 0 else None
            return f"{_bar(self.part)} {name}: {spent:.0f} s{_left(left, 'about')}"
        head = f"{_bar(spent / self.seconds)} " if self.seconds else ""
        left = max(0.0, self.seconds - spent) if self.seconds else None
        conflicts = f", {self.spent.conflicts:,} conflicts" if self.spent.conflicts else ""
        return f"{head}{name}: {spent:.0f} s{conflicts}{_left(left, 'at most')}"


def _bar(part: float) -> str:
    full = round(BAR * min(1.0, part))
    return f"[{'#' * full}{'-' * (BAR - full)}]"


def _left(seconds: float | None, how: str) -> str:
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    return f", {how} {minutes} min {rest} s left" if minutes else f", {how} {rest} s left"
