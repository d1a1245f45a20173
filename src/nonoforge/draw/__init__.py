"""Nonograms to look at: SVG, PDF, PNG, Ipe, and text for a terminal.

All take a nonogram of any family (Ipe: what lies in the plane) and what to show in its cells:
nothing (the puzzle, for a person to solve), a finished colouring, or a state (open cells look
unlike white ones). Each writer is loaded when it is first used.

>>> from nonoforge.families.grid import from_picture
>>> cross = from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
>>> print(terminal(cross, picture=cross.solution, clues=False))
.#.
###
.#.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.draw.board import board_of as board_of
    from nonoforge.draw.html_player import html as html
    from nonoforge.draw.ipe_writer import ipe as ipe
    from nonoforge.draw.ipe_writer import ipe_remarks as ipe_remarks
    from nonoforge.draw.pdf_writer import pdf as pdf
    from nonoforge.draw.pdf_writer import printed as printed
    from nonoforge.draw.png_writer import png as png
    from nonoforge.draw.png_writer import png_shows_clues as png_shows_clues
    from nonoforge.draw.png_writer import preview as preview
    from nonoforge.draw.printing.book import book as book
    from nonoforge.draw.printing.entry import Entry as Entry
    from nonoforge.draw.prints import Page as Page
    from nonoforge.draw.prints import Printed as Printed
    from nonoforge.draw.strips import StepStrips as StepStrips
    from nonoforge.draw.strips import Strip as Strip
    from nonoforge.draw.strips import steps_page as steps_page
    from nonoforge.draw.svg_writer import svg as svg
    from nonoforge.draw.text_picture import terminal as terminal
    from nonoforge.draw.views import VIEWS as VIEWS
    from nonoforge.draw.views import View as View
    from nonoforge.draw.words import columns as columns
    from nonoforge.draw.words import shorten as shorten
    from nonoforge.draw.words import symbols as symbols
    from nonoforge.draw.words import text_width as text_width
    from nonoforge.draw.words import wrap as wrap
    from nonoforge.draw.xml_tags import decimal as decimal
    from nonoforge.draw.xml_tags import escape as escape

_PARTS = {
    "board_of": "board", "html": "html_player",
    "ipe": "ipe_writer", "ipe_remarks": "ipe_writer",
    "pdf": "pdf_writer", "printed": "pdf_writer", "Page": "prints", "Printed": "prints",
    "png": "png_writer", "png_shows_clues": "png_writer", "preview": "png_writer",
    "Entry": "printing.entry", "book": "printing.book",
    "StepStrips": "strips", "Strip": "strips", "steps_page": "strips",
    "svg": "svg_writer", "terminal": "text_picture", "VIEWS": "views", "View": "views",
    "columns": "words", "shorten": "words", "symbols": "words", "text_width": "words",
    "wrap": "words", "decimal": "xml_tags", "escape": "xml_tags",
}

__getattr__, __dir__ = lazy_exports(__name__, _PARTS)
