from __future__ import annotations

import math
from dataclasses import replace

import pytest

from helpers.label_tasks import SQUARE, port
from nonoforge.errors import InputError
from nonoforge.labeling.options import validate
from nonoforge.labeling.task import LEFT, Label, Port, Task

FINE = Label((port(SQUARE, 0.1, 10, LEFT),), (5.0, 5.0), 5.0)
TASK = Task(SQUARE, (FINE,))
NAN, INF = math.nan, math.inf


def test_fine() -> None:
    validate(TASK)
    validate(Task(SQUARE, ()))
    validate(replace(TASK, longest=0.0))


@pytest.mark.parametrize(("task", "words"), [
    (replace(TASK, longest=NAN), "the longest leader is nan"),
    (replace(TASK, longest=-1.0), "the longest leader is -1"),
    (replace(TASK, longest=INF), "the longest leader is inf"),
    (replace(TASK, gap=NAN), "the gap is nan"),
    (replace(TASK, frame=SQUARE[:2]), "2 corners"),
    (replace(TASK, frame=((0, 0), (1, 0), (NAN, 1))), "corner 2 of the frame"),
    (replace(TASK, frame=((0, 0), (1, 0), (2, 0))), "no area"),
    (replace(TASK, frame=((0, 0), (10, 10), (10, 0), (0, 5))), "crosses itself"),
    (replace(TASK, labels=(FINE._replace(boxes=()),)), "label 0 has no boxes"),
    (replace(TASK, labels=(FINE._replace(boxes=(5.0, 0.0)),)), "a box of label 0 is 0"),
    (replace(TASK, labels=(FINE._replace(boxes=(NAN,)),)), "a box of label 0 is nan"),
    (replace(TASK, labels=(FINE._replace(height=INF),)), "the height of label 0 is inf"),
    (replace(TASK, labels=(FINE._replace(boxes=(9e5, 9e5)),)), "the length of label 0"),
    (replace(TASK, labels=(FINE,) * 2001), "up to 2,000"),
])
def test_refused(task: Task, words: str) -> None:
    with pytest.raises(InputError, match=words):
        validate(task)


@pytest.mark.parametrize(("wrong", "words"), [
    (Port((NAN, 0.0), (0.0, -1.0), LEFT), "port 0 of label 0 is at"),
    (Port((50.0, 0.0), (0.0, 0.0), LEFT), "the direction of port 0 of label 0"),
    (Port((50.0, 0.0), (0.0, NAN), LEFT), "the direction of port 0"),
    (Port((50.0, 0.0), (0.0, INF), LEFT), "the direction of port 0"),
    (Port((50.0, 0.0), (0.0, -2.0), LEFT), "it must have the length 1"),
    (Port((50.0, 0.0), (0.0, -1.0), 0), "the side of port 0"),  # type: ignore[arg-type]
    (Port((50.0, 20.0), (0.0, -1.0), LEFT), "is 20 from the frame"),
])
def test_ports_refused(wrong: Port, words: str) -> None:
    with pytest.raises(InputError, match=words):
        validate(replace(TASK, labels=(FINE._replace(options=(wrong,)),)))
