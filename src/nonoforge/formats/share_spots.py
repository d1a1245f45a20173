"""Where the vertices and handles of an arrangement are, in a string: whole numbers, each told by
how far it is from a guess.

A vertex is guessed where the straight lines through it cross (sloped), or amid its neighbours; the
handles of a cubic piece as if its curve went on as it came, and bent evenly.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import isqrt
from typing import TypeAlias

from nonoforge.formats.share_coder import Coder
from nonoforge.formats.share_parts import count_of, entry, flag, signed
from nonoforge.formats.share_weave import Weave

Spot: TypeAlias = tuple[int, int]
Piece: TypeAlias = tuple[Spot, ...]
MOST_PIECES = 10_000


def _spot(coder: Coder, context: Hashable, own: Spot, guess: Spot) -> Spot:
    dx = signed(coder, (context, 0), own[0] - guess[0])
    dy = signed(coder, (context, 1), own[1] - guess[1])
    return guess[0] + dx, guess[1] + dy


def spots(coder: Coder, own: Sequence[Spot], weave: Weave, straight: bool) -> list[Spot]:
    """The place of each vertex: those on the frame first, which the others are guessed from."""
    found: dict[int, Spot] = {}
    last = (0, 0)
    for dart in weave.frame:
        vertex = weave.tail(dart)
        if vertex not in found:
            last = found[vertex] = _spot(coder, "frame", entry(own, vertex, last), last)
    through = _through(weave) if straight else {}
    for vertex in range(weave.vertices):
        if vertex not in found:
            guess = _crossing([[found.get(v) for v in pair] for pair in through.get(vertex, [])])
            context = "crossing" if guess else "amid"
            guess = guess or _amid([found[v] for dart in weave.leaving[vertex]
                                    if (v := weave.head(dart)) in found]) or last
            last = found[vertex] = _spot(coder, context, entry(own, vertex, last), guess)
    return [found[vertex] for vertex in range(weave.vertices)]


def _through(weave: Weave) -> dict[int, list[tuple[int, int]]]:
    """For each vertex the ends of the curves through it."""
    found: dict[int, list[tuple[int, int]]] = {}
    for curve in weave.curves:
        pair = weave.tail(curve.darts[0]), weave.head(curve.darts[-1])
        for dart in curve.darts[1:]:
            found.setdefault(weave.tail(dart), []).append(pair)
    return found


def _crossing(lines: Sequence[Sequence[Spot | None]]) -> Spot | None:
    """Where two straight lines meet, of those whose ends are known."""
    known = [(a, b) for a, b in lines if a and b]
    if len(known) < 2:
        return None
    ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) = known[:2]
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    cross = ux * vy - uy * vx
    if not cross:
        return None
    t = (cx - ax) * vy - (cy - ay) * vx
    return ax + (2 * ux * t + cross) // (2 * cross), ay + (2 * uy * t + cross) // (2 * cross)


def _amid(places: Sequence[Spot]) -> Spot | None:
    if not places:
        return None
    return (sum(x for x, _ in places) // len(places), sum(y for _, y in places) // len(places))


def paths(
    coder: Coder, own: Sequence[Sequence[Piece]], weave: Weave, places: Sequence[Spot],
) -> list[tuple[Piece, ...]]:
    """The pieces of each edge, along the curves and then along the frame."""
    found: dict[int, tuple[Piece, ...]] = {}
    for darts in (*(curve.darts for curve in weave.curves), weave.frame):
        before: Piece = ()
        for dart in darts:
            start, end = places[weave.tail(dart)], places[weave.head(dart)]
            walked = _turned(entry(own, dart >> 1, ()), dart)
            pieces = _pieces(coder, walked, start, end, before)
            before = pieces[-1]
            found[dart >> 1] = _turned(pieces, dart)
    return [found.get(edge, ((places[tail], places[head]),))
            for edge, (tail, head) in enumerate(weave.ends)]


def _turned(pieces: Sequence[Piece], dart: int) -> tuple[Piece, ...]:
    """An edge as a dart walks it; and back again."""
    return tuple(piece[::-1] for piece in reversed(pieces)) if dart & 1 else tuple(pieces)


def _pieces(
    coder: Coder, own: Sequence[Piece], start: Spot, end: Spot, before: Piece,
) -> tuple[Piece, ...]:
    count = 1 + count_of(coder, "joints", own[1:], MOST_PIECES)
    found: list[Piece] = []
    here = start
    for at in range(count):
        left = count - at
        guess = here[0] + (end[0] - here[0]) // left, here[1] + (end[1] - here[1]) // left
        piece = entry(own, at, (here, here))
        there = end if left == 1 else _spot(coder, "joint", piece[-1], guess)
        before = _piece(coder, piece, here, there, before)
        found.append(before)
        here = there
    return tuple(found)


def _piece(coder: Coder, own: Piece, start: Spot, end: Spot, before: Piece) -> Piece:
    if not flag(coder, ("bent", len(before)), len(own) == 4):
        return start, end
    guess = _onward(start, end, before)
    out = _spot(coder, ("out", len(before)), entry(own, 1, guess), guess)
    guess = _even(start, out, end)
    back = _spot(coder, "back", entry(own, 2, guess), guess)
    return start, out, back, end


def _onward(start: Spot, end: Spot, before: Piece) -> Spot:
    """The first handle, as if the curve went on in its direction, as far as its length asks."""
    wide, high = end[0] - start[0], end[1] - start[1]
    if len(before) < 4:
        return start[0] + wide // 3, start[1] + high // 3
    first, _, back, last = before
    long = isqrt(wide * wide + high * high)
    was = isqrt((last[0] - first[0]) ** 2 + (last[1] - first[1]) ** 2) or 1
    return (start[0] + (last[0] - back[0]) * long // was,
            start[1] + (last[1] - back[1]) * long // was)


def _even(start: Spot, out: Spot, end: Spot) -> Spot:
    """The second handle that mirrors the first."""
    cx, cy = end[0] - start[0], end[1] - start[1]
    vx, vy = out[0] - start[0], out[1] - start[1]
    square = cx * cx + cy * cy
    if not square:
        return end
    along, aside = vx * cx + vy * cy, cx * vy - cy * vx
    return (end[0] + (-along * cx - aside * cy) // square,
            end[1] + (-along * cy + aside * cx) // square)
