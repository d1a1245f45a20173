"""How to draw: the options of drawings and of booklets."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from nonoforge.options import MAX_TITLE_LENGTH, Options, option

View: TypeAlias = Literal["isometric", "sheets"]
Paper: TypeAlias = Literal["a4", "a3", "a5", "letter", "5x8", "6x9", "8x10", "8.5x11"]

KINDS = ("svg", "pdf", "png", "ipe", "html", "txt")
"""The endings of files that show a puzzle, without dots."""
VIEWED_KINDS = ("svg", "pdf", "png")  # those that have `view` and `numbers`

PAPERS: dict[Paper, tuple[float, float]] = {
    "a4": (210.0, 297.0), "a3": (297.0, 420.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4),
    "5x8": (127.0, 203.2), "6x9": (152.4, 228.6), "8x10": (203.2, 254.0), "8.5x11": (215.9, 279.4)}
"""Short and long side in millimetres."""
TRIM_SIZES: frozenset[Paper] = frozenset(("5x8", "6x9", "8x10", "8.5x11"))
"""Pages of bound books: upright, with a gutter."""
PAGE_RATIO = 2 ** 0.5  # height by width of a page of A4
MAX_SCALE = 1000
MAX_PER_PAGE = 32
MAX_GUTTER, MAX_BLEED = 40.0, 20.0  # millimetres


class PaperOptions(Options, kw_only=True, frozen=True):
    """Options of drawings that booklets have, too."""

    clues: Annotated[bool, option(
        "Draw clues, title and legend, not the cells alone.", label="Clues, title and legend",
        more=True)] = True
    titles: Annotated[bool, option(
        "Write titles above puzzles to solve, too, not on solutions only: a title may give the "
        "answer away.", label="Titles above puzzles to solve")] = False
    signs: Annotated[Literal["auto", "never"], option(
        "Mark the colours of clues with letters on light tints, which a printer or copier without "
        "colours shows as well (auto), or fill them with the colour (never).",
        label="Letters for colours", choices={"auto": "in puzzles of several colours",
                                              "never": "none, filled with the colour"},
        more=True)] = "auto"
    view: Annotated[View | None, option(
        "View of a puzzle in space: as a whole (isometric) or in layers to solve on paper "
        "(sheets).", default="as a whole; in a PDF the puzzle in layers", label="View of solids",
        choices={"isometric": "as a whole", "sheets": "in layers"},
        when=("views", "==", True), page={"empty": "automatic"})] = None
    paper: Annotated[Paper, option(
        "Paper of a PDF, or the trim size of a book in inches, whose pages are upright and have a "
        "gutter. A puzzle that has its size in millimetres keeps it where it fits.", label="Paper",
        choices={"a4": "A4", "a3": "A3", "a5": "A5", "letter": "Letter",
                 "5x8": "Book, 5 × 8 inches", "6x9": "Book, 6 × 9 inches",
                 "8x10": "Book, 8 × 10 inches", "8.5x11": "Book, 8.5 × 11 inches"})] = "a4"


class DrawOptions(PaperOptions, kw_only=True, frozen=True):
    """Options of a drawing, whatever its format."""

    numbers: Annotated[bool, option(
        "Number the faces and lines of a puzzle in the plane, as explanations and states do.",
        label="Numbers of faces and lines", when=("numbered", "==", True))] = False
    scale: Annotated[int | None, option(
        "Size of a cell in a PNG, or of a millimetre where a puzzle has its size in millimetres.",
        ge=1, le=MAX_SCALE, unit="pixels", metavar="PIXELS",
        default="24 or what is readable; 2000 for the longer side of a puzzle in millimetres",
        label="Size of a cell in a PNG", more=True, page={"empty": "automatic"})] = None


class BookletOptions(PaperOptions, kw_only=True, frozen=True):
    """Options of a booklet."""

    title: Annotated[str, option(
        "Title of the booklet: it gets a title page, how to solve, and contents, and all sheets "
        "are upright.", max_length=MAX_TITLE_LENGTH, metavar="TITLE", label="Title of the booklet",
        default="none: no title page", when=("puzzles", ">", 1))] = ""
    author: Annotated[str, option(
        "Author of the booklet.", max_length=MAX_TITLE_LENGTH, metavar="NAME", label="Author",
        when=("title", "!=", ""))] = ""
    per_page: Annotated[int, option(
        "Puzzles on a page; fewer where they would be too small to solve.", ge=1,
        le=MAX_PER_PAGE, metavar="N", label="Puzzles on a page", when=("puzzles", ">", 1))] = 1
    answers: Annotated[bool, option(
        "Print the answers at the back.", label="Answers at the back")] = True
    gutter: Annotated[float | None, option(
        "Further margin for the binding, on the inner side of each page.", ge=0, le=MAX_GUTTER,
        unit="mm", metavar="MM", default="none on paper; in a book 5 to 15, as its pages ask for",
        label="Gutter for the binding", more=True, page={"empty": "automatic"})] = None
    bleed: Annotated[float, option(
        "Paper around each page that is cut off, for printers who ask for it; the PDF says where "
        "to cut.", ge=0, le=MAX_BLEED, unit="mm", metavar="MM", label="Bleed", more=True)] = 0.0
