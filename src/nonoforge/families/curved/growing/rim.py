"""Places along the frame, where curves may end."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from math import cos, hypot, sin

from nonoforge.families.curved.growing.trail import heading, trail
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Point


class Rim:
    """The frame by the distance along it, counter-clockwise."""

    def __init__(self, frame: Stroke) -> None:
        self.frame = frame
        self.trail = trail(frame.path, float("inf"))
        self.length = self.trail.length
        self.corners = [self.trail.far[k] for k, u in enumerate(self.trail.us[:-1])
                        if u == int(u) and self._bent(int(u))]

        self._swept = [0.0]
        for (ax, ay), (bx, by) in pairwise(self.trail.places):
            self._swept.append(self._swept[-1] + (ax * by - ay * bx) / 2)
        self.area = self._swept[-1]

    def swept(self, s: float) -> float:
        """The area that the frame sweeps up to there, as seen from the origin."""
        far, places = self.trail.far, self.trail.places
        k = min(bisect_right(far, s % self.length), len(far) - 1)
        part = (s % self.length - far[k - 1]) / max(far[k] - far[k - 1], 1e-12)
        (ax, ay), (bx, by) = places[k - 1], places[k]
        return self._swept[k - 1] + part * (ax * by - ay * bx) / 2

    def _bent(self, piece: int) -> bool:
        (ax, ay) = heading(self.frame.path[piece - 1], 1.0)
        (bx, by) = heading(self.frame.path[piece], 0.0)
        return abs(ax * by - ay * bx) > 0.17 * (abs(ax) + abs(ay)) * (abs(bx) + abs(by))

    def u(self, s: float) -> float:
        """Where that is on the frame's path."""
        far, us = self.trail.far, self.trail.us
        s %= self.length
        k = min(bisect_right(far, s), len(far) - 1)
        part = (s - far[k - 1]) / max(far[k] - far[k - 1], 1e-12)
        return us[k - 1] + part * (us[k] - us[k - 1])

    def place(self, s: float) -> Point:
        """The point, exactly on the frame."""
        return self.frame.place(self.u(s))

    def inward(self, s: float, lean: float = 0.0) -> Point:
        """The direction into the frame, turned by `lean` (radians, counter-clockwise)."""
        u = self.u(s)
        piece = min(int(u), len(self.frame.path) - 1)
        dx, dy = heading(self.frame.path[piece], u - piece)
        size = (dx * dx + dy * dy) ** 0.5
        nx, ny = -dy / size, dx / size
        return nx * cos(lean) - ny * sin(lean), nx * sin(lean) + ny * cos(lean)

    def drawn(self, s: float) -> int:
        """1 if the frame borders the picture from there on."""
        return int(self.frame.flags[int(self.u(s + 1e-6 * self.length)) % len(self.frame.path)])

    def nearest(self, place: Point) -> float:
        """The place of the frame that is nearest to a point on it."""
        best = (float("inf"), 0.0)
        for k, (a, b) in enumerate(pairwise(self.trail.places)):
            dx, dy = b[0] - a[0], b[1] - a[1]
            along = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / max(dx * dx + dy * dy,
                                                                            1e-24)
            along = min(1.0, max(0.0, along))
            away = hypot(a[0] + along * dx - place[0], a[1] + along * dy - place[1])
            best = min(best, (away, self.trail.far[k] + along * hypot(dx, dy)))
        return best[1] % self.length

    def hit(self, place: Point, direction: Point) -> float | None:
        """Where a straight way from inside first meets the frame."""
        (px, py), (dx, dy) = place, direction
        best: tuple[float, float] | None = None
        points, far = self.trail.places, self.trail.far
        for k in range(len(points) - 1):
            (ax, ay), (bx, by) = points[k], points[k + 1]
            ex, ey = bx - ax, by - ay
            cross = dx * ey - dy * ex
            if abs(cross) < 1e-12:
                continue
            ahead = ((ax - px) * ey - (ay - py) * ex) / cross
            along = ((ax - px) * dy - (ay - py) * dx) / cross
            if ahead > 1e-9 and -1e-9 <= along <= 1 + 1e-9 and (best is None or ahead < best[0]):
                best = ahead, far[k] + along * (far[k + 1] - far[k])
        return None if best is None else best[1] % self.length
