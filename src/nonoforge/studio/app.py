"""The application: the table of routes and the files of the page, behind the gate."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Address
from starlette.types import ASGIApp

from nonoforge.studio.bodies import Bodies
from nonoforge.studio.calls import Answer, Call, Reply
from nonoforge.studio.gate import Gate
from nonoforge.studio.page_files import PageFile
from nonoforge.studio.parts import Parts
from nonoforge.studio.refusals import NOWHERE, Refusal
from nonoforge.studio.routes import Route, limit_of, served

Endpoint = Callable[[Request], Awaitable[Response]]


def application(parts: Parts, *, token: str, port: int, once: str = "",
                bodies: Bodies | None = None) -> ASGIApp:
    """What the server runs. `once` is a token that opens the page one time."""
    addresses = [Address(route.path, _endpoint(parts, route), methods=[route.method])
                 for route in served()]
    app = Starlette(routes=[*addresses, Address("/{path:path}", _page(parts))],
                    exception_handlers={HTTPException: _not_so})
    return Gate(app, token=token, once=once, port=port, bodies=bodies, limit=limit_of)


def _endpoint(parts: Parts, route: Route) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        async def act(call: Call) -> Answer:
            return await route.handler(parts, call)

        return Reply(  # type: ignore[return-value]
            act, request, await request.body(), job=route.job, answers=parts.answers)

    return endpoint


def _page(parts: Parts) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        file = parts.page.get(request.scope["path"])
        if file is None:
            raise HTTPException(404)
        return _served(file, "gzip" in request.headers.get("accept-encoding", ""))

    return endpoint


def _served(file: PageFile, packed: bool) -> Response:
    headers = {"content-type": file.media, "cache-control": file.cache, "vary": "accept-encoding"}
    if not packed or file.packed is None:
        return Response(file.content, headers=headers)
    return Response(file.packed, headers={**headers, "content-encoding": "gzip"})


WORDS = {404: NOWHERE, 405: "this address does not know that method"}


async def _not_so(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    refusal = Refusal(status, WORDS.get(status, "this cannot be done"))
    return Response(refusal.body, status, getattr(error, "headers", None), "application/json")
