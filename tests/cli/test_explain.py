"""`nonoforge explain`, as it is typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from helpers.arrangements import moon
from nonoforge.families.solid import from_voxels
from nonoforge.formats import save

Run = Callable[..., tuple[int, str, str]]
EXAMPLES = Path(__file__).parents[2] / "examples"


def test_steps_in_words(run: Run) -> None:
    code, out, err = run("explain", "unique.non")
    assert (code, err) == (0, "")
    *steps, end = out.splitlines()
    assert steps[0] == "1. Row 1, clue 3: the 3 fills all 3 cells, so cells 1-3 are filled."
    assert [step.split(".")[0] for step in steps] == [str(i + 1) for i in range(len(steps))]
    assert end == f"Solved in {len(steps)} steps."
    assert run("explain", "-q", "unique.non")[1] == end + "\n"


def test_ends_that_are_not_solutions(run: Run) -> None:
    assert run("explain", "multiple.non")[1] == (
        "Here it ends, with 4 cells open: there is more than one solution.\n")
    _, out, _ = run("explain", "none.non")
    assert "Here it ends. Column 2, clue 0, cannot be coloured any more" in out


def test_from_a_state(run: Run) -> None:
    Path("now.txt").write_text("###\n?#?\n")
    code, out, _ = run("explain", "unique.non", "--state", "now.txt")
    assert code == 0
    assert len(out.splitlines()) <= 3
    Path("now.txt").write_text("...\n...\n")
    assert "cannot be coloured" in run("explain", "unique.non", "--state", "now.txt")[1]


def test_json(run: Run) -> None:
    code, out, _ = run("explain", "--json", "probed.non")
    record = json.loads(out)
    assert (code, record["solved"], record["why"], record["broken"]) == (0, True, "", None)
    kinds = {step["reason"]["kind"] for step in record["steps"]}
    assert "broken" in kinds
    for number, step in enumerate(record["steps"], start=1):
        assert step["step"] == number
        assert step["lines"]
        assert len(step["clues"]) == len(step["lines"])
        assert step["cells"]
        assert step["sentence"].endswith(".")
    record = json.loads(run("explain", "--json", "none.non")[1])
    assert (record["solved"], record["broken"]) == (False, "column 2")


class _Page(HTMLParser):
    """Checks that tags are closed, and collects what matters."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.items = self.strips = self.labels = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta",):
            self.open.append(tag)
        found = dict(attrs)
        self.items += tag == "li"
        self.strips += tag == "svg" and found.get("role") == "img" and "aria-label" in found

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", ["cat", "snail", "house", "duck", "moon"])
def test_pages(run: Run, name: str) -> None:
    if name == "moon":
        save(moon(), "moon.nono")
    source = "moon.nono" if name == "moon" else str(EXAMPLES / f"{name}.nono")
    code, out, err = run("explain", source, "-o", "steps.html")
    assert (code, out, err) == (0, "", "")
    text = Path("steps.html").read_text("utf-8")
    page = _Page(text)
    assert page.open == []
    steps = len(json.loads(run("explain", "--json", source)[1])["steps"])
    assert page.items == steps
    assert page.strips >= steps - 1  # what all lines lack together is not drawn
    assert "<figure><svg" in text
    assert len(text) < 1500 * max(steps, 40)


def test_faces_are_told_by_place(run: Run) -> None:
    save(moon(), "moon.nono")
    _, out, _ = run("explain", "moon.nono")
    assert out.startswith("(Places are counted along the side of a line")
    assert "so place 1 is filled." in out
    run("explain", "moon.nono", "-o", "moon.html")
    assert "<text" in Path("moon.html").read_text("utf-8")


def test_rods(run: Run) -> None:
    save(from_voxels([[[1, 0, 1]]]), "rods.nono")
    _, out, _ = run("explain", "rods.nono")
    assert "1. Y rod at x 1, z 1, clue 1: the 1 fills it, so voxel 1 is filled.\n" in out
    assert ("Y rod at x 2, z 1 and z rod at x 2, y 1 have the clue 0, so all their voxels are "
            "empty.\n") in out


def test_bad_usage(run: Run) -> None:
    for arguments in (("nowhere.non",), ("two.nonpack",), ("unique.non", "--json", "-o", "x.html"),
                      ("unique.non", "-o", "unique.non"), ("unique.non", "-o", "nowhere/x.html"),
                      ("unique.non", "--state", "nowhere.txt"), ("unique.non", "--budget", "soon")):
        code, out, err = run("explain", *arguments)
        assert (code, out) == (2, "")
        assert err
        assert "Traceback" not in err
