"""Plans read back: a small painter of SVG paths, and labels as a reader of the page finds them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from math import dist, hypot
from typing import NamedTuple

from nonoforge.families.plane import Arrangement
from nonoforge.path import Point, at, inside

NS = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"

_COMMAND = re.compile(r"([MLCZ])([^MLCZ]*)")


def layer(root: ET.Element, name: str) -> ET.Element:
    """The layer of this name."""
    [found] = [group for group in root.iter(f"{NS}g") if group.get(LABEL) == name]
    return found


def layers(root: ET.Element) -> list[str]:
    return [group.get(LABEL, "") for group in root.iter(f"{NS}g") if group.get(LABEL)]


def rings(path: str) -> list[list[Point]]:
    """The polygons or polylines of a path, cubics in sixty steps."""
    found: list[list[Point]] = []
    for command, numbers in _COMMAND.findall(path):
        values = [float(value) for value in numbers.split()]
        points = list(zip(values[::2], values[1::2], strict=True))
        if command == "M":
            found.append(points)
        elif command == "L":
            found[-1] += points
        elif command == "C":
            piece = (found[-1][-1], *points)
            found[-1] += [at(piece, step / 60) for step in range(1, 61)]  # type: ignore[arg-type]
    return found


def painted(element: ET.Element, point: Point) -> str | None:
    """The colour of the topmost filled path of an element at this point."""
    colour = None
    for path in element.iter(f"{NS}path"):
        fill = path.get("fill")
        if fill != "none" and sum(inside(point, ring) for ring in rings(path.get("d", ""))) % 2:
            colour = fill
    return colour


class Written(NamedTuple):
    """A label as it is found on the page."""

    title: str
    boxes: list[list[Point]]
    texts: list[tuple[str, Point, float]]  # text, place, angle
    leaders: list[list[Point]]


def written(root: ET.Element) -> list[Written]:
    """All labels, by their groups."""
    found = []
    for group in layer(root, "labels").findall(f"{NS}g"):
        title = group.findtext(f"{NS}title", "")
        if title.startswith("the start of"):
            continue
        paths = [path for path in group.findall(f"{NS}path")  # without chips
                 if path.get("fill") in ("none", "#ffffff")]
        boxes, leaders = ([rings(path.get("d", ""))[0] for path in paths if path.get("stroke")
                           and (path.get("fill") == "none") == bare] for bare in (False, True))
        texts = [text_of(text) for text in group.findall(f"{NS}text")]
        found.append(Written(title, boxes, texts, leaders))
    return found


def text_of(text: ET.Element) -> tuple[str, Point, float]:
    turn = re.fullmatch(r"rotate\((\S+) .*\)", text.get("transform", "rotate(0 )"))
    assert turn is not None
    return text.text or "", (float(text.get("x", "")), float(text.get("y", ""))), float(turn[1])


def offset(root: ET.Element, arrangement: Arrangement) -> Point:
    """Where the top left corner of the frame's box is on the page."""
    [path] = layer(root, "frame").findall(f"{NS}path")
    points = [point for ring in rings(path.get("d", "")) for point in ring]
    return min(x for x, _ in points), min(y for _, y in points)


def on_page(root: ET.Element, arrangement: Arrangement, point: Point) -> Point:
    """A point of the arrangement on the page."""
    left, top = offset(root, arrangement)
    return left + point[0] - arrangement.box.left, top + arrangement.box.top - point[1]


def middle(polygon: list[Point]) -> Point:
    return (sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon))


def away(point: Point, line: tuple[Point, Point]) -> float:
    """The distance of a point from the line through two others."""
    (ax, ay), (bx, by) = line
    return abs((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / hypot(bx - ax, by - ay)


def from_outside(label: Written, port: Point) -> list[str]:
    """The texts of a label as they are met from the outside in."""
    return [text for text, _, _ in sorted(label.texts, key=lambda each: -dist(each[1], port))]
