"""The gate: every request passes here before anything else sees it.

Any page that a browser has open can send requests to a loopback address, and with a name that it
points there it can even read the answers. So a request must

* call this server by its own name and port (`Host`),
* come from its own page, if it changes anything or asks the API (`Sec-Fetch-Site`, `Origin`),
* know the start token: as the cookie that the start address `/?token=...` is exchanged for, or as
  `Authorization: Bearer ...`, which scripts use; the browser that the studio opens itself gets a
  token that works once, because other users may see the command line of a browser,
* send JSON as JSON, not larger and not slower than allowed.

Whatever the answer is, it leaves with the headers of `headers.py`.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import html
from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nonoforge.studio.bodies import Bodies, Gone, replay
from nonoforge.studio.faults import refusal_of
from nonoforge.studio.headers import secured
from nonoforge.studio.refusals import Refusal

SAFE = ("GET", "HEAD")
API = "/api/"
OWN = ("same-origin", "none")
NAMES = ("127.0.0.1", "localhost", "[::1]")

CLOSING = Refusal(503, "the studio is closing")
LOCKED = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Nonoforge studio</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
</head>
<body><h1>Nonoforge studio</h1>
<p>The studio is locked. It opens with the address that <code>nonoforge studio</code> printed in its
terminal when it was started: copy all of it, with the part that begins with <code>?token=</code>.
Each start has a new address; those of earlier starts no longer work.</p>
</body></html>
"""


# A browser that followed a link from elsewhere sends no strict cookie along with a redirect, but
# it does from a page of ours.
ENTER = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Nonoforge studio</title>
<meta http-equiv="refresh" content="0; url={}"></head>
<body><p><a href="{}">Go on to the studio</a></p></body></html>
"""


class Sending:
    """Adds the headers that every response has, and knows whether one has begun."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            message = {**message, "headers": secured(message.get("headers", ()))}
        await self.send(message)


class Gate:
    """ASGI middleware. `limit` says how large the body of a request to an address may be."""

    def __init__(self, app: ASGIApp, *, token: str, port: int, limit: Callable[[str], int],
                 once: str = "", bodies: Bodies | None = None) -> None:
        self.app = app
        self.limit = limit
        self.bodies = bodies or Bodies()
        self.hosts = {f"{name}:{port}" for name in NAMES} | (set(NAMES) if port == 80 else set())
        self.token = token.encode()
        self.once = once.encode()  # empty when it was used
        # Cookies are not told apart by port: another server of this machine may get to see this
        # one, so it has a name of its own and does not hold the token.
        self.cookie = f"nonoforge-{port}"
        self.key = hmac.digest(self.token, b"cookie", "sha256").hex().encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it here."""
        if scope["type"] == "http":
            await self._safely(scope, receive, Sending(send))

    async def _safely(self, scope: Scope, receive: Receive, send: Sending) -> None:
        """Not even a fault of ours is answered in another way than all else."""
        try:
            await self._answer(scope, receive, send)
        except (Exception, asyncio.CancelledError) as error:
            if send.begun:
                raise
            refusal = refusal_of(error) if isinstance(error, Exception) else CLOSING
            await _refused(scope, refusal)(scope, receive, send)

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
        except Refusal as refusal:
            await _refused(scope, refusal)(scope, receive, send)
        except Gone:
            pass

    async def _pass(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        """Read the body and go on."""
        length = _check_body(headers)
        if length == 0:
            await self.app(scope, replay(b"", receive), send)
            return
        async with self.bodies.read(receive, length, self.limit(scope["path"])) as body:
            await self.app(scope, replay(body, receive), send)

    def _check_host(self, headers: Headers) -> None:
        hosts = headers.getlist("host")
        if len(hosts) != 1:
            raise Refusal(400, "a request must name its host once")
        if hosts[0].lower() not in self.hosts:
            raise Refusal(421, "this server answers to its own name only")

    def _entry(self, scope: Scope, headers: Headers) -> Response | None:
        """The start address, with the right token: a cookie, and on to the address without it."""
        if scope["path"] != "/" or scope["method"] != "GET":
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = [value for name, value in query if name == "token"]
        if not given:
            return None
        self._check_entry(given[0].encode())
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        response = _onwards(f"/?{rest}" if rest else "/", headers.get("sec-fetch-site"))
        response.set_cookie(self.cookie, self.key.decode(), httponly=True, samesite="strict")
        return response

    def _check_entry(self, given: bytes) -> None:
        if self.once and _same(given, self.once):
            self.once = b""
        elif not _same(given, self.token):
            raise Refusal(403, "this is not the token of this start")

    def _check_token(self, headers: Headers) -> bool:
        """Whether the token came in a header, which no page of another site can send."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _same(given.strip().encode(), self.token):
            return True
        if not any(_same(key, self.key) for key in _cookies(headers, self.cookie)):
            raise Refusal(403, "a token is needed; it is in the address that was printed")
        return False


def _onwards(address: str, site: str | None) -> Response:
    if site in (None, *OWN):
        return Response(status_code=303, headers={"location": address})
    shown = html.escape(address)
    return Response(ENTER.format(shown, shown), media_type="text/html")


def _same(given: bytes, secret: bytes) -> bool:
    """Compare in a time that tells nothing, not even the length."""
    return hmac.compare_digest(hashlib.sha256(given).digest(), hashlib.sha256(secret).digest())


def _cookies(headers: Headers, name: str) -> list[bytes]:
    pairs = (part.partition("=") for line in headers.getlist("cookie") for part in line.split(";"))
    return [value.strip().encode() for key, _, value in pairs if key.strip() == name]


def _check_origin(scope: Scope, headers: Headers, bearer: bool) -> None:
    """The page's own requests only, where something is changed or told."""
    safe = scope["method"] in SAFE
    if safe and not scope["path"].startswith(API):
        return
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in OWN:
        raise Refusal(403, "another site may not ask this")
    if origin is not None and origin.lower() != f"http://{headers['host'].lower()}":
        raise Refusal(403, "another origin may not ask this")
    if not safe and site is None and origin is None and not bearer:
        raise Refusal(403, "a request without an origin needs the token in its header")


def _check_body(headers: Headers) -> int | None:
    """The length of the body, None if it comes in chunks; JSON is sent as JSON."""
    told = headers.get("content-length")
    if told is not None and not (told.isascii() and told.isdigit() and len(told) < 100):
        raise Refusal(400, "the length of the body is not a number")
    length = None if "transfer-encoding" in headers else int(told or 0)
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    if (length != 0 or media) and media != "application/json":
        raise Refusal(415, "the body must be application/json")
    return length


def _refused(scope: Scope, refusal: Refusal) -> Response:
    """JSON for the API, a page for a person who came without the token."""
    if refusal.status == 403 and scope["method"] in SAFE and not scope["path"].startswith(API):
        return Response(LOCKED, 403, media_type="text/html")
    return Response(refusal.body, refusal.status, media_type="application/json")
