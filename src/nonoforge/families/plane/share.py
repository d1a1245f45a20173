"""Sloped and curved nonograms in share strings.

A drawing is coded in four parts, of which each helps to foresee the next:

    the graph      edges by their ends, frame, curves: a vertex is a number, in the order in which
                   edges first come to it. An edge begins where the one before it ended, a curve
                   goes on with the next edge and ends at the frame: what is usual takes few bits.
    the points     integers, as differences from a guess. A vertex is guessed where the straight
                   lines through it cross (sloped) or amid its neighbours; the handles of a cubic
                   piece as if its curve went on as it came, and bent evenly.
    the faces      their loops follow from the drawing; only the order of the faces is coded.
    the labels

Coordinates are rounded to 1/100 mm, or finer if the rounded drawing would have other faces or an
edge would become very short.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property, cmp_to_key
from itertools import pairwise
from math import dist, isqrt
from typing import NamedTuple, TypeAlias

from nonoforge.clues import Runs
from nonoforge.families.plane.arrangement import (
    Arrangement,
    Curve,
    Labels,
    Place,
    arrangement_of,
    loops,
)
from nonoforge.families.plane.build import clues_of, from_sides
from nonoforge.families.plane.validity import check_arrangement
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.path import end, piece_of, start
from nonoforge.storage import (
    Coder,
    CoderError,
    PathError,
    RunsCoder,
    code_choice,
    code_count,
    code_flag,
    code_given,
    code_index,
    code_info,
    code_number,
    code_palette,
    code_signed,
    item_at,
)

MAX_SHARED_EDGES = 20_000


class Graph:
    """Edges by the vertices that they join, the frame, and the curves, by their darts."""

    def __init__(self, ends: Sequence[tuple[int, int]] = (), frame: Sequence[int] = (),
                 curves: Sequence[Curve] = ()) -> None:
        self.ends, self.frame, self.curves = ends, frame, curves

    def tail(self, dart: int) -> int:
        """Return the vertex that a dart leaves."""
        return self.ends[dart >> 1][dart & 1]

    def head(self, dart: int) -> int:
        return self.ends[dart >> 1][1 - (dart & 1)]

    @cached_property
    def vertices(self) -> int:
        return 1 + max(max(pair) for pair in self.ends)

    @cached_property
    def leaving(self) -> list[list[int]]:
        """For each vertex the darts that leave it."""
        found: list[list[int]] = [[] for _ in range(self.vertices)]
        for dart in range(2 * len(self.ends)):
            found[self.tail(dart)].append(dart)
        return found


def graph_of(arrangement: Arrangement) -> Graph:
    """Return the graph of an arrangement. Two ends of edges are one vertex if a dart that comes to
    the one is followed by a dart that leaves the other."""
    owner = list(range(2 * len(arrangement.edges)))  # of the end where a dart begins

    def root(end: int) -> int:
        while owner[end] != end:
            owner[end] = end = owner[owner[end]]
        return end

    for loop in (arrangement.frame, *(loop for face in arrangement.faces for loop in face)):
        for dart, following in pairwise((*loop, loop[0])):
            owner[root(dart ^ 1)] = root(following)
    names: dict[int, int] = {}
    ends = [(names.setdefault(root(2 * edge), len(names)),
             names.setdefault(root(2 * edge + 1), len(names)))
            for edge in range(len(arrangement.edges))]
    return Graph(ends, arrangement.frame, arrangement.curves)


def code_graph(coder: Coder, own: Graph) -> Graph:
    """Code a graph."""
    found = Graph(_ends(coder, own.ends))
    frame = _code_frame(coder, own.frame, 2 * len(found.ends))
    return Graph(found.ends, frame, _code_curves(coder, own.curves, found, frame))


def _ends(coder: Coder, own: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    known = last = 0
    for at in range(code_count(coder, "edges", own, MAX_SHARED_EDGES)):
        start, end = item_at(own, at, (0, 0))
        if at == 0 or not code_flag(coder, "goes on", start == last):
            start = _vertex(coder, "start", start, known)
        else:
            start = last
        known = max(known, start + 1)
        last = _vertex(coder, "end", end, known)
        known = max(known, last + 1)
        found.append((start, last))
    if not found:
        raise CoderError("it has no edges")
    return found


def _vertex(coder: Coder, context: str, own: int, known: int) -> int:
    """Code a new vertex, or one of those that are known."""
    if not known or code_flag(coder, context, own == known):
        return known
    return code_index(coder, own, known)


def _code_frame(coder: Coder, own: Sequence[int], darts: int) -> list[int]:
    found: list[int] = []
    for at in range(code_count(coder, "frame", own, darts)):
        dart, guess = item_at(own, at, 0), found[-1] + 2 if found else 0
        foreseen = code_flag(coder, "along the frame", dart == guess) and guess < darts
        found.append(guess if foreseen else code_index(coder, dart, darts))
    if not found:
        raise CoderError("it has no frame")
    return found


def _code_curves(
    coder: Coder, own: Sequence[Curve], edges: Graph, frame: Sequence[int],
) -> list[Curve]:
    """Code the curves, in the order in which they leave the frame."""
    used = {dart >> 1 for dart in frame}
    border = {edges.tail(dart) for dart in frame}
    starts = [dart for along in frame for dart in edges.leaving[edges.tail(along)]]
    found = []
    for at in range(code_count(coder, "curves", own, len(edges.ends))):
        curve = item_at(own, at, Curve((0,)))
        closed = code_flag(coder, "closed", curve.closed)
        guess = next((dart for dart in starts if dart >> 1 not in used), 0)
        first = guess if code_flag(coder, "first", curve.darts[0] == guess) else \
            code_index(coder, curve.darts[0], 2 * len(edges.ends))
        found.append(Curve(_walk(coder, (first, *curve.darts[1:]), edges, used, border), closed))
    return found


def _walk(
    coder: Coder, own: Sequence[int], edges: Graph, used: set[int], border: set[int],
) -> tuple[int, ...]:
    """Code the darts of a curve after its first."""
    dart, walked = own[0], [own[0]]
    used.add(dart >> 1)
    while True:
        here = edges.head(dart)
        ways = [way for way in edges.leaving[here] if way >> 1 not in used]
        place = (here in border, here == edges.tail(own[0]))
        if not ways or code_flag(coder, ("ends", place), len(walked) == len(own)):
            return tuple(walked)
        wanted, guess = item_at(own, len(walked), -1), dart - 2 if dart & 1 else dart + 2
        if guess in ways and code_flag(coder, "next edge", wanted == guess):
            dart = guess
        else:
            ways = [way for way in ways if way != guess]
            if not ways:
                raise CoderError("a curve that leads nowhere")
            at = ways.index(wanted) if wanted in ways else 0
            dart = item_at(ways, code_number(coder, ("way", len(ways)), at, len(ways) - 1), ways[0])
        walked.append(dart)
        used.add(dart >> 1)


Point: TypeAlias = tuple[int, int]
Piece: TypeAlias = tuple[Point, ...]
MAX_PIECES = 10_000


def _code_point(coder: Coder, context: Hashable, own: Point, guess: Point) -> Point:
    dx = code_signed(coder, (context, 0), own[0] - guess[0])
    dy = code_signed(coder, (context, 1), own[1] - guess[1])
    return guess[0] + dx, guess[1] + dy


def code_points(coder: Coder, own: Sequence[Point], graph: Graph, straight: bool) -> list[Point]:
    """Code the vertices: those on the frame first, from which the others are guessed."""
    found: dict[int, Point] = {}
    last = (0, 0)
    for dart in graph.frame:
        vertex = graph.tail(dart)
        if vertex not in found:
            last = found[vertex] = _code_point(coder, "frame", item_at(own, vertex, last), last)
    through = _through(graph) if straight else {}
    for vertex in range(graph.vertices):
        if vertex not in found:
            guess = _crossing([[found.get(v) for v in pair] for pair in through.get(vertex, [])])
            context = "crossing" if guess else "amid"
            guess = guess or _amid([found[v] for dart in graph.leaving[vertex]
                                    if (v := graph.head(dart)) in found]) or last
            last = found[vertex] = _code_point(coder, context, item_at(own, vertex, last), guess)
    return [found[vertex] for vertex in range(graph.vertices)]


def _through(graph: Graph) -> dict[int, list[tuple[int, int]]]:
    """Return for each vertex the ends of the curves through it."""
    found: dict[int, list[tuple[int, int]]] = {}
    for curve in graph.curves:
        pair = graph.tail(curve.darts[0]), graph.head(curve.darts[-1])
        for dart in curve.darts[1:]:
            found.setdefault(graph.tail(dart), []).append(pair)
    return found


def _crossing(lines: Sequence[Sequence[Point | None]]) -> Point | None:
    """Return where two straight lines cross, of those whose ends are known."""
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


def _amid(places: Sequence[Point]) -> Point | None:
    if not places:
        return None
    return (sum(x for x, _ in places) // len(places), sum(y for _, y in places) // len(places))


def code_edges(
    coder: Coder, own: Sequence[Sequence[Piece]], graph: Graph, places: Sequence[Point],
) -> list[tuple[Piece, ...]]:
    """Code the pieces of all edges, along the curves and then along the frame."""
    found: dict[int, tuple[Piece, ...]] = {}
    for darts in (*(curve.darts for curve in graph.curves), graph.frame):
        before: Piece = ()
        for dart in darts:
            start, end = places[graph.tail(dart)], places[graph.head(dart)]
            walked = _turned(item_at(own, dart >> 1, ()), dart)
            pieces = _pieces(coder, walked, start, end, before)
            before = pieces[-1]
            found[dart >> 1] = _turned(pieces, dart)
    return [found.get(edge, ((places[tail], places[head]),))
            for edge, (tail, head) in enumerate(graph.ends)]


def _turned(pieces: Sequence[Piece], dart: int) -> tuple[Piece, ...]:
    """Return the pieces of an edge in the direction of a dart; its own inverse."""
    return tuple(piece[::-1] for piece in reversed(pieces)) if dart & 1 else tuple(pieces)


def _pieces(
    coder: Coder, own: Sequence[Piece], start: Point, end: Point, before: Piece,
) -> tuple[Piece, ...]:
    count = 1 + code_count(coder, "joints", own[1:], MAX_PIECES)
    found: list[Piece] = []
    here = start
    for at in range(count):
        left = count - at
        guess = here[0] + (end[0] - here[0]) // left, here[1] + (end[1] - here[1]) // left
        piece = item_at(own, at, (here, here))
        there = end if left == 1 else _code_point(coder, "joint", piece[-1], guess)
        before = _piece(coder, piece, here, there, before)
        found.append(before)
        here = there
    return tuple(found)


def _piece(coder: Coder, own: Piece, start: Point, end: Point, before: Piece) -> Piece:
    if not code_flag(coder, ("bent", len(before)), len(own) == 4):
        return start, end
    guess = _onward(start, end, before)
    out = _code_point(coder, ("out", len(before)), item_at(own, 1, guess), guess)
    guess = _even(start, out, end)
    back = _code_point(coder, "back", item_at(own, 2, guess), guess)
    return start, out, back, end


def _onward(start: Point, end: Point, before: Piece) -> Point:
    """Guess the first handle: in the direction of the piece before, in proportion to the length."""
    wide, high = end[0] - start[0], end[1] - start[1]
    if len(before) < 4:
        return start[0] + wide // 3, start[1] + high // 3
    first, _, back, last = before
    long = isqrt(wide * wide + high * high)
    was = isqrt((last[0] - first[0]) ** 2 + (last[1] - first[1]) ** 2) or 1
    return (start[0] + (last[0] - back[0]) * long // was,
            start[1] + (last[1] - back[1]) * long // was)


def _even(start: Point, out: Point, end: Point) -> Point:
    """Guess the second handle: the mirror image of the first."""
    cx, cy = end[0] - start[0], end[1] - start[1]
    vx, vy = out[0] - start[0], out[1] - start[1]
    square = cx * cx + cy * cy
    if not square:
        return end
    along, aside = vx * cx + vy * cy, cx * vy - cy * vx
    return (end[0] + (-along * cx - aside * cy) // square,
            end[1] + (-along * cy + aside * cx) // square)


Loop: TypeAlias = tuple[int, ...]
Face: TypeAlias = tuple[Loop, ...]


def drawn_loops(
    graph: Graph, edges: Sequence[Sequence[Piece]], *, straight: bool,
) -> list[Loop]:
    """Return the loops of darts with a face on their left, from the bottom up, without the outer
    one."""
    ways = [_way(edges[dart >> 1], dart) for dart in range(2 * len(edges))]
    turn = cmp_to_key(_turn)
    around = [sorted(darts, key=lambda dart: turn(ways[dart])) for darts in graph.leaving if darts]
    outside = graph.frame[0] ^ 1
    places = [edges[dart >> 1][-1][-1] if dart & 1 else edges[dart >> 1][0][0]
              for dart in range(2 * len(edges))]
    found = []
    for loop in loops(around, len(edges)):
        if outside not in loop:
            heights = [places[dart][::-1] for dart in loop]
            low = min(heights)
            first = heights.index(low) if straight else loop.index(min(loop))
            found.append((low, (*loop[first:], *loop[:first])))
    return [loop for _, loop in sorted(found)]


def _way(pieces: Sequence[Piece], dart: int) -> Point:
    """Return the direction in which a dart leaves: to the first point that is not its start."""
    points = [point for piece in pieces for point in piece]
    points = points[::-1] if dart & 1 else points
    x, y = points[0]
    return next(((u - x, v - y) for u, v in points if (u, v) != (x, y)), (0, 0))


def _turn(one: Point, other: Point) -> int:
    """Compare two directions by their angle, counter-clockwise from the x axis."""
    halves = [(y < 0 or (y == 0 and x < 0)) for x, y in (one, other)]
    if halves[0] != halves[1]:
        return halves[0] - halves[1]
    cross = one[0] * other[1] - one[1] * other[0]
    return (cross < 0) - (cross > 0)


def follows(code_faces: Sequence[Face], drawn: Sequence[Loop]) -> bool:
    """Return whether the loops of the faces are those that follow from the drawing."""
    own = [loop for face in code_faces for loop in face]
    return len(own) == len(drawn) and set(own) == set(drawn)


def code_faces(coder: Coder, own: Sequence[Face], drawn: Sequence[Loop], darts: int) -> list[Face]:
    """Code the faces."""
    foreseen = code_flag(coder, "faces as drawn", follows(own, drawn))
    rest = list(drawn)
    found: list[Face] = []
    for at in range(code_count(coder, "faces", own, darts)):
        face = item_at(own, at, ())
        count = 1 + code_count(coder, "holes", face[1:], darts)
        mine = []
        for k in range(count):
            loop = item_at(face, k, ())
            mine.append(_next(coder, loop, rest) if foreseen else _loop(coder, loop, darts))
        found.append(tuple(mine))
    return found


def _next(coder: Coder, own: Loop, rest: list[Loop]) -> Loop:
    """Code one of the loops that no face has yet."""
    if not rest:
        raise CoderError("more faces than it has room for")
    at = rest.index(own) if own else 0
    return rest.pop(code_number(coder, "which loop", at, len(rest) - 1))


def _loop(coder: Coder, own: Loop, darts: int) -> Loop:
    """Code a loop dart by dart."""
    count = 1 + code_count(coder, "loop", own[1:], darts)
    return tuple(code_index(coder, item_at(own, at, 0), darts) for at in range(count))


DECIMALS = (2, 3, 4, 6)
MIN_EDGE = 2  # units; a coarser rounding would make an edge look different
LABEL_UNITS = 1000  # in a millimetre


class Drawing(NamedTuple):
    """An arrangement with integer coordinates."""

    decimals: int = 0  # which of DECIMALS
    graph: Graph = Graph()
    vertices: Sequence[Point] = ()
    edges: Sequence[Sequence[Piece]] = ()
    faces: Sequence[Face] = ()
    labels: Labels | None = None


def share(coder: Coder, nonogram: Nonogram | None, kind: str) -> Nonogram:
    """Code the drawing, the palette, the clues of all sides, given faces and texts."""
    own = _drawing(arrangement_of(nonogram)) if nonogram else Drawing()
    arrangement = _arrangement(coder, own, kind)
    try:
        check_arrangement(arrangement)
    except PathError as error:
        raise CoderError(str(error)) from None
    palette = code_palette(coder, nonogram.puzzle.palette if nonogram else Palette(), Palette())
    clues = clues_of(nonogram, arrangement_of(nonogram)) if nonogram else []
    runs = RunsCoder(coder, len(palette), clues)
    found: list[Runs | None] = []
    for at, side in enumerate(arrangement.sides):
        clue = item_at(clues, at, None)
        shown = code_flag(coder, "told", clue is not None)
        found.append(runs.clue(clue or Runs(), len(side.cells)) if shown else None)
    given = code_given(coder, nonogram.puzzle.given if nonogram else (), len(arrangement.faces),
                       len(palette))
    return from_sides(arrangement, found, palette=palette, given=given,
                      info=code_info(coder, nonogram.info if nonogram else Info()))


def _drawing(arrangement: Arrangement) -> Drawing:
    """Return the coarsest rounding that keeps the faces."""
    own = graph_of(arrangement)
    straight = arrangement.kind == "sloped"
    for decimals, places in enumerate(DECIMALS):
        drawing = _rounded(arrangement, own, decimals, 10 ** places)
        long = min(dist(a, b) for edge in drawing.edges
                   for a, b in [(edge[0][0], edge[-1][-1])] if a != b or len(edge[0]) == 2)
        drawn = drawn_loops(own, drawing.edges, straight=straight)
        if long >= MIN_EDGE and follows(arrangement.faces, drawn):
            break
    return drawing


def _rounded(arrangement: Arrangement, own: Graph, decimals: int, units: int) -> Drawing:
    places: dict[int, Point] = {}
    for (tail, head), edge in zip(own.ends, arrangement.edges, strict=True):
        for vertex, (x, y) in ((tail, start(edge)), (head, end(edge))):
            places.setdefault(vertex, (round(x * units), round(y * units)))
    edges = []
    for (tail, head), edge in zip(own.ends, arrangement.edges, strict=True):
        points = [[(round(x * units), round(y * units)) for x, y in piece] for piece in edge]
        points[0][0], points[-1][-1] = places[tail], places[head]
        edges.append(tuple(map(tuple, points)))
    return Drawing(decimals, own, [places[vertex] for vertex in range(own.vertices)], edges,
                   arrangement.faces, arrangement.labels)


def _arrangement(coder: Coder, own: Drawing, kind: str) -> Arrangement:
    straight = kind == "sloped"
    decimals = code_choice(coder, "decimals", own.decimals, len(DECIMALS))
    graph = code_graph(coder, own.graph)
    places = code_points(coder, own.vertices, graph, straight)
    edges = code_edges(coder, own.edges, graph, places)
    drawn = drawn_loops(graph, edges, straight=straight)
    found = code_faces(coder, own.faces, drawn, 2 * len(edges))
    units = 10 ** DECIMALS[decimals]
    arrangement = Arrangement(
        kind, tuple(tuple(piece_of([(x / units, y / units) for x, y in piece])
                            for piece in edge) for edge in edges),
        tuple(found), tuple(graph.curves), tuple(graph.frame))
    labels = _labels(coder, own.labels, 2 * sum(not curve.closed for curve in graph.curves))
    return Arrangement(arrangement.kind, arrangement.edges, arrangement.faces,
                       arrangement.curves, arrangement.frame, labels)


def _labels(coder: Coder, own: Labels | None, sides: int) -> Labels | None:
    if not code_flag(coder, "labels", own is not None):
        return None
    wide, high = own.box if own else (1.0, 1.0)
    box = (_length(coder, "box", wide), _length(coder, "box", high))
    if not all(box):
        raise CoderError("labels of size 0")
    places = own.places if own else ()
    return Labels(box, tuple(_label(coder, item_at(places, at, None)) for at in range(sides)))


def _label(coder: Coder, own: Place | None) -> Place | None:
    if not code_flag(coder, "placed", own is not None):
        return None
    at = coder.bit("which end", own.end if own else 0)
    return Place(at, _length(coder, "leader", own.leader if own else 0.0))


def _length(coder: Coder, context: str, own: float) -> float:
    return code_number(coder, context, round(own * LABEL_UNITS)) / LABEL_UNITS
