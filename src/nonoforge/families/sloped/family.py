"""The family of sloped nonograms: faces between straight lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from nonoforge.families.plane import PlaneFamily
from nonoforge.family import Cure, Lesson, Noun, part
from nonoforge.making import ExtraPicture, Scene
from nonoforge.progress import ShareProgress, no_progress

if TYPE_CHECKING:
    from nonoforge.families.plane.drawing import Drawing
    from nonoforge.families.sloped.make import SlopedResult
    from nonoforge.families.sloped.options import SlopedOptions

# Puzzles to choose from.
DETAILS = (0.0, 0.3, 0.6, 1.0)
LINE_COUNTS = (12, 20, 28)


class SlopedFamily(PlaneFamily):
    """Arrangements of straight lines."""

    name = "sloped"
    bent = False
    kind = "Sloped nonogram"
    puzzle = Noun("sloped nonogram", "sloped nonograms")
    icon = "M6 6h36v36H6zM6 34L42 12M14 6l20 36M6 16l36 18"
    introduction = (
        "Straight lines cut the paper into faces; the numbers at their ends count the filled "
        "faces along each side.")
    tutorial = part("tutorial", "STEPS")
    lesson = Lesson(
        "Sloped nonograms",
        "The boxes beside the end of a line are about the faces along that side of the line. Read "
        "them from the outside in: each number is a run of filled faces, in the order in which you "
        "meet them on your way in. Between two runs of the same colour there is at least one empty "
        "face.",
        "Lines: the boxes at an end are runs of filled faces along that side, read from the "
        "outside in.")

    make_help = (
        "Make a sloped nonogram from a drawing or picture.\n\n"
        "DRAWING is SVG, Ipe, or a picture in pixels. Straight lines go through the whole frame; "
        "the faces between them are the cells, and each line has a clue on both sides. Where the "
        "edges of the drawing, extended, make a puzzle, its lines are these, shifted, as little as "
        "possible, until every face is wide enough to be coloured in. Any other drawing is "
        "simplified to few lines that show it. OUT is a .nono file; nonoforge draw makes a sheet "
        "of it.")
    make_examples = (
        "fish.svg -o fish.nono",
        "fish.svg --min-width 4 --objective max --snap -o fish.nono",
        "star.svg --slopes any --widest --json",
        "dog.svg --lines 24 --sheet choice.png -o dog.nono",
        "lion.svg --blockers why.svg -o lion.nono")
    extra_pictures = (ExtraPicture(
        "blockers", "Draw what keeps faces from being wider: faces hatched, points in rings.",
        (".svg", ".pdf", ".png")), ExtraPicture(
        "sheet", "Draw the picture, what differs, and several numbers of lines to choose from.",
        (".png", ".svg", ".pdf")))
    preview_changes: ClassVar[Mapping[str, Any]] = {
        "labels": "none", "clues": "all", "budget": 0.25}

    cures = (
        Cure("slopes any takes", "Allow any slope", {"slopes": "any"}),
        Cure(r"snap (\d+(?:\.\d+)?)", "Turn edges by up to {}°", {"snap": ["{}", 0.5]}))

    options = part("options", "SlopedOptions")

    def make(
        self, source: Drawing, options: SlopedOptions, progress: ShareProgress = no_progress,
    ) -> SlopedResult:
        from nonoforge.families.sloped.make import make

        return make(source, options, progress)

    def choices(self, source: Drawing, options: SlopedOptions) -> Iterator[dict[str, Any]]:
        """Yield other amounts of detail, and numbers of lines."""
        yield {}
        yield from ({"detail": detail} for detail in DETAILS if detail != options.detail)
        if options.lines is None:
            yield from ({"lines": count} for count in LINE_COUNTS)

    record_type = part("report", "SlopedRecord")
    make_record = part("report", "sloped_record")
    make_sentences = part("report", "sloped_sentences")

    def scene(
        self, name: str, source: Drawing, options: SlopedOptions, result: SlopedResult,
    ) -> Scene:
        if name == "sheet":
            from nonoforge.families.sloped.choice_sheet import choice_sheet

            return choice_sheet(result)
        faces, points = result.widened.in_the_way()
        words = "shows what is in the way" if result.widened.blockers else \
            "shows the puzzle as it is: nothing is in the way"
        return Scene(result.nonogram, result.nonogram.solution, faces, points, words)


FAMILY = SlopedFamily()
