"""The native judge of layouts refuses what is no layout, instead of reading beside it."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

_layouts = pytest.importorskip("nonoforge.native._layouts")

AIMS = (25.0, 5.0, 2.0, 6.0, 6.0, 3.0, 1.0, -1, 0)
FRAME = [(0.0, 0.0), (90.0, 0.0), (90.0, 60.0), (0.0, 60.0), (0.0, 0.0)]
ACROSS = ((30.0, 0.0), (40.0, 60.0))


def judge(
    aims: tuple[float, ...] = AIMS, frame: list[tuple[float, float]] = FRAME,
    corners: tuple[float, ...] = (), steps: tuple[int, ...] = (1,), colours: int = 2,
    spacing: float = 3.0,
) -> Any:
    return _layouts.LayoutJudge(aims, frame, list(corners), steps, colours, spacing)


def added(known: Any, *path: tuple[tuple[float, float], ...], **other: Any) -> int:
    course = {"borders": (None,) * len(path), "corners": (), "port0": 30.0, "port1": 200.0,
              "leans": []} | other
    number: int = known.add(path, *course.values())
    return number


@pytest.mark.parametrize("wrong", [
    {"frame": []}, {"frame": FRAME[:3]}, {"frame": [(1.0, 1.0)] * 5},
    {"frame": [(nan, 0.0), *FRAME[1:]]}, {"frame": [(0.0, 0.0), (1e300, 0.0), *FRAME[2:]]},
    {"spacing": 0.0}, {"spacing": nan}, {"spacing": 1e-300}, {"spacing": -1.0},
    {"aims": (inf, *AIMS[1:])}, {"corners": (nan,)}, {"steps": (2**31 - 1,)},
    {"colours": 1}, {"colours": 65},
], ids=str)
def test_no_frame_and_no_aims(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        judge(**wrong)


@pytest.mark.parametrize("wrong", [
    {"borders": (1,)}, {"borders": (-2,)}, {"borders": (2**31 - 1,)}, {"corners": ((2, 0),)},
    {"corners": ((-1, 0),)}, {"port0": nan}, {"port1": inf}, {"leans": [nan]},
], ids=str)
def test_no_course(wrong: dict[str, Any]) -> None:
    known = judge()
    with pytest.raises(ValueError, match=r"."):
        added(known, ACROSS, **wrong)


@pytest.mark.parametrize("path", [
    (), (((0.0, 0.0),),), (((0.0, 0.0), (nan, 0.0)),), (((0.0, 0.0), (1e9, 0.0)),),
], ids=str)
def test_no_path(path: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        added(judge(), *path)


def test_no_layout() -> None:
    known = judge()
    course = added(known, ACROSS)
    with pytest.raises(ValueError, match="a course at least"):
        known.judge([], inf)
    with pytest.raises(IndexError):
        known.judge([course + 1], inf)
    with pytest.raises(ValueError, match="no such face"):
        known.spot([course], 2)
    with pytest.raises(TypeError):
        _layouts.LayoutJudge.__new__(_layouts.LayoutJudge)


@pytest.mark.parametrize("around", [-1, 1])
def test_ports_go_around_the_frame(around: int) -> None:
    """Beyond its end they are searched for before the frame's first point, and without end."""
    known = judge()
    whole = known.judge([added(known, ACROSS)], inf)
    length = 300.0
    moved = added(known, ACROSS, port0=30.0 + around * length, port1=200.0 + around * length)
    assert known.judge([moved], inf) == whole
    assert known.spot([moved], 0) == known.spot([0], 0)
    far = added(known, ACROSS, port0=30.0, port1=around * 1e300)
    known.judge([far], inf)


def test_a_layout_without_faces_has_no_spot() -> None:
    """Not even one of the layout that was judged before it."""
    known = judge()
    courses = [added(known, ((x, 0.0), (x, 60.0)), port0=x, port1=240.0 - x)
               for x in (20.0, 40.0, 60.0)]
    assert len(known.judge(courses, inf)[2]) == 4
    with pytest.raises(ValueError, match="no such face"):
        known.spot([courses[0]] * 2, 3)
