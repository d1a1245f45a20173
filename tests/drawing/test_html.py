"""Pages that play a puzzle: no text of a puzzle becomes markup, and no other script may run."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonoforge
from nonoforge.drawing import html
from nonoforge.nonogram import Info, Nonogram

EXAMPLES = Path(__file__).parents[2] / "examples"
HOSTILE = ['"><script>alert(1)</script>', "</script><script>alert(1)</script>", "]]>", "<!--",
           "a\x00b", "‮abc", "x" * 10_000, "\u2028", "&lt;", "{hash}"]


class Reader(HTMLParser):
    """What a browser sees: the elements, and what stands in scripts and the title."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {"script": [], "title": [], "style": []}
        self.open = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open = tag
        if tag in self.texts:
            self.texts[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self.open = ""

    def handle_data(self, data: str) -> None:
        if self.open in self.texts:
            self.texts[self.open][-1] += data


def named(title: str) -> Nonogram:
    nonogram = nonoforge.from_picture([[1, 0], [1, 1]])
    return replace(nonogram, info=Info(title=title, author=title, description=title))


def check(page: str, nonogram: Nonogram) -> None:
    seen = Reader(page)
    assert [tag for tag, _ in seen.tags] == [
        "html", "head", "meta", "meta", "meta", "meta", "title", "style", "body", "div", "noscript",
        "script", "script"]
    assert not any(name.startswith("on") for _, given in seen.tags for name in given)
    content, script = seen.texts["script"]
    assert json.loads(content)["board"] == json.loads(msgspec.json.encode(
        nonogram.family.board(nonogram)))
    allowed = re.search(r"script-src 'sha256-([^']+)'", page)
    assert allowed
    assert allowed[1] == b64encode(sha256(script.encode()).digest()).decode()


@pytest.mark.parametrize("title", HOSTILE)
def test_hostile_words_stay_words(title: str) -> None:
    nonogram = named(title)
    check(html(nonogram), nonogram)


@given(st.text(max_size=60))
def test_any_words_stay_words(title: str) -> None:
    nonogram = named(title)
    check(html(nonogram), nonogram)


@pytest.mark.parametrize("name", ["fox.nono", "chair.nono", "curved/owl.nono"])
def test_the_solution_is_not_in_it(name: str) -> None:
    nonogram = nonoforge.load(EXAMPLES / name)
    page = html(nonogram)
    check(page, nonogram)
    assert '"solution"' not in Reader(page).texts["script"][0]
    assert not re.search(r"(?:src|href)=", page.split("<script")[0])
