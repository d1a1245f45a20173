"""Playable HTML: a nonogram in one file that needs no server and loads nothing.

It holds the board (without the solution), the steps of an explanation for its hints, and the player
that is built from web/ into `player/`. Its content security policy allows that script and no other.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from nonoforge.drawing.xml_tags import escape
from nonoforge.errors import MissingPart
from nonoforge.nonogram import Nonogram
from nonoforge.text import printable

PLAYER_FOLDER = Path(__file__).parent / "player"
"""What is built from web/ for playable files."""

_STEP = ("step", "rung", "technique", "line_indices", "cells", "sentence")

_PAGE = """<!doctype html>
<!--
This page is made by Nonoforge and contains:

{notices}-->
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
style-src 'unsafe-inline'; script-src 'sha256-{hash}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This puzzle needs JavaScript to be played.</noscript>
<script type="application/json" id="nonogram">{content}</script>
<script>{script}</script>
</body>
</html>
"""


def html(nonogram: Nonogram, steps: Sequence[Mapping[str, Any]] = ()) -> str:
    """Return the page. `steps` are those of an explanation, as JSON has them (`step`, `rung`,
    `technique`, `line_indices`, `cells`, `sentence`); without them there are no hints."""
    content = {"board": nonogram.family.board(nonogram),
               "steps": [{name: step[name] for name in _STEP} for step in steps]}
    return _page(nonogram, content)


def frame_html(nonogram: Nonogram) -> str:
    """Return the page for a frame whose owner hands over the board and answers questions, as a
    notebook's widget does (web/src/parts/hosted.tsx)."""
    return _page(nonogram, {"board": None, "steps": []})


def _page(nonogram: Nonogram, content: Any) -> str:
    player, library = nonogram.family.player, nonogram.family.player_library
    script = (_built(f"{library}.js") if library else "") + _built(f"{player}.js")
    return _PAGE.format(
        hash=b64encode(sha256(script.encode()).digest()).decode(), script=script,
        style=_built(f"{player}.css"), content=_within_script(content),
        notices=_built("THIRD-PARTY.txt").replace("--", "- -"),
        title=escape(printable(nonogram.info.title) or "Nonogram"))


def _within_script(content: Any) -> str:
    """Return JSON that cannot end the script element it stands in: `<` occurs in strings only,
    where it can be escaped."""
    text = msgspec.json.encode(content).decode()
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _built(name: str) -> str:
    file = PLAYER_FOLDER / name
    if not file.is_file():
        raise MissingPart(f"the player is not built: {name} is missing; run make page, or install "
                          "a released package")
    return file.read_text(encoding="utf-8")
