"""Markup and script in every text of a puzzle, and what shows that some of it is more than text.

A file with such texts is compared with the file of the same puzzle with harmless ones: both must
have the same kinds of elements and attributes.
"""

from __future__ import annotations

import base64
import http.client
import json
import random
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from helpers.studio_process import Refused, StudioProcess
from nonoforge.errors import InputError
from nonoforge.formats import FORMATS, dumps, loads
from nonoforge.nonogram import INFO_TEXTS, Info, Nonogram
from nonoforge.palette import Palette
from soak.runner import Report

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = ("fox", "heart", "chair", "curved/heart", "tri/pizza")
PWNED = "window.pwned=1"
TEXTS = (
    f'"><script>{PWNED}</script>', f"'><img src=x onerror={PWNED}>",
    f"</title><svg onload={PWNED}>", f"</script><script>{PWNED}</script>",
    f"<!--<script>{PWNED}</script>-->",
    f"]]><script>{PWNED}</script><![CDATA[", f"&lt;script&gt;{PWNED}&lt;/script&gt;",
    f"&#60;script&#62;{PWNED}&#60;/script&#62;", f"javascript:{PWNED}", f"${{{PWNED}}}",
    f"{{{{{PWNED}}}}}", f"</text></svg><script>{PWNED}</script>", "<foreignObject><iframe src=//x>",
    f"</style><script>{PWNED}</script>", f"x' onmouseover='{PWNED}' y='",
    f'x" onfocus="{PWNED}" autofocus y="', f"\u2028{PWNED}\u2029//", f"\\u003cscript>{PWNED}",
    f") Tj /OpenAction << /S /JavaScript /JS ({PWNED}) >> (", f"\\) /JS ({PWNED}) >> endobj (",
    r"\input{/etc/passwd}", r"}\write18{id}{", r"$\immediate\write18{id}$", r"^^5cinput{x}",
    "../../etc/passwd", "a\r\nSet-Cookie: x=1\r\n\r\n<html>", "\0<script>", "\x1b]0;x\x07",
    "\u202e<script>", "%0d%0aX: 1",
    "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e SYSTEM '/x'>]>&e;",
    "<use href='//x/y'/>", "@import url(//x)", "url(//x)", "<a href='javascript:1'>x</a>",
)
HARMLESS = "words"


def example(rng: random.Random, names: tuple[str, ...]) -> Nonogram:
    [nonogram] = loads((EXAMPLES / f"{rng.choice(names)}.nono").read_bytes(), "x.nono")
    return nonogram


def with_text(nonogram: Nonogram, text: str) -> Nonogram:
    """The puzzle with this text wherever one can be."""
    info = Info(**dict.fromkeys(INFO_TEXTS, text), notes=(text, text[::-1]), more=((text, text),))
    colours = tuple(colour._replace(name=f"{number} {text}")
                    for number, colour in enumerate(nonogram.puzzle.palette.colours))
    return replace(nonogram, info=info, puzzle=replace(nonogram.puzzle, palette=Palette(colours)))


def hostile_files(rng: random.Random, text: str, names: tuple[str, ...] = FILES) -> list[
        tuple[str, bytes]]:
    """The same puzzle in each format that can hold it, with the text in it, and file names."""
    nonogram = example(rng, names)
    files = []
    for format in FORMATS.values():
        try:
            data = dumps(with_text(nonogram, text), format.name, lossy=True)
        except InputError:
            continue
        files.append((f"{text}{format.extensions[0]}",
                      data if isinstance(data, bytes) else data.encode()))
    return files


class Elements(HTMLParser):
    """The elements of a page with the names of their attributes, in their order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, ...]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, *sorted(name for name, _ in attrs)))


ACTIVE = re.compile(rb"/(JS|JavaScript|OpenAction|AA|Launch|URI|EmbeddedFile|RichMedia|SubmitForm"
                    rb"|XFA|GoToR)\b")
PDF_STRING = re.compile(rb"\((?:[^()\\]|\\.)*\)", re.DOTALL)
# What the writer itself has: escaped characters, bold, what was cut off, directions of lines.
LATEX = {"textbackslash", "textasciitilde", "textasciicircum", "textbf", "dots", "leftarrow",
         "rightarrow", "uparrow", "downarrow"}


def kinds_of(kind: str, data: bytes) -> Any:
    """What must not depend on the texts of a puzzle."""
    if kind == "html":
        return Elements(data.decode()).found
    if kind == "pdf":
        plain = re.sub(rb"(?s)stream\r?\n.*?endstream", b"", data)
        while (fewer := PDF_STRING.sub(b"", plain)) != plain:  # strings may be nested
            plain = fewer
        return sorted(set(ACTIVE.findall(plain)))
    root = ET.fromstring(data)
    if kind == "ipe":
        commands = {word for text in root.iter("text")
                    for word in re.findall(r"\\([A-Za-z]+|\^|~(?!\{))", text.text or "")} - LATEX
        if commands:
            return commands
    # Titles, and texts that were cut or wrapped, may be there or not.
    optional = {"title", "desc", "text", "tspan"}
    return sorted({(element.tag.rpartition("}")[2],
                    *(sorted(element.attrib) if kind == "svg" else ()))
                   for element in root.iter()
                   if element.tag.rpartition("}")[2] not in optional} | {
        ("active", name) for element in root.iter() for name, value in element.attrib.items()
        if name.startswith("on") or ("javascript:" in value and element.tag != "info")})


def markup_everywhere(rng: random.Random, studio: StudioProcess, report: Report,
                      short: bool) -> None:
    """Bring puzzles with hostile texts in by every format, and look at all that is made of them."""
    for text in rng.sample(TEXTS, 2 if short else len(TEXTS)):
        for name, data in hostile_files(rng, text, FILES[:2] if short else FILES):
            try:
                came = studio.ask("POST", "/api/library/import", {
                    "name": name, "data": base64.b64encode(data).decode(), "tags": [text[:30]]})
            except Refused as error:
                report.count("hostile files that were refused")
                if error.status != 400:
                    report.fail(f"a file was answered with {error}", name=name, data=data)
                continue
            report.count("hostile files")
            for entry in came["entries"]:
                for picture in ("thumbnail", "cover"):
                    _look(studio, "svg", f"/api/library/{entry['id']}/{picture}", report, text)
        puzzle = example(rng, FILES)
        puzzles = [with_text(puzzle, words) for words in (text, HARMLESS)]
        for kind in ("svg", "html", "ipe", "pdf"):
            _compare(studio, kind, puzzles, report, text)


def _look(studio: StudioProcess, kind: str, path: str, report: Report, text: str) -> None:
    """A picture of the library, which has no harmless twin: nothing in it may act."""
    connection = http.client.HTTPConnection("127.0.0.1", studio.port)
    connection.request("GET", path, headers={"Authorization": f"Bearer {studio.token}"})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    if answer.status == 404:  # unsolved puzzles have no picture
        return
    report.count("pictures looked at")
    names = {kind[0] for kind in kinds_of("svg", data)}
    if names & {"active", "script", "a", "image", "img", "foreignObject", "iframe", "animate"}:
        report.fail(f"markup in {path}", text=text, names=names)


def _compare(studio: StudioProcess, kind: str, puzzles: list[Nonogram], report: Report,
             text: str) -> None:
    for solved in (False,) if kind == "html" else (False, True):
        found = []
        for nonogram in puzzles:
            answer = studio.ask("POST", "/api/draw", {
                "puzzle": json.loads(dumps(nonogram, "nono")), "kind": kind,
                **({"hints": False} if kind == "html" else {"solved": solved})})
            if not re.fullmatch(r"[\w.-]+", answer["name"]):
                report.fail("a file name that is not safe", name=answer["name"], text=text)
            found.append(kinds_of(kind, base64.b64decode(answer["data"])))
        report.count("drawings compared")
        if found[0] != found[1]:
            report.fail(f"a text has become a part of a {kind} file", text=text, hostile=found[0],
                        harmless=found[1])
