"""What the eye sees of drawings: areas against plain geometry, and pictures against resvg."""

from __future__ import annotations

import io
import random
from itertools import combinations
from math import pi
from typing import Any

import pytest

from helpers.mutation import spoilt
from helpers.puzzles import rounds
from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import Drawing, drawing_of
from nonoforge.path import inverse, product, sent

np = pytest.importorskip("numpy")
shapely = pytest.importorskip("shapely")

from nonoforge.families.plane.painting import filled  # noqa: E402
from nonoforge.families.plane.regions import (  # noqa: E402
    HAIR,
    Regions,
    _wider,
    visible_regions,
)
from nonoforge.families.plane.report import lost_words  # noqa: E402


def drawn(body: str, attributes: str = 'viewBox="0 0 100 100"') -> Drawing:
    return drawing_of(f'<svg xmlns="http://www.w3.org/2000/svg" '
                      f'xmlns:xlink="http://www.w3.org/1999/xlink" {attributes}>{body}</svg>'
                      .encode(), "test.svg")


def seen(body: str, **options: Any) -> Regions:
    found = visible_regions(drawn(body), **options)
    assert found.areas
    assert all(area.is_valid and not area.is_empty for _, area in found.areas)
    for (_, one), (_, other) in combinations(found.areas, 2):
        assert one.intersection(other).area < 1e-2  # on a grid of 0.1 micrometres
    sizes = [area.area for _, area in found.areas]
    assert sizes == sorted(sizes, reverse=True)
    return found


def file_areas(found: Regions) -> dict[str, float]:
    """The areas in squares of the file's unit."""
    a, b, c, d = found.matrix[:4]
    unit = abs(a * d - b * c)
    return {colour: area.area / unit for colour, area in found.areas}


RED, BLUE, BLACK = "#ff0000", "#0000ff", "#000000"


@pytest.mark.parametrize(("body", "areas"), [
    ('<rect x="10" y="10" width="40" height="40"/>', {BLACK: 1600}),
    # Of one colour, the union; of several, by the order of painting.
    ('<rect x="10" y="10" width="40" height="40"/><rect x="30" y="10" width="40" height="40"/>',
     {BLACK: 2400}),
    ('<rect x="10" y="10" width="40" height="40" fill="red"/>'
     '<rect x="30" y="10" width="40" height="40" fill="blue"/>', {BLUE: 1600, RED: 800}),
    # White on top cuts holes; what is hidden is gone.
    ('<rect x="10" y="10" width="40" height="40"/>'
     '<rect x="20" y="20" width="20" height="20" fill="white"/>', {BLACK: 1200}),
    ('<rect x="20" y="20" width="20" height="20" fill="red"/>'
     '<rect x="10" y="10" width="40" height="40" fill="blue"/>', {BLUE: 1600}),
    # Even-odd and non-zero; open filled paths are closed.
    ('<path fill-rule="evenodd" d="M10 10h60v60h-60zM20 20h20v20h-20z"/>', {BLACK: 3200}),
    ('<path d="M10 10h60v60h-60zM20 20h20v20h-20z"/>', {BLACK: 3600}),
    ('<path d="M10 10h60v60h-60zM20 20v20h20v-20z"/>', {BLACK: 3200}),
    ('<path d="M10 10h40v40"/>', {BLACK: 800}),
    ('<path d="M10 10L50 50V10L10 50z" fill-rule="evenodd"/>', {BLACK: 800}),
    # Strokes as outlines, with their caps and joins.
    ('<path stroke="black" stroke-width="10" d="M20 50H80"/>', {BLACK: 600}),
    ('<path stroke="black" stroke-width="10" stroke-linecap="square" d="M20 50H80"/>',
     {BLACK: 700}),
    ('<path stroke="black" stroke-width="20" stroke-linecap="round" d="M20 50H80"/>',
     {BLACK: 1200 + 100 * pi}),
    ('<rect x="20" y="20" width="40" height="40" fill="none" stroke="black" stroke-width="4"/>',
     {BLACK: 44 * 44 - 36 * 36}),
    ('<path stroke="black" stroke-width="10" stroke-dasharray="10 5" d="M20 50H80"/>',
     {BLACK: 400}),
    # Clones, transforms, clips, masks, viewports.
    ('<defs><rect id="r" width="10" height="10"/></defs><g transform="scale(2)">'
     '<use xlink:href="#r" x="5" y="5"/><use href="#r" x="30" y="5"/></g>', {BLACK: 800}),
    ('<clipPath id="c"><rect x="10" y="10" width="20" height="90"/></clipPath>'
     '<g clip-path="url(#c)"><rect y="20" width="90" height="30"/></g>', {BLACK: 600}),
    ('<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>'
     '<rect x="10" y="20" width="80" height="30" clip-path="url(#c)"/>', {BLACK: 1200}),
    ('<mask id="m"><rect width="99" height="99" fill="white"/>'
     '<rect width="30" height="99" fill="black"/></mask>'
     '<rect x="10" y="20" width="40" height="30" mask="url(#m)"/>', {BLACK: 600}),
    ('<svg x="10" y="10" width="30" height="30" viewBox="0 0 10 10">'
     '<rect x="5" y="-50" width="100" height="100"/></svg>', {BLACK: 450}),
    # The page cuts off what is beside it.
    ('<rect x="-50" y="20" width="90" height="30"/>', {BLACK: 1200}),
])
def test_areas(body: str, areas: dict[str, float]) -> None:
    found = file_areas(seen(body))
    assert found.keys() == areas.keys()
    for colour, area in areas.items():
        assert found[colour] == pytest.approx(area, rel=4e-3)


def test_opacity_mixes_with_what_is_below() -> None:
    found = file_areas(seen(
        '<rect x="10" y="10" width="40" height="40" fill="blue"/>'
        '<rect x="30" y="10" width="40" height="40" fill="red" opacity=".5"/>', colours=9))
    assert found["#800080"] == pytest.approx(800, rel=1e-2)  # over blue
    assert found["#ff8080"] == pytest.approx(800, rel=1e-2)  # over white
    group = seen('<g opacity=".5"><rect width="40" height="40" fill-opacity=".8"/></g>')
    assert group.areas[0][0] == "#999999"


def test_gradients_count_as_their_mean_over_the_shape() -> None:
    stops = '<stop stop-color="#000000"/><stop offset="1" stop-color="#ff0000"/>'
    linear = seen(f'<linearGradient id="g">{stops}</linearGradient>'
                  '<rect x="10" y="10" width="80" height="30" fill="url(#g)"/>')
    assert linear.areas[0][0] in ("#800000", "#7f0000")
    part = seen(f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="20">{stops}'
                '</linearGradient><rect x="40" y="10" width="50" height="30" fill="url(#g)"/>')
    assert part.areas[0][0] == RED  # beyond its end
    shadow = seen('<radialGradient id="g"><stop stop-opacity=".6"/><stop offset="1" '
                  'stop-opacity="0"/></radialGradient><circle cx="50" cy="80" r="15" '
                  'fill="url(#g)"/><rect x="30" y="20" width="40" height="50"/>')
    assert file_areas(shadow) == {BLACK: pytest.approx(2000, rel=1e-2)}  # no shadow


def test_a_dark_page_is_a_background() -> None:
    found = seen('<rect width="100" height="100" fill="#102040"/>'
                 '<circle cx="50" cy="50" r="20" fill="white"/>')
    assert [colour for colour, _ in found.areas] == ["#102040"]  # its ink, on white paper
    assert found.areas[0][1].contains(shapely.Point(
        *sent((50.0, 50.0), found.matrix)))
    assert any("background" in note for note in found.notes)
    icon = seen('<path fill-rule="evenodd" d="M0 0h100v100h-100zM40 30h20v40h-20z"/>')
    assert file_areas(icon) == {BLACK: pytest.approx(9200, rel=1e-3)}  # with a hole in it
    alone = seen('<rect width="100" height="100" fill="#102040"/>')
    assert file_areas(alone) == {"#102040": pytest.approx(10_000, rel=1e-3)}


def test_few_colours() -> None:
    body = "".join(f'<rect x="{10 * i}" y="10" width="10" height="60" fill="hsl({40 * i} 90% 50%)"'
                   '/>' for i in range(9))
    assert len(seen(body).areas) == 4
    assert len(seen(body, colours=1).areas) == 1
    assert len(seen(body, colours=2).areas) == 2
    assert sum(file_areas(seen(body, colours=3)).values()) == pytest.approx(5400, rel=1e-2)
    ink = seen('<rect x="10" y="10" width="80" height="60"/>'
               '<rect x="20" y="20" width="5" height="5" fill="#222"/>')
    assert file_areas(ink) == {BLACK: pytest.approx(4800, rel=1e-2)}  # nearly black is black


def test_hairs_between_neighbours_are_closed() -> None:
    found = seen('<rect x="10" y="10" width="30" height="60"/>'
                 '<rect x="40.05" y="10" width="30" height="60"/>')
    assert len(found.areas[0][1].geoms) == 1


# The frame.

def test_margins() -> None:
    touching = seen('<rect width="100" height="50"/>')
    left, bottom, right, top = touching.areas[0][1].bounds
    assert max(touching.frame.width, touching.frame.height) == pytest.approx(100)
    assert min(left, bottom, touching.frame.width - right, touching.frame.height - top) > 4
    assert any("--margin" in note for note in touching.notes)
    for margin, expected in (("10", 10.0), (10, 10.0), ("0%", 0.0), ("25%", 100 / 6)):
        found = seen('<rect x="20" y="30" width="50" height="50"/>', margin=margin)
        assert found.areas[0][1].bounds[0] == pytest.approx(expected, abs=1e-3)
        assert found.frame.width == pytest.approx(100)
    far = seen('<rect x="45" y="45" width="10" height="10"/>')  # a page of blanks is cut
    assert far.areas[0][1].bounds[0] < 20


def test_a_frame_in_the_coordinates_of_the_file() -> None:
    found = seen('<rect x="20" y="30" width="50" height="50"/>', frame=(10, 20, 40, 40), size=80)
    assert found.frame == pytest.approx((0, 0, 80, 80))
    assert found.areas[0][1].bounds == pytest.approx((20, 0, 80, 60), abs=1e-2)
    assert found.place(20.0, 60.0) == "(20, 30)"
    called = seen('<rect id="frame" x="10" y="20" width="40" height="40" fill="none" '
                  'stroke="blue"/><rect x="20" y="30" width="50" height="50"/>')
    assert called.areas[0][1].bounds == pytest.approx((25, 0, 100, 75), abs=1e-2)
    bicycle = seen('<circle id="frame" cx="50" cy="50" r="20"/>')
    assert file_areas(bicycle) == {BLACK: pytest.approx(400 * pi, rel=1e-2)}
    with pytest.raises(InputError, match="nothing is drawn in this frame"):
        seen('<rect width="5" height="5"/>', frame=(50, 50, 9, 9))


def test_a_true_size_is_kept() -> None:
    size = 'width="150mm" height="150mm" viewBox="0 0 15 15"'
    found = visible_regions(drawn('<rect x="2" y="2" width="11" height="11"/>', size))
    assert found.frame.width == pytest.approx(150)
    small = visible_regions(drawn('<rect x="2" y="2" width="11" height="11"/>',
                                  size.replace("150mm", "15mm")))
    assert small.frame.width == pytest.approx(100)


# Bad input.

HAIRLINES = "".join(f"M4 {y}h92v.05h-92z" for y in range(4, 96))
SCRIBBLE = " ".join(f"{i * 37 % 100} {i * 91 % 97}" for i in range(3000))


@pytest.mark.parametrize(("body", "message"), [
    ("", "nothing is drawn"), ("<g/>", "nothing is drawn"),
    ('<text x="3" y="5">Hi</text>', "convert the text to paths"),
    ('<image href="a.png" width="9" height="9"/>', "give the picture itself"),
    ('<path d="M1 1L5 5"/>', "no shape has an area"),
    ('<path d="M1 1h5z"/><rect width="3" height="1e-9"/>', "no shape has an area"),
    ('<rect width="9" height="9" fill="white"/>', "everything is white"),
    ('<rect width="100" height="100" fill="#663716"/>'
     f'<path d="{HAIRLINES}" fill="white"/>',
     "#663716 covers the page, and too little"),
    (f'<path d="M{SCRIBBLE}"/>', "crosses itself too often"),
])
def test_what_is_refused(body: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        visible_regions(drawn(body))


def test_too_much_work_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonoforge.families.plane.painting.MAX_WORK", 5_000)
    body = "".join(f'<circle cx="{i % 100}" cy="{i * 7 % 100}" r="20" opacity=".5"/>'
                   for i in range(50))
    with pytest.raises(InputError, match="give a picture of it"):
        visible_regions(drawn(body))


@pytest.mark.parametrize("body", [
    '<path d="M0 0L50 50L100 0V100L50 50L0 100z"/>',  # touches itself
    '<path d="M10 10h80v80h-80zM10 10h80v80h-80z"/>',  # runs over itself
    '<rect x="-50000" y="-50000" width="100000" height="100000"/>'
    '<rect x="9" y="9" width="9" height="9" fill="white"/>',
    '<path d="M1 1h98v.001h-98z"/><rect x="20" y="20" width="20" height="20"/>',
    '<path stroke="red" stroke-dasharray=".0001" d="M0 0L100 100"/>',
])
def test_odd_shapes_are_seen(body: str) -> None:
    seen(body)


def test_areas_that_almost_touch_keep_their_holes() -> None:
    """Floating overlays of GEOS 3.14 filled holes here; `overlay.py` rounds to a grid."""
    body = "".join(f'<path d="M{10 + 8 * i} 10h8.0{i}v8h-8.00{i}z" fill="#{i}0{i}0{i}0"/>'
                   for i in range(9))
    hole = '<path fill-rule="evenodd" d="M10 20h70v70h-70zM20 30h50.003v50h-50z"/>'
    found = seen(body + hole, colours=1)
    assert not found.areas[0][1].contains(shapely.Point(*sent((45.0, 55.0), found.matrix)))


SEED = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80">
<style>.a{fill:red;opacity:.7} #b{stroke:blue}</style>
<clipPath id="c"><circle cx="30" cy="30" r="25"/></clipPath>
<mask id="m"><rect width="70" height="50" fill="white"/></mask>
<linearGradient id="g" x2="1"><stop stop-color="#123"/><stop offset="1" stop-color="#fed"
 stop-opacity=".5"/></linearGradient><radialGradient id="h" href="#g" r=".7"/>
<g id="b" transform="translate(3,4) rotate(9) scale(1.2)" class="a" clip-path="url(#c)">
<path id="p" d="M5 5l30-4h5V40q1 2 3 4t5 6c1 2 3 4 5 6s1 2 3 4a5 6 20 0 1 7 8z" fill="url(#g)"/>
</g><rect x="40" y="20" width="30" height="40" rx="4" fill="url(#h)" mask="url(#m)"/>
<use href="#p" x="30" stroke-width="3"/><symbol id="y" viewBox="0 0 4 4"><circle r="2"/></symbol>
<use href="#y" width="40" height="40"/><polyline points="10 70 50 60 90 75" fill="none"
 stroke="green" stroke-width="4" stroke-linecap="round" stroke-dasharray="5 3"/></svg>"""


@pytest.mark.parametrize("seed", range(rounds(3)))
def test_spoilt_drawings_are_refused_or_seen(seed: int) -> None:
    chance = random.Random(seed)
    found = 0
    for _ in range(60):
        data = spoilt(SEED, chance, (SEED,))
        try:
            regions = visible_regions(drawing_of(data, "spoilt.svg"))
        except InputError:
            continue
        found += 1
        assert all(area.is_valid for _, area in regions.areas)
        assert all(np.isfinite(area.bounds).all() for _, area in regions.areas)
    assert found > 5


# Against resvg, pixel by pixel.

PICTURES = {
    "strokes": '<path d="M10 90L50 10L90 90z" fill="#fc0" stroke="#036" stroke-width="8"/>'
               '<path d="M20 20q30 60 60 0" fill="none" stroke="red" stroke-width="5" '
               'stroke-linejoin="bevel" stroke-linecap="round"/>',
    "gradients": '<linearGradient id="g"><stop stop-color="#a00"/><stop offset="1" '
                 'stop-color="#c22"/></linearGradient><ellipse cx="50" cy="50" rx="40" ry="20" '
                 'fill="url(#g)" transform="rotate(30 50 50)"/>',
    "clips": '<clipPath id="c"><path clip-rule="evenodd" d="M5 5h90v90h-90zM30 30h40v40h-40z"/>'
             '</clipPath><g clip-path="url(#c)" transform="translate(5 0)"><circle cx="50" cy="50" '
             'r="45" fill="#06a"/><rect x="40" width="10" height="100" fill="#f80"/></g>',
    "symbols": '<symbol id="s" viewBox="0 0 10 10"><path d="M0 0h10L5 12z"/></symbol>'
               '<use href="#s" x="10" y="10" width="40" height="40" fill="#080"/>'
               '<use href="#s" x="50" y="40" width="40" height="20" fill="#800"/>',
    "groups": '<style>g.x > path {fill: #05a} .y {stroke: #000; stroke-width: 3px}</style>'
              '<g class="x y" transform="matrix(.8 .2 -.2 .8 20 5)"><path d="M10 10C60 0 100 40 60 '
              '80S0 60 10 10"/><g opacity=".6"><rect x="20" y="40" width="60" height="30" '
              'fill="#fd0"/></g></g>',
}


@pytest.mark.parametrize("what", PICTURES)
def test_against_resvg(what: str) -> None:
    resvg = pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    body = PICTURES[what]
    picture = drawn(body)
    text = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">' + body + "</svg>")
    oracle = np.asarray(image.open(io.BytesIO(bytes(resvg.svg_to_bytes(
        svg_string=text, background="white", width=200, dpi=96)))).convert("RGB")).astype(int)
    found = rendered(visible_regions(picture, colours=9), picture)
    assert (abs(found - oracle).max(axis=2) < 48).mean() > 0.97


def rendered(regions: Regions, picture: Drawing, side: int = 200) -> Any:
    """The areas at the centres of pixels."""
    y, x = (axis.ravel() for axis in np.mgrid[:side, :side])
    a, b, c, d, e, f = product(regions.matrix, inverse((side / 100, 0, 0, side / 100, 0, 0)))
    u, v = a * (x + .5) + c * (y + .5) + e, b * (x + .5) + d * (y + .5) + f
    found = np.full((side * side, 3), 255)
    for colour, area in regions.areas:
        shapely.prepare(area)
        found[shapely.contains_xy(area, u, v)] = [int(colour[i:i + 2], 16) for i in (1, 3, 5)]
    return found.reshape(side, side, 3)


def test_filled_by_winding_numbers() -> None:
    """Random polygons that cross themselves, against the winding number of random points."""
    chance = random.Random(3)
    for _ in range(30):
        rows = [[(chance.randint(0, 20), chance.randint(0, 20)) for _ in range(7)]
                for _ in range(2)]
        areas = {rule: filled(rows, rule) for rule in ("nonzero", "evenodd")}  # type: ignore[arg-type]
        for _ in range(40):
            point = chance.uniform(0, 20), chance.uniform(0, 20)
            turns = sum(winding(point, row) for row in rows)
            assert areas["nonzero"].contains(shapely.Point(point)) == (turns != 0)
            assert areas["evenodd"].contains(shapely.Point(point)) == (turns % 2 != 0)


def winding(point: tuple[float, float], row: list[tuple[int, int]]) -> int:
    """By the angle that the row turns as seen from the point."""
    whole = 0.0
    for (x0, y0), (x1, y1) in zip(row, [*row[1:], row[0]], strict=True):
        a, b = complex(x0 - point[0], y0 - point[1]), complex(x1 - point[0], y1 - point[1])
        whole += float(np.angle(b / a))
    return round(whole / (2 * pi))


@pytest.mark.parametrize("seed", range(40))
def test_wider_than_a_hair(seed: int) -> None:
    """What is said without eroding is what eroding says."""
    rng = random.Random(seed)
    strokes = [shapely.LineString([(rng.uniform(0, 9), rng.uniform(0, 9)) for _ in range(4)])
               .buffer(rng.uniform(0.5, 1.5) * HAIR) for _ in range(3)]
    for part in shapely.get_parts(shapely.union_all(strokes)):
        assert _wider(part, HAIR) == (not part.buffer(-HAIR).is_empty)


def test_pictures_of_which_little_is_left() -> None:
    assert lost_words(0.3) is None
    assert "use make grid" in (lost_words(0.8) or "")
