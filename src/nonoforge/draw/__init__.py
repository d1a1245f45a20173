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
    from nonoforge.draw.booklet import BookletPuzzle as BookletPuzzle
    from nonoforge.draw.booklet import print_booklet as print_booklet
    from nonoforge.draw.colours import INK as INK
    from nonoforge.draw.colours import PAPER as PAPER
    from nonoforge.draw.colours import blend as blend
    from nonoforge.draw.colours import contrast as contrast
    from nonoforge.draw.colours import ink_on as ink_on
    from nonoforge.draw.colours import luminance as luminance
    from nonoforge.draw.colours import visible as visible
    from nonoforge.draw.contact_sheets import TILE_SIDE as TILE_SIDE
    from nonoforge.draw.contact_sheets import Tile as Tile
    from nonoforge.draw.contact_sheets import contact_sheet as contact_sheet
    from nonoforge.draw.contact_sheets import fitted as fitted
    from nonoforge.draw.display import PIXEL as PIXEL
    from nonoforge.draw.display import Box as Box
    from nonoforge.draw.display import Boxes as Boxes
    from nonoforge.draw.display import Contents as Contents
    from nonoforge.draw.display import Display as Display
    from nonoforge.draw.display import Group as Group
    from nonoforge.draw.display import Item as Item
    from nonoforge.draw.display import Layer as Layer
    from nonoforge.draw.display import Medium as Medium
    from nonoforge.draw.display import Paths as Paths
    from nonoforge.draw.display import Place as Place
    from nonoforge.draw.display import Polygons as Polygons
    from nonoforge.draw.display import Rings as Rings
    from nonoforge.draw.display import Stamp as Stamp
    from nonoforge.draw.display import Strokes as Strokes
    from nonoforge.draw.display import Texts as Texts
    from nonoforge.draw.display import box_path as box_path
    from nonoforge.draw.display import circle_path as circle_path
    from nonoforge.draw.display import ring_path as ring_path
    from nonoforge.draw.display import word as word
    from nonoforge.draw.files import DrawnFile as DrawnFile
    from nonoforge.draw.files import display_file as display_file
    from nonoforge.draw.files import draw_file as draw_file
    from nonoforge.draw.html_player import html as html
    from nonoforge.draw.ipe_writer import display_ipe as display_ipe
    from nonoforge.draw.ipe_writer import ipe as ipe
    from nonoforge.draw.ipe_writer import ipe_remarks as ipe_remarks
    from nonoforge.draw.options import PAGE_RATIO as PAGE_RATIO
    from nonoforge.draw.options import PAPERS as PAPERS
    from nonoforge.draw.options import BookletOptions as BookletOptions
    from nonoforge.draw.options import DrawOptions as DrawOptions
    from nonoforge.draw.options import Paper as Paper
    from nonoforge.draw.options import View as View
    from nonoforge.draw.page import Heading as Heading
    from nonoforge.draw.page import heading_of as heading_of
    from nonoforge.draw.page import legend_of as legend_of
    from nonoforge.draw.pdf_writer import Printed as Printed
    from nonoforge.draw.pdf_writer import pdf as pdf
    from nonoforge.draw.pdf_writer import printed as printed
    from nonoforge.draw.pdf_writer import printed_detail as printed_detail
    from nonoforge.draw.picture import BLANK as BLANK
    from nonoforge.draw.picture import MARK as MARK
    from nonoforge.draw.picture import OPEN as OPEN
    from nonoforge.draw.picture import Picture as Picture
    from nonoforge.draw.picture import cell_rgb as cell_rgb
    from nonoforge.draw.picture import shown_cells as shown_cells
    from nonoforge.draw.png_writer import display_image as display_image
    from nonoforge.draw.png_writer import png as png
    from nonoforge.draw.png_writer import png_shows_clues as png_shows_clues
    from nonoforge.draw.png_writer import preview as preview
    from nonoforge.draw.squares import CELL_MM as CELL_MM
    from nonoforge.draw.squares import MIN_CELL_MM as MIN_CELL_MM
    from nonoforge.draw.squares import MIN_CLUE_CELL as MIN_CLUE_CELL
    from nonoforge.draw.squares import PAPER_CELL as PAPER_CELL
    from nonoforge.draw.squares import PNG_CELL as PNG_CELL
    from nonoforge.draw.squares import SCREEN_CELL as SCREEN_CELL
    from nonoforge.draw.squares import SquareLayout as SquareLayout
    from nonoforge.draw.squares import boundaries as boundaries
    from nonoforge.draw.squares import chips as chips
    from nonoforge.draw.squares import square_board as square_board
    from nonoforge.draw.squares import square_heading as square_heading
    from nonoforge.draw.strips import StepStrips as StepStrips
    from nonoforge.draw.strips import Strip as Strip
    from nonoforge.draw.strips import steps_page as steps_page
    from nonoforge.draw.svg_writer import display_svg as display_svg
    from nonoforge.draw.svg_writer import path_data as path_data
    from nonoforge.draw.svg_writer import svg as svg
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
    from nonoforge.draw.text_metrics import BASE as BASE
    from nonoforge.draw.text_metrics import DIGIT as DIGIT
    from nonoforge.draw.text_metrics import shorten as shorten
    from nonoforge.draw.text_metrics import text_width as text_width
    from nonoforge.draw.text_metrics import wrap as wrap
    from nonoforge.draw.xml_tags import decimal as decimal
    from nonoforge.draw.xml_tags import escape as escape

_NAMES = {
    "board": "Board board_fields thumbnail_svg",
    "booklet": "BookletPuzzle print_booklet",
    "colours": "INK PAPER blend contrast ink_on luminance visible",
    "contact_sheets": "TILE_SIDE Tile contact_sheet fitted",
    "display":
        "PIXEL Box Boxes Contents Display Group Item Layer Medium Paths Place Polygons "
        "Rings Stamp Strokes Texts box_path circle_path ring_path word",
    "files": "DrawnFile display_file draw_file",
    "html_player": "html",
    "ipe_writer": "display_ipe ipe ipe_remarks",
    "options": "PAGE_RATIO PAPERS BookletOptions DrawOptions Paper View",
    "page": "Heading heading_of legend_of",
    "pdf_writer": "Printed pdf printed printed_detail",
    "picture": "BLANK MARK OPEN Picture cell_rgb shown_cells",
    "png_writer": "display_image png png_shows_clues preview",
    "squares":
        "CELL_MM MIN_CELL_MM MIN_CLUE_CELL PAPER_CELL PNG_CELL SCREEN_CELL SquareLayout "
        "boundaries chips square_board square_heading",
    "strips": "StepStrips Strip steps_page",
    "svg_writer": "display_svg path_data svg",
    "text_canvas":
        "PLAIN ClueNumbers Depth Look Piece SquareText Style TextOptions coloured_number "
        "legend lowest number_of terminal visible_columns write",
    "text_metrics": "BASE DIGIT shorten text_width wrap",
    "xml_tags": "decimal escape",
}
"""For each module what it exports."""

__getattr__, __dir__ = lazy_exports(__name__, {
    name: module for module, names in _NAMES.items() for name in names.split()})
