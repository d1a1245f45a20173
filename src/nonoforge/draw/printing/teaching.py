"""How to solve the puzzles of a book, in plain words, family by family."""

from __future__ import annotations

from collections.abc import Iterable

GRID = ("Grids", "Each number beside a row or above a column is a block of filled cells, in this "
        "order. Between two blocks there is at least one empty cell; nothing else is filled. Mark "
        "what you know to be empty with a dot or a cross: that is half of the solution.")
COLOURED = ("Colours", "A number has the colour of its block. Between two blocks of the same "
            "colour there is at least one empty cell; blocks of different colours may touch. A "
            "question mark is a block of unknown length.")
SOLID = ("Solids", "A solid is cut into layers, from the back to the front. Each number says how "
         "many cells of its row or column are filled, in the first grid how many of the same "
         "place in all layers. A plain number is one group of neighbours, a number in a circle "
         "is two groups, a number in a square three or more. Where there is no number, nothing is "
         "told.")
SLOPED = ("Sloped nonograms", "The boxes beside the end of a line are about the faces along that "
          "side of the line. Read them from the outside in: each number is a run of filled faces, "
          "in the order in which you meet them on your way in. Between two runs of the same "
          "colour there is at least one empty face.")
CURVED = ("Curved nonograms", "The boxes beside the end of a curve are about the faces along that "
          "side of the curve. Read them from the outside in: each number is a run of filled "
          "faces, in the order in which you meet them on your way in. Between two runs of the "
          "same colour there is at least one empty face. A face that the curve comes back to "
          "counts each time.")
STARS = ("Stars", "They say what you need at the hardest place. One: full lines, overlaps, cells "
         "that no block reaches. Two: blocks that must grow, end or join. Three: everything that "
         "a single line tells. Four: two lines at once, or a colour that you try until a line "
         "breaks. Five: long trials. A puzzle with stars has exactly one solution.")

BY_FAMILY = {"grid": GRID, "solid": SOLID, "sloped": SLOPED, "curved": CURVED}


def lessons(families: Iterable[str], *, coloured: bool, rated: bool) -> list[tuple[str, str]]:
    """What the puzzles of a book need, each with its heading."""
    found = set(families)
    told = [lesson for family, lesson in BY_FAMILY.items() if family in found]
    return told + [COLOURED] * coloured + [STARS] * rated


SOLID_NOTE = ("Solids: a number counts the filled cells of its row or column, in the first grid "
              "through all layers; plain: one group, in a circle: two, in a square: three or more.")
PLANE_NOTE = ("Lines and curves: the boxes at an end are runs of filled faces along that side, "
              "read from the outside in.")


def reminders(families: Iterable[str]) -> list[str]:
    """The same in a line, for the foot of a page; everybody knows grids."""
    found = set(families)
    return [SOLID_NOTE] * ("solid" in found) + [PLANE_NOTE] * bool(found & {"sloped", "curved"})
