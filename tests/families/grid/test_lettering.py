"""Words: letters of whole cells, other fonts, and characters that a font does not have."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from nonoforge.errors import InputError
from nonoforge.families.grid import make_grid, written


def cells(text: str, **options: object) -> np.ndarray:
    return (written(text, **options).pixels[:, :, 0] < 128).astype(np.uint8)  # type: ignore[arg-type]


def test_stems_are_even() -> None:
    for text in ("HILL", "Nonogram", "Жук", "Ελλάς"):
        found = cells(text)
        stems = [len(list(run)) for row in found for ink, run in groupby(row) if ink]
        assert np.median(stems) == 2


@pytest.mark.parametrize("text", [
    "cat", "HELLO", "Großmutter", "мышь", "γάτα", "שלום", "ÅÇñŁ", "A\nB"])
def test_words_make_puzzles(text: str) -> None:
    made = make_grid(written(text))
    assert made.verdict.answer == "unique"
    assert len(made.changes) <= 0.02 * len(made.cells)
    assert made.likeness > 0.9


@pytest.mark.parametrize(("size", "shape"), [(40, (None, 40)), ((50, 20), (20, 50))])
def test_a_size_is_kept(size: int | tuple[int, int], shape: tuple[int | None, int]) -> None:
    found = cells("HELLO", size=size)
    assert found.shape[1] == shape[1]
    assert shape[0] in (None, found.shape[0])


def test_a_missing_glyph_is_named() -> None:
    with pytest.raises(InputError, match=r"U\+65E5.*--font"):
        written("日本")
    with pytest.raises(InputError, match=r"U\+0007"):
        written("a\x07")
    with pytest.raises(InputError, match="at least one letter"):
        written("  \n ")
    with pytest.raises(InputError, match="larger --size"):
        written("HELLO", size=5)


def test_a_font_of_ones_own(tmp_path: Path) -> None:
    from importlib.resources import files

    data = (files("nonoforge.families.grid") / "fonts" / "DejaVuSans-Bold.ttf").read_bytes()
    (tmp_path / "own.ttf").write_bytes(data)
    assert (cells("ab", font=str(tmp_path / "own.ttf")) == cells("ab")).all()
    (tmp_path / "no.ttf").write_bytes(data[:500])
    with pytest.raises(InputError, match="no font that can be read"):
        written("ab", font=str(tmp_path / "no.ttf"))
    with pytest.raises(InputError):
        written("ab", font=str(tmp_path / "missing.ttf"))
