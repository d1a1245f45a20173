"""Any picture becomes a puzzle: printable faces, honest figures."""

from __future__ import annotations

from math import degrees
from pathlib import Path

import pytest

pytest.importorskip("shapely")

import shapely

from nonoforge.errors import InputError
from nonoforge.families.curved import CurvedOptions, CurvedResult, make_curved
from nonoforge.families.curved.picture_choice import simplified
from nonoforge.families.plane import arrangement_of, drawing_of
from nonoforge.families.plane.regions import visible_regions
from nonoforge.path import leaving

TRIES = 250


def make(body: str, view: str = "0 0 24 24", **options: object) -> CurvedResult:
    drawing = drawing_of(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'
                         .encode())
    return make_curved(drawing, CurvedOptions(
        **{"labels": "none", "tries": TRIES} | options))  # type: ignore[arg-type]


def faces(made: CurvedResult) -> list[shapely.Polygon]:
    arrangement = arrangement_of(made.nonogram)
    return [shapely.Polygon(arrangement.polygon(loops[0], 0.02)) for loops in arrangement.faces]


def inked(made: CurvedResult) -> shapely.Geometry:
    solution = made.nonogram.solution
    assert solution is not None
    return shapely.union_all([face.buffer(1e-6) for face, colour in zip(
        faces(made), solution, strict=True) if colour])


HEART = ('<path d="M12,21.35L10.55,20.03C5.4,15.36 2,12.27 2,8.5C2,5.41 4.42,3 7.5,3C9.24,3 10.91,'
         '3.81 12,5.08C13.09,3.81 14.76,3 16.5,3C19.58,3 22,5.41 22,8.5C22,12.27 18.6,15.36 13.45,'
         '20.03L12,21.35Z"/>')
RECTANGLES = ('<rect x="2" y="2" width="6" height="6"/><rect x="12" y="3" width="9" height="5"/>'
              '<rect x="5" y="13" width="14" height="8"/>')


@pytest.mark.parametrize("body", [
    HEART, RECTANGLES,
    '<rect width="24" height="24"/><circle cx="12" cy="12" r="7" fill="white"/>',
    '<rect y="8" width="24" height="8"/>',
    '<circle cx="9" cy="12" r="7"/><circle cx="15" cy="12" r="7"/>',
    '<path d="M2 2L12 12L22 2V22L12 12L2 22Z"/>',  # touches itself
    '<rect x="2" y="4" width="10" height="16" fill="#1050c0"/>'
    '<rect x="12" y="4" width="10" height="16" fill="#d01020"/>'])
def test_faces_are_simple_and_fill_the_frame(body: str) -> None:
    made = make(body)
    assert made.verdict.answer == "unique"
    found = faces(made)
    assert all(face.is_valid for face in found)
    frame = shapely.Polygon(arrangement_of(made.nonogram).frame_polygon)
    assert sum(face.area for face in found) == pytest.approx(frame.area, rel=1e-3)
    extended = made.extended
    assert extended is not None
    narrow = [face for face in found
              if 2 * shapely.maximum_inscribed_circle(face, tolerance=0.01).length < 2.5 - 0.05]
    assert len(narrow) <= len(extended.narrow)
    assert bool(extended.narrow) == any("narrower" in note for note in made.notes)


def test_overlapping_shapes_of_one_colour_are_their_union() -> None:
    made = make('<circle cx="9" cy="12" r="7"/><circle cx="15" cy="12" r="7"/>')
    ink = inked(made)
    whole = shapely.union_all([shapely.Point(9, 12).buffer(7), shapely.Point(15, 12).buffer(7)])
    box = arrangement_of(made.nonogram).box
    scale = box.width / (20 * 1.28)
    assert ink.area == pytest.approx(whole.area * scale * scale, rel=0.08)
    assert ink.contains(shapely.Point(box.width / 2, box.height / 2))


def test_three_rectangles_give_no_warning(recwarn: pytest.WarningsRecorder) -> None:
    made = make(RECTANGLES)
    assert not [each for each in recwarn if issubclass(each.category, RuntimeWarning)]
    assert len(shapely.get_parts(inked(made))) == 3


def test_an_outline_at_the_edge_of_the_page() -> None:
    made = make('<path d="M0 24L12 0L24 24Z"/>')
    assert made.verdict.answer == "unique"
    assert inked(made).area > 0


def test_crossings_are_as_steep_as_is_said() -> None:
    made = make(HEART)
    extended = made.extended
    assert extended is not None
    flat = 0
    for vertex in extended.arranged.vertices:
        if not vertex.frame and len(vertex.darts) == 4:
            ways = [leaving(extended.arranged.arrangement.path(dart)) for dart in vertex.darts]
            angles = [abs(shapely.Point(a).distance(shapely.Point(b)))
                      for a, b in zip(ways, [*ways[1:], ways[0]], strict=True)]
            flat += degrees(min(angles)) < extended.goals.angle - 1  # chord for angle: not above it
    assert flat <= len(extended.flat) + sum(
        1 for vertex in extended.arranged.vertices if len(vertex.darts) == 4
        and sum(extended.arranged.picture[dart >> 1] for dart in vertex.darts) == 2)


def test_what_is_changed_is_said() -> None:
    made = make(HEART)
    assert made.extended is not None
    assert 0 <= made.extended.simplified.changed < 0.1
    assert any("has another colour" in note for note in made.notes)


@pytest.mark.parametrize("body", [
    "", "<text>only words</text>", '<rect width="0" height="9"/>'])
def test_nothing_to_see(body: str) -> None:
    with pytest.raises(InputError):
        make(body)


@pytest.mark.parametrize("body", [
    RECTANGLES, '<path d="M0 24L12 0L24 24Z"/>', '<path d="M2 24L12 -3L22 24Z"/>',
    '<circle cx="12" cy="12" r="12"/>', '<path d="M0 5L8 12L0 19L4 24H20L24 0Z"/>',
    '<path d="M0 0H24V24H0ZM4 4V20H20V4Z"/>', '<path d="M-4 8H12V8.0001H-4ZM6 0L9 24H3Z"/>'])
def test_outlines_as_drawn_are_extended_or_refused(
    body: str, recwarn: pytest.WarningsRecorder,
) -> None:
    told = ""
    try:
        made = make(body, detail="exact", tries=60)
        assert made.extended is None
        assert made.nonogram.puzzle.lines
    except InputError as error:
        told = str(error)
    assert "\n" not in told
    assert not [each for each in recwarn if issubclass(each.category, RuntimeWarning)]


def test_detail_asks_for_more_or_fewer_arcs() -> None:
    star = (b'<svg viewBox="0 0 24 24"><path d="M12 1L15 9L23 9L17 14L19 22L12 17L5 22L7 14L1 9L9'
            b' 9Z"/></svg>')
    regions = visible_regions(drawing_of(star))
    few, many = (next(simplified(regions, detail)) for detail in (0.0, 1.0))
    assert few.arcs < many.arcs


@pytest.mark.parametrize("seconds", [0.001, 0.3])
def test_a_short_budget_delivers_the_best_so_far(seconds: float) -> None:
    """A comb has many corners: there is not the time to simplify it well, nor to try much."""
    teeth = "".join(f"h2v-9h2v{9 + k % 3}" for k in range(6))
    made = make(f'<path d="M2 18v-3{teeth}v6Z"/><circle cx="8" cy="4" r="3" fill="#d02020"/>',
                view="0 0 30 24", tries=10**6, budget=seconds)
    assert made.extended is not None
    assert made.extended.found.late
    assert any("time ran out" in note for note in made.notes)
    assert made.nonogram.solution is not None


def test_bitmaps_are_traced(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    draw = pytest.importorskip("PIL.ImageDraw")
    picture = image.new("L", (120, 120), 255)
    draw.Draw(picture).ellipse((30, 20, 90, 100), fill=0)
    picture.save(tmp_path / "disc.png")
    made = make_curved(tmp_path / "disc.png", labels="none", tries=TRIES)
    assert made.verdict.answer == "unique"
    assert inked(made).area > 0


def test_the_sheet_shows_picture_difference_and_details() -> None:
    made = make(HEART)
    scene = made.nonogram.family.scene("sheet", None, CurvedOptions(), made)
    assert scene.display is not None
    words = str(scene.display.items)
    assert all(caption in words for caption in ("picture", "red is missing", "--detail 0:"))
