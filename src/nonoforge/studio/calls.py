"""Calls: one request to the API, from its body to its answer.

With `Accept: application/x-ndjson` the answer is a stream of lines: progress, then the result or
the error. Otherwise it is the result alone. Either way, a client that goes away ends its job; but
a game that was sent is saved, even if the page was closed right then.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from nonoforge.studio.bodies import Answers, Gone
from nonoforge.studio.faults import refusal_of
from nonoforge.studio.refusals import Refusal, one_line, plain_json

JSON = "application/json"
LINES = "application/x-ndjson"

Tell = Callable[[float | None, str], None]


class Call(NamedTuple):
    """What a request says."""

    body: bytes
    path: Mapping[str, str]
    query: Mapping[str, str]
    tell: Tell


class Answer(NamedTuple):
    """What is said in return."""

    content: bytes | Iterator[bytes]  # whole, or piece by piece
    media: str = JSON
    headers: Mapping[str, str] = {}


Act = Callable[[Call], Awaitable[Answer]]


class Reply:
    """An ASGI application that acts on one request and answers it."""

    def __init__(self, act: Act, request: Request, body: bytes, *, job: bool,
                 answers: Answers) -> None:
        self.act = act
        self.answers = answers
        self.job = job  # has progress, and ends with the interest in it; the rest is always done
        self.request = request
        self.body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer in the way that the client asked for."""
        with contextlib.suppress(Gone):
            if self.job and LINES in self.request.headers.get("accept", ""):
                await self._stream(receive, send)
            else:
                response = await self._whole(receive)
                with self.answers.holding(getattr(response, "body", b"")) as refusal:
                    await (_refused(refusal) if refusal else response)(scope, receive, send)

    async def _whole(self, receive: Receive) -> Response:
        work = self._begin(_no_words)
        try:
            answer = await (_unless_gone(work, receive) if self.job else work)
        except Refusal as refusal:
            return _refused(refusal)
        if isinstance(answer.content, bytes):
            return Response(answer.content, 200, dict(answer.headers), answer.media)
        return StreamingResponse(answer.content, 200, dict(answer.headers), answer.media)

    async def _stream(self, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200,
                    "headers": [(b"content-type", LINES.encode())]})
        told: asyncio.Queue[bytes | None] = asyncio.Queue()

        def tell(share: float | None, words: str) -> None:
            told.put_nowait(plain_json({"progress": {"share": share, "words": one_line(words)}}))

        async with _writing(told, send):
            last = await self._last_line(tell, receive)
        with self.answers.holding(last) as refusal:
            last = _error_line(refusal) if refusal else last
            await send({"type": "http.response.body", "body": last + b"\n"})

    async def _last_line(self, tell: Tell, receive: Receive) -> bytes:
        try:
            answer = await _unless_gone(self._begin(tell), receive)
        except Refusal as refusal:
            return _error_line(refusal)
        return b'{"result":' + _on_one_line(answer.content) + b"}"

    async def _begin(self, tell: Tell) -> Answer:
        call = Call(self.body, self.request.path_params, self.request.query_params, tell)
        try:
            return await self.act(call)
        except Exception as error:
            raise refusal_of(error) from None


def _refused(refusal: Refusal) -> Response:
    return Response(refusal.body, refusal.status, media_type=JSON)


def _error_line(refusal: Refusal) -> bytes:
    problem = refusal.problem
    place = {"place": problem.place} if problem.place else {}
    return plain_json({"error": problem.error, **place, "status": refusal.status})


def _no_words(share: float | None, words: str) -> None:
    """Progress that nobody asked for."""


def _on_one_line(json: bytes | Iterator[bytes]) -> bytes:
    """In JSON a line end can only be a space between tokens."""
    whole = json if isinstance(json, bytes) else b"".join(json)
    return whole.replace(b"\r", b" ").replace(b"\n", b" ")


@contextlib.asynccontextmanager
async def _writing(told: asyncio.Queue[bytes | None], send: Send) -> AsyncIterator[None]:
    """Meanwhile, lines are sent as they come; at the end, none is left."""
    async def write() -> None:
        while (line := await told.get()) is not None:
            await send({"type": "http.response.body", "body": line + b"\n", "more_body": True})

    writer = asyncio.ensure_future(write())
    try:
        yield
        told.put_nowait(None)
        await writer
    finally:
        writer.cancel()


async def _unless_gone(work: Awaitable[Answer], receive: Receive) -> Answer:
    """The answer; if the client goes away first, the work is cancelled."""
    job, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait({job, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise Gone
        return job.result()
    finally:
        job.cancel()
        gone.cancel()
        await asyncio.gather(job, gone, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
