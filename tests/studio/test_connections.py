"""Connections that keep the server waiting, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from helpers.processes import eventually
from helpers.studio_app import TOKEN, studio
from nonoforge.studio import server
from nonoforge.studio.app import application
from nonoforge.studio.gate import RequestBodies
from nonoforge.studio.server import Connection, Server, listen

SOON = 0.3  # seconds; what is normally given ten
PATIENCE = 30.0  # a guard, not a measure
LONG = b'"' + b"x" * (16 << 20) + b'"'

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Connect:
    """How to connect to a server, and what the server has open."""

    def __init__(self, server: Server, port: int) -> None:
        self.server, self.port = server, port

    async def __call__(self) -> Streams:
        return await asyncio.open_connection("127.0.0.1", self.port)

    def open(self) -> list[Connection]:
        return [connection for connection in self.server.server_state.connections
                if isinstance(connection, Connection) and not connection.transport.is_closing()]


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[Connect, bytes]]:
    """A server on a free port: how to connect, and the start of every request."""
    made = studio(folder)
    made.workers.answers["board"] = LONG
    sock = listen(None)
    port = sock.getsockname()[1]
    app = application(made.state, token=TOKEN, port=port, bodies=RequestBodies(seconds=SOON))
    server, ready = Server(app), asyncio.Event()
    task = asyncio.create_task(server.serve_on(sock, ready.set))
    await ready.wait()
    head = (f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {TOKEN}"
            "\r\nContent-Type: application/json\r\n").encode()
    try:
        async with asyncio.timeout(PATIENCE):
            yield Connect(server, port), head
    finally:
        server.should_exit = True
        await task
        made.state.library.close()


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEAD_SECONDS", SOON)
    monkeypatch.setattr(server, "DRAIN_SECONDS", SOON)
    monkeypatch.setattr(server, "STALL_SECONDS", SOON)


def run(folder: Path, act: Callable[[Connect, bytes], Awaitable[None]]) -> None:
    async def both() -> None:
        async with serving(folder) as (connect, head):
            await act(connect, head)

    asyncio.run(both())


async def all_of(streams: Streams) -> bytes:
    """Everything until the server closes."""
    reader, writer = streams
    try:
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.usefixtures("hurried")
def test_who_says_nothing_is_closed(tmp_path: Path) -> None:
    async def act(connect: Connect, head: bytes) -> None:
        silent, slow = await connect(), await connect()
        slow[1].write(head)
        assert await asyncio.gather(all_of(silent), all_of(slow)) == [b"", b""]

    run(tmp_path, act)


@pytest.mark.usefixtures("hurried")
def test_a_slow_body(tmp_path: Path) -> None:
    async def act(connect: Connect, head: bytes) -> None:
        reader, writer = await connect()
        writer.write(head + b"Content-Length: 100\r\n\r\n{")
        assert (await all_of((reader, writer))).startswith(b"HTTP/1.1 408 ")

    run(tmp_path, act)


@pytest.mark.usefixtures("hurried")
def test_a_body_without_end(tmp_path: Path) -> None:
    """It is refused when it is too large; who goes on all the same is closed."""
    async def act(connect: Connect, head: bytes) -> None:
        _, writer = await connect()
        writer.write(head + b"Transfer-Encoding: chunked\r\n\r\n")
        with pytest.raises(ConnectionError):
            await _write_for_ever(writer, b"40000\r\n" + bytes(0x40000) + b"\r\n")
        writer.close()

    run(tmp_path, act)


async def _write_for_ever(writer: asyncio.StreamWriter, piece: bytes) -> None:
    while True:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(0)


@pytest.mark.usefixtures("hurried")
def test_who_has_asked_may_rest(tmp_path: Path) -> None:
    """Between requests there is more time; but one that was begun is to be ended."""
    async def act(connect: Connect, head: bytes) -> None:
        reader, writer = await connect()
        whole = head + b"Content-Length: 2\r\n\r\n{}"
        for _ in range(2):
            writer.write(whole)
            assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
            await eventually(lambda: [one.busy() for one in connect.open()] == [False])
            [connection] = connect.open()
            assert connection.timer is None
        writer.write(whole[:20])
        assert await all_of((reader, writer)) == b""

    run(tmp_path, act)


def test_the_idle_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_CONNECTIONS", 3)

    async def act(connect: Connect, head: bytes) -> None:
        held = [await connect() for _ in range(5)]
        assert [await all_of(streams) for streams in held[:2]] == [b"", b""]
        reader, writer = held[4]
        writer.write(head + b"Content-Length: 2\r\n\r\n{}")
        assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
        for _, open_one in held[2:]:
            open_one.close()

    run(tmp_path, act)


def test_requests_one_behind_the_other(tmp_path: Path) -> None:
    async def act(connect: Connect, head: bytes) -> None:
        reader, writer = await connect()
        writer.write((head + b"Content-Length: 2\r\n\r\n{}") * 3)
        for _ in range(3):
            assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
        writer.close()

    run(tmp_path, act)


def long_one(head: bytes) -> bytes:
    return head.replace(b"/api/check", b"/api/board") + b"Content-Length: 2\r\n\r\n{}"


async def unread(connect: Connect, head: bytes, requests: int = 1) -> Streams:
    """A client that asks for much and reads nothing of it."""
    reader, writer = await connect()
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    writer.write(long_one(head) * requests)
    return reader, writer


@pytest.mark.usefixtures("hurried")
def test_who_does_not_read_is_cut_off(tmp_path: Path) -> None:
    async def act(connect: Connect, head: bytes) -> None:
        reader, writer = await unread(connect, head)
        await eventually(lambda: bool(connect.open()))
        await eventually(lambda: not connect.open())
        writer.transport.resume_reading()  # type: ignore[attr-defined]
        assert len(await all_of((reader, writer))) < len(LONG)

    run(tmp_path, act)


def test_who_reads_slowly_gets_all(tmp_path: Path) -> None:
    async def act(connect: Connect, head: bytes) -> None:
        reader, writer = await connect()
        writer.write(long_one(head))
        await eventually(lambda: any(one.unread() for one in connect.open()))
        [connection] = connect.open()
        got = looks = 0
        for _ in range(8):
            before = connection.unread()
            got += len(await reader.readexactly(2 << 20))
            if connection.stall is not None and connection.unread() < before:
                connection.stall._run()  # as if the time were up: something was read in it
                looks += 1
        assert looks > 1
        writer.write(head + b"Content-Length: 2\r\n\r\n{}")  # asked before all was read
        rest = await reader.readuntil(b"}")
        assert got + rest.index(b"HTTP/1.1 200") > len(LONG)
        writer.close()

    run(tmp_path, act)


def test_the_next_request_waits_until_the_answer_is_read(tmp_path: Path) -> None:
    async def act(connect: Connect, head: bytes) -> None:
        reader, writer = await unread(connect, head, requests=4)
        await eventually(lambda: any(one.flow.write_paused for one in connect.open()))
        writer.transport.resume_reading()  # type: ignore[attr-defined]
        got = 0
        while got < 4 * len(LONG):
            got += len(await reader.read(1 << 20))
        writer.close()

    run(tmp_path, act)


def test_too_much_that_nobody_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many answers wait; there is room for one, and the others are dropped."""
    monkeypatch.setattr(server, "MAX_UNREAD", len(LONG) + (1 << 20))

    async def act(connect: Connect, head: bytes) -> None:
        held = [await unread(connect, head) for _ in range(4)]
        await eventually(lambda: sum(one.unread() > 0 for one in connect.open()) == 1)
        for _, writer in held:
            writer.transport.resume_reading()  # type: ignore[attr-defined]
        reader, writer = await connect()
        writer.write(head + b"Content-Length: 2\r\n\r\n{}")
        assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
        writer.close()
        sizes = [len(await asyncio.wait_for(_some(streams), PATIENCE)) for streams in held]
        assert sum(size > len(LONG) for size in sizes) <= 1

    run(tmp_path, act)


async def _some(streams: Streams) -> bytes:
    """Until the answer is whole, or the connection is gone."""
    reader, writer = streams
    got = b""
    try:
        while len(got) <= len(LONG) and (piece := await reader.read(1 << 20)):
            got += piece
    except ConnectionError:
        pass
    writer.close()
    return got
