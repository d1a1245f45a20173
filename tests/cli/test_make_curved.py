"""`nonoforge make curved`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from nonoforge.families.plane import arrangement_of
from nonoforge.formats import load

pytest.importorskip("numpy")

Run = Callable[..., tuple[int, str, str]]

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="10cm" height="10cm" viewBox="0 0 100 100" '
SVG = HEAD + """fill="none">
<title>A disc</title>
<rect width="100" height="100" stroke="blue"/>
<circle cx="50" cy="50" r="20" stroke="red"/>
<path d="M0 45C30 38 70 38 100 45M0 60C30 68 70 68 100 60" stroke="black"/>
<path d="M42 0C35 30 35 70 45 100M60 0C66 30 66 70 60 100" stroke="black"/>
</svg>
"""


@pytest.fixture
def drawing(files: Path) -> str:
    (files / "disc.svg").write_text(SVG)
    return "disc.svg"


def test_a_puzzle_from_a_drawing(run: Run, drawing: str) -> None:
    code, out, err = run("make", "curved", drawing, "-o", "disc.nono")
    assert (code, err) == (0, "")
    assert out.startswith("disc.nono: not ready: 2 faces are too small for a pencil: the smallest "
                          "has room for a circle of 0.2 mm.\n5 curves and ")
    assert "100 x 100 mm" in out
    made = load("disc.nono")
    assert made.info.title == "A disc"
    arrangement = arrangement_of(made)
    assert arrangement.labels is not None
    assert len(made.puzzle.lines) == 8
    assert any(len(piece) == 4 for edge in arrangement.edges for piece in edge)
    assert run("check", "-q", "disc.nono")[0] == 0
    assert run("draw", "disc.nono", "-o", "sheet.svg")[0] == 0


def test_its_summary_in_json(run: Run, drawing: str) -> None:
    code, out, err = run("make", "curved", drawing, "--labels", "none", "--json")
    record = json.loads(out)
    assert (code, err) == (0, "")
    for name in ("file", "output", "family", "curves", "faces", "labels", "class",
                 "popular_faces", "self_crossings", "tangencies", "triple_points",
                 "undetermined_faces", "snapped", "verdict", "level", "line_solvable", "notes",
                 "seconds", "stages"):
        assert name in record
    assert record["family"] == "curved"
    assert record["labels"] is None
    assert record["curves"] == 5
    assert record["lines"] == 8
    assert record["seconds"] == pytest.approx(sum(record["stages"].values()), abs=1e-5)


def test_labels(run: Run, drawing: str) -> None:
    _, out, _ = run("make", "curved", drawing, "--labels", "two-sat", "--box", "4", "4", "--json")
    labels = json.loads(out)["labels"]
    assert labels["labels"] == 8
    assert labels["method"] == "two-sat"


def test_words_for_what_is_notable(run: Run, files: Path) -> None:
    (files / "loop.svg").write_text(SVG.replace(
        "</svg>", '<path d="M0 30C130 -5 -30 -5 100 30" stroke="#333"/></svg>'))
    code, out, _ = run("make", "curved", "loop.svg", "--labels", "none")
    assert code == 0
    assert "expert" in out
    assert "A curve crosses itself at (50.0," in out
    assert "Nothing was written" in out
    (files / "ring.svg").write_text(SVG.replace(
        "</svg>", '<circle cx="50" cy="50" r="2" stroke="red"/></svg>'))
    _, out, _ = run("make", "curved", "ring.svg", "--labels", "none")
    assert "1 face lies along no open curve" in out


def test_sizes_and_near_misses(run: Run, files: Path) -> None:
    (files / "near.svg").write_text(SVG.replace("100 45", "99.7 45"))
    code, _, err = run("make", "curved", "near.svg", "-o", "x.nono")
    assert code == 2
    assert "end inside the frame: path in line 5 at (99.70, 55.00) mm, 0.3 mm from it" in err
    assert not (files / "x.nono").exists()
    code, out, _ = run("make", "curved", "near.svg", "--snap", "0.5mm", "--size", "8cm", "--json")
    record = json.loads(out)
    assert code == 0
    assert record["frame"] == [80, 80]
    assert record["snapped"][0]["by"] == pytest.approx(0.24)


def test_quiet_and_standard_output(run: Run, drawing: str) -> None:
    code, out, err = run("make", "curved", drawing, "--labels", "none", "-q", "-o", "-")
    assert (code, err) == (0, "")
    assert json.loads(out)["family"] == "curved"
    code, out, _ = run("make", "curved", drawing, "-q")
    assert len(out.splitlines()) == 1


@pytest.mark.parametrize(("arguments", "words"), [
    (("-o", "x.svg"), "nonoforge draw makes a picture"),
    (("-o", "x.non"), ".non files cannot hold curved nonograms; .nono and .share can"),
    (("-o", "disc.svg"), "nonoforge draw"), (("--snap", "near"), "write a length in millimetres"),
    (("--size", "0"), "above 0, at most 10,000 mm"),
    (("--labels", "some"), "'some': write auto, two-sat"),
    (("-o", "-", "--json"), "both go to standard output"), (("-o", "no/x.nono"), "no/x.nono"),
    (("--colour-by", "fill"), "no shape of the picture has a fill"),
])
def test_bad_usage(run: Run, drawing: str, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run("make", "curved", drawing, *arguments)
    assert (code, out) == (2, "")
    assert words in err


@pytest.mark.parametrize(("body", "words"), [
    ("", "nothing is drawn"), ("<text>frame</text>", "only text"),
    ('<path d="M0 0L" stroke="red"/>', "bad.svg:"),
    ('<rect width="100" height="100" fill="none" stroke="blue"/>', "no picture"),
    ('<path d="M9 9L50 50H9L50 9Z" stroke="blue"/><circle r="9" id="picture"/>', "meets itself"),
])
def test_bad_drawings(run: Run, files: Path, body: str, words: str) -> None:
    (files / "bad.svg").write_text(f"{HEAD}>{body}</svg>")
    code, out, err = run("make", "curved", "bad.svg", "-o", "x.nono")
    assert (code, out) == (2, "")
    assert err.startswith("bad.svg:")
    assert words in err
    assert len(err.splitlines()) == 1
    assert not (files / "x.nono").exists()


def test_thousands_of_curves(run: Run, files: Path) -> None:
    lines = "".join(f'<path d="M0 {k / 30}H100" stroke="black"/>' for k in range(1, 2_500))
    (files / "many.svg").write_text(SVG.replace("</svg>", f"{lines}</svg>"))
    code, _, err = run("make", "curved", "many.svg")
    assert code == 2
    assert "up to 2,000 can be arranged" in err


def test_help(run: Run) -> None:
    code, out, _ = run("make", "curved", "--help")
    assert code == 0
    assert "--keep-curves" in out
