"""The gate: every request passes here before anything else sees it.

Any page that a browser has open can send requests to a loopback address, and with a name that it
points there it can even read the answers. So a request must

* call this server by its own name and port (`Host`),
* come from its own page, if it changes anything or asks the API (`Sec-Fetch-Site`, `Origin`),
* know the token: as the cookie that the start address `/?token=...` is exchanged for, or as
  `Authorization: Bearer ...`, which scripts use; the browser that the studio opens itself gets a
  token that works once, because other users may see the command line of a browser,
* send JSON as JSON, not larger and not slower than allowed.

Whatever the answer is, it has the headers of `SECURITY`.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import html
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nonoforge.studio.http_errors import HttpError, http_error

SAFE_METHODS = ("GET", "HEAD")
API_PREFIX = "/api/"
OWN_SITE = ("same-origin", "none")
HOST_NAMES = ("127.0.0.1", "localhost", "[::1]")

CLOSING = HttpError(503, "the studio is closing")
LOCKED_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Nonoforge studio</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
</head>
<body><h1>Nonoforge studio</h1>
<p>The studio is locked. It opens with the address that <code>nonoforge studio</code> printed in its
terminal when it was started: copy all of it, with the part that begins with <code>?token=</code>.
The address stays the same from start to start, as long as the library and the port do.
What you did on a page that was open meanwhile is kept in the browser, and is saved when you open
the address in the same browser.</p>
</body></html>
"""


# A browser that followed a link from elsewhere sends no strict cookie along with a redirect, but
# it does when a page of this server sends it on.
REDIRECT_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Nonoforge studio</title>
<meta http-equiv="refresh" content="0; url={}"></head>
<body><p><a href="{}">Go on to the studio</a></p></body></html>
"""


# Headers of every response.

Pairs = list[tuple[bytes, bytes]]

POLICY = "; ".join((
    "default-src 'self'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
    "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
))

# The page may load only what comes from this server, no site may frame it, and other pages can
# neither read nor embed what it serves. There are no CORS headers on purpose.
SECURITY: Pairs = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
PAGE_HEADER = b"x-nonoforge-page"  # a page that is older than the server learns it from this
NO_STORE = (b"cache-control", b"no-store")


def secured(headers: Iterable[tuple[bytes, bytes]]) -> Pairs:
    """Return these headers and `SECURITY`; with `no-store` unless they say otherwise."""
    pairs = list(headers)
    has = {name.lower() for name, _ in pairs}
    return pairs + [pair for pair in (*SECURITY, NO_STORE) if pair[0] not in has]


# Bodies of requests.

MB = 1 << 20
MAX_BODY = 10 * MB
MAX_BODIES = 64 * MB  # held at one time, over all connections
BODY_SECONDS = 15.0  # until a body must have arrived


class Disconnected(Exception):
    """The client closed the connection."""


class RequestBodies:
    """Reads bodies of requests whole, and counts the bytes of those in memory."""

    def __init__(self, seconds: float = BODY_SECONDS, most: int = MAX_BODIES) -> None:
        self.seconds = seconds
        self.most = most
        self.held = 0

    @asynccontextmanager
    async def read(self, receive: Receive, length: int | None, limit: int) -> AsyncIterator[bytes]:
        """Yield the body; it counts as held until the request is done."""
        if length is not None and length > limit:
            raise _too_large(limit)
        body = bytearray()
        try:
            await self._fill(body, receive, limit)
            yield bytes(body)
        finally:
            self.held -= len(body)

    async def _fill(self, body: bytearray, receive: Receive, limit: int) -> None:
        try:
            async with asyncio.timeout(self.seconds):
                while await self._more(receive, body, limit):
                    pass
        except TimeoutError:
            raise HttpError(
                408, f"the body took longer than {self.seconds:g} s to arrive") from None

    async def _more(self, receive: Receive, body: bytearray, limit: int) -> bool:
        """Append the next piece; return whether more follow."""
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        piece = message.get("body", b"")
        if len(body) + len(piece) > limit:
            raise _too_large(limit)
        if self.held + len(piece) > self.most:
            raise HttpError(503, "too much is being sent at the same time; try again in a moment")
        self.held += len(piece)
        body += piece
        return bool(message.get("more_body", False))


def _too_large(limit: int) -> HttpError:
    return HttpError(413, f"the body is larger than {limit // MB} MB")


def replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body in one piece, then the server's messages."""
    pieces: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return pieces.pop() if pieces else await receive()

    return next_message


# The gate itself.


class _SecuredSend:
    """Adds the headers of `SECURITY` and the name of the page that this server has, and knows
    whether the response has begun."""

    def __init__(self, send: Send, page: bytes) -> None:
        self.send = send
        self.page = (PAGE_HEADER, page)
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            message = {**message, "headers": secured([*message.get("headers", ()), self.page])}
        await self.send(message)


class Gate:
    """ASGI middleware. `limit` maps a path to the bytes that a body sent there may have."""

    def __init__(self, app: ASGIApp, *, token: str, port: int, limit: Callable[[str], int],
                 once: str = "", page: str = "", bodies: RequestBodies | None = None) -> None:
        self.app = app
        self.limit = limit
        self.page = page.encode()
        self.bodies = bodies or RequestBodies()
        self.hosts = {f"{name}:{port}" for name in HOST_NAMES}
        self.hosts |= set(HOST_NAMES) if port == 80 else set()
        self.token = token.encode()
        self.once = once.encode()  # empty once it was used
        # Browsers send cookies to every port of a host: another server of this machine may see
        # this one, so its name has the port, and it does not contain the token.
        self.cookie = f"nonoforge-{port}"
        self.key = hmac.digest(self.token, b"cookie", "sha256").hex().encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application, or answer it with an error."""
        if scope["type"] == "http":
            await self._safely(scope, receive, _SecuredSend(send, self.page))

    async def _safely(self, scope: Scope, receive: Receive, send: _SecuredSend) -> None:
        """Answer internal errors with the same headers as everything else."""
        try:
            await self._answer(scope, receive, send)
        except (Exception, asyncio.CancelledError) as error:
            if send.begun:
                raise
            answer = http_error(error) if isinstance(error, Exception) else CLOSING
            await _error_response(scope, answer)(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            self._check_host(headers)
            if entry := self._entry(scope, headers):
                await entry(scope, receive, send)
                return
            bearer = self._check_token(headers)
            _check_origin(scope, headers, bearer)
            await self._pass(scope, headers, receive, send)
        except HttpError as error:
            await _error_response(scope, error)(scope, receive, send)
        except Disconnected:
            pass

    async def _pass(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        """Read the body and pass the request on."""
        length = _check_body(headers)
        if length == 0:
            await self.app(scope, replay(b"", receive), send)
            return
        async with self.bodies.read(receive, length, self.limit(scope["path"])) as body:
            await self.app(scope, replay(body, receive), send)

    def _check_host(self, headers: Headers) -> None:
        hosts = headers.getlist("host")
        if len(hosts) != 1:
            raise HttpError(400, "a request must name its host once")
        if hosts[0].lower() not in self.hosts:
            raise HttpError(421, "this server answers to its own name only")

    def _entry(self, scope: Scope, headers: Headers) -> Response | None:
        """Answer the start address: set the cookie, redirect to the address without the token."""
        if scope["path"] != "/" or scope["method"] != "GET":
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = [value for name, value in query if name == "token"]
        if not given:
            return None
        self._check_entry(given[0].encode())
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        response = _redirect(f"/?{rest}" if rest else "/", headers.get("sec-fetch-site"))
        response.set_cookie(self.cookie, self.key.decode(), httponly=True, samesite="strict")
        return response

    def _check_entry(self, given: bytes) -> None:
        if self.once and _same(given, self.once):
            self.once = b""
        elif not _same(given, self.token):
            raise HttpError(403, "this is not the token of this studio")

    def _check_token(self, headers: Headers) -> bool:
        """Return whether the token came in a header, which no page of another site can send."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _same(given.strip().encode(), self.token):
            return True
        if not any(_same(key, self.key) for key in _cookies(headers, self.cookie)):
            raise HttpError(403, "a token is needed; it is in the address that was printed")
        return False


def _redirect(address: str, site: str | None) -> Response:
    if site in (None, *OWN_SITE):
        return Response(status_code=303, headers={"location": address})
    shown = html.escape(address)
    return Response(REDIRECT_PAGE.format(shown, shown), media_type="text/html")


def _same(given: bytes, secret: bytes) -> bool:
    """Compare two secrets in constant time, independent of the length."""
    return hmac.compare_digest(hashlib.sha256(given).digest(), hashlib.sha256(secret).digest())


def _cookies(headers: Headers, name: str) -> list[bytes]:
    pairs = (part.partition("=") for line in headers.getlist("cookie") for part in line.split(";"))
    return [value.strip().encode() for key, _, value in pairs if key.strip() == name]


def _check_origin(scope: Scope, headers: Headers, bearer: bool) -> None:
    """Refuse requests of other sites to the API, and all that change something."""
    safe = scope["method"] in SAFE_METHODS
    if safe and not scope["path"].startswith(API_PREFIX):
        return
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in OWN_SITE:
        raise HttpError(403, "another site may not ask this")
    if origin is not None and origin.lower() != f"http://{headers['host'].lower()}":
        raise HttpError(403, "another origin may not ask this")
    if not safe and site is None and origin is None and not bearer:
        raise HttpError(403, "a request without an origin needs the token in its header")


def _check_body(headers: Headers) -> int | None:
    """Return the length of the body, None if it comes in chunks; refuse what is not JSON."""
    stated = headers.get("content-length")
    if stated is not None and not (stated.isascii() and stated.isdigit() and len(stated) < 100):
        raise HttpError(400, "the length of the body is not a number")
    length = None if "transfer-encoding" in headers else int(stated or 0)
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    if (length != 0 or media) and media != "application/json":
        raise HttpError(415, "the body must be application/json")
    return length


def _error_response(scope: Scope, error: HttpError) -> Response:
    """Return JSON for the API, and a page for a person without the token."""
    page = scope["method"] in SAFE_METHODS and not scope["path"].startswith(API_PREFIX)
    if error.status == 403 and page:
        return Response(LOCKED_PAGE, 403, media_type="text/html")
    return Response(error.body, error.status, media_type="application/json")
