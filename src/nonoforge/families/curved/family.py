"""The family of curved nonograms: faces between curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from nonoforge.families.plane import PlaneFamily
from nonoforge.family import Lesson, Noun, part
from nonoforge.making import ExtraPicture, Scene
from nonoforge.progress import ShareProgress, no_progress

if TYPE_CHECKING:
    from nonoforge.families.curved.make import CurvedResult
    from nonoforge.families.curved.options import CurvedOptions
    from nonoforge.families.plane.drawing import Drawing

# Puzzles to choose from.
DETAILS = (0.0, 0.3, 0.6, 1.0)


class CurvedFamily(PlaneFamily):
    """Arrangements of curves."""

    name = "curved"
    bent = True
    kind = "Curved nonogram"
    puzzle = Noun("curved nonogram", "curved nonograms")
    icon = "M6 6h36v36H6zM6 30c10-22 26-22 36 0M14 6c-4 16 10 30 24 36M34 6C32 22 22 36 6 38"
    line = Noun("curve", "curves")
    introduction = (
        "Curves swing from edge to edge; follow one from its number and count the filled faces "
        "along it.")
    tutorial = part("tutorial", "STEPS")
    lesson = Lesson(
        "Curved nonograms",
        "The boxes beside the end of a curve are about the faces along that side of the curve. "
        "Read them from the outside in: each number is a run of filled faces, in the order in "
        "which you meet them on your way in. Between two runs of the same colour there is at least "
        "one empty face. A face that the curve comes back to counts each time.",
        "Curves: the boxes at an end are runs of filled faces along that side, read from the "
        "outside in.")

    make_help = (
        "Make a curved nonogram from a drawing of curves, or from a picture.\n\n"
        "DRAWING is SVG, Ipe or a picture. The frame is blue, the picture's outline red, what is "
        "both is purple, and other curves have any other colour; or layers, classes or ids are "
        "called frame, picture and line. Each curve goes from frame to frame and has a clue on "
        "both sides; the faces between them are the cells. Anything else is a picture: what is "
        "seen of it becomes few smooth outlines, these are extended to the frame, and curves are "
        "added until lines alone solve the puzzle; Ctrl-C keeps the best so far. OUT is a .nono "
        "file; nonoforge draw makes a sheet of it.")
    make_examples = (
        "fish.ipe -o fish.nono",
        "owl.svg --size 120 --snap 0.2 -o owl.nono",
        "fox.svg --curves 10 --seed 3 --budget 2m -o fox.nono",
        "fish.ipe --labels none --json",
        "cat.png --detail 0.4 --sheet choice.png -o cat.nono")
    extra_pictures = (ExtraPicture(
        "sheet", "Draw the picture, what differs, and several amounts of detail to choose from.",
        (".png", ".svg", ".pdf")),)
    preview_changes: ClassVar[Mapping[str, Any]] = {"labels": "none", "clues": "all", "budget": 0.8}

    options = part("options", "CurvedOptions")

    def make(
        self, source: Drawing, options: CurvedOptions, progress: ShareProgress = no_progress,
    ) -> CurvedResult:
        from nonoforge.families.curved.make import make

        return make(source, options, progress)

    def choices(self, source: Drawing, options: CurvedOptions) -> Iterator[dict[str, Any]]:
        """Yield other amounts of detail."""
        yield {}
        yield from ({"detail": detail} for detail in DETAILS if detail != options.detail)

    record_type = part("report", "CurvedRecord")
    make_record = part("report", "curved_record")
    make_sentences = part("report", "curved_sentences")

    def scene(
        self, name: str, source: Drawing, options: CurvedOptions, result: CurvedResult,
    ) -> Scene:
        from nonoforge.families.curved.choice_sheet import choice_sheet

        return choice_sheet(result)


FAMILY = CurvedFamily()
