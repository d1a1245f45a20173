"""The studio over its loopback address: how long its answers take, and how large its page is."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, machine, timed
from nonoforge.families.grid import make_grid, random_shapes
from nonoforge.formats import dumps
from nonoforge.nonogram import Nonogram

ROUNDS = 20
COLUMNS = ("what", "size", "requests", "median ms", "worst ms")
PAGE_COLUMNS = ("part of the page", "files", "kB", "kB compressed")
NOTES = (
    "A studio of its own, asked over HTTP as the page asks it. first view: from the request for "
    "the page until all it loads at first has come. verdict: what every edit asks first, a picture "
    "with some cells changed; check: the same with its rating, which follows. The page draws on "
    "top of that. The first request waits until a worker is ready.",
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
    """Return the studio: its first view, verdicts after an edit, hints; the size of its page."""
    count = options.repeats or ROUNDS
    draft = Draft("The studio", COLUMNS, options.report, Plot("what", ("median ms",), "ms",
                                                              log=True))
    parts = Parts(options.report, 4)
    parts.next("making puzzles")
    puzzles = {side: _puzzle(side) for side in (30, 50)}
    with running() as client:
        parts.next("the page")
        _row(draft, "first view", "", [timed(partial(_view, client))[0] for _ in range(count)])
        parts.next("verdicts")
        for what, rating in (("verdict", False), ("check", True)):
            _row(draft, what, "30x30", list(_checks(client, puzzles[30], count, rating)))
        parts.next("hints")
        asked = {"puzzle": _json(puzzles[50]), "state": _half(puzzles[50])}
        _row(draft, "hint", "50x50", [timed(partial(client.post, "hint", asked))[0]
                                      for _ in range(count)])
    draft.note(*NOTES, machine())
    return draft.table(_page(options))


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


def _page(options: BenchOptions) -> Table:
    """Return the files of the page, with and without what only solids need."""
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
    return draft.table()
