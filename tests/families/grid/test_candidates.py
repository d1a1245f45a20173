"""Candidates to choose from, and their contact sheet."""

from __future__ import annotations

import msgspec
import numpy as np
from PIL import Image, ImageDraw

from nonoforge.drawing import display_file
from nonoforge.families.grid import GridOptions, Photo, make_grid
from nonoforge.families.grid.candidates import candidates, candidates_sheet
from nonoforge.families.grid.family import FAMILY
from nonoforge.progress import no_progress


def apple() -> Photo:
    image = Image.new("RGB", (200, 200), "white")
    pen = ImageDraw.Draw(image)
    pen.ellipse((30, 50, 170, 180), "#c02020")
    pen.rectangle((95, 20, 105, 60), "#604020")
    return Photo(np.asarray(image), title="Apple")


def test_candidates_can_be_made_again() -> None:
    options = GridOptions(size=12)
    found = candidates(apple(), options, no_progress)
    assert len(found) >= 12
    assert found[0].changes == {"size": 8}
    assert {"size", "threshold", "colours"} == {
        name for candidate in found for name in candidate.changes}
    for candidate in found[1:6:2]:
        again = make_grid(apple(), msgspec.structs.replace(options, **candidate.changes))
        assert again.nonogram.solution == candidate.result.nonogram.solution


def test_a_contact_sheet_in_all_formats() -> None:
    found = candidates(apple(), GridOptions(size=8), no_progress)
    sheet = candidates_sheet(found, "Apple")
    assert display_file(sheet, "png").startswith(b"\x89PNG")
    assert display_file(sheet, "pdf").startswith(b"%PDF")
    text = display_file(sheet, "svg").decode()
    assert text.count(">likeness") == len(found)
    scene = FAMILY.scene("sheet", apple(), GridOptions(size=8), make_grid(apple(), size=8))
    assert "choose" in scene.words
