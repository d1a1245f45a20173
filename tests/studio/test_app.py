"""The application: verbs, streams, cancelling, the library, the files of the page."""

from __future__ import annotations

import base64
import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.studio_app import Reply, Studio, ask, page, studio
from nonoforge.families.grid import from_picture
from nonoforge.formats import dumps
from nonoforge.studio.gate import MB
from nonoforge.studio.jobs import OWN
from nonoforge.studio.page_files import PageFiles, find_page
from nonoforge.studio.routes import body_limit, described
from nonoforge.studio.tasks import TASKS
from nonoforge.worker_processes import TaskFailed

LINES = "application/x-ndjson"


@pytest.fixture
def it(tmp_path: Path) -> Iterator[Studio]:
    made = studio(tmp_path)
    yield made
    made.state.library.close()


def puzzle(*rows: str) -> dict[str, Any]:
    nonogram = from_picture([[int(cell) for cell in row] for row in rows])
    return dict(json.loads(dumps(nonogram, "nono")))


def asked(it: Studio, method: str, path: str, body: Any = None, status: int = 200, **more: str,
          ) -> Any:
    """JSON out and in."""
    sent = b"" if body is None else json.dumps(body).encode()
    reply = ask(it.app, method, f"/api/{path}", sent, **more)
    assert reply.status == status, reply.body
    return json.loads(reply.body)


# Verbs.

@pytest.mark.parametrize("verb", TASKS)
def test_verbs_reach_the_workers(it: Studio, verb: str) -> None:
    reply = ask(it.app, "POST", f"/api/{verb}", b'{"any": "thing"}')
    assert (reply.status, json.loads(reply.body)) == (200, {"verb": verb})
    assert it.workers.asked == [(verb, b'{"any": "thing"}')]


def test_limits_are_those_of_the_table() -> None:
    assert all(body_limit(route.path) == route.limit for route in described())
    assert body_limit("/api/make/grid") == body_limit("/api/library/import") == 24 * MB
    assert body_limit("/api/check") == body_limit("/api/library") == 10 * MB


def test_verbs_that_are_not_known(it: Studio) -> None:
    it.workers.honest = True
    assert asked(it, "POST", "chekc", {}, status=400)["error"] == \
        "no verb 'chekc'; did you mean check?"


@pytest.mark.parametrize(("error", "status", "told"), [
    (TaskFailed("input", "clue too long", "cat.non:3:1"), 400,
     {"error": "clue too long", "place": "cat.non:3:1"}),
    (TaskFailed("limit", "this takes more than 10 s"), 503, {"error": "this takes more than 10 s"}),
    (TaskFailed("busy", "64 jobs are waiting"), 503, {"error": "64 jobs are waiting"}),
    (TaskFailed("crash", "KeyError: '/secret/path'"), 500,
     {"error": "internal error of the studio; details may be on its terminal"}),
    (TaskFailed("input", "two\nlines <b>"), 400, {"error": "two lines <b>"}),
])
def test_failures(it: Studio, error: TaskFailed, status: int, told: dict[str, str],
                  capsys: pytest.CaptureFixture[str]) -> None:
    it.workers.answers["check"] = error
    reply = ask(it.app, "POST", "/api/check", b"{}")
    assert (reply.status, json.loads(reply.body)) == (status, told)
    assert b"<" not in reply.body
    lines = stream(ask(it.app, "POST", "/api/check", b"{}", accept=LINES))
    assert lines == [told | {"status": status}]
    assert ("KeyError" in capsys.readouterr().err) == (error.kind == "crash")


def stream(reply: Reply) -> list[Any]:
    assert reply.status == 200
    assert reply["content-type"] == LINES
    assert reply.body.endswith(b"\n")
    return [json.loads(line) for line in reply.body.splitlines()]


def test_progress(it: Studio) -> None:
    it.workers.progress = [(None, "reading"), (0.5, "half of it\nis done")]
    it.workers.answers["explain"] = b'{"a":\r\n [1,\n 2]}'
    lines = stream(ask(it.app, "POST", "/api/explain", b"{}", accept=f"{LINES}, */*"))
    assert lines == [{"progress": {"share": None, "words": "reading"}},
                     {"progress": {"share": 0.5, "words": "half of it is done"}},
                     {"result": {"a": [1, 2]}}]


def test_without_progress(it: Studio) -> None:
    it.workers.progress = [(0.5, "half")]
    assert asked(it, "POST", "check", {}) == {"verb": "check"}


@pytest.mark.parametrize("accept", [LINES, "application/json"])
def test_who_goes_away_ends_the_job(it: Studio, accept: str) -> None:
    it.workers.for_ever = True
    ask(it.app, "POST", "/api/check", b"{}", accept=accept, gone_after=0.01)
    assert it.workers.cancelled == 1


def test_who_goes_away_while_sending_begins_nothing(it: Studio) -> None:
    assert ask(it.app, "POST", "/api/check", [b"{"], quits=True).status == 0
    assert not it.workers.asked


# The page.

def test_the_page(it: Studio) -> None:
    reply = ask(it.app, "GET", "/")
    assert reply.status == 200
    assert b"<title>a page</title>" in reply.body
    assert reply["content-type"] == "text/html; charset=utf-8"
    assert reply["cache-control"] == "no-store"


def test_files_that_never_change(it: Studio) -> None:
    plain = ask(it.app, "GET", "/assets/index-Ab12_-Cd.js")
    packed = ask(it.app, "GET", "/assets/index-Ab12_-Cd.js", accept_encoding="br, gzip")
    assert plain["cache-control"] == "public, max-age=31536000, immutable"
    assert plain["vary"] == "accept-encoding"
    assert plain["content-type"] == "text/javascript; charset=utf-8"
    assert packed["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)
    assert ask(it.app, "GET", "/icon.svg")["cache-control"] == "no-cache"


def test_heads_have_no_body(it: Studio) -> None:
    assert ask(it.app, "HEAD", "/").status == 200


def test_packed_files_beside_are_served(tmp_path: Path) -> None:
    folder = page(tmp_path)
    (folder / "icon.svg.gz").write_bytes(b"packed well")
    found = PageFiles(folder).get("/icon.svg")
    assert found
    assert found.packed == b"packed well"
    assert PageFiles(folder).get("/icon.svg.gz") is None


def test_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("no")
    folder = page(tmp_path / "page")
    (folder / "a.txt").symlink_to(tmp_path / "secret.txt")
    assert PageFiles(folder).get("/a.txt") is None


def test_a_page_that_is_worked_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONOFORGE_PAGE", str(page(tmp_path)))
    found = find_page()
    (tmp_path / "index.html").write_text("new")
    file = found.get("/")
    assert file
    assert file.content == b"new"


def test_a_page_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONOFORGE_PAGE", str(tmp_path))
    with pytest.raises(Exception, match=r"no index\.html"):
        find_page()


# The library.

CAT, DOG = puzzle("110", "011"), puzzle("101", "111")


def test_a_life_in_the_library(it: Studio) -> None:
    it.workers.honest = True
    [cat, dog] = asked(it, "POST", "library", {"puzzles": [
        {"puzzle": CAT, "title": "Cat", "tags": ["animal"]}, {"puzzle": DOG, "source": "web"}],
    })["entries"]
    assert (cat["title"], cat["tags"], cat["size"], cat["cells"]) == ("Cat", ["animal"], "3 × 2", 6)
    assert (dog["family"], dog["source"]) == ("grid", "web")
    assert asked(it, "GET", "library", query="search=cat&limit=5")["total"] == 1
    assert asked(it, "GET", "library/tags") == [{"tag": "animal", "count": 1}]
    assert asked(it, "GET", f"library/{cat['id']}")["puzzle"]["rows"] == CAT["rows"]
    one = f"library/{cat['id']}"
    changed = asked(it, "PUT", one, {"title": "Kitten", "tags": [], "rating": {"rung": 2}})
    assert (changed["title"], changed["tags"], changed["rating"]) == ("Kitten", [], {"rung": 2})
    assert asked(it, "PUT", one, {"rating": None})["rating"] is None
    assert asked(it, "GET", f"{one}/state") is None
    assert asked(it, "PUT", f"{one}/state", {"marks": [1], "seconds": 3})["started"]
    assert asked(it, "GET", f"{one}/state") == {"marks": [1], "seconds": 3}
    bird = asked(it, "PUT", one, {"puzzle": puzzle("11", "10")})
    assert (bird["size"], bird["title"], bird["started"]) == ("2 × 2", "Kitten", False)
    assert asked(it, "DELETE", one)["binned"]
    assert asked(it, "GET", "library")["total"] == 1
    assert asked(it, "GET", "library", query="bin=true")["total"] == 1
    assert asked(it, "POST", f"{one}/restore")["binned"] is None
    asked(it, "DELETE", one)
    assert asked(it, "DELETE", "library/bin") == {"removed": 1}
    asked(it, "GET", one, status=404)


@pytest.mark.parametrize("bad", [{"tags": ["x" * 51]}, {"rating": {"why": "x" * 20_000}},
                                 {"title": "x" * 201}, {"tags": "x"}, {"colour": 1}])
def test_all_of_a_change_or_nothing(it: Studio, bad: dict[str, Any]) -> None:
    it.workers.honest = True
    [cat] = asked(it, "POST", "library", {"puzzles": [{"puzzle": CAT, "title": "Cat"}]})["entries"]
    change = {"title": "Dog", "tags": ["dog"], "puzzle": DOG} | bad
    assert asked(it, "PUT", f"library/{cat['id']}", change, status=400)["error"]
    opened = asked(it, "GET", f"library/{cat['id']}")
    assert (opened["entry"]["title"], opened["entry"]["tags"]) == ("Cat", [])
    assert opened["puzzle"]["rows"] == CAT["rows"]


def test_many_files_come_in_one_request_and_a_zip_says_what_it_had(it: Studio) -> None:
    it.workers.honest = True
    files = {f"{number}.nono": json.dumps(puzzle(f"{number:06b}")).encode()
             for number in range(1, 30)}
    sent = [{"name": name, "data": base64.b64encode(data).decode()} for name, data in files.items()]
    sent.insert(3, {"name": "bad.nono", "data": base64.b64encode(b"{}").decode()})
    came = asked(it, "POST", "library/import", {"files": sent})
    assert (came["added"], came["existed"], came["entries"]) == (29, 0, [])
    [error] = came["errors"]
    assert error["name"] == "bad.nono"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        for name, data in files.items():
            target.writestr(f"folder/{name}", data)
        target.writestr("new.nono", json.dumps(puzzle("1110111")))
        target.writestr("readme.pdf", "no puzzle")
        target.writestr("folder/.hidden.nono", "no puzzle")
        target.writestr("broken.nono", "no puzzle")
    zipped = {"name": "all.zip", "data": base64.b64encode(packed.getvalue()).decode()}
    came = asked(it, "POST", "library/import", zipped)
    assert (came["added"], came["existed"]) == (1, 29)
    assert [error["name"] for error in came["errors"]] == ["broken.nono"]
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").writestr("readme.pdf", "no puzzle")
    zipped["data"] = base64.b64encode(empty.getvalue()).decode()
    asked(it, "POST", "library/import", zipped, status=400)
    asked(it, "POST", "library/import", {"name": "x", "tags": []}, status=400)


def test_edits_are_stored_at_once_and_become_a_version_when_the_puzzle_is_opened(
        it: Studio) -> None:
    it.workers.honest = True
    [cat] = asked(it, "POST", "library", {"puzzles": [{"puzzle": CAT, "title": "Cat"}]})["entries"]
    one = f"library/{cat['id']}"
    first = asked(it, "GET", one)
    asked(it, "POST", f"{one}/game", {"base": 0, "game": first["game"],
                                      "ops": [{"id": "g", "move": [0, -1, 1]}]})
    picture = [cell for row in first["puzzle"]["solution"] for cell in row]
    sheet = {"puzzle": first["puzzle"], "picture": picture, "version": first["version"]}
    jobs = len(it.workers.asked)
    asked(it, "POST", f"{one}/edits", {"base": 0, "ops": [
        {"id": "s", "sheet": sheet}, {"id": "a", "on": "s", "move": [0, 1, 0]}]})
    assert len(it.workers.asked) == jobs  # nothing was computed
    second = asked(it, "GET", one)
    assert second["puzzle"]["rows"] != first["puzzle"]["rows"]
    assert (second["entry"]["started"], second["entry"]["title"]) == (False, "Cat")
    asked(it, "POST", f"{one}/edits", {"base": 2, "ops": [{"id": "b", "undo": "a"}]})
    third = asked(it, "GET", one)
    assert (third["puzzle"], third["game"], third["version"]) == (
        first["puzzle"], first["game"], first["version"])
    assert third["entry"]["started"]
    assert [version["number"] for version in asked(it, "GET", f"{one}/versions")] == [1, 2]
    assert asked(it, "GET", f"{one}/versions/2")["rows"] == second["puzzle"]["rows"]
    # Edits that make no puzzle stay stored; the puzzle opens as it was, and says why.
    asked(it, "POST", f"{one}/edits", {"base": 3, "ops": [
        {"id": "c", "on": "s", "move": [0, 1, 9]}]})
    assert asked(it, "GET", one)["problem"]
    assert asked(it, "GET", f"{one}/edits")["ids"] == ["s", "c"]
    asked(it, "POST", f"{one}/edits", {"base": 99, "ops": []}, status=409)
    asked(it, "GET", f"{one}/versions/x", status=404)
    asked(it, "POST", f"{one}/game", {"base": 0, "game": "zz", "ops": []}, status=404)


def test_a_page_that_is_closed_has_saved_its_game(it: Studio) -> None:
    it.workers.honest = True
    [cat] = asked(it, "POST", "library", {"puzzles": [{"puzzle": CAT}]})["entries"]
    for seconds in range(20):
        path = f"/api/library/{cat['id']}/state"
        ask(it.app, "PUT", path, b'{"seconds": %d}' % seconds, gone_after=0)
        assert asked(it, "GET", f"library/{cat['id']}/state") == {"seconds": seconds}


def test_many_at_a_time(it: Studio) -> None:
    it.workers.honest = True
    many = {"puzzles": [{"puzzle": {}}] * 101}
    assert "at most 100" in asked(it, "POST", "library", many, status=400)["error"]


def test_thumbnails(it: Studio) -> None:
    it.workers.honest = True
    [cat] = asked(it, "POST", "library", {"puzzles": [{"puzzle": CAT}]})["entries"]
    reply = ask(it.app, "GET", f"/api/library/{cat['id']}/thumbnail")
    assert reply["content-type"] == "image/svg+xml"
    assert reply.body.startswith(b"<svg")
    assert reply["content-security-policy"].startswith("default-src 'none'; ")
    assert reply["content-security-policy"].endswith("; sandbox")
    [two] = asked(it, "POST", "library", {"puzzles": [
        {"puzzle": {**puzzle("10", "01"), "solution": None}}]})["entries"]
    asked(it, "GET", f"library/{two['id']}/thumbnail", status=404)


def test_import_and_export(it: Studio, tmp_path: Path) -> None:
    it.workers.honest = True
    file = {"name": "pets/../some.non", "data": base64.b64encode(
        b'title "Cat"\nwidth 2\nheight 1\nrows\n2\ncolumns\n1\n1\n').decode(), "tags": ["pet"]}
    came = asked(it, "POST", "library/import", file)
    assert (came["added"], came["existed"]) == (1, 0)
    assert came["entries"][0]["source"] == "some.non"
    assert asked(it, "POST", "library/import", file)["existed"] == 1
    reply = ask(it.app, "GET", "/api/library/export")
    assert reply["content-type"] == "application/zip"
    assert reply["content-disposition"] == 'attachment; filename="nonograms.zip"'
    assert "Cat.nono" in zipfile.ZipFile(io.BytesIO(reply.body)).namelist()
    other = studio(tmp_path / "other")
    other.workers.honest = True
    whole = {"name": "nonograms.zip", "data": base64.b64encode(reply.body).decode()}
    assert asked(other, "POST", "library/import", whole)["added"] == 1
    assert asked(other, "GET", "library", query="tag=pet")["total"] == 1
    other.state.library.close()


def test_an_export_that_cannot_begin_is_an_error(it: Studio) -> None:
    it.workers.answers["own/export"] = TaskFailed("busy", "the disk is full")
    for method, body in (("GET", b""), ("POST", b'{"ids": []}')):
        reply = ask(it.app, method, "/api/library/export", body)
        assert (reply.status, json.loads(reply.body)) == (503, {"error": "the disk is full"})


def test_an_export_ends_with_its_client(it: Studio) -> None:
    it.workers.for_ever = True
    assert ask(it.app, "GET", "/api/library/export", gone_after=0).status == 0
    assert it.workers.cancelled == 1


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x03\x04 nonsense", b"\x00" * 100])
def test_files_that_hold_no_puzzle(it: Studio, data: bytes) -> None:
    it.workers.honest = True
    file = {"name": "x", "data": base64.b64encode(data).decode()}
    assert asked(it, "POST", "library/import", file, status=400)["error"]
    assert asked(it, "GET", "library")["total"] == 0


@pytest.mark.parametrize(("method", "path", "body"), [
    ("POST", "library", {}), ("POST", "library", []), ("POST", "library", {"puzzles": [1]}),
    ("POST", "library", {"puzzles": [{"puzzle": {}}]}),
    ("POST", "library", {"puzzles": [{"puzzle": CAT, "colour": 1}]}),
    ("POST", "library", {"puzzles": [{"puzzle": CAT, "family": "grid", "cells": 4}]}),
    ("POST", "library", {"puzzles": [{"puzzle": CAT, "thumbnail": "<svg/>"}]}),
    ("POST", "library/import", {"name": "x", "data": "***"}), ("PUT", "library/x/state", [1]),
])
def test_bad_requests(it: Studio, method: str, path: str, body: Any) -> None:
    it.workers.honest = True
    assert asked(it, method, path, body, status=400)["error"]
    assert asked(it, "GET", "library")["total"] == 0


@pytest.mark.parametrize("query", ["limit=x", "limit=-1", "sort=no", "offset=x1", "colour=red",
                                   "bin=perhaps", "limit=100000"])
def test_bad_questions(it: Studio, query: str) -> None:
    assert asked(it, "GET", "library", status=400, query=query)["error"]


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 100_000, b"\xff", b"null", b'"x"'])
def test_what_is_no_json(it: Studio, body: bytes) -> None:
    it.workers.honest = True
    for path in ("/api/library", "/api/library/import"):
        reply = ask(it.app, "POST", path, body)
        assert reply.status == 400
        assert json.loads(reply.body)["error"]


def test_a_library_with_trouble(it: Studio) -> None:
    it.state.library.close()
    reply = ask(it.app, "GET", "/api/library")
    assert reply.status == 503
    assert b"/" not in reply.body.replace(b"application/json", b"")


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
def test_answers_that_nobody_reads(it: Studio, accept: str) -> None:
    """There is room for so many; they count while they are sent."""
    it.state.unsent.most = 100
    it.workers.answers["board"] = b'"' + b"x" * 100 + b'"'
    refused = ask(it.app, "POST", "/api/board", b"{}", accept=accept)
    assert refused.status == (503 if accept == "application/json" else 200)
    assert json.loads(refused.body.splitlines()[-1])["error"].startswith("too many answers")
    it.workers.answers["board"] = b'"short"'
    for _ in range(20):
        assert b"short" in ask(it.app, "POST", "/api/board", b"{}", accept=accept).body
    assert it.state.unsent.held == 0


@pytest.mark.parametrize("verb", [*OWN, "own/", "own", "own%2fadd", "library/own/add"])
def test_jobs_of_the_server_cannot_be_asked_for(it: Studio, verb: str) -> None:
    it.workers.honest = True
    assert ask(it.app, "POST", f"/api/{verb}", b"{}").status in (400, 404, 405)
    assert [name for name, _ in it.workers.asked if name in OWN] == []


def test_what_is_said_about_a_puzzle_is_found_in_it(it: Studio) -> None:
    it.workers.honest = True
    [entry] = asked(it, "POST", "library", {"puzzles": [
        {"puzzle": CAT, "title": "Mine", "tags": ["a"], "source": "me"}]})["entries"]
    shown = {name: entry[name] for name in ("title", "family", "size", "cells", "colours", "tags")}
    assert shown == {"title": "Mine", "family": "grid", "size": f"{CAT['width']} × {CAT['height']}",
                     "cells": CAT["width"] * CAT["height"], "colours": 1, "tags": ["a"]}


def test_the_library_fails_in_a_worker(it: Studio) -> None:
    """Its path is not told, and it is not the client's fault."""
    it.workers.honest = True
    folder = Path(it.state.library.folder)
    it.state.library.close()
    for file in folder.iterdir():
        file.write_bytes(b"this is no library" * 100)
    reply = ask(it.app, "POST", "/api/library", json.dumps({"puzzles": [{"puzzle": CAT}]}).encode())
    assert reply.status == 503
    assert str(folder).encode() not in reply.body
    assert "place" not in json.loads(reply.body)


def test_a_puzzle_that_is_gone_while_it_is_changed(it: Studio) -> None:
    it.workers.honest = True
    for body in ({}, {"puzzle": CAT}, {"title": "x"}, {"tags": []}, {"rating": None}):
        asked(it, "PUT", "library/nowhere", body, status=404)
