"""Whatever is sent to a studio, by whom and how, it answers or refuses, and goes on as before.

Each round is one of these, by its seed, on a studio of its own that listens on the loopback
address:

    refused     every route, with a random choice of faults: foreign host or origin, another site,
                a missing or wrong token, oversize and misstated bodies, traversal, header injection
    values      every route, with random values of the types that docs/openapi.json promises
    streams     connections that are slow, cut off, pipelined, malformed, or never read from
    clients     200 clients at a time
    markup      markup and script in every text of a puzzle, in every format and family, looked for
                in drawings, playable pages, thumbnails and titles of files
    sites       pages of other sites in a real browser: forms, scripts, frames, DNS rebinding
"""

from __future__ import annotations

import asyncio
import base64
import http.client
import json
import random
import re
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from helpers.library_files import file_of
from helpers.studio_process import PATIENCE, Refused, StudioProcess
from nonoforge.studio.gate import MB, SECURITY
from nonoforge.studio.routes import Route, described
from soak.markup import TEXTS, markup_everywhere
from soak.runner import Report
from soak.sites import sites_in_a_browser

SHORT = range(5)  # each kind once but the browser, which tests/studio/browser/ has
CLIENT_PATIENCE = 900  # seconds
EXAMPLES = Path(__file__).parents[2] / "examples"
MAX_MEMORY = 400 * MB  # of the server, whatever is sent


def run(seed: int, report: Report) -> None:
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="nonoforge-soak-") as folder:
        KINDS[seed % len(KINDS)](rng, Path(folder), report, seed < len(KINDS))


@contextmanager
def running(folder: Path, report: Report) -> Iterator[StudioProcess]:
    """A studio with some puzzles, which still answers at the end and said nothing meanwhile."""
    studio = StudioProcess(folder / "library")
    try:
        studio.ask("POST", "/api/library", {"puzzles": [
            {"puzzle": json.loads(file_of(number))} for number in range(5)]})
        settled(lambda: studio.ask("GET", "/api/library/counts")["unrated"] == 0, report,
                "puzzles without a rating")
        yield studio
        studio.ask("GET", "/api/library")
        if studio.memory() > MAX_MEMORY:
            report.fail(f"the server has {studio.memory() // MB} MB")
        studio.process.terminate()
        _, err = studio.process.communicate(timeout=PATIENCE)
        if err or studio.process.returncode:
            report.fail("the studio printed an error", exit=studio.process.returncode, said=err)
    finally:
        studio.process.kill()
        studio.process.communicate()


class Message:
    """A request as bytes, which may be anything but well-formed."""

    def __init__(self, route: Route | None, method: str, path: str, port: int, token: str,
                 body: bytes) -> None:
        self.limit = route.limit if route else 0
        self.method, self.path, self.body = method, path, body
        self.headers = [("Host", f"127.0.0.1:{port}"), ("Authorization", f"Bearer {token}")]
        if method not in ("GET", "DELETE"):
            self.headers.append(("Content-Type", "application/json"))
        if body:
            self.headers.append(("Content-Length", str(len(body))))

    @property
    def api(self) -> bool:
        return self.path.startswith("/api/")

    def set(self, name: str, value: str | None) -> None:
        self.headers = [pair for pair in self.headers if pair[0] != name]
        if value is not None:
            self.headers.append((name, value))

    def __bytes__(self) -> bytes:
        lines = [f"{self.method} {self.path} HTTP/1.1",
                 *(f"{name}: {value}" for name, value in self.headers), "", ""]
        return "\r\n".join(lines).encode("latin-1") + self.body


# Faults: each changes a message and returns the statuses with which it may be refused, or None
# where it would be no fault.

Fault = Callable[[random.Random, Message], "set[int] | None"]


def _host(message: Message) -> str:
    return dict(message.headers).get("Host", "127.0.0.1:8642")


def foreign_host(rng: random.Random, message: Message) -> set[int]:
    port = _host(message).rpartition(":")[2]
    message.set("Host", rng.choice((
        "example.org", f"example.org:{port}", "127.0.0.1", "localhost", f"localhost.:{port}",
        f"127.0.0.1.example.org:{port}", f"127.0.0.2:{port}", f"2130706433:{port}",
        f"0.0.0.0:{port}", f"[::]:{port}", f"x@127.0.0.1:{port}", f"127.1:{port}", "",
        f"127.0.0.1:{port}, example.org", f"evil.localhost:{port}",
        f"{rng.randrange(10**9)}.rebind.test:{port}")))
    return {400, 421}


def two_hosts(rng: random.Random, message: Message) -> set[int]:
    message.headers += [("Host", _host(message)), ("Host", rng.choice((_host(message), "x")))]
    return {400}


def no_host(rng: random.Random, message: Message) -> set[int]:
    message.set("Host", None)
    return {400}


def foreign_origin(rng: random.Random, message: Message) -> set[int] | None:
    if not message.api:
        return None
    message.set("Origin", rng.choice((
        "null", "http://example.org", "http://127.0.0.1", "http://127.0.0.1:3000", "file://", "",
        f"https://{_host(message)}", f"http://{_host(message)}.example.org")))
    return {403}


def other_site(rng: random.Random, message: Message) -> set[int] | None:
    if not message.api:
        return None
    message.set("Sec-Fetch-Site", rng.choice(("cross-site", "same-site", "Same-Origin", "", "x")))
    return {403}


def wrong_token(rng: random.Random, message: Message) -> set[int]:
    right = dict(message.headers).get("Authorization", "Bearer x")
    message.set("Authorization", rng.choice((
        None, "", "Bearer", right[:-1], right + "x", right.swapcase(), right[7:],
        right.replace("Bearer", "Basic"), "Bearer \xff")))
    if rng.random() < 0.5:
        port = _host(message).rpartition(":")[2]
        message.set("Cookie", rng.choice((f"nonoforge-{port}=", f"nonoforge-{port}={right[7:]}",
                                          "; ;=", "x" * 5000)))
    return {403}


def not_json(rng: random.Random, message: Message) -> set[int] | None:
    if not message.body:
        return None
    message.set("Content-Type", rng.choice((
        None, "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded",
        "text/plain; application/json", "application/jsonp", "")))
    return {415}


def too_large(rng: random.Random, message: Message) -> set[int]:
    message.set("Content-Type", "application/json")
    message.set("Content-Length", str(rng.choice((25 * MB, 10 * 1024 * MB, 10**18))))
    message.body = b""
    return {413}


def misstated_length(rng: random.Random, message: Message) -> set[int]:
    message.set("Content-Length", rng.choice(("-1", "1e3", "0x10", "+5", "5, 6", "9" * 500)))
    return {400, 413}


def two_lengths(rng: random.Random, message: Message) -> set[int]:
    message.headers += [("Content-Length", "3"), ("Content-Length", "4")]
    return {400}


def broken_header(rng: random.Random, message: Message) -> set[int]:
    message.headers.append(rng.choice((
        ("X y", "1"), ("X", "a\0b"), ("X", "a\rb"), ("", "1"), ("X\0", "1"))))
    return {400}


def large_header(rng: random.Random, message: Message) -> set[int]:
    message.headers.append(("X", "y" * 1_000_000))
    return {400, CLOSED}


def traversal(rng: random.Random, message: Message) -> set[int]:
    up = rng.choice(("../", "..%2f", "%2e%2e/", "..\\", "./", "%00", "..;/", "//"))
    message.path = rng.choice(("/", "/assets/", "/api/library/")) + up * rng.randrange(1, 9) + \
        rng.choice(("etc/passwd", "library.sqlite", "studio.token", "", "index.html"))
    return {400, 403, 404, 405}


def other_method(rng: random.Random, message: Message) -> set[int]:
    message.method = rng.choice(("TRACE", "OPTIONS", "PATCH", "PROPFIND", "get", "X" * 50))
    return {400, 403, 404, 405}


FAULTS: tuple[Fault, ...] = (
    foreign_host, two_hosts, no_host, foreign_origin, other_site, wrong_token, not_json, too_large,
    misstated_length, two_lengths, broken_header, large_header, traversal, other_method)


CLOSED = 0  # the status of an answer that was lost because the server had enough


class Answer:
    """What a server sent back."""

    def __init__(self, port: int, message: Message) -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as sock:
            with suppress(ConnectionError):  # it may refuse before it has read all
                sock.sendall(bytes(message))
            response = http.client.HTTPResponse(sock, method=message.method)
            try:
                response.begin()
                self.body = response.read()
            except ConnectionError:
                self.status, self.headers, self.body = CLOSED, [], b""
                return
            self.status = response.status
            self.headers = [(name.lower(), value) for name, value in response.getheaders()]


KNOWN = {"date", "content-type", "content-length", "connection", "transfer-encoding", "allow",
         "cache-control", "vary", "content-encoding", "x-nonoforge-page", "content-disposition",
         "set-cookie", "location", *(name.decode() for name, _ in SECURITY)}


def check_answer(answer: Answer, token: str, report: Report, **details: object) -> None:
    """Report an answer without the headers of security, with others than ours, or with the token,
    and an error that has markup or tells of the program's insides."""
    if answer.status == CLOSED:
        return
    names = [name for name, _ in answer.headers]
    missing = {name.decode() for name, _ in SECURITY} - set(names)
    if missing or set(names) - KNOWN or len(names) != len(set(names)):
        report.fail("the headers of an answer are wrong", headers=answer.headers, **details)
    if token.encode() in answer.body or token in str(answer.headers):
        report.fail("an answer contains the token", **details)
    if answer.status == 500:
        report.fail("an internal error", answer=answer.body, **details)
    if answer.status >= 400 and dict(answer.headers)["content-type"] == "application/json" and \
            re.search(rb"[<>\n]|Traceback|site-packages|/tmp/|\.py\b", answer.body):
        report.fail("an error shows too much", answer=answer.body, **details)


def message_to(rng: random.Random, studio: StudioProcess, ids: list[str],
               body: Callable[[Route], Any]) -> Message:
    """A request to a random route, or for a file of the page."""
    if rng.random() < 0.1:
        return Message(None, "GET", rng.choice(("/", "/icon.svg", "/nowhere")), studio.port,
                       studio.token, b"")
    route = rng.choice(described())
    path = route.path.replace("{id}", rng.choice(ids)).replace("{number}", "1")
    content = b"" if route.request is None else json.dumps(body(route)).encode()
    return Message(route, route.method, path, studio.port, studio.token, content)


def ids_of(studio: StudioProcess) -> list[str]:
    return [entry["id"] for entry in studio.ask("GET", "/api/library")["entries"]]


def refused(rng: random.Random, folder: Path, report: Report, short: bool) -> None:
    with running(folder, report) as studio:
        ids = ids_of(studio)
        before = [studio.ask("GET", f"/api/library/{id}") for id in ids]
        for _ in range(300 if short else 4000):
            message = message_to(rng, studio, ids, lambda _: {})
            faults, statuses = [], set[int]()
            for fault in rng.sample(FAULTS, rng.choice((1, 1, 2, 3))):
                found = fault(rng, message)
                if found is not None:
                    faults.append(fault.__name__)
                    statuses |= found
            if not faults:
                continue
            report.doing(f"{faults} {bytes(message)[:150]!r}")
            with report.expecting("no answer", faults=faults, request=bytes(message)[:5000]):
                answer = Answer(studio.port, message)
                report.count("requests with faults")
                if answer.status not in statuses:
                    report.fail(f"answered with {answer.status}, not {sorted(statuses)}",
                                faults=faults, request=bytes(message)[:5000])
                check_answer(answer, studio.token, report, request=bytes(message)[:5000])
        if [studio.ask("GET", f"/api/library/{id}") for id in ids] != before:
            report.fail("a refused request has changed the library")


# Values of the types of the API.

JUNK: tuple[Any, ...] = (None, True, -1, 2**63, 1e308, "", "x", [], {}, [[]], {"": None}, "\0")
NUMBERS = (0, 1, 2, 3, 5, 10, 100, -1, 0.5, 1e9, 2**31, 2**53)
MAX_DEPTH = 9


@cache
def examples() -> list[dict[str, Any]]:
    """Small puzzles of all families."""
    names = ("fox", "chair", "curved/heart", "tri/pizza")
    return [json.loads((EXAMPLES / f"{name}.nono").read_bytes()) for name in names]


class Values:
    """Random values of a type, most of them right."""

    def __init__(self, rng: random.Random, schemas: dict[str, Any]) -> None:
        self.rng, self.schemas = rng, schemas

    def of(self, schema: dict[str, Any], depth: int = 0, name: str = "") -> Any:
        rng = self.rng
        if rng.random() < 0.01 or depth > MAX_DEPTH:
            return rng.choice(JUNK)
        if "$ref" in schema:
            return self.of(self.schemas[schema["$ref"].rpartition("/")[2]], depth + 1, name)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.of(rng.choice(schema[several]), depth + 1, name)
        if "enum" in schema:
            return rng.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "object" and "properties" in schema:
            wanted = schema.get("required", ())
            return {key: self.of(field, depth + 1, key)
                    for key, field in schema["properties"].items()
                    if rng.random() < (0.95 if key in wanted or key == "puzzle" else 0.25)}
        if kind in ("object", None):
            return self._puzzle()
        if kind == "array":
            items = schema.get("prefixItems") or [schema.get("items") or {}] * rng.randrange(4)
            return [self.of(item, depth + 1) for item in items]
        if kind == "string":
            if schema.get("contentEncoding") == "base64" or name == "data":
                return base64.b64encode(self._file()).decode()
            return rng.choice(TEXTS)
        if kind in ("integer", "number"):
            # Budgets in seconds are short here: what is long is for `make soak PART=budgets`.
            return 0.05 if name in ("budget", "seconds") else rng.choice(NUMBERS)
        return rng.choice((True, False)) if kind == "boolean" else None

    def _puzzle(self) -> Any:
        puzzle = dict(self.rng.choice(examples()))
        if self.rng.random() < 0.3:
            puzzle[self.rng.choice(list(puzzle))] = self.rng.choice(JUNK)
        return puzzle

    def _file(self) -> bytes:
        data = bytearray(json.dumps(self._puzzle()).encode())
        if self.rng.random() < 0.3:
            data[self.rng.randrange(len(data))] = self.rng.randrange(256)
        return bytes(data)


GOOD = {200, 400, 404, 409, 501, 503}


def values(rng: random.Random, folder: Path, report: Report, short: bool) -> None:
    with running(folder, report) as studio:
        document = studio.ask("GET", "/api/openapi.json")
        made = Values(rng, document["components"]["schemas"])

        def body(route: Route) -> Any:
            content = document["paths"][route.path][route.method.lower()]["requestBody"]["content"]
            return made.of(content["application/json"]["schema"])

        for _ in range(25 if short else 600):
            message = message_to(rng, studio, ids_of(studio) or ["abc"], body)
            report.doing(f"{message.method} {message.path}")
            with report.expecting("no answer", request=bytes(message)[:5000]):
                answer = Answer(studio.port, message)
                report.count("requests with random values")
                report.count("random values that were accepted", answer.status == 200)
                if answer.status not in GOOD:
                    report.fail(f"answered with {answer.status}", request=bytes(message)[:5000])
                check_answer(answer, studio.token, report, request=bytes(message)[:5000])


# Connections.

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Connections:
    """Ways to misbehave, on connections to one studio."""

    def __init__(self, rng: random.Random, studio: StudioProcess, ids: list[str],
                 report: Report) -> None:
        self.rng, self.studio, self.ids, self.report = rng, studio, ids, report

    def get(self, path: str) -> bytes:
        return bytes(Message(None, "GET", path, self.studio.port, self.studio.token, b""))

    def post(self, body: bytes = b'{"puzzle": {}}') -> Message:
        return Message(None, "POST", "/api/board", self.studio.port, self.studio.token, body)

    async def open(self) -> Streams:
        return await asyncio.open_connection("127.0.0.1", self.studio.port)

    async def rest(self, streams: Streams) -> bytes:
        """All until the server closes the connection."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await streams[0].read()
        except ConnectionError:
            return b""
        finally:
            streams[1].close()

    async def cut_off(self) -> None:
        _, writer = await self.open()
        whole = bytes(self.post())
        writer.write(whole[:self.rng.randrange(len(whole))])
        await writer.drain()
        if self.rng.random() < 0.5:
            writer.transport.abort()
        writer.close()

    async def stalled(self) -> None:
        streams = await self.open()
        whole = bytes(self.post())
        streams[1].write(whole[:self.rng.randrange(len(whole))])
        answer = await self.rest(streams)
        if answer and not answer.startswith(b"HTTP/1.1 408 "):
            self.report.fail("half a request was answered", answer=answer[:200])

    async def slow(self) -> None:
        reader, writer = await self.open()
        for byte in self.get("/icon.svg"):
            writer.write(bytes([byte]))
            await writer.drain()
        if not (await reader.readline()).startswith(b"HTTP/1.1 200 "):
            self.report.fail("a request byte by byte was not answered")
        writer.close()

    async def pipelined(self) -> None:
        reader, writer = await self.open()
        asked = [self.rng.choice(self.ids) for _ in range(self.rng.randrange(2, 12))]
        writer.write(b"".join(self.get(f"/api/library/{id}") for id in asked))
        got = []
        for _ in asked:
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            assert length, head
            got.append(json.loads(await reader.readexactly(int(length[1])))["entry"]["id"])
        if got != asked:
            self.report.fail("pipelined requests were answered in another order")
        writer.close()

    async def smuggled(self) -> None:
        """A second request where two lengths disagree: it has no token, so it is refused, or it is
        a part of a body that is no JSON."""
        message = self.post()
        message.set("Transfer-Encoding", self.rng.choice(("chunked", "Chunked", "x, chunked",
                                                          "chunked, chunked", "identity")))
        inner = f"GET /api/library HTTP/1.1\r\nHost: 127.0.0.1:{self.studio.port}\r\n\r\n".encode()
        message.body = self.rng.choice((b"0\r\n\r\n", b"2\r\n{}\r\n0\r\n\r\n", b"")) + inner
        if self.rng.random() < 0.5:
            message.set("Content-Length", str(self.rng.choice((0, 4, len(message.body)))))
        streams = await self.open()
        streams[1].write(bytes(message))
        streams[1].write_eof()
        if b'"entries"' in await self.rest(streams):
            self.report.fail("a smuggled request was answered", request=bytes(message)[:5000])

    async def broken_chunks(self) -> None:
        message = self.post()
        message.set("Content-Length", None)
        message.set("Transfer-Encoding", "chunked")
        message.body = self.rng.choice((b"zz\r\n{}\r\n", b"-1\r\n", b"f" * 40 + b"\r\n{",
                                        b"2\r\n{}}}\r\n", b"2;" + b"x" * 90_000 + b"\r\n{}"))
        streams = await self.open()
        streams[1].write(bytes(message))
        streams[1].write_eof()
        answer = await self.rest(streams)
        if answer and not re.match(rb"HTTP/1\.1 4\d\d ", answer):
            self.report.fail("a broken body was answered", request=bytes(message)[:500],
                             answer=answer[:200])

    async def garbage(self) -> None:
        streams = await self.open()
        streams[1].write(self.rng.choice((
            self.rng.randbytes(self.rng.randrange(1, 500)), b"\x16\x03\x01\x02\x00\x01\x00",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\r\n" * 1000, b"GET / HTTP/9.9\r\n\r\n")))
        streams[1].write_eof()
        answer = await self.rest(streams)
        if answer and not answer.startswith(b"HTTP/1.1 4"):
            self.report.fail("what is not HTTP was answered", answer=answer[:200])

    async def unread(self) -> None:
        """Ask for much and read nothing."""
        _, writer = await self.open()
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(self.get("/api/openapi.json") * self.rng.randrange(1, 200))
        writer.write(self.get("/api/library/export"))
        await self.slow()
        writer.transport.abort()


def streams(rng: random.Random, folder: Path, report: Report, short: bool) -> None:
    with running(folder, report) as studio:
        connections = Connections(rng, studio, ids_of(studio), report)
        ways = [connections.cut_off, connections.slow, connections.pipelined, connections.smuggled,
                connections.broken_chunks, connections.garbage, connections.unread]
        if not short:  # the server gives it ten seconds
            ways.append(connections.stalled)

        async def some() -> None:
            chosen = [rng.choice(ways) for _ in range(40)]
            for way, error in zip(chosen, await asyncio.gather(
                    *(way() for way in chosen), return_exceptions=True), strict=True):
                report.count("connections")
                # Where there are too many connections, those idle longest are closed.
                if error is not None and not isinstance(
                        error, ConnectionError | asyncio.IncompleteReadError):
                    report.fail(f"{way.__name__} ended with {error!r}")

        before = studio.handles()
        for _ in range(1 if short else 4):
            asyncio.run(some())
        settled(lambda: studio.handles() <= before + 5, report, "open files of the server")


def settled(holds: Callable[[], bool], report: Report, what: str) -> None:
    """Wait until something is as before; report it if it never is."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            report.fail(f"{what} stay")
            return
        time.sleep(0.01)


def clients(rng: random.Random, folder: Path, report: Report, short: bool) -> None:
    """Each adds a puzzle, asks about it and saves a game; all that was acknowledged is there."""
    many, rounds = (100, 1) if short else (200, 5)
    puzzle = examples()[0]
    with running(folder, report) as studio:
        lock, stored = threading.Lock(), dict[str, int]()

        def client(number: int) -> None:
            for turn in range(rounds):
                try:
                    file = json.loads(file_of(1 + number, notes=[f"{number} {turn}"]))
                    [entry] = patiently("POST", "/api/library", {"puzzles": [{"puzzle": file}]}
                                        )["entries"]
                    patiently("PUT", f"/api/library/{entry['id']}/state", {"seconds": number})
                    with lock:
                        stored[entry["id"]] = number
                    if number % 10 == 0:
                        patiently("POST", "/api/check", {"puzzle": puzzle})
                    patiently("GET", "/api/library?limit=5")
                except Refused as error:
                    report.fail(f"a client was refused: {error}")

        def patiently(method: str, path: str, body: Any = None) -> Any:
            end = time.monotonic() + CLIENT_PATIENCE
            while True:
                report.count("requests of parallel clients")
                try:
                    return studio.ask(method, path, body)
                except (OSError, http.client.HTTPException, Refused) as error:
                    # Closed to make room for others, or too many jobs wait.
                    if time.monotonic() > end or getattr(error, "status", 503) != 503:
                        raise
                report.count("requests that were asked again")
                time.sleep(0.02)

        before = studio.handles()
        with ThreadPoolExecutor(many) as pool:
            list(pool.map(client, range(many)))
        for id, seconds in stored.items():
            if studio.ask("GET", f"/api/library/{id}")["entry"]["seconds"] != seconds:
                report.fail(f"the game of client {seconds} is lost")
        if len(stored) != many * rounds:
            report.fail(f"{len(stored)} puzzles of {many * rounds} were stored")
        settled(lambda: studio.handles() <= before + 5, report, "open files of the server")


def markup(rng: random.Random, folder: Path, report: Report, short: bool) -> None:
    with running(folder, report) as studio:
        markup_everywhere(rng, studio, report, short)


def sites(rng: random.Random, folder: Path, report: Report, short: bool) -> None:
    with running(folder, report) as studio, closing(_Chromium(report)) as browser:
        if browser.found is not None:
            sites_in_a_browser(rng, browser.found, studio, report)


class _Chromium:
    """A browser, if there is one."""

    def __init__(self, report: Report) -> None:
        import shutil

        self.found: Any = None
        path = shutil.which("chromium") or shutil.which("google-chrome")
        if path is None:
            report.count("rounds without a browser")
            return
        from playwright.sync_api import sync_playwright

        self.driver = sync_playwright().start()
        self.found = self.driver.chromium.launch(executable_path=path, args=["--no-sandbox"])

    def close(self) -> None:
        if self.found is not None:
            self.found.close()
            self.driver.stop()


KINDS: tuple[Callable[[random.Random, Path, Report, bool], None], ...] = (
    refused, values, streams, clients, markup, sites)
