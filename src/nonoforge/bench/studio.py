"""The studio over its loopback address: how long its answers take, and how large its page is."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from nonoforge.bench import studio_page
from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, machine, timed
from nonoforge.families.grid import from_picture, make_grid, random_shapes
from nonoforge.formats import dumps
from nonoforge.nonogram import Info, Nonogram

ROUNDS = 20
STOCK, BATCH = 10_000, 1_000  # puzzles of the library, files of one import
SIDE = 60  # of the board in the browser
COLUMNS = ("what", "size", "requests", "median ms", "worst ms")
PAGE_COLUMNS = ("part of the page", "files", "kB", "kB compressed")
NOTES = (
    "A studio of its own, asked over HTTP as the page asks it. first view: from the request for "
    "the page until all it loads at first has come. verdict: what every edit asks first, a picture "
    "with some cells changed; check: the same with its rating, which follows. The first request of "
    "each kind, which waits until a worker is ready, is left out.",
    "import: files of puzzles in one request, until they are in the library. library: a page of 50 "
    "puzzles and the counts of all filters, with a library of that size; search: the same for a "
    "word.",
    "In the browser (Chromium, 1280x800): first view: from the request until the first cards of "
    "that library stand; script: milliseconds of JavaScript for a frame, with events and the "
    "page's state; hint and edit to verdict: from the press until it is there.",
)


class Client:
    """Asks a studio as a script does."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def get(self, path: str) -> bytes:
        return self._ask("GET", path, None)

    def post(self, verb: str, body: Any) -> Any:
        return json.loads(self._ask("POST", f"/api/{verb}", json.dumps(body)))

    def _ask(self, method: str, path: str, body: str | None) -> bytes:
        headers = {"Authorization": f"Bearer {self.token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        data = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {data[:200]!r}")
        return data


@contextmanager
def running() -> Iterator[Client]:
    """Run a studio with an empty library."""
    with TemporaryDirectory() as folder, subprocess.Popen(
            [sys.executable, "-m", "nonoforge", "studio", "--no-browser", "--library", folder],
            stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r":(\d+)/\?token=([\w-]+)", process.stdout.readline())
        assert found
        client = Client(int(found[1]), found[2])
        try:
            yield client
        finally:
            client.connection.close()
            process.terminate()


def studio(options: BenchOptions) -> Table:
    """Return the studio: its first view, verdicts after an edit, hints, imports and a large
    library, over HTTP and in a browser; the size of its page."""
    count = options.repeats or ROUNDS
    stock, batch = (STOCK, BATCH) if options.repeats is None else (40 * count, 20 * count)
    draft = Draft("The studio", COLUMNS, options.report, Plot("what", ("median ms",), "ms",
                                                              log=True))
    parts = Parts(options.report, 6)
    parts.next("making puzzles")
    puzzles = {side: _puzzle(side) for side in (30, SIDE)}
    with running() as client:
        parts.next("the page")
        _row(draft, "first view", "", [timed(partial(_view, client))[0] for _ in range(count)])
        parts.next("verdicts")
        for side, nonogram in puzzles.items():
            for what, rating in (("verdict", False), ("check", True)):
                times = list(_checks(client, nonogram, count + 1, rating))[1:]
                _row(draft, what, f"{side}x{side}", times)
        parts.next("hints")
        asked = {"puzzle": _json(puzzles[SIDE]), "state": _half(puzzles[SIDE])}
        _row(draft, "hint", f"{SIDE}x{SIDE}",
             [timed(partial(client.post, "hint", asked))[0] for _ in range(count + 1)][1:])
        parts.next("a large library")
        _row(draft, "import", f"{batch:,} files", list(_imports(client, stock, batch)))
        for what, query in (("library", "sort=newest"), ("search", "search=puzzle+77")):
            _row(draft, what, f"{stock:,} puzzles",
                 [timed(partial(_list, client, query))[0] for _ in range(count)])
        parts.next("in a browser")
        views = {}
        if program := studio_page.chromium():
            views = _in_browser(draft, client, program, puzzles[SIDE], count, f"{stock:,} puzzles")
        else:
            draft.note("Not measured in a browser: there is no Chromium, or no Playwright.")
    draft.note(*NOTES, machine())
    return draft.table(_page(options, views))


def _imports(client: Client, stock: int, batch: int) -> Iterator[float]:
    """Fill the library; yield the seconds of each request."""
    rng = Random(3)
    for first in range(0, stock, batch):
        files = []
        for number in range(first, first + batch):
            side = rng.randint(5, 15)
            rows = [[int(rng.random() < 0.6) for _ in range(side)] for _ in range(side)]
            nonogram = from_picture(rows, info=Info(title=f"Puzzle {number}"))
            files.append({"name": f"{number}.nono",
                          "data": b64encode(dumps(nonogram, "nono")).decode()})
        yield timed(partial(client.post, "library/import", {"files": files}))[0]


def _list(client: Client, query: str) -> None:
    client.get(f"/api/library?{query}&limit=50")
    client.get(f"/api/library/counts?{query}")


def _in_browser(draft: Draft, client: Client, program: str, nonogram: Nonogram, count: int,
                size: str) -> dict[str, tuple[int, float, float]]:
    """Add the rows of the browser; return what each view of a grid loads."""
    board, rng = f"{SIDE}x{SIDE}", Random(4)
    added = client.post("library", {"puzzles": [{"puzzle": _json(nonogram)}]})
    origin = f"http://127.0.0.1:{client.port}/"
    with studio_page.opened(program) as context:
        door = f"{origin}?token={client.token}"
        times = [studio_page.first_view(context, door) for _ in range(min(count, 10) + 1)][1:]
        draft.row("browser: first view", size, *studio_page.summary(times))
        sitting = studio_page.Sitting(context, origin, added["entries"][0]["id"])
        sitting.open("play")
        for what, found in sitting.script_ms(SIDE, min(count, 10)).items():
            draft.row(f"browser: script, {what}", board, *studio_page.summary(found))
        draft.row("browser: hint", board, *studio_page.summary(sitting.hints(count)))
        sitting.open("edit")
        cells = rng.sample(range(SIDE * SIDE), count + 1)
        draft.row("browser: edit to verdict", board,
                  *studio_page.summary(sitting.verdicts(cells)))
        return {place.partition("/")[0]: studio_page.loaded(context, origin, place)
                for place in ("library", *(f"{view}/{sitting.puzzle}" for view in
                                           ("play", "edit", "check", "share")), "make")}


def _view(client: Client) -> None:
    page = client.get("/").decode()
    for address in re.findall(r'(?:src|href)="\.?(/[^"]+)"', page):
        client.get(address)


def _checks(
    client: Client, nonogram: Nonogram, count: int, rating: bool,
) -> Iterator[float]:
    puzzle, rng = _json(nonogram), Random(1)
    assert nonogram.solution is not None
    for _ in range(count):
        picture = list(nonogram.solution)
        for cell in rng.sample(range(len(picture)), 3):
            picture[cell] ^= 1
        asked = {"puzzle": puzzle, "picture": picture, "rating": rating}
        yield timed(partial(client.post, "check", asked))[0]


def _puzzle(side: int) -> Nonogram:
    return make_grid(random_shapes(side, side, 1), size=(side, side)).nonogram


def _json(nonogram: Nonogram) -> Any:
    return json.loads(dumps(nonogram, "nono"))


def _half(nonogram: Nonogram) -> list[int]:
    rng = Random(2)
    assert nonogram.solution is not None
    return [colour if rng.random() < 0.5 else -1 for colour in nonogram.solution]


def _row(draft: Draft, what: str, size: str, seconds: list[float]) -> None:
    draft.row(what, size, len(seconds), 1e3 * median(seconds), 1e3 * max(seconds))


def _page(options: BenchOptions, views: Mapping[str, tuple[int, float, float]]) -> Table:
    """Return the files of the page, with and without what only solids need, and what each view of a
    grid loads of them."""
    from importlib.resources import files

    draft = Draft("The page", PAGE_COLUMNS, options.report)
    folder = files("nonoforge.studio") / "page"
    found = {file.name: file.read_bytes() for place in (folder, folder / "assets")
             for file in place.iterdir() if file.is_file() and not file.name.endswith(".json")}
    solid = {name: data for name, data in found.items() if name.startswith("solid")}
    rest = {name: data for name, data in found.items() if name not in solid}
    start = {name: data for name, data in found.items() if name.startswith(("index", "icon"))}
    for what, some in (("to start with", start), ("all but 3D", rest), ("3D", solid),
                       ("all", found)):
        packed = sum(len(gzip.compress(data, 9)) for data in some.values())
        draft.row(what, len(some), sum(map(len, some.values())) / 1e3, packed / 1e3)
    for view, sizes in views.items():
        draft.row(f"loaded by {view}", *sizes)
    return draft.table()
