"""The command itself: a real server in a process of its own, and how it ends."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from helpers.studio_app import page
from nonoforge.cli.app import run
from nonoforge.studio.gate import SECURITY
from nonoforge.studio.server import (
    MAX_CONNECTIONS,
    PORT_FILE,
    keep_port,
    last_port,
    listen,
)

FOX = Path(__file__).parents[2] / "examples" / "fox.nono"
PATIENCE = 60  # seconds; a guard, not a measure
MB = 1 << 20

pytestmark = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="looks into /proc")


class Running(NamedTuple):
    """A studio that runs."""

    process: subprocess.Popen[str]
    port: int
    token: str
    address: str

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str,
            ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        usual = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        connection.request(method, path, body, {**usual, **headers})
        response = connection.getresponse()
        answer = response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()
        connection.close()
        return answer

    def json(self, method: str, path: str, body: Any = None) -> Any:
        status, _, answer = self.ask(method, path, None if body is None else
                                     json.dumps(body).encode())
        assert status == 200, answer
        return json.loads(answer)

    def raw(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def children(self) -> list[int]:
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(word) for word in listed.split()]

    def peak(self) -> int:
        """The most memory that it ever had, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found
        return int(found[1]) << 10


def command(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """The studio, with a browser that only writes down what it was to open."""
    browser = folder / "browser"
    browser.write_text(f"#!/bin/sh\ncd '{folder}' && echo \"$1\" > seen && mv seen opened\n")
    browser.chmod(0o755)
    environment = {**os.environ, "NONOFORGE_PAGE": str(page(folder / "page")),
                   "BROWSER": f"{browser} %s"}
    code = "import sys; from nonoforge.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, "studio", "--library", str(folder / "library"), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


@contextlib.contextmanager
def running(folder: Path, *arguments: str) -> Iterator[Running]:
    process = command(folder, *arguments)
    try:
        assert process.stdout
        address = process.stdout.readline().strip()
        assert address, process.communicate(timeout=PATIENCE)
        found = re.fullmatch(r"Open this address: http://127\.0\.0\.1:(\d+)/"
                             r"\?token=([\w-]{43})(#.*)?", address)
        assert found
        words = process.stdout.readline()
        assert str(folder) in words
        assert words.endswith("Ctrl-C stops it.\n")
        yield Running(process, int(found[1]), found[2], address)
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("studio")


@pytest.fixture(scope="module")
def seen(folder: Path) -> Path:
    return folder / "opened"


@pytest.fixture(scope="module")
def it(folder: Path) -> Iterator[Running]:
    with running(folder, str(FOX)) as started:
        yield started


def test_the_file_is_opened(it: Running) -> None:
    id = it.address.partition("#/play/")[2]
    opened = it.json("GET", f"/api/library/{id}")
    assert opened["entry"]["title"] == "Fox"
    assert it.json("POST", "/api/check", {"puzzle": opened["puzzle"]})["verdict"] == "unique"


def test_a_browser_finds_in(it: Running) -> None:
    status, headers, _ = it.ask("GET", f"/?token={it.token}", Authorization="")
    assert (status, headers["location"]) == (303, "/")
    cookie = headers["set-cookie"].partition(";")[0]
    status, headers, body = it.ask("GET", "/", Authorization="", Cookie=cookie)
    assert status == 200
    assert b"<title>a page</title>" in body
    assert "date" in headers
    assert "server" not in headers


def test_the_browser_that_is_opened_gets_a_token_that_works_once(it: Running, seen: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not seen.exists() and time.monotonic() < end:
        time.sleep(0.02)
    opened = seen.read_text().strip()
    assert it.token not in opened
    assert opened.partition("#")[2] == it.address.partition("#")[2]
    path = opened.partition("#")[0].removeprefix(f"http://127.0.0.1:{it.port}")
    assert [it.ask("GET", path, Authorization="")[0] for _ in range(2)] == [303, 403]


def test_only_this_machine_is_served(it: Running) -> None:
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    listening = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{it.port:04X}")]
    assert listening == [f"0100007F:{it.port:04X}"]
    six = Path("/proc/net/tcp6")
    if six.exists():
        assert f":{it.port:04X} " not in six.read_text()


def test_answers_are_not_held_back() -> None:
    """asyncio turns Nagle's algorithm off only where a socket says that it speaks TCP."""
    with listen(None) as sock:
        assert sock.proto == socket.IPPROTO_TCP
        assert sock.getsockname()[0] == "127.0.0.1"


def test_a_library_comes_back_on_its_last_port(tmp_path: Path) -> None:
    """Open pages find it again; a port that is taken, or no port at all, is no obstacle."""
    assert last_port(tmp_path) is None
    with listen(None) as first:
        keep_port(tmp_path, port := first.getsockname()[1])
        with listen(None, last_port(tmp_path)) as other:
            assert other.getsockname()[1] != port
    with listen(None, last_port(tmp_path)) as again:
        assert again.getsockname()[1] == port
    for text in ("80", "x", "", "99999999", "-1", "٣٣٣٣"):
        (tmp_path / PORT_FILE).write_text(text)
        assert last_port(tmp_path) is None
    keep_port(tmp_path / "not there", port)


def test_streams_arrive(it: Running) -> None:
    puzzle = json.loads(FOX.read_bytes())
    status, headers, body = it.ask("POST", "/api/check", json.dumps({"puzzle": puzzle}).encode(),
                                   Accept="application/x-ndjson")
    lines = [json.loads(line) for line in body.splitlines()]
    assert (status, headers["content-type"]) == (200, "application/x-ndjson")
    assert "progress" in lines[0]
    assert lines[-1]["result"]["verdict"] == "unique"


@pytest.mark.parametrize("words", [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nHost\r\n\r\n",
                                   b"GET / HTTP/1.1\r\nA: " + b"x" * 100_000, b"\x16\x03\x01\x02",
                                   b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"])
def test_what_is_not_http(it: Running, words: bytes) -> None:
    with it.raw() as sock:
        sock.sendall(words + b"\r\n\r\n")
        answer = b""
        with contextlib.suppress(ConnectionError):
            while piece := sock.recv(65536):
                answer += piece
    assert answer.startswith(b"HTTP/1.1 400 ")
    for name, value in SECURITY:
        assert name + b": " + value in answer


def test_cookies_of_all_other_servers(it: Running) -> None:
    others = "; ".join(f"other{number}={'x' * 1000}" for number in range(50))
    assert it.ask("GET", "/", Cookie=others)[0] == 200


def test_upgrades_are_not_made(it: Running) -> None:
    status, _, _ = it.ask("GET", "/", Connection="Upgrade", Upgrade="websocket")
    assert status == 200


def test_a_large_body_costs_nothing(it: Running) -> None:
    """By its length it is refused at once; in chunks, when the limit is reached."""
    head = (f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{it.port}\r\nAuthorization: Bearer "
            f"{it.token}\r\nContent-Type: application/json\r\n").encode()
    piece = bytes(MB)
    sends = ((b"Content-Length: %d\r\n\r\n" % (200 * MB), piece, 200),
             (b"Transfer-Encoding: chunked\r\n\r\n", b"100000\r\n" + piece + b"\r\n", 30))
    for how, chunk, count in sends:
        with it.raw() as sock:
            sock.sendall(head + how)
            with contextlib.suppress(ConnectionError):
                for _ in range(count):
                    sock.sendall(chunk)
            assert sock.recv(100).startswith(b"HTTP/1.1 413 ")
    assert it.peak() < 150 * MB
    assert it.ask("GET", "/")[0] == 200


def test_many_connections(it: Running) -> None:
    """Whoever holds all connections loses the oldest, and the user comes in."""
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(it.raw()) for _ in range(200)]
        for sock in held[::2]:
            with contextlib.suppress(ConnectionError):
                sock.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert it.ask("GET", "/")[0] == 200
        assert sum(map(is_open, held)) <= MAX_CONNECTIONS
    assert it.peak() < 150 * MB
    assert it.ask("GET", "/")[0] == 200


def is_open(sock: socket.socket) -> bool:
    sock.setblocking(False)
    try:
        return bool(sock.recv(1))
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_who_goes_away_ends_the_job_and_nothing_else(it: Running) -> None:
    with it.raw() as sock:
        body = json.dumps({"puzzle": json.loads(FOX.read_bytes())}).encode()
        sock.sendall((f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{it.port}\r\nAuthorization: "
                      f"Bearer {it.token}\r\nContent-Type: application/json\r\nContent-Length: "
                      f"{len(body)}\r\n\r\n").encode() + body)
    assert it.ask("GET", "/")[0] == 200


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_good_end(tmp_path: Path) -> None:
    with running(tmp_path, "--no-browser") as it:
        it.json("POST", "/api/check", {"puzzle": json.loads(FOX.read_bytes())})
        children = it.children()
        with it.raw() as idle, it.raw() as begun:
            begun.sendall(b"POST /api/check HTTP/1.1\r\n")
            assert children
            it.process.send_signal(signal.SIGINT)
            assert ended(it.process) == (0, "", "")
            assert idle.recv(1) == b""
    assert not (tmp_path / "opened").exists()
    end = time.monotonic() + PATIENCE
    while any(map(alive, children)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(alive, children))


def test_a_folder_is_brought_in(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    (folder / "deeper").mkdir(parents=True)
    (folder / "a.non").write_text("this is no puzzle")
    (folder / "b.nono").write_bytes(FOX.read_bytes())
    (folder / "deeper" / "c.g").write_text("2 1\n2\n1\n1\n")
    (folder / "deeper" / "d.nin").write_text("2 1\n2\n1\n1\n")
    (folder / "notes.md").write_text("not looked at")
    with running(tmp_path, str(folder)) as it:
        assert it.address.endswith("#/")
        end = time.monotonic() + PATIENCE
        while (counts := it.json("GET", "/api/library/counts"))["total"] < 2 or counts["unrated"]:
            assert time.monotonic() < end
            time.sleep(0.05)
        entries = it.json("GET", "/api/library?sort=largest")["entries"]
        assert entries[0]["source"] == "b.nono"
        assert [entry["rating"]["verdict"] for entry in entries] == ["unique", "unique"]
        assert sum(counts["stars"].values()) == 2
        it.process.send_signal(signal.SIGTERM)
        code, _, err = ended(it.process)
    assert code == 0
    assert "a.non" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(("arguments", "words"), [
    (["{here}/nowhere.non"], "nowhere.non:1:1: cannot be read: there is no such file"),
    (["{here}/bad.nono"], "bad.nono:"),
    (["{here}/empty"], "there is no puzzle in this folder"),
    (["--port", "{taken}"], "cannot be used: address already in use"),
    (["--port", "0"], "--port"), (["--library", "{here}/bad.nono"], "library"),
])
def test_bad_starts(tmp_path: Path, arguments: list[str], words: str,
                    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("NONOFORGE_PAGE", str(page(tmp_path / "page")))
    library = ["--library", str(tmp_path / "library")]
    (tmp_path / "bad.nono").write_text('{"nonoforge": 1, "family": "grid", "rows": 5}')
    (tmp_path / "empty").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        given = [word.format(taken=taken.getsockname()[1], here=tmp_path) for word in arguments]
        assert run(["studio", "--no-browser", *library, *given]) == 2
    out, err = capfd.readouterr()
    assert not out
    assert words in err
    assert "Traceback" not in err


def test_without_the_extra() -> None:
    code = ("import sys; sys.modules['uvicorn'] = None\n"
            "from nonoforge.cli.app import run; sys.exit(run(['studio', '--no-browser']))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stderr == "the studio needs uvicorn: pip install 'nonoforge[page]'\n"
