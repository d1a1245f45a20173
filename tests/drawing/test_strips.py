"""Steps as a page of strips."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from helpers.arrangements import moon
from nonoforge.drawing import DrawOptions, svg
from nonoforge.drawing.strips import STYLE, StepStrips, Strip, steps_page, strip_svg
from nonoforge.palette import Palette

STRIP = Strip("left of curve 2", "1", [3, 3, 1], [3, 2, 1])


def paths(strip: Strip) -> dict[str, str]:
    root = ET.fromstring(strip_svg(strip, Palette()))
    return {path.get("class", ""): path.get("d", "") for path in root.iter("path")}


def test_a_strip_shows_what_is_known_and_what_is_new() -> None:
    found = paths(STRIP)
    assert found["c1"] == "M16 0h16v16h-16z"
    assert found["c0"] == "M32 0h16v16h-16z"
    assert found["dots"] == "M40 8h0"  # white is told by a dot, too
    assert found["new"] == "M17.5 1.5h13v13h-13z"
    root = ET.fromstring(strip_svg(STRIP, Palette()))
    assert root.get("aria-label") == "? # ."
    assert not list(root.iter("text"))


def test_neighbours_are_one_shape() -> None:
    found = paths(Strip("row 1", "3", [3] * 5, [3, 2, 2, 2, 3]))
    assert found["c1"] == "M16 0h48v16h-48z"
    assert found["new"] == "M17.5 1.5h45v13h-45z"
    assert "dots" not in found
    assert "c0" not in found


def test_every_class_has_its_look() -> None:
    text = steps_page("", "", [StepStrips(1, "", "", [STRIP])], Palette())
    for name in set(re.findall(r'class="(\w+)"', text)):
        assert f".{name}{{" in text or f".{name} " in STYLE


def test_cells_have_their_numbers_where_a_drawing_has_them() -> None:
    root = ET.fromstring(strip_svg(STRIP._replace(numbers=[12, 3, 104]), Palette()))
    assert [text.text for text in root.iter("text")] == ["12", "3", "104"]
    lowest = max(float(text.get("y", "")) for text in root.iter("text"))
    assert lowest <= float((root.get("viewBox") or "").split()[3]) - 1


def test_a_page_with_a_drawing() -> None:
    step = StepStrips(1, "<b>", "So & so.", [STRIP._replace(broken=True)])
    plain, drawn = (steps_page("A <title>", "1 step", [step], Palette(), figure)
                    for figure in ("", svg(moon(), DrawOptions(numbers=True))))
    assert "<figure>" not in plain
    assert "<figure><svg" in drawn
    for text in (plain, drawn):
        assert "A &lt;title&gt;" in text
        assert "<b>" not in text
        assert "So &amp; so." in text
        assert "left of curve 2: 1, broken" in text
