"""Where two cubics cross that cross at most once."""

from __future__ import annotations

from typing import Any

from nonoforge.families.curved.arranging.leaves import Floats, slope, value

SLACK = 1e-7  # mm: so far beyond the end of a stretch a crossing still counts


def crossings(
    one: Floats, reach: tuple[Floats, Floats], other: Floats, reach_other: tuple[Floats, Floats],
    p: Floats, q: Floats,
) -> tuple[Floats, Floats, Any]:
    """s and t where they cross, and for which pairs that is so. p and q are their control points
    between the ends of their reach."""
    import numpy as np

    (s0, s1), (t0, t1) = reach, reach_other
    chord, chord_other = p[:, 3] - p[:, 0], q[:, 3] - q[:, 0]
    step, step_other = s1 - s0, t1 - t0
    s, t = _solve(chord, chord_other, q[:, 0] - p[:, 0])
    s, t = s0 + np.clip(s, 0, 1) * step, t0 + np.clip(t, 0, 1) * step_other
    for _ in range(5):
        ds, dt = _solve(slope(one, s), slope(other, t), value(other, t) - value(one, s))
        s, t = s + np.clip(ds, -step, step), t + np.clip(dt, -step_other, step_other)
    gap = np.abs(value(one, s) - value(other, t)).max(axis=1)
    slack, slack_other = step * _share(chord), step_other * _share(chord_other)
    met = (gap < 1e-9) & (s >= s0 - slack) & (s <= s1 + slack) & \
        (t >= t0 - slack_other) & (t <= t1 + slack_other)
    return np.clip(s, s0, s1), np.clip(t, t0, t1), met


def _share(chord: Floats) -> Floats:
    """The slack as a part of a stretch."""
    import numpy as np

    return SLACK / np.maximum(np.hypot(chord[:, 0], chord[:, 1]), SLACK)


def _solve(p: Floats, q: Floats, r: Floats) -> tuple[Floats, Floats]:
    """s and t with s p - t q = r; 0 where there is no answer."""
    import numpy as np

    det = p[:, 1] * q[:, 0] - p[:, 0] * q[:, 1]
    good = det != 0
    det = np.where(good, det, 1.0)
    s = (q[:, 0] * r[:, 1] - q[:, 1] * r[:, 0]) / det
    t = (p[:, 0] * r[:, 1] - p[:, 1] * r[:, 0]) / det
    return np.where(good, s, 0.0), np.where(good, t, 0.0)
