"""The steps from spans to faces."""

from __future__ import annotations

from collections.abc import Sequence
from math import tau

from nonoforge.families.curved.arranging.arranged import Arranged, Vertex
from nonoforge.families.curved.arranging.chains import chains
from nonoforge.families.curved.arranging.cutting import cut
from nonoforge.families.curved.arranging.nesting import Nest, areas, components
from nonoforge.families.curved.arranging.network import Network, Span, passes
from nonoforge.families.curved.arranging.rotation import FLAT, Way, rotation
from nonoforge.families.curved.arranging.tracing import curves, partners
from nonoforge.families.curved.misdrawn import Misdrawn, quoted
from nonoforge.families.curved.stroke import Stroke, distance
from nonoforge.families.plane import Arrangement, Curve, loops
from nonoforge.path import flat, inside

TOLD = 8  # loose ends that a message names
NEAR = 1.0  # mm: who ends so near to the frame may have missed it


class Assembly:
    """The steps from spans to faces, with what they share."""

    def __init__(
        self, strokes: Sequence[Stroke], net: Network, spans: list[Span], at_frame: list[bool],
        beyond: list[int],
    ) -> None:
        self.strokes, self.spans, self.at_frame, self.beyond = strokes, spans, at_frame, beyond
        self.places = net.places
        self.paths, self.swept, self.angles = cut(strokes, spans, net.places)
        self.ends = [(span.tail, span.head) for span in spans]
        leaving: list[list[int]] = [[] for _ in net.places]
        for number, (tail, head) in enumerate(self.ends):
            leaving[tail].append(2 * number)
            leaving[head].append(2 * number + 1)
        self.around = [rotation(darts, self.angles, self._way, place, spread)
                       for darts, place, spread in zip(leaving, net.places, net.spread,
                                                       strict=True)]

    def _way(self, dart: int) -> Way:
        """A dart as it was drawn: its ends have not been moved to its vertices."""
        span = self.spans[dart >> 1]
        place = self.strokes[span.stroke].place
        begin, end = (span.u1, span.u0) if dart & 1 else (span.u0, span.u1)
        return lambda share: place(begin + share * (end - begin))

    def arranged(self) -> Arranged:
        self._check_ends()
        kinds = [(span.stroke == 0, self._borders(span)) for span in self.spans]
        self._close_along_frame(kinds)
        new = chains(self.around, self.ends, kinds)
        faces = tuple(tuple(map(new.translated, face)) for face in self._faces())
        frame = [2 * number for number, span in enumerate(self.spans) if span.stroke == 0]
        arrangement = Arrangement(
            "curved", new.paths(self.paths), faces,
            tuple(curve._replace(darts=new.translated(curve.darts))
                  for curve in self._curves(frame)), new.translated(frame))
        vertices = tuple(
            Vertex(place, new.translated(darts), at_frame, self._flat(darts))
            for place, darts, at_frame in zip(self.places, self.around, self.at_frame, strict=True)
            if any(dart in new.renamed for dart in darts))
        notes = tuple(f"{self.strokes[number].name}: what is beyond the frame was cut off"
                      for number in self.beyond)
        return Arranged(arrangement, tuple(kinds[row[0] >> 1][1] for row in new.rows), vertices,
                        notes)

    def _borders(self, span: Span) -> bool:
        flags = self.strokes[span.stroke].flags
        return flags[int((span.u0 + span.u1) / 2) % len(flags)]

    def _close_along_frame(self, kinds: list[tuple[bool, bool]]) -> None:
        """A picture that goes on beyond the frame ends there: the frame becomes its outline."""
        for number in self.beyond:
            stroke = self.strokes[number]
            if not (stroke.closed and all(stroke.flags)):
                continue
            polygon = flat(stroke.path, 1e-3)[:-1]
            for edge, span in enumerate(self.spans):
                if span.stroke == 0 and inside(
                        self.strokes[0].place((span.u0 + span.u1) / 2), polygon):
                    kinds[edge] = True, not kinds[edge][1]

    def _check_ends(self) -> None:
        """Off the frame an even number of ends meets, or some curve ends there."""
        loose = [number for number, darts in enumerate(self.around)
                 if len(darts) % 2 and not self.at_frame[number]]
        if not loose:
            return
        told = loose[:TOLD]
        away = [distance(self.places[number], self.strokes[0].path) for number in told]
        words = "; ".join(self._loose(k, number, away[k]) for k, number in enumerate(told))
        more = f" and {len(loose) - TOLD:,} more" if len(loose) > TOLD else ""
        snap = " (--snap joins what is near)" if min(away) < NEAR else ""
        raise Misdrawn(f"curves end inside the frame: {words}{more}; curves go from frame to "
                       f"frame, or are closed{snap}", *(self.places[number] for number in told))

    def _loose(self, k: int, vertex: int, away: float) -> str:
        """Who ends at a vertex, as the k-th place of a message."""
        darts = self.around[vertex]
        names = dict.fromkeys(quoted(self.strokes[self.spans[dart >> 1].stroke].name)
                              for dart in darts)
        if len(darts) == 1:
            return f"{next(iter(names))} at {{{k}}}, {away:.3g} mm from it"
        return f"{len(darts)} ends ({', '.join(names)}) at {{{k}}}"

    def _flat(self, darts: Sequence[int]) -> bool:
        angles = sorted(self.angles[dart] for dart in darts)
        return any(b - a < FLAT for a, b in zip(angles, [*angles[1:], angles[0] + tau],
                                                strict=True)) and len(darts) > 1

    def _curves(self, frame: Sequence[int]) -> list[Curve]:
        partner = partners(self.around, self.angles, passes(self.strokes, self.spans),
                           self.at_frame)
        starts = [dart for along in frame for dart in self.around[self.ends[along >> 1][0]]
                  if self.spans[dart >> 1].stroke]
        others = [number for number, span in enumerate(self.spans) if span.stroke]
        return curves(starts, others, partner)

    def _faces(self) -> list[list[list[int]]]:
        """Each face: the loop around it, then its holes; from the bottom up."""
        found = loops([darts for darts in self.around if darts], len(self.spans))
        area_of = areas(self.swept, found)
        part = components(len(self.places), self.ends)
        owner = [part[self.ends[loop[0] >> 1][0]] for loop in found]
        outer: dict[int, int] = {}  # of each component the loop around it, from outside
        for number, component in enumerate(owner):
            if component not in outer or area_of[number] < area_of[outer[component]]:
                outer[component] = number
        self._check_euler(part, owner)
        inner = [number for number in range(len(found)) if number not in outer.values()]
        faces = {number: [found[number]] for number in inner}
        floating = [number for component, number in outer.items()
                    if component != part[self.ends[0][0]]]
        if floating:
            nest = Nest(self.paths, found, area_of)
            for number in floating:
                around = nest.around(
                    self.places[self.ends[found[number][0] >> 1][0]],
                    [k in faces and owner[k] != owner[number] for k in range(len(found))])
                assert around is not None, "everything is within the frame"
                faces[around].append(found[number])
        return sorted(faces.values(), key=self._lowest)

    def _lowest(self, face: list[list[int]]) -> tuple[float, float]:
        corners = [self.places[self.ends[dart >> 1][dart & 1]] for dart in face[0]]
        return min((y, x) for x, y in corners)

    def _check_euler(self, part: Sequence[int], owner: Sequence[int]) -> None:
        """Vertices - edges + loops is 2 in each component, or the order at some vertex is wrong."""
        count: dict[int, int] = {}
        for vertex, darts in enumerate(self.around):
            if darts:
                count[part[vertex]] = count.get(part[vertex], 0) + 1
        for tail, _ in self.ends:
            count[part[tail]] -= 1
        for component in owner:
            count[component] += 1
        for component, euler in count.items():
            if euler != 2:
                place = next(place for place, mine in zip(self.places, part, strict=True)
                             if mine == component)
                raise Misdrawn("curves run too close together to tell them apart, in the part "
                               "of the drawing around {0}", place)
