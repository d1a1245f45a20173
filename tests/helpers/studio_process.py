"""A real studio in a process of its own, which tests can ask, attack, kill and start again."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

PATIENCE = 120  # seconds; a guard against hanging, not a measure


class Refused(Exception):
    """An answer with another status than 200."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"{status}: {body[:200]!r}")
        self.status = status


class StudioProcess:
    """A studio on a library. Requests raise OSError or HTTPException while it is down."""

    def __init__(self, library: Path, *, workers: int = 2, temporary: Path | None = None) -> None:
        self.library, self.workers = library, workers
        self.environment = dict(os.environ)
        if temporary is not None:  # where it puts temporary files
            temporary.mkdir()
            self.environment["TMPDIR"] = str(temporary)
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nonoforge", "studio", "--no-browser", "--workers",
             str(self.workers), "--library", str(self.library)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment)
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=([\w-]+)", first)
        if not found:
            _, said = self.process.communicate()
            raise OSError(f"the studio did not start: {first}{said}")
        self.port, self.token = int(found[1]), found[2]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Return the answer as JSON, or raise Refused."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, None if body is None else json.dumps(body).encode(), {
                "Authorization": f"Bearer {self.token}", "Content-Type": "application/json"})
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        if answer.status != 200:
            raise Refused(answer.status, content)
        return json.loads(content)

    def socket(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def children(self) -> list[int]:
        """The process ids of its workers."""
        pid = self.process.pid
        try:
            return [int(word) for word in Path(
                f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except OSError:
            return []

    def memory(self) -> int:
        """Bytes that the server itself has in memory now."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def handles(self) -> int:
        """Number of open files of the server."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
