"""What the families of arrangements in the plane, sloped and curved, have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from nonoforge.errors import MissingPart
from nonoforge.family import Family, Noun, part
from nonoforge.making import Source, stem
from nonoforge.nonogram import Nonogram

if TYPE_CHECKING:
    from nonoforge.drawing import Contents, Display, DrawOptions, Medium
    from nonoforge.families.plane.drawing import Drawing
    from nonoforge.families.plane.storage import PlaneStorage
    from nonoforge.verdict import Flaw


PICTURES = ("png", "jpg", "jpeg", "gif", "webp", "bmp")


class PlaneFamily(Family):
    """Faces of an arrangement in a frame; the clues stand at the ends of its lines or curves."""

    bent: ClassVar[bool]
    """Whether its lines are curves."""
    cell = Noun("face", "faces")
    position = Noun("place", "places")
    numbered = sided = True

    sources = (Source("drawing", "An SVG or Ipe drawing, or a picture, which is traced.",
                      ("svg", "svgz", "ipe", "xml", *PICTURES)),)

    def suits(self, name: str, data: bytes) -> float:
        """Return how well a drawing suits the family: best if most shapes are bent as its lines
        are. A picture is traced only on request."""
        if name.lower().endswith(PICTURES):
            return 0.1
        shapes, bent = drawn_shapes(name, data)
        return 0.8 if (2 * bent >= shapes) == self.bent else 0.4

    def check_libraries(self) -> None:
        """Raise MissingPart if a library that making needs is not installed, before any work."""
        try:
            import highspy  # noqa: F401
            import numpy  # noqa: F401
            import shapely  # noqa: F401
        except ImportError as error:
            raise MissingPart(f"{self.puzzle.many} need {error.name}: pip install "
                              "'nonoforge[planes]'") from None

    def size(self, nonogram: Nonogram) -> str:
        return self.cell.counted(nonogram.puzzle.cells)

    def summary(self, nonogram: Nonogram) -> str:
        return f"{self.name} with {self.cell.counted(nonogram.puzzle.cells)}"

    @property
    def storage(self) -> PlaneStorage:
        from nonoforge.families.plane.storage import PlaneStorage

        return PlaneStorage(self.name)

    text_picture = part("text_picture", "text_picture")
    board_type = part("board", "PlaneBoard")
    board = part("board", "board")
    thumbnail = part("board", "thumbnail")
    cover = part("board", "cover")

    def read_source(self, kind: Source, given: Any, options: Any) -> Drawing:
        from nonoforge.families.plane.drawing import read_drawing

        drawing = read_drawing(given)
        return replace(drawing, title=drawing.title or stem(given))

    def adopt(self, source: Any) -> Any:
        from nonoforge.families.grid import Photo, photo_of
        from nonoforge.families.plane.drawing import Drawing, pictured

        if isinstance(source, Drawing):
            return source
        found = photo_of(source)
        return pictured(found, "") if isinstance(found, Photo) else None

    place_labels = part("making", "place")

    def display(
        self, nonogram: Nonogram, contents: Contents, options: DrawOptions, *,
        medium: Medium = "screen", scale: float | None = None,
    ) -> Display:
        from nonoforge.families.plane.display import plane_display

        self.check_view(options)
        return plane_display(nonogram, contents, options, medium, scale)

    display_size = part("display", "plane_size")
    display_scales = part("display", "plane_scales")

    def print_flaws(self, nonogram: Nonogram) -> Iterator[Flaw]:
        from nonoforge.families.plane.printing import print_flaws

        yield from super().print_flaws(nonogram)
        yield from print_flaws(nonogram)

    ipe_display = part("ipe_display", "ipe_display")


_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_SHAPE = re.compile(r"<(path|polygon|polyline|rect|circle|ellipse|line)\b")
_BENT = re.compile(r"""<(circle|ellipse)\b|\sd\s*=\s*["'][^"']*[csqta]""", re.IGNORECASE)
_BENT_IPE = re.compile(r"^\s*[-\d.e\s]+\s[cqaes]\s*$", re.MULTILINE)
MAX_LOOKED_AT = 200_000  # bytes of a drawing


def drawn_shapes(name: str, data: bytes) -> tuple[int, int]:
    """Return the number of shapes in a drawing, and of bent ones, without reading it properly."""
    text = _COMMENT.sub("", data[:MAX_LOOKED_AT].decode("latin-1"))
    if name.lower().endswith(".ipe") or "<ipe" in text[:2000]:
        return 1, bool(_BENT_IPE.search(text))
    return len(_SHAPE.findall(text)), len(_BENT.findall(text))
