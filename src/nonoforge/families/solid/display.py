"""Drawings of solids: as a whole, or in layers."""

from __future__ import annotations

from nonoforge.drawing import MIN_CLUE_CELL, PNG_CELL, Contents, Display, DrawOptions, Medium
from nonoforge.families.solid.isometric import isometric_display, isometric_size, usual_edge
from nonoforge.families.solid.sheets import sheets_display, sheets_size
from nonoforge.nonogram import Nonogram


def solid_display(
    nonogram: Nonogram, contents: Contents, options: DrawOptions, medium: Medium,
    scale: float | None,
) -> Display:
    """Return the display list of a solid. Without a view it is drawn as a whole; on paper, a puzzle
    comes in layers."""
    layers = options.view == "sheets" or (
        options.view is None and medium != "screen" and not contents.finished)
    compose = sheets_display if layers else isometric_display
    return compose(nonogram, contents, options, medium, scale)


def solid_size(nonogram: Nonogram, options: DrawOptions, scale: float) -> tuple[int, int]:
    """Return width and height in pixels on a screen, exactly or close to it."""
    measure = sheets_size if options.view == "sheets" else isometric_size
    return measure(nonogram, int(scale), clues=options.clues)


def solid_scales(nonogram: Nonogram, options: DrawOptions) -> tuple[float, float]:
    """Return the usual pixels of an edge, or of a cell of a layer, and the least for clues."""
    if options.view == "sheets":
        return PNG_CELL, MIN_CLUE_CELL
    return usual_edge(nonogram), usual_edge(nonogram) / 2
