"""Nonograms to look at: SVG, PDF, PNG, Ipe, and text for a terminal.

All take a nonogram of any family (Ipe: what lies in the plane) and what to show in its cells:
nothing (the puzzle, for a person to solve), a finished colouring, or a state (open cells look
unlike white ones). Each writer is loaded when it is first used.

>>> from nonoforge.drawing import terminal
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
    from nonoforge.drawing.board import COVER_PAPER as COVER_PAPER
    from nonoforge.drawing.board import Board as Board
    from nonoforge.drawing.board import board_fields as board_fields
    from nonoforge.drawing.board import cover_svg as cover_svg
    from nonoforge.drawing.board import thumbnail_svg as thumbnail_svg
    from nonoforge.drawing.booklet import BookletPuzzle as BookletPuzzle
    from nonoforge.drawing.booklet import print_booklet as print_booklet
    from nonoforge.drawing.colour_signs import PLAIN_CHIP as PLAIN_CHIP
    from nonoforge.drawing.colour_signs import ChipLook as ChipLook
    from nonoforge.drawing.colour_signs import chip_looks as chip_looks
    from nonoforge.drawing.colour_signs import to_solve as to_solve
    from nonoforge.drawing.colours import INK as INK
    from nonoforge.drawing.colours import PAPER as PAPER
    from nonoforge.drawing.colours import blend as blend
    from nonoforge.drawing.colours import contrast as contrast
    from nonoforge.drawing.colours import ink_on as ink_on
    from nonoforge.drawing.colours import luminance as luminance
    from nonoforge.drawing.colours import visible as visible
    from nonoforge.drawing.contact_sheets import TILE_SIDE as TILE_SIDE
    from nonoforge.drawing.contact_sheets import Tile as Tile
    from nonoforge.drawing.contact_sheets import contact_sheet as contact_sheet
    from nonoforge.drawing.contact_sheets import fitted as fitted
    from nonoforge.drawing.display import PIXEL as PIXEL
    from nonoforge.drawing.display import Box as Box
    from nonoforge.drawing.display import Boxes as Boxes
    from nonoforge.drawing.display import Contents as Contents
    from nonoforge.drawing.display import Display as Display
    from nonoforge.drawing.display import Group as Group
    from nonoforge.drawing.display import Item as Item
    from nonoforge.drawing.display import Layer as Layer
    from nonoforge.drawing.display import Medium as Medium
    from nonoforge.drawing.display import Paths as Paths
    from nonoforge.drawing.display import Place as Place
    from nonoforge.drawing.display import Polygons as Polygons
    from nonoforge.drawing.display import Rings as Rings
    from nonoforge.drawing.display import Stamp as Stamp
    from nonoforge.drawing.display import Strokes as Strokes
    from nonoforge.drawing.display import Texts as Texts
    from nonoforge.drawing.display import box_path as box_path
    from nonoforge.drawing.display import circle_path as circle_path
    from nonoforge.drawing.display import ring_path as ring_path
    from nonoforge.drawing.display import word as word
    from nonoforge.drawing.files import DrawnFile as DrawnFile
    from nonoforge.drawing.files import display_file as display_file
    from nonoforge.drawing.files import draw_file as draw_file
    from nonoforge.drawing.html_player import PLAYER_FOLDER as PLAYER_FOLDER
    from nonoforge.drawing.html_player import frame_html as frame_html
    from nonoforge.drawing.html_player import html as html
    from nonoforge.drawing.ipe_writer import display_ipe as display_ipe
    from nonoforge.drawing.ipe_writer import ipe as ipe
    from nonoforge.drawing.ipe_writer import ipe_remarks as ipe_remarks
    from nonoforge.drawing.options import KINDS as KINDS
    from nonoforge.drawing.options import PAGE_RATIO as PAGE_RATIO
    from nonoforge.drawing.options import PAPERS as PAPERS
    from nonoforge.drawing.options import VIEWED_KINDS as VIEWED_KINDS
    from nonoforge.drawing.options import BookletOptions as BookletOptions
    from nonoforge.drawing.options import DrawOptions as DrawOptions
    from nonoforge.drawing.options import Paper as Paper
    from nonoforge.drawing.options import View as View
    from nonoforge.drawing.page import Heading as Heading
    from nonoforge.drawing.page import heading_of as heading_of
    from nonoforge.drawing.page import legend_names as legend_names
    from nonoforge.drawing.page import legend_of as legend_of
    from nonoforge.drawing.pdf_writer import Printed as Printed
    from nonoforge.drawing.pdf_writer import pdf as pdf
    from nonoforge.drawing.pdf_writer import printed as printed
    from nonoforge.drawing.pdf_writer import printed_detail as printed_detail
    from nonoforge.drawing.picture import BLANK as BLANK
    from nonoforge.drawing.picture import MARK as MARK
    from nonoforge.drawing.picture import OPEN as OPEN
    from nonoforge.drawing.picture import Picture as Picture
    from nonoforge.drawing.picture import cell_rgb as cell_rgb
    from nonoforge.drawing.picture import shown_cells as shown_cells
    from nonoforge.drawing.png_writer import display_image as display_image
    from nonoforge.drawing.png_writer import png as png
    from nonoforge.drawing.png_writer import png_shows_clues as png_shows_clues
    from nonoforge.drawing.png_writer import preview as preview
    from nonoforge.drawing.squares import CELL_MM as CELL_MM
    from nonoforge.drawing.squares import MIN_CELL_MM as MIN_CELL_MM
    from nonoforge.drawing.squares import MIN_CLUE_CELL as MIN_CLUE_CELL
    from nonoforge.drawing.squares import PAPER_CELL as PAPER_CELL
    from nonoforge.drawing.squares import PNG_CELL as PNG_CELL
    from nonoforge.drawing.squares import SCREEN_CELL as SCREEN_CELL
    from nonoforge.drawing.squares import SquareLayout as SquareLayout
    from nonoforge.drawing.squares import boundaries as boundaries
    from nonoforge.drawing.squares import chips as chips
    from nonoforge.drawing.squares import square_board as square_board
    from nonoforge.drawing.squares import square_heading as square_heading
    from nonoforge.drawing.strips import StepStrips as StepStrips
    from nonoforge.drawing.strips import Strip as Strip
    from nonoforge.drawing.strips import steps_page as steps_page
    from nonoforge.drawing.svg_writer import display_svg as display_svg
    from nonoforge.drawing.svg_writer import path_data as path_data
    from nonoforge.drawing.svg_writer import svg as svg
    from nonoforge.drawing.text_canvas import PLAIN as PLAIN
    from nonoforge.drawing.text_canvas import ClueNumbers as ClueNumbers
    from nonoforge.drawing.text_canvas import Depth as Depth
    from nonoforge.drawing.text_canvas import Look as Look
    from nonoforge.drawing.text_canvas import Piece as Piece
    from nonoforge.drawing.text_canvas import SquareText as SquareText
    from nonoforge.drawing.text_canvas import Style as Style
    from nonoforge.drawing.text_canvas import TextOptions as TextOptions
    from nonoforge.drawing.text_canvas import coloured_number as coloured_number
    from nonoforge.drawing.text_canvas import legend as legend
    from nonoforge.drawing.text_canvas import lowest as lowest
    from nonoforge.drawing.text_canvas import number_of as number_of
    from nonoforge.drawing.text_canvas import terminal as terminal
    from nonoforge.drawing.text_canvas import visible_columns as visible_columns
    from nonoforge.drawing.text_canvas import write as write
    from nonoforge.drawing.text_metrics import BASE as BASE
    from nonoforge.drawing.text_metrics import DIGIT as DIGIT
    from nonoforge.drawing.text_metrics import shorten as shorten
    from nonoforge.drawing.text_metrics import text_width as text_width
    from nonoforge.drawing.text_metrics import wrap as wrap
    from nonoforge.drawing.xml_tags import decimal as decimal
    from nonoforge.drawing.xml_tags import escape as escape

_NAMES = {
    "board": "COVER_PAPER Board board_fields cover_svg thumbnail_svg",
    "booklet": "BookletPuzzle print_booklet",
    "colour_signs": "PLAIN_CHIP ChipLook chip_looks to_solve",
    "colours": "INK PAPER blend contrast ink_on luminance visible",
    "contact_sheets": "TILE_SIDE Tile contact_sheet fitted",
    "display":
        "PIXEL Box Boxes Contents Display Group Item Layer Medium Paths Place Polygons "
        "Rings Stamp Strokes Texts box_path circle_path ring_path word",
    "files": "DrawnFile display_file draw_file",
    "html_player": "PLAYER_FOLDER frame_html html",
    "ipe_writer": "display_ipe ipe ipe_remarks",
    "options": "KINDS VIEWED_KINDS PAGE_RATIO PAPERS BookletOptions DrawOptions Paper View",
    "page": "Heading heading_of legend_names legend_of",
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
