"""Nonograms to look at: SVG, PDF, PNG, Ipe, and text for a terminal.

All take a nonogram of any family (Ipe: what lies in the plane) and what to show in its cells:
nothing (the puzzle, for a person to solve), a finished colouring, or a state (open cells look
unlike white ones).

>>> from nonoforge.families.grid import from_picture
>>> cross = from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
>>> print(terminal(cross, picture=cross.solution, clues=False))
.#.
###
.#.
"""

from nonoforge.draw.board import board_of as board_of
from nonoforge.draw.html import html as html
from nonoforge.draw.ipe import ipe as ipe
from nonoforge.draw.ipe import ipe_remarks as ipe_remarks
from nonoforge.draw.pdf import pdf as pdf
from nonoforge.draw.pdf import printed as printed
from nonoforge.draw.png import png as png
from nonoforge.draw.png import png_shows_clues as png_shows_clues
from nonoforge.draw.printing import Entry as Entry
from nonoforge.draw.printing import book as book
from nonoforge.draw.prints import Page as Page
from nonoforge.draw.prints import Printed as Printed
from nonoforge.draw.svg import svg as svg
from nonoforge.draw.terminal import terminal as terminal
from nonoforge.draw.views import VIEWS as VIEWS
from nonoforge.draw.views import View as View
from nonoforge.text import printable as printable
