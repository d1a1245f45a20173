"""The numbers of curves around a text picture, each where its curve starts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nonoforge.families.plane import Arrangement
from nonoforge.path import Point

MOST_ROWS = 3  # above a picture, or below it


class Port(NamedTuple):
    """A number, the edge of the picture it stands at, and how far along that edge, from 0 to 1."""

    text: str
    edge: str  # left, right, top or bottom
    at: float


def ports_of(arrangement: Arrangement, wanted: Iterable[int]) -> list[Port]:
    """The starts of these curves."""
    curves, ports = set(wanted), []
    for side in arrangement.sides:
        if side.curve in curves and not side.back:
            place, out = arrangement.outward(side, 0)
            ports.append(_port(arrangement, str(side.curve + 1), place, out))
    return ports


def _port(arrangement: Arrangement, text: str, place: Point, out: Point) -> Port:
    """At the edge that is nearest; in a corner, at the one towards which the curve goes."""
    box = arrangement.box
    (x, y), (u, v) = place, out
    hair = 1e-3 * max(box.width, box.height)
    edges = {"left": x - box.left - hair * -u, "right": box.right - x - hair * u,
             "top": box.top - y - hair * v, "bottom": y - box.bottom - hair * -v}
    edge = min(edges, key=edges.__getitem__)
    along = (x - box.left) / (box.width or 1.0) if edge in ("top", "bottom") else \
        (box.top - y) / (box.height or 1.0)
    return Port(text, edge, along)


def margin(ports: Sequence[Port]) -> int:
    """Columns that the numbers take on either side."""
    return 1 + max((len(port.text) for port in ports), default=-1)


def rows_of_numbers(ports: Sequence[Port], across: int) -> int:
    """Lines that the numbers take above and below a picture that is so many columns wide."""
    return sum(len(_rows(ports, edge, across)) for edge in ("top", "bottom"))


def numbered(lines: Sequence[str], ports: Sequence[Port], across: int) -> list[str]:
    """The lines of a picture that is so many columns wide, with the numbers around it."""
    if not ports:
        return list(lines)
    room, down = margin(ports), len(lines)
    left, right = (_beside([p for p in ports if p.edge == edge], down)
                   for edge in ("left", "right"))
    body = [f"{left.get(y, ''):>{room - 1}} {line} {right.get(y, '')}"
            for y, line in enumerate(lines)]
    return [*reversed(_rows(ports, "top", across)), *body, *_rows(ports, "bottom", across)]


def _beside(ports: Sequence[Port], down: int) -> dict[int, str]:
    """For each line the number beside it, on the nearest line that is free."""
    found: dict[int, str] = {}
    for port in sorted(ports, key=lambda port: port.at):
        want = min(down - 1, int(port.at * down))
        free = [y for y in range(down) if y not in found]
        y = min(free, key=lambda y: abs(y - want)) if free else want
        found[y] = f"{found[y]},{port.text}" if y in found else port.text
    return found


def _rows(ports: Sequence[Port], edge: str, across: int) -> list[str]:
    """The numbers at the upper or lower edge, in so many rows (the nearest first) that each is
    where its curve starts; if they are not enough, as near as the ones before it allow."""
    room = margin(ports)
    rows: list[str] = []
    for port in sorted((p for p in ports if p.edge == edge), key=lambda port: port.at):
        want = room + min(across - 1, int(port.at * across)) - (len(port.text) - 1) // 2
        free = [row for row, text in enumerate(rows) if len(text) < want]
        if not free and len(rows) < MOST_ROWS:
            free = [len(rows)]
            rows.append("")
        row = free[0] if free else min(range(len(rows)), key=lambda row: len(rows[row]))
        rows[row] = rows[row].ljust(want if free else len(rows[row]) + 1) + port.text
    return rows
