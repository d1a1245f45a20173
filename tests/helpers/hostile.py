"""Text and colours from strangers, as drawings may get them."""

from __future__ import annotations

from nonoforge.palette import Colour, Palette

HOSTILE = "\"'<script>alert(1)</script>]]>&amp;\x00\x1b[2J\ud800\uffff\u202e -->\r\nend"

COLOURS = Palette((
    Colour("white", "#ffffff", "."), Colour("black", "#000000", "#"),
    Colour("pale", "#ffffaa", "p"), Colour("grey", "#a0a0a0", "g"), Colour(HOSTILE, "#123456", "h"),
))
