"""The application: the routes of the API and the files of the page, behind the gate."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute
from starlette.types import ASGIApp

from nonoforge.studio.calls import Answer, AppState, Call, Reply
from nonoforge.studio.gate import Gate, RequestBodies
from nonoforge.studio.http_errors import NOT_FOUND, HttpError
from nonoforge.studio.routes import Route, body_limit, served

Endpoint = Callable[[Request], Awaitable[ASGIApp]]
MESSAGES = {404: NOT_FOUND, 405: "this address does not support that method"}


def application(state: AppState, *, token: str, port: int, once: str = "",
                bodies: RequestBodies | None = None) -> ASGIApp:
    """Return the ASGI application. `once` is a token that opens the page one time."""
    routes = [StarletteRoute(route.path, _endpoint(state, route), methods=[route.method])
              for route in served()]
    app = Starlette(routes=[*routes, StarletteRoute("/{path:path}", _page_endpoint(state))],
                    exception_handlers={HTTPException: _starlette_error})
    return Gate(app, token=token, once=once, port=port, page=state.page.name, bodies=bodies,
                limit=body_limit)


def _endpoint(state: AppState, route: Route) -> Endpoint:
    async def endpoint(request: Request) -> Reply:
        async def act(call: Call) -> Answer:
            return await route.handler(state, call)

        return Reply(act, request, await request.body(), job=route.job, unsent=state.unsent)

    return endpoint


def _page_endpoint(state: AppState) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        file = state.page.get(request.scope["path"])
        if file is None:
            raise HTTPException(404)
        headers = {"content-type": file.media, "cache-control": file.cache,
                   "vary": "accept-encoding"}
        if file.packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(file.content, headers=headers)
        return Response(file.packed, headers={**headers, "content-encoding": "gzip"})

    return endpoint


async def _starlette_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    answer = HttpError(status, MESSAGES.get(status, "this cannot be done"))
    return Response(answer.body, status, getattr(error, "headers", None), "application/json")
