"""SVG as designers make it."""

from __future__ import annotations

import gzip
from itertools import pairwise

import pytest

from nonoforge.errors import InputError
from nonoforge.families.plane import Drawing, Shape
from nonoforge.families.plane.drawing import drawing_of
from nonoforge.families.plane.svg_style import colour
from nonoforge.named_colours import CSS_COLOURS
from nonoforge.path import Point, bounds

NAMESPACES = ('xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
              'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"')
PAGE = 'width="100mm" height="100mm" viewBox="0 0 100 100"'


def drawing(inside: str, page: str = PAGE, before: str = "") -> Drawing:
    return drawing_of(f"{before}<svg {NAMESPACES} {page}>{inside}</svg>".encode())


def only(inside: str, page: str = PAGE) -> Shape:
    [shape] = drawing(inside, page).shapes
    return shape


def corners(shape: Shape, outline: int = 0) -> list[Point]:
    return [piece[0] for piece in shape.outlines[outline].path]


def box(shape: Shape) -> list[float]:
    everything = [p for outline in shape.outlines for piece in outline.path for p in piece]
    return [round(side, 6) for side in bounds(everything)]


# Pages and units

@pytest.mark.parametrize(("page", "size", "true_size"), [
    ('width="100mm" height="5cm" viewBox="0 0 10 10"', (100, 50), True),
    ('width="1in" height="72pt"', (25.4, 25.4), True),
    ('width="96" height="48px"', (25.4, 12.7), False),
    ('viewBox="0 0 960 480"', (254, 127), False),
    ('width="60mm" viewBox="0 0 30 10"', (60, 20), False),
    ('height="60mm" viewBox="0 0 30 10"', (180, 60), False),
    ('width="100%" height="100%" viewBox="0 0 96 96"', (25.4, 25.4), False),
    ('width="6pc" height="101.6Q"', (25.4, 25.4), True),
])
def test_pages(page: str, size: tuple[float, float], true_size: bool) -> None:
    found = drawing("", page)
    assert found.page == pytest.approx((0, 0, *size))
    assert found.true_size == true_size


def test_a_file_without_a_size_has_no_page() -> None:
    found = drawing('<rect width="96" height="96"/>', "")
    assert found.page is None
    assert box(found.shapes[0]) == [0, -25.4, 25.4, 0]


def test_y_points_up_from_the_bottom_of_the_page() -> None:
    assert box(only('<rect x="10" y="20" width="30" height="40"/>')) == [10, 40, 40, 80]


@pytest.mark.parametrize(("how", "found"), [
    ("", [0, 100, 50, 150]), ("xMinYMin", [0, 150, 50, 200]), ("xMidYMax meet", [0, 50, 50, 100]),
    ("xMidYMid slice", [-50, 100, 50, 200]), ("none", [0, 100, 50, 200]),
])
def test_aspect_ratios(how: str, found: list[float]) -> None:
    shape = only('<rect width="5" height="5"/>',
                 f'width="100mm" height="200mm" viewBox="0 0 10 10" preserveAspectRatio="{how}"')
    assert box(shape) == found


def test_lengths_with_units_and_shares() -> None:
    shape = only('<rect x="10%" y="1cm" width="25.4mm" height="50%"/>',
                 'width="960" height="480"')
    assert box(shape) == pytest.approx([25.4, 53.5, 50.8, 117])


# Shapes

def test_polygons_are_closed_by_a_piece_of_their_own() -> None:
    shape = only('<polygon id="Wing" points="0,0 10,0 10 10"/>')
    assert shape.outlines[0].closed
    assert corners(shape) == [(0, 100), (10, 100), (10, 90)]
    assert shape.name == "polygon 'Wing'"
    assert "wing" in shape.words


def test_polylines_stay_open_unless_their_ends_meet() -> None:
    open_one, closed = drawing('<polyline points="0 0 9 0 9 9"/>'
                               '<polyline points="0 0 9 0 9 9 0 0"/>').shapes
    assert not open_one.outlines[0].closed
    assert closed.outlines[0].closed
    assert len(closed.outlines[0].path) == 3


def test_round_things() -> None:
    shapes = drawing('<circle cx="50" cy="50" r="10"/><ellipse cx="50" cy="50" rx="10" ry="5"/>'
                     '<rect x="40" y="40" width="20" height="10" rx="3"/>'
                     '<rect x="40" y="40" width="20" height="20" rx="99"/>')
    assert [box(shape) for shape in shapes.shapes] == [
        [40, 40, 60, 60], [40, 45, 60, 55], [40, 50, 60, 60], [40, 40, 60, 60]]
    assert [len(shape.outlines[0].path) for shape in shapes.shapes] == [4, 4, 8, 4]
    assert shapes.notes == ()


def test_all_commands_of_paths() -> None:
    shape = only('<path fill="none" stroke="red" d="M10 10h10v10H10V5L5 5l1-1C1 2 3 4 5 6s3 4 5 6'
                 'S1 1 2 2Q3 3 4 9T9 9t1 1A5 5 0 0120 20a5 5 0 1 0 5 5z"/>')
    assert shape.outlines[0].closed
    kinds = [len(piece) for piece in shape.outlines[0].path]
    assert kinds[:6] == [2] * 6
    assert set(kinds[6:12]) == {4}
    path = shape.outlines[0].path
    assert all(a[-1] == b[0] for a, b in pairwise(path))


def test_relative_moves_after_closing_go_on_from_the_start() -> None:
    shape = only('<path d="m 10,10 20,0 0,20 z m 5 5 l 2 0 0 2 z"/>')
    assert corners(shape, 1)[0] == (15, 85)
    shape = only('<path d="M10 10h20v20zh-5v-5z"/>')
    assert corners(shape, 1) == [(10, 90), (5, 90), (5, 95)]


def test_straight_curves_become_straight() -> None:
    shape = only('<path d="M0 0C0 0 10 10 10 10C13 13 16 16 19 19Q20 19 21 19L0 50z"/>')
    assert [len(piece) for piece in shape.outlines[0].path] == [2] * 5
    assert len(only('<path d="M0 0C-5 -5 10 10 10 10Z"/>').outlines[0].path[0]) == 4


def test_pieces_of_no_length_are_left_out() -> None:
    found = drawing('<path id="p" d="M0 0L0 0L10 0L10 0.00001L10 10L0 0z"/><path d="M3 3z"/>')
    assert [len(o.path) for shape in found.shapes for o in shape.outlines] == [3]
    assert found.notes == ("pieces of no length are left out (path 'p')",)


# Transforms and clones

@pytest.mark.parametrize(("text", "found"), [
    ("translate(10)", [10, 90, 20, 100]), ("translate(10 5)", [10, 85, 20, 95]),
    ("scale(2)", [0, 80, 20, 100]), ("scale(2 1)translate(5,5)", [10, 85, 30, 95]),
    ("rotate(90)", [-10, 90, 0, 100]), ("rotate(180 10 10)", [10, 80, 20, 90]),
    ("matrix(1 0 0 -1 0 20)", [0, 80, 10, 90]), ("skewX(45)", [0, 90, 20, 100]),
    ("skewY(45)", [0, 80, 10, 100]), ("none", [0, 90, 10, 100]),
])
def test_transforms(text: str, found: list[float]) -> None:
    square = '<rect width="10" height="10"/>'
    assert box(only(f'<g transform="{text}">{square}</g>')) == found
    assert box(only(f'<g style="transform: {text}">{square}</g>')) == found


def test_clones() -> None:
    found = drawing('<defs><g id="pair" fill="blue"><rect id="one" width="5" height="5"/></g>'
                    '</defs><use id="left" href="#pair" x="10"/>'
                    '<use xlink:href="#one" transform="scale(-1 1)" y="20" fill="red"/>')
    assert [box(shape) for shape in found.shapes] == [[10, 95, 15, 100], [-5, 75, 0, 80]]
    assert [shape.fill for shape in found.shapes] == ["#0000ff", "#ff0000"]
    assert found.shapes[0].name == "rect 'one' (use 'left')"
    assert {"left", "pair", "one"} <= found.shapes[0].words


def test_symbols_and_inner_viewports() -> None:
    found = drawing('<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>'
                    '<use href="#s" x="20" y="20" width="30" height="30"/>'
                    '<svg x="50" width="50%" height="20" viewBox="0 0 5 2">'
                    '<rect width="100%" height="1"/></svg>')
    assert [box(shape) for shape in found.shapes] == [[20, 50, 50, 80], [50, 90, 100, 100]]


def test_clones_that_go_nowhere_are_noted() -> None:
    found = drawing('<g id="a"><use id="u" href="#a"/></g><use href="#none"/>'
                    '<use href="other.svg#x"/>')
    assert found.shapes == ()
    assert [note.split(" (")[0] for note in found.notes] == [
        "clones of themselves are left out", "clones of missing elements are left out",
        "other files are never fetched"]


# Styles

def test_paint_is_inherited_and_the_strongest_word_wins() -> None:
    found = drawing(
        '<style>/* made by hand */ .a, .b {fill: #0f0} #c{fill:yellow} g.q > .b {fill:navy}'
        'rect{stroke:gray !important} @media print {.a{fill:red}} path[d]{fill:red}</style>'
        '<g fill="red" stroke="blue"><rect width="1" height="1"/>'
        '<rect class="a" fill="blue" width="1" height="1"/>'
        '<rect class="a" id="c" width="1" height="1"/>'
        '<rect class="a" style="fill:#123; stroke:none" width="1" height="1"/></g>'
        '<g class="p q"><circle class="b" r="1"/><g><circle class="b" r="1"/></g></g>')
    assert [(shape.fill, shape.stroke) for shape in found.shapes] == [
        ("#ff0000", "#808080"), ("#00ff00", "#808080"), ("#ffff00", "#808080"),
        ("#112233", "#808080"), ("#000080", None), ("#00ff00", None)]
    assert len(found.notes) == 2


@pytest.mark.parametrize(("paint", "found"), [
    ("currentColor", "#ff0000"), ("url(#g)", "#008000"), ("url(#h) blue", "#008000"),
    ("url(#none) blue", "#0000ff"), ("rgb(0, 50%, 255)", "#0080ff"),
    ("hsl(240 100% 50%)", "#0000ff"), ("#0F08", "#00ff00"), ("nonsense", "#000000"),
    ("inherit", "#000000"),
])
def test_paints(paint: str, found: str) -> None:
    shape = only('<linearGradient id="g"><stop stop-color="lime"/><stop/></linearGradient>'
                 '<radialGradient id="h" xlink:href="#g"/>'
                 f'<rect color="red" fill="{paint}" width="9" height="9"/>')
    assert shape.fill == found


def test_what_is_not_seen_is_left_out() -> None:
    rect = 'width="9" height="9"'
    found = drawing(f'<rect {rect} fill="none"/><rect {rect} fill="transparent"/>'
                    f'<rect {rect} fill-opacity="0"/><rect {rect} style="display:none"/>'
                    f'<g visibility="hidden"><rect {rect}/><rect id="seen" visibility="visible" '
                    f'{rect}/></g><g opacity="0"><rect {rect}/></g><defs><rect {rect}/></defs>'
                    f'<rect {rect} fill="none" stroke="red" stroke-width="0"/>')
    assert [shape.name for shape in found.shapes] == ["rect 'seen'"]


def test_fill_rules() -> None:
    rules = [shape.rule for shape in drawing(
        '<g fill-rule="evenodd"><circle r="1"/><circle r="1" fill-rule="nonzero"/></g>'
        '<circle r="1"/>').shapes]
    assert rules == ["evenodd", "nonzero", "nonzero"]


def test_words_are_what_the_author_calls_it() -> None:
    shape = only('<g inkscape:label="Picture Lines" inkscape:groupmode="layer" id="L1">'
                 '<g class="st0 Frame" data-name="Wing 2"><path id="P" d="M0 0h9v9z"/></g></g>')
    assert shape.words == {"picture lines", "picture", "lines", "l1", "st0", "frame", "wing 2",
                           "wing", "2", "p"}


def test_colour_names_are_those_of_css() -> None:
    colours = pytest.importorskip("PIL.ImageColor")
    assert all(colours.getrgb(name) == colours.getrgb(value)
               for name, value in CSS_COLOURS.items())
    assert set(colours.colormap) <= set(CSS_COLOURS)
    assert colour("RebeccaPurple") == "#663399"


# Files

def test_illustrator_files() -> None:
    text = """<?xml version="1.0" encoding="iso-8859-1"?>
<!-- Generator: Adobe Illustrator -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
  <!ENTITY ns_svg "http://www.w3.org/2000/svg">
]>
<svg version="1.1" xmlns:x="&ns_extend;" xmlns="&ns_svg;" x="0px" y="0px" width="283.46px"
  height="283.46px" viewBox="0 0 283.46 283.46" xml:space="preserve">
<style type="text/css"><![CDATA[ .st0{fill:#E30613;} ]]></style>
<switch><foreignObject requiredExtensions="&ns_extend;" width="1" height="1"/>
<g x:extraneous="self"><g id="Fl\u00fcgel_1_"><polygon class="st0" points="0,0 9,0 9,9 "/></g></g>
</switch></svg>"""
    found = drawing_of(text.encode("latin-1"))
    assert found.shapes[0].fill == "#e30613"
    assert "fl\u00fcgel_1_" in found.shapes[0].words


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_encodings(encoding: str) -> None:
    name = {"utf-8-sig": "utf-8"}.get(encoding, encoding.replace("cp", "windows-"))
    text = (f'<?xml version="1.0" encoding="{name}"?><svg><title>M\u00fchle</title>'
            '<circle r="5"/></svg>')
    found = drawing_of(text.encode(encoding))
    assert (found.title, len(found.shapes)) == ("M\u00fchle", 1)


def test_gzip_files() -> None:
    data = f'<svg {PAGE}><rect width="9" height="9"/></svg>'.encode()
    assert len(drawing_of(gzip.compress(data)).shapes) == 1
    with pytest.raises(InputError, match="cut off"):
        drawing_of(gzip.compress(data)[:-9])


def test_prefixed_elements_and_foreign_ones() -> None:
    found = drawing_of(b'<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:o="urn:x" '
                       b'viewBox="0 0 9 9"><s:rect width="3" height="3"/><o:g><s:circle r="1"/>'
                       b'</o:g><o:rect width="2" height="2"/></s:svg>')
    assert len(found.shapes) == 1


def test_what_is_left_out_is_noted() -> None:
    found = drawing('<text id="t">Hi</text><image href="x.png" width="3" height="3"/>'
                    '<script>alert(1)</script><circle r="4" clip-path="url(#c)"/>',
                    before='<?xml-stylesheet href="x.css"?>')
    assert len(found.shapes) == 1
    assert [note.split(" (")[0] for note in found.notes] == [
        "other files are never fetched", "text is left out; turn it into paths to have it drawn",
        "images are left out", "scripts are never run",
        "clips and masks that are not there are left out"]
