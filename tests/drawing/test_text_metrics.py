"""Words from strangers."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from nonoforge.drawing.text_metrics import shorten, text_width, wrap
from nonoforge.text import printable

ANY = st.text(st.characters(codec=None, exclude_categories=()))


@given(ANY)
def test_printable_is_one_harmless_line(text: str) -> None:
    clean = printable(text)
    assert len(clean.splitlines()) <= 1
    assert not any(unicodedata.category(char).startswith("C") for char in clean)
    clean.encode()


@given(ANY.map(printable), st.floats(1, 500), st.integers(1, 4))
def test_wrapped_lines_fit(text: str, room: float, lines: int) -> None:
    found = wrap(text, 10, room, lines)
    assert len(found) <= lines
    assert all(text_width(line, 10) <= room or line == "…" for line in found)


@given(ANY.map(printable), st.floats(1, 500))
def test_short_text_is_left_alone(text: str, room: float) -> None:
    if text_width(text, 10) <= room and not text.endswith("…"):
        assert shorten(text, 10, room) == text
