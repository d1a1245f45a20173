"""Random sequences of strokes, undo, page changes, reloads, second pages and `kill -9` of the
studio and its workers, in a real browser: after each of them the library has every move that was
made.

A sequence follows from its seed. `make soak-studio` runs 200 of them, `NONOFORGE_SOAK=A-B` those
from A up to B. The model is a list of moves with a mark for how many of them hold, one for each
game and one for the edits; what the library has is read from its file, not asked from the studio.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import nonoforge
from helpers.browser_puzzles import FAMILIES, file_of
from nonoforge.studio.library import Library
from studio.browser.conftest import DESK, Studio, Visit

FIRST, _, LAST = os.environ.get("NONOFORGE_SOAK", "0-3").rpartition("-")  # seeds
SEEDS = range(int(FIRST or 0), int(LAST))
ACTIONS = 9
PATIENCE = 300  # seconds: a guard against hangs, while workers start on a busy machine
UNSENT = "Object.keys(localStorage).filter((key) => key.startsWith('nonoforge-unsent')).length"
UNREACHABLE = re.compile(r"net::ERR_|Failed to fetch")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and /proc")


class Server:
    """A studio that can be killed and started again, on the same port and library."""

    def __init__(self, library: Path) -> None:
        self.library = library
        with socket.socket() as sock:
            sock.bind(("127.0.0.1", 0))
            self.port = sock.getsockname()[1]
        self.kills = 0
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nonoforge", "studio", "--no-browser", "--port", str(self.port),
             "--workers", "1", "--library", str(self.library)], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"(http://127\.0\.0\.1:\d+)/\?token=([\w-]+)",
                          self.process.stdout.readline())
        assert found
        self.studio = Studio(*found.groups())

    def kill(self) -> None:
        self.kills += 1
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def kill_worker(self, rng: random.Random) -> None:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        if workers := children.split():
            os.kill(int(rng.choice(workers)), signal.SIGKILL)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("soak"))
    yield server
    server.close()


class Moves:
    """What a log should amount to: moves of one cell each, of which the first `done` hold."""

    def __init__(self, start: list[int], rubbed: int) -> None:
        self.start, self.rubbed = start, rubbed
        self.moves: list[tuple[int, int]] = []
        self.done = 0

    def values(self) -> list[int]:
        values = list(self.start)
        for cell, colour in self.moves[:self.done]:
            values[cell] = colour
        return values

    def stroke(self, cell: int, colour: int) -> None:
        after = self.rubbed if self.values()[cell] == colour else colour
        self.moves = [*self.moves[:self.done], (cell, after)]
        self.done += 1

    def told(self) -> tuple[list[tuple[int, int]], int]:
        return self.moves, self.done


class Sequence:
    """One run: a puzzle, one or two pages on it, and what should be in the library."""

    def __init__(self, browser: Any, server: Server, seed: int, folder: Path) -> None:
        self.rng = random.Random(seed)
        self.browser, self.server, self.seed = browser, server, seed
        self.place = self.id = ""
        self.context = browser.new_context(viewport=DESK, reduced_motion="reduce")
        self.left: list[Visit] = []  # pages that were closed
        self.visits = [self.visit_of(self.context)]
        path = file_of(FAMILIES[seed % len(FAMILIES)])
        copy = folder / f"soak-{seed}.nono"
        copy.write_text(json.dumps({**json.loads(path.read_text()), "title": f"Soak {seed}",
                                    "notes": [f"soak {seed}"]}))
        nonogram = nonoforge.load(copy)
        assert nonogram.solution is not None
        self.given = {cell for cell, _ in nonogram.puzzle.given}
        self.picture = list(nonogram.solution)
        self.id = self.visit.add(copy)
        self.edits = Moves(self.picture, 0)
        self.games: dict[str, Moves] = {}
        self.done: list[str] = []

    @property
    def visit(self) -> Visit:
        return self.visits[0]

    @property
    def page(self) -> Any:
        return self.visit.page

    def visit_of(self, context: Any) -> Visit:
        """A new page, where the others are."""
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        visit = Visit(page, self.server.studio)
        if self.place:
            visit.go(f"{self.place}/{self.id}")
            page.wait_for_selector(".stage > *")
        return visit

    def log(self) -> Moves:
        """The model of the log that the open page writes to."""
        if self.place == "edit":
            return self.edits
        with Library(self.server.library) as library:
            name = library.opened(self.id).game
        return self.games.setdefault(name, Moves([-1] * len(self.picture), -1))

    # actions

    def open(self, place: str) -> None:
        for visit in self.visits:
            visit.go(f"{place}/{self.id}")
            if place in ("play", "edit"):
                visit.page.wait_for_selector(".stage > *")
        self.place = place

    def play(self) -> None:
        self.open("play")

    def edit(self) -> None:
        self.open("edit")

    def stroke(self, visit: Visit | None = None) -> None:
        visit = visit or self.visit
        log, cell, colour = self.log(), self.cell(visit), self.rng.choice([0, 1])
        visit.frames()
        visit.board("element.focus()")
        visit.board(f"focusCell({cell})")
        visit.page.keyboard.press("x" if colour == 0 else " ")
        log.stroke(cell, colour)

    def cell(self, visit: Visit) -> int:
        cells = [cell for cell in range(len(self.picture)) if cell not in self.given]
        self.rng.shuffle(cells)
        return next(cell for cell in cells[:50] if visit.board(f"centre({cell})"))

    def undo(self) -> None:
        log = self.log()
        self.press("u")
        log.done = max(0, log.done - 1)

    def redo(self) -> None:
        log = self.log()
        self.press("r")
        log.done = min(len(log.moves), log.done + 1)

    def press(self, key: str) -> None:
        self.visit.board("element.focus()")
        self.page.keyboard.press(key)

    def reload(self) -> None:
        self.page.reload()
        self.page.wait_for_selector(".stage > *")

    def back(self) -> None:
        """Away, and back again by the history of the browser."""
        self.visit.go("")
        self.page.go_back()
        self.page.wait_for_selector(".stage > *")

    def second_page(self) -> None:
        """Another tab or another browser; what is done there comes to the first page, too."""
        if len(self.visits) == 1:
            context = self.context if self.rng.random() < 0.5 else self.browser.new_context(
                viewport=DESK, reduced_motion="reduce")
            self.visits.append(self.visit_of(context))
        self.stroke(self.visits[1])
        self.settle()
        # A browser tells a page when it comes to the front.
        self.page.evaluate("dispatchEvent(new Event('focus'))")
        self.settle()

    def both_at_once(self) -> None:
        """Strokes on two pages that do not wait for each other: both are kept, in either order."""
        if len(self.visits) == 1:
            self.second_page()
        log = self.log()
        before = list(log.moves[:log.done])
        self.stroke(self.visits[0])
        self.stroke(self.visits[1])
        two = log.moves[len(before):]
        self.settle()
        for visit in self.visits:
            visit.page.evaluate("dispatchEvent(new Event('focus'))")
        self.settle()
        moves, done = self.library()
        assert moves[:len(before)] == before
        assert done == len(moves) == len(before) + 2, (moves, done, before, two)
        assert {cell for cell, _ in moves[len(before):]} == {cell for cell, _ in two}
        log.moves, log.done = moves, done

    def kill(self) -> None:
        """Right after a stroke, which may not have arrived."""
        self.stroke()
        self.server.kill()
        if self.rng.random() < 0.5:
            self.stroke()  # there is no studio
        if self.rng.random() < 0.5:  # the page is closed meanwhile
            self.page.close()
            self.left.append(self.visits.pop(0))
            self.server.start()
            self.visits.insert(0, self.visit_of(self.context))
        else:
            self.server.start()

    def kill_worker(self) -> None:
        self.server.kill_worker(self.rng)
        self.stroke()

    # what must be true

    def settle(self) -> None:
        """Waits until the pages say that all is saved."""
        end = time.monotonic() + PATIENCE
        for visit in self.visits:
            while waiting := visit.page.evaluate(f"[{UNSENT}, window.asking].filter(Boolean)"):
                assert time.monotonic() < end, waiting
                visit.page.wait_for_timeout(20)

    def library(self) -> tuple[list[tuple[int, int]], int]:
        """What the file of the library says of the log."""
        with Library(self.server.library) as library:
            if self.place == "edit":
                edits = library.edits(self.id)
                steps = [step.move for step in edits.steps[1:]]
                assert not edits.steps or edits.steps[0].sheet
                done = max(0, edits.done - 1)
            else:
                game = library.game(self.id)
                steps, done = list(game.moves), game.done
        assert all(step is not None and len(step) == 3 for step in steps)
        return [(step[0], step[2]) for step in steps if step], done

    def check(self) -> None:
        if self.place not in ("play", "edit"):
            return
        self.settle()
        assert self.library() == self.log().told(), self.done

    def run(self) -> None:
        acts: list[Callable[[], None]] = [
            self.stroke, self.stroke, self.stroke, self.undo, self.undo, self.redo, self.reload,
            self.back, self.second_page, self.both_at_once, self.kill, self.kill_worker,
            self.play, self.edit, self.visit_check]
        self.open(self.rng.choice(["play", "edit"]))
        for _ in range(ACTIONS):
            act = self.rng.choice(acts)
            self.done.append(act.__name__)
            act()
            self.check()
        for place in ("edit", "play"):
            self.open(place)
            self.check()
        with Library(self.server.library) as library:
            library.check()
            original = json.loads(library.version(self.id, 1).puzzle)
            assert [cell for row in _flat(original["solution"]) for cell in row] == self.picture

    def visit_check(self) -> None:
        place = self.place
        self.open("check")
        self.open(place)

    def close(self) -> None:
        for visit in (*self.visits, *self.left):
            # While there is no studio a browser reports that it is not reached.
            visit.troubles = [trouble for trouble in visit.troubles
                              if not (self.server.kills and UNREACHABLE.search(trouble))]
            assert not visit.troubles, (self.seed, self.done, visit.troubles)
        for context in {id(visit.page.context): visit.page.context for visit in self.visits
                        }.values():
            context.close()


def _flat(solution: Any) -> list[Any]:
    """The rows of a picture, whatever it is nested in."""
    if not solution or not isinstance(solution[0], list):
        return [solution]
    return [row for part in solution for row in _flat(part)]


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost(browser: Any, server: Server, seed: int, tmp_path: Path) -> None:
    sequence = Sequence(browser, server, seed, tmp_path)
    try:
        sequence.run()
    except BaseException:
        print(f"seed {seed}: {sequence.done}")
        raise
    sequence.close()
