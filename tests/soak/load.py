"""A studio under mixed load for as long as asked: its memory and its open files stay flat.

Clients do what pages and scripts do, and what goes wrong with them: they leave in the middle, send
too much, ask for what is not there. All files are counted at rest, before and after; memory is that
of the server alone, in the second quarter of the time against the last.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import random
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from helpers.library_files import file_of
from helpers.studio_process import PATIENCE, Refused, StudioProcess
from soak.runner import Report
from soak.studio import EXAMPLES, MB, examples, settled

SHORT = range(1)
ROUNDS = 1
UNTIL_END = True
CLIENTS = 4
MIN_OPERATIONS = 25  # of each client, however short the time
MAX_PUZZLES = 200  # in the library: the clients bin others
MAX_GROWTH = 16 * MB
SAMPLE_SECONDS = 2.0
MIN_SAMPLES = 40  # for a verdict on memory
PICTURE = (EXAMPLES / "fox.nono").read_bytes()


def run(seed: int, report: Report) -> None:
    with tempfile.TemporaryDirectory(prefix="nonoforge-soak-") as name:
        folder = Path(name)
        studio = StudioProcess(folder / "library", temporary=folder / "temporary")
        try:
            _load(studio, folder / "temporary", seed, report)
        finally:
            studio.kill()


def _load(studio: StudioProcess, temporary: Path, seed: int, report: Report) -> None:
    rng = random.Random(seed)
    clients = [Client(studio, number, random.Random(rng.random()), report)
               for number in range(CLIENTS)]
    for client in clients:
        client.do(client.add)
    before = studio.handles(), _files(temporary)
    for client in clients:
        client.start()
    memory = [studio.memory()]
    while any(client.is_alive() for client in clients):
        clients[0].join(SAMPLE_SECONDS)
        memory.append(studio.memory())
    for client in clients:
        client.join()
    settled(lambda: studio.handles() <= before[0] + 5, report, "open files of the server")
    settled(lambda: _files(temporary) <= before[1] + 5, report, "temporary files")
    quarter = len(memory) // 4
    second, last = max(memory[quarter:2 * quarter + 1]), max(memory[-quarter - 1:])
    report.count("most MB of the server", max(memory) // MB)
    if len(memory) >= MIN_SAMPLES and last > second + MAX_GROWTH:
        report.fail(f"memory grew from {second // MB} to {last // MB} MB",
                    samples=[size // MB for size in memory])


def _files(folder: Path) -> int:
    return sum(1 for _ in folder.rglob("*"))


class Client(threading.Thread):
    """Does one thing after the other until the time is up."""

    def __init__(self, studio: StudioProcess, number: int, rng: random.Random, report: Report,
                 ) -> None:
        super().__init__(daemon=True)
        self.studio, self.number, self.rng, self.report = studio, number, rng, report
        self.mine: list[str] = []
        self.added = 0
        self.ways: list[Callable[[], Any]] = [
            self.add, self.add, self.search, self.open, self.open, self.save, self.play, self.judge,
            self.judge, self.draw, self.tidy, self.import_file, self.export, self.leave,
            self.too_much, self.nonsense]

    def run(self) -> None:
        done = 0
        while done < MIN_OPERATIONS or time.monotonic() < self.report.end:
            done += 1
            self.do(self.rng.choice(self.ways))

    def do(self, way: Callable[[], Any]) -> None:
        try:
            way()
            self.report.count("operations")
        except Refused as error:
            if error.status != 503:
                self.report.fail(f"{way.__name__}: {error}")
            self.report.count("operations that were refused: busy")
        except (OSError, http.client.HTTPException) as error:
            self.report.fail(f"{way.__name__}: {error!r}")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        return self.studio.ask(method, path, body)

    def one(self) -> str:
        return f"/api/library/{self.rng.choice(self.mine)}"

    def add(self) -> None:
        self.added += 1
        file = json.loads(file_of(1 + self.added % 50, notes=[f"{self.number} {self.added}"]))
        [entry] = self.ask("POST", "/api/library", {"puzzles": [{"puzzle": file}]})["entries"]
        self.mine.append(entry["id"])
        if len(self.mine) > MAX_PUZZLES // CLIENTS:
            self.ask("DELETE", f"/api/library/{self.mine.pop(0)}")

    def search(self) -> None:
        for path in ("?limit=50&search=1", "/counts", "/tags", "/ids"):
            self.ask("GET", f"/api/library{path}")

    def open(self) -> None:
        self.ask("GET", self.one())
        self.raw("GET", f"{self.one()}/cover")

    def raw(self, method: str, path: str, body: bytes | None = None) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.studio.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, body, {
                "Authorization": f"Bearer {self.studio.token}", "Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            return answer.status

    def save(self) -> None:
        self.ask("PUT", f"{self.one()}/state", {"seconds": self.rng.randrange(100),
                                                "marks": "x" * self.rng.randrange(50_000)})

    def play(self) -> None:
        path = self.one()
        game = self.ask("GET", path)["game"]
        self.ask("POST", f"{path}/game", {"base": 0, "game": game, "ops": [
            {"id": f"{self.number}-{self.rng.random()}", "move": [0, -1, 1]}]})

    def judge(self) -> None:
        puzzle = self.rng.choice(examples())
        self.ask("POST", f"/api/{self.rng.choice(('check', 'solve', 'explain', 'board'))}",
                 {"puzzle": puzzle})

    def draw(self) -> None:
        self.ask("POST", "/api/draw", {"puzzle": self.rng.choice(examples()),
                                       "kind": self.rng.choice(("svg", "png", "pdf", "ipe"))})

    def tidy(self) -> None:
        if self.rng.random() < 0.2:
            self.ask("DELETE", "/api/library/bin")
        self.ask("POST", "/api/library/tags", {"ids": self.mine[-3:], "add": ["x"], "remove": []})

    def import_file(self) -> None:
        self.ask("POST", "/api/library/import",
                 {"name": "x.nono", "data": base64.b64encode(PICTURE).decode()})

    def export(self) -> None:
        if self.raw("GET", "/api/library/export") != 200:
            self.report.fail("an export was refused")

    def leave(self) -> None:
        """Go away in the middle of a job or of an export."""
        body = json.dumps({"puzzle": examples()[0]}).encode()
        line = self.rng.choice(("GET /api/library/export", "POST /api/check"))
        with self.studio.socket() as sock:
            sock.sendall(f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{self.studio.port}\r\nAuthorization: "
                         f"Bearer {self.studio.token}\r\n".encode())
            if line.startswith("POST"):
                sock.sendall(b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                             % len(body) + body)
            else:
                sock.sendall(b"\r\n")
                sock.recv(self.rng.choice((1, 1000)))

    def too_much(self) -> None:
        with contextlib.suppress(ConnectionError):  # refused before it has read all
            if self.raw("POST", "/api/board", bytes(11 * MB)) != 413:
                self.report.fail("a body that is too large was not refused")

    def nonsense(self) -> None:
        if self.raw("POST", "/api/board", self.rng.randbytes(100)) != 400:
            self.report.fail("nonsense was not refused")
