"""Calls: one request to the API, from its body to its answer.

With `Accept: application/x-ndjson` the answer is a stream of lines: progress, then the result or
the error. Otherwise it is the result alone. A client that disconnects cancels its job; but a game
that was sent is saved, even if the page was closed right then.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, Self, TypeVar

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from nonoforge.progress import ShareProgress
from nonoforge.studio.gate import MB, Disconnected
from nonoforge.studio.http_errors import HttpError, http_error, one_line, plain_json

if TYPE_CHECKING:
    from nonoforge.studio.library import Library
    from nonoforge.studio.page_files import PageFiles
    from nonoforge.studio.workers import Workers

JSON = "application/json"
JSON_LINES = "application/x-ndjson"
MAX_UNSENT = 256 * MB  # answers held at one time, over all connections

_Given = ParamSpec("_Given")
_T = TypeVar("_T")


class UnsentAnswers:
    """Counts the bytes of answers that are not sent yet, so that clients that do not read cannot
    fill the memory with them."""

    def __init__(self, most: int = MAX_UNSENT) -> None:
        self.most = most
        self.held = 0

    @contextlib.contextmanager
    def holding(self, answer: bytes) -> Iterator[HttpError | None]:
        """Count an answer while it is sent; yield an error to send instead if there is no room."""
        if self.held + len(answer) > self.most:
            yield HttpError(503, "too many answers wait to be read; try again in a moment")
            return
        self.held += len(answer)
        try:
            yield None
        finally:
            self.held -= len(answer)


@dataclass(frozen=True)
class AppState:
    """Application state: one worker pool, one library, one page."""

    workers: Workers
    library: Library
    page: PageFiles
    thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="library"))
    unsent: UnsentAnswers = field(default_factory=UnsentAnswers)
    # Set when puzzles may have come that need a rating.
    added: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask_library(self, act: Callable[_Given, _T], /, *given: _Given.args,
                          **more: _Given.kwargs) -> _T:
        """Call the library in its thread. There is one thread, so that of two games saved one
        after the other the later one stays."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.thread, partial(act, *given, **more))


class Call(NamedTuple):
    """A request as handlers see it."""

    body: bytes
    path: Mapping[str, str]
    query: Mapping[str, str]
    tell: ShareProgress


class Answer(NamedTuple):
    """What a handler returns: the body, whole or piece by piece, its media type and headers."""

    content: bytes | AsyncGenerator[bytes, None]
    media: str = JSON
    headers: Mapping[str, str] = {}


class Reply:
    """An ASGI application that performs one call and sends its answer."""

    def __init__(self, act: Callable[[Call], Awaitable[Answer]], request: Request, body: bytes, *,
                 job: bool, unsent: UnsentAnswers) -> None:
        self.act = act
        self.unsent = unsent
        self.job = job  # reports progress and can be cancelled; anything else is always finished
        self.request = request
        self.body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer whole or as a stream of lines, as the client asks."""
        with contextlib.suppress(Disconnected):
            if self.job and JSON_LINES in self.request.headers.get("accept", ""):
                await self._stream(receive, send)
            else:
                response = await self._whole(receive)
                with self.unsent.holding(getattr(response, "body", b"")) as error:
                    await (_error_response(error) if error else response)(scope, receive, send)

    async def _whole(self, receive: Receive) -> Response:
        work = self._perform(lambda share, words: None)
        try:
            answer = await (_unless_disconnected(work, receive) if self.job else work)
            if isinstance(answer.content, bytes):
                return Response(answer.content, 200, dict(answer.headers), answer.media)
            return await _unless_disconnected(
                _PartsResponse.begun(answer.content, answer), receive)
        except HttpError as error:
            return _error_response(error)

    async def _stream(self, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200,
                    "headers": [(b"content-type", JSON_LINES.encode())]})
        lines: asyncio.Queue[bytes | None] = asyncio.Queue()

        def tell(share: float | None, words: str) -> None:
            lines.put_nowait(plain_json({"progress": {"share": share, "words": one_line(words)}}))

        async with _writing(lines, send):
            last = await self._last_line(tell, receive)
        with self.unsent.holding(last) as error:
            last = _error_line(error) if error else last
            await send({"type": "http.response.body", "body": last + b"\n"})

    async def _last_line(self, tell: ShareProgress, receive: Receive) -> bytes:
        try:
            answer = await _unless_disconnected(self._perform(tell), receive)
        except HttpError as error:
            return _error_line(error)
        assert isinstance(answer.content, bytes)
        return b'{"result":' + _on_one_line(answer.content) + b"}"

    async def _perform(self, tell: ShareProgress) -> Answer:
        call = Call(self.body, self.request.path_params, self.request.query_params, tell)
        try:
            return await self.act(call)
        except Exception as error:
            raise http_error(error) from None


class _PartsResponse(StreamingResponse):
    """Sends parts as they come, and closes their generator, whether all were sent or not."""

    @classmethod
    async def begun(cls, parts: AsyncGenerator[bytes, None], answer: Answer) -> Self:
        """Wait for the first part: an error before it can still be the answer."""
        try:
            first = await anext(parts, b"")
        except Exception as error:
            raise http_error(error) from None

        async def whole() -> AsyncIterator[bytes]:
            yield first
            async for part in parts:
                yield part

        response = cls(whole(), 200, dict(answer.headers), answer.media)
        response.parts = parts
        return response

    parts: AsyncGenerator[bytes, None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with contextlib.aclosing(self.parts):
            await super().__call__(scope, receive, send)


def _error_response(error: HttpError) -> Response:
    return Response(error.body, error.status, media_type=JSON)


def _error_line(error: HttpError) -> bytes:
    place = {"place": error.problem.place} if error.problem.place else {}
    return plain_json({"error": error.problem.error, **place, "status": error.status})


def _on_one_line(json: bytes) -> bytes:
    """Return JSON without line ends, which can only be white space between tokens."""
    return json.replace(b"\r", b" ").replace(b"\n", b" ")


@contextlib.asynccontextmanager
async def _writing(lines: asyncio.Queue[bytes | None], send: Send) -> AsyncIterator[None]:
    """Send lines as they come; at the end, send those that are left."""
    async def write() -> None:
        while (line := await lines.get()) is not None:
            await send({"type": "http.response.body", "body": line + b"\n", "more_body": True})

    writer = asyncio.ensure_future(write())
    try:
        yield
        lines.put_nowait(None)
        await writer
    finally:
        writer.cancel()


async def _unless_disconnected(work: Awaitable[_T], receive: Receive) -> _T:
    """Return the answer; cancel the work if the client disconnects first."""
    async def disconnected() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    job, gone = asyncio.ensure_future(work), asyncio.ensure_future(disconnected())
    try:
        await asyncio.wait({job, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise Disconnected
        return job.result()
    finally:
        job.cancel()
        gone.cancel()
        await asyncio.gather(job, gone, return_exceptions=True)
