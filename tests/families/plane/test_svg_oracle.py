"""Our reader of SVG against svgelements: the same lines in the same places."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nonoforge.families.plane.drawing import drawing_of
from nonoforge.path import flat

svgelements = pytest.importorskip("svgelements")
shapely = pytest.importorskip("shapely")

PX = 25.4 / 96

number = st.integers(-400, 400).map(lambda n: f"{n / 8:g}")
size = st.integers(1, 400).map(lambda n: f"{n / 8:g}")
numbers = [st.just(""), *(st.lists(number, min_size=n, max_size=n).map(" ".join)
                          for n in range(1, 7))]
# S only after C and T only after Q: elsewhere they take any handle for theirs.
commands = [[(letter, takes)] for takes, row in ((1, "HhVv"), (2, "Ll"), (4, "Qq"), (6, "Cc"))
            for letter in row]
commands += [[("Q", 4), ("t", 2), ("T", 2)], [("c", 6), ("S", 4), ("s", 4)]]
straight = st.sampled_from(commands).flatmap(lambda row: st.tuples(*(
    numbers[takes].map(lambda text, letter=letter: letter + text)  # type: ignore[misc]
    for letter, takes in row)).map("".join))
arc = st.builds("{}{} {} {} {} {} {}".format, st.sampled_from("Aa"), size, size,
                st.integers(-90, 180), st.sampled_from("01"), st.sampled_from("01"), numbers[2])
data = st.builds("M{}{}{}".format, numbers[2],
                 st.lists(st.one_of(straight, straight, arc), min_size=1, max_size=6).map("".join),
                 st.sampled_from(["", "z", "Zm3 4l9 5 2-8z"]))
shape = st.one_of(
    st.builds('<path d="{}"/>'.format, data),
    st.builds('<polygon points="{} {} {}"/>'.format, numbers[2], numbers[2], numbers[2]),
    st.builds('<polyline points="{} {}"/>'.format, numbers[2], numbers[4]),
    st.builds('<rect x="{}" y="{}mm" width="{}" height="{}" rx="{}"/>'.format, number, number,
              size, size, st.sampled_from(["0", "0", "2"])),
    st.builds('<circle cx="{}" cy="{}" r="{}mm"/>'.format, number, number, size),
    st.builds('<ellipse cx="{}" rx="{}" ry="{}"/>'.format, number, size, size),
    st.builds('<line x1="{}" y2="{}in" stroke="red"/>'.format, size, size))
transform = st.one_of(
    st.builds("translate({})".format, numbers[2]), st.builds("rotate({})".format, number),
    st.builds("scale({} {})".format, st.sampled_from(["2", "-1", ".5"]), st.sampled_from("13")),
    st.builds("skewX({})".format, st.sampled_from(["20", "-35"])),
    st.builds("rotate({} {})".format, number, numbers[2]),
    st.builds("matrix(1 .5 -.25 2 {})".format, numbers[2]))
group = st.recursive(shape, lambda inner: st.builds(
    '<g transform="{} {}">{}</g>'.format, transform, transform,
    st.lists(inner, min_size=1, max_size=3).map("".join)), max_leaves=5)
view = st.sampled_from(['viewBox="0 0 100 100"', 'width="100mm" height="50mm"',
                        'width="300" height="200" viewBox="-5 5 30 40"',
                        'width="9in" height="200pt" viewBox="0 0 50 40" preserveAspectRatio="none"',
                        'width="90mm" height="30mm" viewBox="0 0 9 7" '
                        'preserveAspectRatio="xMaxYMin slice"'])


def theirs(text: str, height: float) -> list[Any]:
    """One line for each subpath that is longer than a point, in millimetres and y upwards."""
    found = []
    for element in svgelements.SVG.parse(io.StringIO(text), reify=False).elements():
        if isinstance(element, svgelements.Shape):
            path = svgelements.Path(element)
            path.approximate_arcs_with_cubics()
            path.reify()  # not before: rectangles and arcs of theirs lose their skew
            for part in path.as_subpaths():
                points = [segment.point(i / 32) for segment in svgelements.Path(part)
                          if not isinstance(segment, svgelements.Move) for i in range(33)]
                points = [(p.x * PX, height - p.y * PX) for p in points if p is not None]
                if len(set(points)) > 1:
                    found.append(shapely.LineString(points))
    return [line for line in found if line.length > 0.01]


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(view, st.lists(group, min_size=1, max_size=3))
def test_the_same_lines_as_svgelements(page: str, inside: list[str]) -> None:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" {page}>{"".join(inside)}</svg>'
    drawing = drawing_of(text.encode())
    assert drawing.page is not None
    ours = [shapely.LineString(flat(outline.path, 0.001))
            for each in drawing.shapes for outline in each.outlines]
    expected = theirs(text, drawing.page.top)
    for line, other in zip([line for line in ours if line.length > 0.01], expected, strict=True):
        assert line.hausdorff_distance(other) < 1e-3 * (1 + line.length)
        assert line.length == pytest.approx(other.length, rel=0.01, abs=0.01)
