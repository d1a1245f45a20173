"""For tests of the studio's server: an application with a fake worker pool, and a client that
speaks ASGI itself, so that it can send whatever a hostile one would."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Message

from nonoforge.studio.app import application
from nonoforge.studio.calls import AppState
from nonoforge.studio.gate import RequestBodies
from nonoforge.studio.jobs import perform
from nonoforge.studio.library import Library
from nonoforge.studio.page_files import PageFiles
from nonoforge.worker_processes import Teller

TOKEN = "a-token-for-tests"
PORT = 8642
HOST = f"127.0.0.1:{PORT}"
JSON = "application/json"
OWN = {"host": HOST, "authorization": f"Bearer {TOKEN}"}


class Straw:
    """Workers that only remember what they were asked, and answer what a test tells them to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, bytes]] = []
        self.answers: dict[str, bytes | Exception] = {}
        self.progress: list[tuple[float | None, str]] = []
        self.for_ever = False
        self.honest = False  # does the work, here
        self.cancelled = 0
        self.open = False

    async def start(self) -> None:
        self.open = True

    async def close(self) -> None:
        self.open = False

    async def run(self, verb: str, body: bytes, tell: Any = None) -> bytes:
        self.asked.append((verb, body))
        for share, words in self.progress:
            tell(share, words)
        try:
            await asyncio.sleep(1000 if self.for_ever else 0)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.honest:
            return perform(verb, body, tell or (lambda share, words: None))
        answer = self.answers.get(verb, b'{"verb": "%b"}' % verb.encode())
        if isinstance(answer, Exception):
            raise answer
        return answer


    async def stream(self, verb: str, body: bytes) -> AsyncIterator[bytes]:
        if not self.honest:
            yield await self.run(verb, body)
            return
        self.asked.append((verb, body))
        parts: list[Any] = []
        perform(verb, body, Teller(parts.append))
        for part in parts:
            yield part.body


class Studio(NamedTuple):
    """An application and what it is made of."""

    app: ASGIApp
    workers: Straw
    state: AppState


def page(folder: Path) -> Path:
    """A small page."""
    files = {"index.html": "<!doctype html><title>a page</title>" + 50 * "<p>words</p>",
             "assets/index-Ab12_-Cd.js": "export const x = 1;\n" * 50,
             "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>', "notes.secret": "no"}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def studio(folder: Path, bodies: RequestBodies | None = None) -> Studio:
    """A studio in a folder."""
    workers = Straw()
    state = AppState(workers, Library(folder / "library"),  # type: ignore[arg-type]
                  PageFiles(page(folder / "page")))
    return Studio(application(state, token=TOKEN, port=PORT, bodies=bodies), workers, state)


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def __getitem__(self, name: str) -> str:  # type: ignore[override]
        """A header, empty if it is not there."""
        return dict(self.headers).get(name, "")

    def count(self, name: str) -> int:  # type: ignore[override]
        return sum(found == name for found, _ in self.headers)


def ask(app: ASGIApp, method: str, path: str, body: bytes | Iterable[bytes] = b"", *,
        query: str = "", gone_after: float | None = None, slow: float = 0, quits: bool = False,
        **headers: str | None) -> Reply:
    """One request. Names of headers have `_` for `-`; None leaves one out that is usually sent. A
    body in pieces has no length; a client that quits never sends its end."""
    usual: dict[str, str | None] = {**OWN}
    if method in ("POST", "PUT", "PATCH"):
        usual["content-type"] = JSON
    if isinstance(body, bytes):
        usual["content-length"] = str(len(body))
    else:
        usual["transfer-encoding"] = "chunked"
    given = usual | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
        "method": method, "path": path, "raw_path": path.encode(), "root_path": "",
        "query_string": query.encode(), "scheme": "http", "server": ("127.0.0.1", PORT),
        "client": ("127.0.0.1", 50000), "state": {},
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given.items()
                    if value is not None],
    }
    pieces = iter([body]) if isinstance(body, bytes) else iter(body)
    return asyncio.run(_exchange(app, scope, pieces, gone_after, slow, quits))


async def _exchange(app: ASGIApp, scope: dict[str, Any], pieces: Iterator[bytes],
                    gone_after: float | None, slow: float, quits: bool) -> Reply:
    sent: list[Message] = []
    done = asyncio.Event()
    body = itertools.pairwise(itertools.chain(pieces, [None]))

    async def receive() -> Message:
        await asyncio.sleep(slow)
        for piece, following in body:
            more = following is not None or quits
            return {"type": "http.request", "body": piece, "more_body": more}
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), 0 if quits else gone_after)
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            done.set()

    async with asyncio.timeout(30):
        await app(scope, receive, send)
    return _reply(sent)


def _reply(sent: list[Message]) -> Reply:
    starts = [message for message in sent if message["type"] == "http.response.start"]
    if not starts:
        return Reply(0, [], b"")
    assert starts == sent[:1]
    headers = [(name.decode(), value.decode()) for name, value in starts[0]["headers"]]
    body = b"".join(message.get("body", b"") for message in sent)
    return Reply(starts[0]["status"], headers, body)
