"""Labels of an arrangement: what is tried while there is time."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from helpers.arrangements import random_sloped
from nonoforge import labeling
from nonoforge.families.plane import labelled
from nonoforge.labeling import Labeling, Task


@pytest.mark.parametrize(("seconds", "tries"), [(None, 5), (100.0, 5), (11.0, 1), (13.0, 2)])
def test_smaller_boxes_are_tried_only_if_there_is_time(
    monkeypatch: pytest.MonkeyPatch, seconds: float | None, tries: int,
) -> None:
    """What could not end in time is not begun: it would be interrupted, and all be lost."""
    now = [0.0]
    place = labeling.place_labels

    def placed(task: Task, method: str, **options: Any) -> Labeling:
        now[0] += 6
        return place(task, "two-sat")._replace(placed=(None,) * len(task.labels))

    monkeypatch.setattr(labeling, "place_labels", placed)
    for module in ("time_limit", "families.plane.labels"):
        monkeypatch.setattr(f"nonoforge.{module}.monotonic", lambda: now[0])
    found = labelled(random_sloped(Random(3), 4), seconds=seconds)
    assert now[0] == 6 * tries
    assert found.labeling.left
