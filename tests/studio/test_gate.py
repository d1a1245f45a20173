"""The gate: how one gets in."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from helpers.studio_app import HOST, PORT, TOKEN, Studio, ask, studio
from nonoforge.studio.token import kept_token, new_token

OWN = f"http://{HOST}"


@pytest.fixture
def it(tmp_path: Path) -> Iterator[Studio]:
    made = studio(tmp_path)
    yield made
    made.state.library.close()


def cookie(it: Studio) -> str:
    reply = ask(it.app, "GET", "/", query=f"token={TOKEN}", authorization=None)
    return reply["set-cookie"].partition(";")[0]


def test_the_token_becomes_a_cookie(it: Studio) -> None:
    reply = ask(it.app, "GET", "/", query=f"token={TOKEN}", authorization=None)
    assert (reply.status, reply["location"], reply.body) == (303, "/", b"")
    morsel = SimpleCookie(reply["set-cookie"])[f"nonoforge-{PORT}"]
    assert morsel["httponly"]
    assert morsel["samesite"].lower() == "strict"
    assert morsel["path"] == "/"
    assert not morsel["domain"]
    assert TOKEN not in reply["set-cookie"]
    assert ask(it.app, "GET", "/", authorization=None, cookie=cookie(it)).status == 200


@pytest.mark.parametrize(("query", "to"), [
    ("token={}&view=play&x=a%26b", "/?view=play&x=a%26b"), ("x=&token={}", "/?x="),
    ("token={}&token={}", "/"), ("next=//example.org&token={}", "/?next=%2F%2Fexample.org"),
    ("a=%0d%0aset-cookie:x=1&token={}", "/?a=%0D%0Aset-cookie%3Ax%3D1"),
])
def test_the_rest_of_the_address_stays(it: Studio, query: str, to: str) -> None:
    reply = ask(it.app, "GET", "/", query=query.replace("{}", TOKEN))
    assert (reply.status, reply["location"]) == (303, to)


@pytest.mark.parametrize("path", ["//example.org", "/\\example.org", "/icon.svg", "/api/library"])
def test_the_token_opens_the_front_door_only(it: Studio, path: str) -> None:
    reply = ask(it.app, "GET", path, query=f"token={TOKEN}", authorization=None)
    assert reply.status == 403
    assert not reply["location"]
    assert not reply["set-cookie"]


@pytest.mark.parametrize("token", ["", "x", TOKEN + "x", TOKEN[:-1], "%ff", "é", TOKEN + "%00"])
def test_a_wrong_token_in_the_address(it: Studio, token: str) -> None:
    reply = ask(it.app, "GET", "/", query=f"token={token}", authorization=None)
    assert reply.status == 403
    assert not reply["set-cookie"]


def test_a_token_that_works_once(it: Studio) -> None:
    it.app.once = b"only-once"  # type: ignore[attr-defined]
    statuses = [ask(it.app, "GET", "/", query=f"token={token}", authorization=None).status
                for token in ("only-onc", "only-once", "only-once", "", TOKEN, TOKEN)]
    assert statuses == [403, 303, 403, 403, 303, 303]
    assert ask(it.app, "GET", "/", authorization="Bearer only-once").status == 403
    assert ask(it.app, "GET", "/", authorization="Bearer ").status == 403


def test_a_link_from_elsewhere_enters_by_a_page(it: Studio) -> None:
    """A redirect would come without the cookie."""
    reply = ask(it.app, "GET", "/", query=f"x=%22%3E%3Cb%3E&token={TOKEN}", authorization=None,
                sec_fetch_site="cross-site")
    assert reply.status == 200
    assert b'content="0; url=/?x=%22%3E%3Cb%3E"' in reply.body
    assert reply["set-cookie"]


def test_other_cookies_do_not_matter(it: Studio) -> None:
    lines = [f"a=b; {cookie(it)}; c", f"nonoforge-1=x;{cookie(it)}",
             f"nonoforge-{PORT}=old; {cookie(it)}"]
    assert [ask(it.app, "GET", "/", authorization=None, cookie=line).status for line in lines] == \
        [200, 200, 200]


def test_the_page_may_ask(it: Studio) -> None:
    own = {"authorization": None, "cookie": cookie(it)}
    for more in ({"sec_fetch_site": "same-origin", "origin": OWN}, {"origin": OWN},
                 {"sec_fetch_site": "none"}):
        assert ask(it.app, "POST", "/api/check", b"{}", **own, **more).status == 200


def test_a_cookie_alone_changes_nothing(it: Studio) -> None:
    reply = ask(it.app, "POST", "/api/check", b"{}", authorization=None, cookie=cookie(it))
    assert reply.status == 403
    assert ask(it.app, "GET", "/api/library", authorization=None,
               cookie=cookie(it)).status == 200


def test_a_link_from_elsewhere_opens_the_page_only(it: Studio) -> None:
    assert ask(it.app, "GET", "/", sec_fetch_site="cross-site").status == 200
    assert ask(it.app, "GET", "/api/library", sec_fetch_site="cross-site").status == 403


def test_json_with_a_charset(it: Studio) -> None:
    for media in ("application/json; charset=utf-8", "Application/JSON"):
        assert ask(it.app, "POST", "/api/check", b"{}", content_type=media).status == 200


def test_two_starts_have_different_keys() -> None:
    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50
    assert all(re.fullmatch(r"[\w-]{43}", token) for token in tokens)


def test_other_protocols_are_not_spoken(it: Studio) -> None:
    asyncio.run(it.app({"type": "websocket", "path": "/"}, None, None))  # type: ignore[arg-type]


def test_a_request_that_is_cut_short(it: Studio) -> None:
    async def closing(scope: object, receive: object, send: object) -> None:
        raise asyncio.CancelledError

    it.app.app = closing  # type: ignore[attr-defined]
    reply = ask(it.app, "POST", "/api/check", b"{}")
    assert (reply.status, reply.body) == (503, b'{"error":"the studio is closing"}')
    assert reply["content-security-policy"]


def test_a_fault_of_ours_is_told_in_one_line(it: Studio, capsys: pytest.CaptureFixture[str],
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: str) -> int:
        raise RuntimeError("secret /path/to/file")

    monkeypatch.setattr(it.app, "limit", broken)
    reply = ask(it.app, "POST", "/api/check", b"{}")
    assert reply.status == 500
    assert b"secret" not in reply.body
    assert "RuntimeError" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_a_token_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    token, file = kept_token(tmp_path), tmp_path / "studio.token"
    assert file.stat().st_mode & 0o777 == 0o600
    assert kept_token(tmp_path) == token
    file.chmod(0o644)  # others may have read it
    second = kept_token(tmp_path)
    assert second != token
    assert file.stat().st_mode & 0o777 == 0o600
    assert kept_token(tmp_path, renew=True) != second
    file.write_text("short")
    assert len(kept_token(tmp_path)) == 43
    assert os.listdir(tmp_path) == ["studio.token"]
    file.unlink()
    file.mkdir()
    assert kept_token(tmp_path) != kept_token(tmp_path)  # it cannot be kept
