"""Nonograms to look at: SVG, PDF, PNG, Ipe, and text for a terminal.

All take a nonogram of any family (Ipe: what lies in the plane) and what to show in its cells:
nothing (the puzzle, for a person to solve), a finished colouring, or a state (open cells look
unlike white ones). Each writer is loaded when it is first used.

>>> from nonoforge.draw import terminal
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
    from nonoforge.draw.board import Board as Board
    from nonoforge.draw.board import board_fields as board_fields
    from nonoforge.draw.board import thumbnail_svg as thumbnail_svg
    from nonoforge.draw.colours import blend as blend
    from nonoforge.draw.colours import visible as visible
    from nonoforge.draw.html_player import html as html
    from nonoforge.draw.ipe_writer import ipe as ipe
    from nonoforge.draw.ipe_writer import ipe_remarks as ipe_remarks
    from nonoforge.draw.pdf_writer import pdf as pdf
    from nonoforge.draw.pdf_writer import printed as printed
    from nonoforge.draw.picture import BLANK as BLANK
    from nonoforge.draw.picture import MARK as MARK
    from nonoforge.draw.picture import OPEN as OPEN
    from nonoforge.draw.picture import Picture as Picture
    from nonoforge.draw.picture import cell_rgb as cell_rgb
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
    from nonoforge.draw.tallies import labels_of as labels_of
    from nonoforge.draw.text_canvas import PLAIN as PLAIN
    from nonoforge.draw.text_canvas import ClueNumbers as ClueNumbers
    from nonoforge.draw.text_canvas import Depth as Depth
    from nonoforge.draw.text_canvas import Look as Look
    from nonoforge.draw.text_canvas import Piece as Piece
    from nonoforge.draw.text_canvas import SquareText as SquareText
    from nonoforge.draw.text_canvas import Style as Style
    from nonoforge.draw.text_canvas import TextOptions as TextOptions
    from nonoforge.draw.text_canvas import coloured_number as coloured_number
    from nonoforge.draw.text_canvas import legend as legend
    from nonoforge.draw.text_canvas import lowest as lowest
    from nonoforge.draw.text_canvas import number_of as number_of
    from nonoforge.draw.text_canvas import terminal as terminal
    from nonoforge.draw.text_canvas import visible_columns as visible_columns
    from nonoforge.draw.text_canvas import write as write
    from nonoforge.draw.views import VIEWS as VIEWS
    from nonoforge.draw.views import View as View
    from nonoforge.draw.words import shorten as shorten
    from nonoforge.draw.words import text_width as text_width
    from nonoforge.draw.words import wrap as wrap
    from nonoforge.draw.xml_tags import decimal as decimal
    from nonoforge.draw.xml_tags import escape as escape

_PARTS = {
    "Board": "board", "board_fields": "board", "thumbnail_svg": "board", "html": "html_player",
    "ipe": "ipe_writer", "ipe_remarks": "ipe_writer",
    "pdf": "pdf_writer", "printed": "pdf_writer", "Page": "prints", "Printed": "prints",
    "png": "png_writer", "png_shows_clues": "png_writer", "preview": "png_writer",
    "Entry": "printing.entry", "book": "printing.book",
    "StepStrips": "strips", "Strip": "strips", "steps_page": "strips",
    "svg": "svg_writer", "VIEWS": "views", "View": "views",
    "shorten": "words", "text_width": "words",
    "wrap": "words", "decimal": "xml_tags", "escape": "xml_tags",
    "blend": "colours", "visible": "colours",
    "BLANK": "picture", "MARK": "picture", "OPEN": "picture", "Picture": "picture",
    "cell_rgb": "picture", "labels_of": "tallies",
    **dict.fromkeys((
        "PLAIN", "ClueNumbers", "Depth", "Look", "Piece", "SquareText", "Style", "TextOptions",
        "coloured_number", "legend", "lowest", "number_of", "terminal", "visible_columns", "write",
    ), "text_canvas"),
}

__getattr__, __dir__ = lazy_exports(__name__, _PARTS)
