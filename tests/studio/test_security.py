"""What the studio must withstand, tried on every route there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.studio_app import HOST, PORT, TOKEN, Reply, Studio, ask, studio
from nonoforge.studio.gate import MB, SECURITY, RequestBodies
from nonoforge.studio.library_routes import THUMBNAIL_POLICY
from nonoforge.studio.routes import Route, described

TABLE = described()
PAGE = [("GET", "/"), ("GET", "/icon.svg"), ("GET", "/nowhere")]
ALL = [*((route.method, route.path.replace("{id}", "abc")) for route in TABLE), *PAGE]
UNSAFE = [(method, path) for method, path in ALL if method != "GET"]
API = [(method, path) for method, path in ALL if path.startswith("/api/")]

HOSTS = ["example.org", "example.org:8642", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:86420",
         "localhost", "localhost.:8642", "127.0.0.1.example.org:8642", "127.0.0.2:8642",
         "2130706433:8642", "0.0.0.0:8642", "[::]:8642", "user@127.0.0.1:8642",
         "127.0.0.1:8642, example.org", "127.1:8642", "", " "]
ORIGINS = ["http://example.org", "null", "http://127.0.0.1", "http://127.0.0.1:3000",
           f"https://{HOST}", f"http://localhost:{PORT}", f"http://{HOST}.example.org",
           f"http://{HOST}/", "file://", ""]


@pytest.fixture
def it(tmp_path: Path) -> Iterator[Studio]:
    made = studio(tmp_path)
    yield made
    made.state.library.close()


def refused(reply: Reply, *statuses: int) -> None:
    assert reply.status in statuses
    secured(reply)
    assert TOKEN.encode() not in reply.body
    if reply["content-type"] == "application/json":
        assert not re.search(rb"[<>]|Traceback|/home|/tmp|site-packages|\.py\b", reply.body)
        assert len(reply.body.splitlines()) == 1


def secured(reply: Reply, api: bool = True) -> None:
    policies = dict(SECURITY)
    if api and reply["content-type"].startswith("image/svg"):  # drawn from a puzzle of others
        policies[b"content-security-policy"] = THUMBNAIL_POLICY.encode()
    for name, value in policies.items():
        assert reply.count(name.decode()) == 1
        assert reply[name.decode()] == value.decode()
    assert reply["cache-control"]
    assert not [name for name, _ in reply.headers if name.startswith("access-control")]
    assert not reply["server"]


def test_policy() -> None:
    policy = dict(SECURITY)[b"content-security-policy"].decode()
    assert policy == ("default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' "
                      "data: blob:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
                      "form-action 'none'")


@pytest.mark.parametrize("host", HOSTS)
def test_foreign_hosts(it: Studio, host: str) -> None:
    for method, path in ALL:
        refused(ask(it.app, method, path, b"{}", host=host, content_type="application/json"),
                400, 421)
    refused(ask(it.app, "GET", "/", query=f"token={TOKEN}", host=host), 400, 421)
    assert not it.workers.asked


def test_a_missing_host(it: Studio) -> None:
    refused(ask(it.app, "GET", "/", host=None), 400)


@pytest.mark.parametrize("host", [HOST, "LOCALHOST:8642", "[::1]:8642", "localhost:8642"])
def test_own_hosts(it: Studio, host: str) -> None:
    assert ask(it.app, "GET", "/", host=host).status == 200
    assert ask(it.app, "POST", "/api/check", b"{}", host=host, origin=f"http://{host}",
               ).status == 200


@pytest.mark.parametrize("origin", ORIGINS)
def test_foreign_origins(it: Studio, origin: str) -> None:
    for method, path in UNSAFE:
        refused(ask(it.app, method, path, b"{}", content_type="application/json", origin=origin),
                403)
    assert not it.workers.asked


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "Same-Origin", "nonsense"])
def test_other_sites(it: Studio, site: str) -> None:
    for method, path in API:
        refused(ask(it.app, method, path, b"{}", content_type="application/json",
                    sec_fetch_site=site), 403)
    assert not it.workers.asked


@pytest.mark.parametrize("media", ["text/plain", "text/plain;application/json", None, "",
                                   "text/json", "application/x-www-form-urlencoded",
                                   "multipart/form-data", "application/jsonp",
                                   "text/plain, application/json"])
def test_json_is_sent_as_json(it: Studio, media: str | None) -> None:
    for method, path in UNSAFE:
        refused(ask(it.app, method, path, b"{}", content_type=media), 415)
        refused(ask(it.app, method, path, [b"{}"], content_type=media), 415)
    assert not it.workers.asked


@pytest.mark.parametrize("given", [
    {"authorization": None}, {"authorization": ""}, {"authorization": "Bearer"},
    {"authorization": "Bearer "}, {"authorization": f"Bearer {TOKEN}x"},
    {"authorization": f"Bearer {TOKEN[:-1]}"}, {"authorization": f"Basic {TOKEN}"},
    {"authorization": TOKEN}, {"authorization": f"Bearer {TOKEN.upper()}"},
    {"authorization": "Bearer \xff\xfe"},
    {"authorization": None, "cookie": f"nonoforge-{PORT}={TOKEN}"},
    {"authorization": None, "cookie": f"nonoforge-{PORT}="},
    {"authorization": None, "cookie": f"token={TOKEN}; ;=; nonoforge-{PORT}"},
])
def test_no_token(it: Studio, given: dict[str, str | None]) -> None:
    for method, path in ALL:
        body = b"{}" if method in ("POST", "PUT") else b""
        refused(ask(it.app, method, path, body, **given), 403)
    assert not it.workers.asked


def test_a_locked_page_says_how_to_open_it(it: Studio) -> None:
    reply = ask(it.app, "GET", "/", authorization=None)
    refused(reply, 403)
    assert reply["content-type"].startswith("text/html")
    assert b"nonoforge studio" in reply.body
    assert b"<script" not in reply.body
    assert b"style=" not in reply.body


TRAVERSALS = [
    "/../notes.secret", "/assets/../notes.secret", "//notes.secret", "/./icon.svg", "/icon.svg/",
    "/..%2fnotes.secret", "/%2e%2e/notes.secret", "\\..\\notes.secret", "/assets\\..\\icon.svg",
    "/C:/windows/win.ini", "/etc/passwd", "//etc/passwd", "/file:///etc/passwd", "/icon.svg\x00.js",
    "/index.html", "/assets", "/assets/", "/notes.secret", "/~root", "/.git/config", "/%00",
    "/library/library.sqlite", "/api", "/api/", "/api/../icon.svg", "/api/library/../../icon.svg",
    "/" + "../" * 40 + "etc/passwd", "http://127.0.0.1/icon.svg", "*", "/ICON.SVG",
]


@pytest.mark.parametrize("path", TRAVERSALS)
def test_paths_lead_nowhere(it: Studio, path: str) -> None:
    refused(ask(it.app, "GET", path), 404)


@pytest.mark.parametrize("id", ["..", "../x", "%2e%2e", "\x00", "a" * 5000, "'; DROP TABLE entry",
                                "\ud83d", "é", "1 OR 1=1"])
@pytest.mark.parametrize("route", [route for route in TABLE if "{id}" in route.path],
                         ids=lambda route: f"{route.method} {route.path}")
def test_ids_lead_nowhere(it: Studio, route: Route, id: str) -> None:
    it.workers.honest = True
    path = route.path.replace("{id}", id).encode("utf-8", "surrogatepass").decode("latin-1")
    body = b"{}" if route.method in ("POST", "PUT") else b""
    refused(ask(it.app, route.method, path, body), 400, 404, 405)


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PATCH", "CONNECT", "PROPFIND", "get",
                                    "X" * 100])
def test_other_methods(it: Studio, method: str) -> None:
    for path in {path for _, path in ALL}:
        refused(ask(it.app, method, path), 404, 405)
        refused(ask(it.app, method, path, authorization=None, origin="http://example.org",
                    access_control_request_method="POST"), 403)
    assert not it.workers.asked


def unread() -> Iterator[bytes]:
    raise AssertionError("a body that is too large was read")
    yield b""


@pytest.mark.parametrize("route", TABLE, ids=lambda route: f"{route.method} {route.path}")
def test_bodies_too_large(it: Studio, route: Route) -> None:
    path, media = route.path.replace("{id}", "abc"), "application/json"
    for length in (route.limit + 1, 200 * MB, 10**30):
        refused(ask(it.app, route.method, path, unread(), content_length=str(length),
                    content_type=media, transfer_encoding=None), 413)
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        while True:
            taken += 1
            yield bytes(MB)

    refused(ask(it.app, route.method, path, endless(), content_type=media), 413)
    assert taken <= route.limit // MB + 2
    assert not it.workers.asked


@pytest.mark.parametrize("length", ["-1", "1e3", "²", "0x10", "", "1 2", "+5", "9" * 5000])
def test_lengths_that_are_no_numbers(it: Studio, length: str) -> None:
    refused(ask(it.app, "POST", "/api/check", b"{}", content_length=length), 400)


def test_slow_bodies(tmp_path: Path) -> None:
    it = studio(tmp_path, RequestBodies(seconds=0.01))
    for method, path in UNSAFE:
        refused(ask(it.app, method, path, [b"{", b"}"], slow=0.02,
                    content_type="application/json"), 408)
    assert not it.workers.asked
    it.state.library.close()


def test_much_at_a_time(tmp_path: Path) -> None:
    it = studio(tmp_path, RequestBodies(most=100))
    refused(ask(it.app, "POST", "/api/check", [b"x" * 60, b"x" * 60]), 503)
    assert ask(it.app, "POST", "/api/check", [b"x" * 60, b"x" * 40]).status == 200
    assert ask(it.app, "POST", "/api/check", b"x" * 100).status == 200  # nothing is held any more
    it.state.library.close()


def test_headers_on_every_answer(it: Studio) -> None:
    for method, path in ALL:
        secured(ask(it.app, method, path), path.startswith("/api"))
    secured(ask(it.app, "GET", "/", query=f"token={TOKEN}"))
    secured(ask(it.app, "GET", "/", query="token=no", authorization=None))
    secured(ask(it.app, "POST", "/api/check", b"{}", accept="application/x-ndjson"))


def test_nothing_of_the_api_is_stored(it: Studio) -> None:
    """But for covers, whose address changes with their content."""
    for method, path in API:
        reply = ask(it.app, method, path)
        stored = "private, max-age=31536000, immutable" if reply.status == 200 and reply[
            "content-type"].startswith("image/svg") else "no-store"
        assert reply["cache-control"] == stored


HOSTILE = ['"><script>alert(1)</script>', "]]>&\x00\n\u202e", "/etc/passwd", "x" * 10_000]


@pytest.mark.parametrize("text", HOSTILE)
def test_words_of_others_are_never_markup(it: Studio, text: str) -> None:
    it.workers.honest = True
    for route in TABLE:
        if route.path.startswith("/api/library") and route.request is not None:
            body = b'{"%b": 1}' % text.encode().replace(b'"', b"'").replace(b"\x00", b" ")
            reply = ask(it.app, route.method, route.path.replace("{id}", "abc"), body)
            assert reply.status in (400, 404)
            assert b"<script" not in reply.body
            assert len(reply.body) < 5000
    reply = ask(it.app, "GET", "/api/library", query="sort=<script>")
    assert b"<" not in reply.body


NAMES = ["host", "origin", "sec_fetch_site", "authorization", "cookie", "content_type",
         "content_length", "transfer_encoding", "accept", "accept_encoding"]
VALUES = st.one_of(st.none(), st.text(st.characters(max_codepoint=255), max_size=20),
                   st.sampled_from([HOST, f"http://{HOST}", "same-origin", "chunked", "0", "5",
                                    "application/json", "application/x-ndjson", "gzip"]))


@given(st.sampled_from(ALL), st.dictionaries(st.sampled_from(NAMES), VALUES), st.binary(max_size=9),
       st.text(st.characters(max_codepoint=127), max_size=20), st.booleans())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_headers(it: Studio, what: tuple[str, str], headers: dict[str, str | None], body: bytes,
                     query: str, known: bool) -> None:
    """Whatever is sent, the answer is one of ours; and without the token it is a refusal."""
    if not known:
        headers = {"authorization": None, **headers}
    reply = ask(it.app, *what, body, query=query, **headers)
    secured(reply)
    assert reply.status < 500 or reply.status == 503
    if "authorization" in headers:
        refused(reply, *range(400, 500))
