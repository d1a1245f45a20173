"""How the edges of an arrangement hang together, in a string: their ends, the frame, the curves.

No coordinates here: a vertex is a number, in the order in which edges first come to it. What is
usual is foreseen and takes next to no room: an edge begins where the one before it ended, a curve
goes on with the next edge and ends at the frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from nonoforge.families.plane import Arrangement, Curve
from nonoforge.formats.share_coder import Coder, Damaged
from nonoforge.formats.share_parts import count_of, entry, flag, number, pick

MOST_EDGES = 20_000


class Weave:
    """Edges by the vertices they join, the frame, and the curves."""

    def __init__(self, ends: Sequence[tuple[int, int]] = (), frame: Sequence[int] = (),
                 curves: Sequence[Curve] = ()) -> None:
        self.ends, self.frame, self.curves = ends, frame, curves

    def tail(self, dart: int) -> int:
        """The vertex that a dart leaves."""
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


def weave_of(arrangement: Arrangement) -> Weave:
    """Which ends of edges are the same vertex follows from which dart comes after which."""
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
    return Weave(ends, arrangement.frame, arrangement.curves)


def weave(coder: Coder, own: Weave) -> Weave:
    """All of it, written or read."""
    found = Weave(_ends(coder, own.ends))
    frame = _frame(coder, own.frame, 2 * len(found.ends))
    return Weave(found.ends, frame, _curves(coder, own.curves, found, frame))


def _ends(coder: Coder, own: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    known = last = 0
    for at in range(count_of(coder, "edges", own, MOST_EDGES)):
        start, end = entry(own, at, (0, 0))
        if at == 0 or not flag(coder, "goes on", start == last):
            start = _vertex(coder, "start", start, known)
        else:
            start = last
        known = max(known, start + 1)
        last = _vertex(coder, "end", end, known)
        known = max(known, last + 1)
        found.append((start, last))
    if not found:
        raise Damaged("it has no edges")
    return found


def _vertex(coder: Coder, context: str, own: int, known: int) -> int:
    """A new vertex, or one of those that are known."""
    if not known or flag(coder, context, own == known):
        return known
    return pick(coder, own, known)


def _frame(coder: Coder, own: Sequence[int], darts: int) -> list[int]:
    found: list[int] = []
    for at in range(count_of(coder, "frame", own, darts)):
        dart, guess = entry(own, at, 0), found[-1] + 2 if found else 0
        foreseen = flag(coder, "along the frame", dart == guess) and guess < darts
        found.append(guess if foreseen else pick(coder, dart, darts))
    if not found:
        raise Damaged("it has no frame")
    return found


def _curves(
    coder: Coder, own: Sequence[Curve], edges: Weave, frame: Sequence[int],
) -> list[Curve]:
    """Each curve from where it leaves the frame, in the order of the frame."""
    used = {dart >> 1 for dart in frame}
    border = {edges.tail(dart) for dart in frame}
    starts = [dart for along in frame for dart in edges.leaving[edges.tail(along)]]
    found = []
    for at in range(count_of(coder, "curves", own, len(edges.ends))):
        curve = entry(own, at, Curve((0,)))
        closed = flag(coder, "closed", curve.closed)
        guess = next((dart for dart in starts if dart >> 1 not in used), 0)
        first = guess if flag(coder, "first", curve.darts[0] == guess) else \
            pick(coder, curve.darts[0], 2 * len(edges.ends))
        found.append(Curve(_walk(coder, (first, *curve.darts[1:]), edges, used, border), closed))
    return found


def _walk(
    coder: Coder, own: Sequence[int], edges: Weave, used: set[int], border: set[int],
) -> tuple[int, ...]:
    """The darts of a curve; only its first is known."""
    dart, walked = own[0], [own[0]]
    used.add(dart >> 1)
    while True:
        here = edges.head(dart)
        ways = [way for way in edges.leaving[here] if way >> 1 not in used]
        place = (here in border, here == edges.tail(own[0]))
        if not ways or flag(coder, ("ends", place), len(walked) == len(own)):
            return tuple(walked)
        wanted, guess = entry(own, len(walked), -1), dart - 2 if dart & 1 else dart + 2
        if guess in ways and flag(coder, "next edge", wanted == guess):
            dart = guess
        else:
            ways = [way for way in ways if way != guess]
            if not ways:
                raise Damaged("a curve that leads nowhere")
            at = ways.index(wanted) if wanted in ways else 0
            dart = entry(ways, number(coder, ("way", len(ways)), at, len(ways) - 1), ways[0])
        walked.append(dart)
        used.add(dart >> 1)
