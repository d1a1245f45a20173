"""Steps as a page of strips."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from nonoforge.draw import svg
from nonoforge.draw.strips import StepStrips, Strip, page, strip_svg
from nonoforge.palette import Palette
from planes import moon

NS = "{http://www.w3.org/2000/svg}"
STRIP = Strip("left of curve 2", "1", [3, 3, 1], [3, 2, 1])


def test_a_strip_shows_what_is_known_and_what_is_new() -> None:
    root = ET.fromstring(strip_svg(STRIP, Palette()))
    fills = [rect.get("fill") for rect in root.iter(f"{NS}rect") if rect.get("fill") != "none"]
    assert fills[1:] == ["#000000", "#ffffff"]
    assert len(fills) == len(set(fills))
    assert [rect.get("x") for rect in root.iter(f"{NS}rect") if rect.get("fill") == "none"] == [
        "17.5"]
    assert root.findtext(f"{NS}title") == "? # ."
    assert not list(root.iter(f"{NS}text"))


def test_cells_have_their_numbers_where_a_drawing_has_them() -> None:
    root = ET.fromstring(strip_svg(STRIP._replace(numbers=[12, 3, 104]), Palette()))
    assert [text.text for text in root.iter(f"{NS}text")] == ["12", "3", "104"]
    lowest = max(float(text.get("y", "")) for text in root.iter(f"{NS}text"))
    assert lowest <= float((root.get("viewBox") or "").split()[3]) - 1


def test_a_page_with_a_drawing() -> None:
    step = StepStrips(1, "<b>", "So & so.", [STRIP])
    plain, drawn = (page("A <title>", "1 step", [step], Palette(), figure)
                    for figure in ("", svg(moon(), numbers=True)))
    assert "<figure>" not in plain
    assert "<figure><svg" in drawn
    for text in (plain, drawn):
        assert "A &lt;title&gt;" in text
        assert "<b>" not in text
        assert "So &amp; so." in text
