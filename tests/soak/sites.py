"""Pages of other sites in a real browser, in which the studio is open as well.

The browser has the studio's cookie. Each page of another site tries what pages can: forms, scripts,
pictures, frames, windows and names that lead to this machine (`*.localhost` does in Chromium, as a
rebound name would). Whatever it tries, it reads nothing and changes nothing.
"""

from __future__ import annotations

import base64
import http.server
import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from helpers.studio_process import StudioProcess
from nonoforge.studio.routes import described
from soak.markup import PWNED, TEXTS, hostile_files
from soak.runner import Report

# What a page does; each finds out something if it can.
ATTACK = """async ([studio, routes]) => {
    const got = [];
    const note = (what) => got.push(what);
    const frame = document.createElement("iframe");
    frame.name = "sink";
    document.body.append(frame);
    for (const [method, path] of routes) {
        for (const mode of ["cors", "no-cors", "same-origin"])
            for (const type of ["application/json", "text/plain"]) try {
                const answer = await fetch(studio + path, {method, mode, credentials: "include",
                    headers: method === "GET" ? {} : {"Content-Type": type},
                    body: method === "GET" || method === "DELETE" ? undefined : "{}"});
                if (answer.type !== "opaque") note(["fetch", method, path, await answer.text()]);
            } catch {}
        for (const type of ["application/x-www-form-urlencoded", "multipart/form-data",
                            "text/plain"]) {
            const form = document.createElement("form");
            Object.assign(form, {method: method === "GET" ? "GET" : "POST", action: studio + path,
                enctype: type, target: "sink"});
            form.append(Object.assign(document.createElement("input"),
                                      {name: '{"ids": [], "x": "', value: '"}'}));
            document.body.append(form);
            form.submit();
        }
    }
    for (const [tag, path] of [["img", "/icon.svg"], ["script", "/api/library"], ["img",
            "/api/library/export"], ["script", "/api/openapi.json"]])
        await new Promise((done) => {
            const element = document.createElement(tag);
            element.onload = () => { note([tag, path]); done(); };
            element.onerror = done;
            element.src = studio + path;
            document.body.append(element);
        });
    try {  // it may still be the empty frame that it is at first
        if (frame.contentDocument.body.innerText)
            note(["frame", frame.contentDocument.body.innerText]);
    } catch {}
    const framed = document.createElement("iframe");
    framed.src = studio + "/";
    await new Promise((done) => { framed.onload = framed.onerror = done;
                                  document.body.append(framed); });
    try { if (framed.contentDocument?.body.innerText) note(["framed",
          framed.contentDocument.body.innerText]); } catch {}
    const opened = window.open(studio + "/#/");
    try {  // until it is no longer the empty window that it is at first
        while (!opened.closed && opened.document.URL === "about:blank")
            await new Promise(requestAnimationFrame);
        if (!opened.closed) note(["window", opened.document.body.innerHTML]);
    } catch {}
    opened.close();
    return got;
}"""


@contextmanager
def other_site() -> Iterator[int]:
    """A web server with an empty page at every address; its port."""
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>another site</title><body>")

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def sites_in_a_browser(rng: random.Random, browser: Any, studio: StudioProcess, report: Report,
                       few: bool = False) -> None:
    """Let other sites attack the studio, then look at puzzles that contain markup."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{studio.port}/?token={studio.token}#/make")
    page.wait_for_selector("main")
    ids = [entry["id"] for entry in studio.ask("GET", "/api/library")["entries"]]
    before = [studio.ask("GET", f"/api/library/{id}") for id in ids]
    routes = [(route.method, route.path.replace("{id}", ids[0]).replace("{number}", "1"))
              for route in described()]
    with other_site() as port:
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"evil.localhost:{port}"):
            attacker = context.new_page()
            attacker.goto(f"http://{host}/")
            chosen = rng.sample(routes, 4 if few else len(routes))
            got = attacker.evaluate(ATTACK, [f"http://127.0.0.1:{studio.port}", chosen])
            report.count("requests of other sites", 9 * len(chosen) + 6)
            if got:
                report.fail(f"{host} has read answers of the studio", got=got)
            attacker.close()
        _rebound(context, studio, report)
    if [studio.ask("GET", f"/api/library/{id}") for id in ids] != before:
        report.fail("another site has changed the library")
    _pages_with_markup(rng, page, studio, report, few)
    context.close()


def _rebound(context: Any, studio: StudioProcess, report: Report) -> None:
    """A name of another site that leads to the studio's address gets no page and no answer."""
    page = context.new_page()
    for path in ("/", f"/?token={studio.token}", "/api/library", "/icon.svg"):
        answer = page.goto(f"http://evil.localhost:{studio.port}{path}")
        report.count("requests by a rebound name")
        if answer.status != 421:
            report.fail(f"a rebound name was answered with {answer.status} at {path}")
    page.close()


def _pages_with_markup(rng: random.Random, page: Any, studio: StudioProcess, report: Report,
                       few: bool) -> None:
    """Open all pages about puzzles whose texts are markup; none of it may run."""
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.add_init_script("localStorage.setItem('nonoforge-uncovered', 'true')")
    for text in rng.sample(TEXTS, 1 if few else 8):
        [(name, data)] = [(name, data) for name, data in hostile_files(rng, text)
                          if name.endswith(".nono")]
        try:
            [entry] = studio.ask("POST", "/api/library/import", {
                "name": name, "data": base64.b64encode(data).decode(),
                "tags": [text[:30]]})["entries"]
        except OSError as error:
            report.fail(f"a puzzle could not be added: {error}", text=text)
            continue
        for place in ("", *(f"{view}/{entry['id']}" for view in ("play", "edit", "check",
                                                                 "share"))):
            page.goto(f"http://127.0.0.1:{studio.port}/#/{place}")
            page.wait_for_selector("main:not(:has(.waiting))")
            report.count("pages with markup in their puzzles")
            _check_unharmed(page, dialogs, report, f"#/{place}", text)
        for kind in ("html", "svg"):
            answer = studio.ask("POST", "/api/draw", {"kind": kind, "puzzle": studio.ask(
                "GET", f"/api/library/{entry['id']}")["puzzle"]})
            opened = page.context.new_page()
            opened.route("**/*", lambda route, kind=kind, answer=answer: route.fulfill(
                body=base64.b64decode(answer["data"]),
                content_type="text/html" if kind == "html" else "image/svg+xml"))
            opened.goto("http://drawing.localhost/")
            report.count("files with markup opened")
            _check_unharmed(opened, dialogs, report, kind, text)
            opened.close()


def _check_unharmed(page: Any, dialogs: list[str], report: Report, where: str, text: str) -> None:
    ran = page.evaluate("window.pwned")
    inline = page.evaluate(
        "[...document.querySelectorAll('*')].flatMap((element) => [...element.attributes])"
        f".filter((each) => each.name.startsWith('on') && each.value.includes({json.dumps(PWNED)}))"
        ".length + document.querySelectorAll('main script, main iframe').length")
    if ran or dialogs or inline:
        report.fail(f"markup of a puzzle is more than a text at {where}", text=text, ran=ran,
                    dialogs=dialogs, elements=inline)
