"""`nonoforge make sloped`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from nonoforge.families.plane import arrangement_of
from nonoforge.formats import load

pytest.importorskip("highspy")
pytest.importorskip("numpy")

Run = Callable[..., tuple[int, str, str]]

PLAIN = ("--labels", "none")

FISH = """\
<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="0 0 400 400">
<title>Fish</title>
<path id="fish" fill="none" stroke="black"
 d="M60 200 l80 -80 h100 l60 60 l60 -60 v160 l-60 -60 l-60 60 h-100 z"/>
<rect id="eye" fill="none" stroke="black" x="120" y="170" width="24" height="20"/>
</svg>
"""
SQUARES = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60">
<rect id="one" width="30" height="30"/><rect id="two" x="30" y="30" width="30" height="30"/>
</svg>
"""
TRIANGLE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60">
<polygon id="sail" points="10,50 50,10 50,50"/>
</svg>
"""


def svg(text: str, size: str = 'viewBox="0 0 100 100"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{text}</svg>'


@pytest.fixture
def drawings(files: Path) -> Path:
    for name, text in (("fish", FISH), ("squares", SQUARES), ("triangle", TRIANGLE)):
        (files / f"{name}.svg").write_text(text)
    return files


@pytest.fixture
def made(run: Run, drawings: Path) -> Callable[..., dict[str, object]]:
    def maker(name: str, *arguments: str) -> dict[str, object]:
        code, out, err = run("make", "sloped", name, *PLAIN, "--json", *arguments)
        assert (code, err) == (0, "")
        found: dict[str, object] = json.loads(out)
        return found
    return maker


def test_a_puzzle_from_a_drawing(run: Run, drawings: Path) -> None:
    code, out, err = run("make", "sloped", "fish.svg", *PLAIN, "--min-width", "2", "-o",
                         "fish.nono")
    assert (code, err) == (0, "")
    ready, first, second, advice = out.splitlines()
    assert ready == "fish.nono: not ready: its labels have no places around the frame."
    assert advice == "Place them: nonoforge label."
    assert first.startswith("13 lines and 67 faces in 100 x 100 mm; unique, lines alone "
                            "solve it in ")
    assert second.startswith("The narrowest face is 2 mm wide; it was 0.707, and lines were "
                             "shifted by up to ")
    nonogram = load("fish.nono")
    assert nonogram.family.name == "sloped"
    assert nonogram.info.title == "Fish"
    assert nonogram.puzzle.cells == 67
    assert run("check", "--expect", "unique", "-q", "fish.nono")[0] == 0
    assert run("solve", "-q", "fish.nono")[0] == 0


def test_its_summary_in_json(made: Callable[..., dict[str, object]]) -> None:
    record = made("fish.svg", "--min-width", "2", "--objective", "max")
    assert (record["lines"], record["faces"], record["edges"]) == (13, 67, 143)
    assert record["frame"] == [100, 100]
    width = record["min_width"]
    assert isinstance(width, dict)
    assert width == {"before": pytest.approx(0.5 ** 0.5, abs=1e-6),
                     "after": pytest.approx(2, abs=1e-6), "wanted": 2.0}
    assert record["min_width_before"] == width["before"]
    assert record["min_width_after"] == width["after"]
    assert record["reached"] is True
    for name in ("shift_squares", "shift_sum", "shift_max", "seconds", "difficulty"):
        assert record[name] > 0  # type: ignore[operator]
    assert (record["objective"], record["verdict"], record["level"]) == ("max", "unique", "line")
    assert record["line_solvable"] is True
    assert record["cure"] == record["blockers"] == record["notes"] == record["splits"] == []
    assert record["labels"] is None
    assert (record["output"], record["family"], record["colour_by"]) == (None, "sloped", "parity")


def test_objectives_are_what_they_say(made: Callable[..., dict[str, object]]) -> None:
    found = {name: made("fish.svg", "--min-width", "2", "--objective", name)
             for name in ("squares", "sum", "max")}
    for name in found:
        shifts = [float(str(record[f"shift_{name}"])) for record in found.values()]
        assert min(shifts) >= float(str(found[name][f"shift_{name}"])) - 1e-6


def test_the_triangle(made: Callable[..., dict[str, object]]) -> None:
    record = made("triangle.svg", "--widest")
    assert record["min_width_after"] == pytest.approx(23.5702, abs=1e-4)
    assert record["lines"] == 3
    assert record["blockers"]


def test_two_squares(run: Run, made: Callable[..., dict[str, object]]) -> None:
    record = made("squares.svg", "--widest", "--no-cure")
    assert (record["lines"], record["faces"]) == (2, 4)
    assert record["min_width_after"] == pytest.approx(50)
    assert record["verdict"] == "multiple"
    assert record["ambiguous_cells"] == [0, 1, 2, 3]
    assert record["difficulty"] is None
    _, out, _ = run("make", "sloped", "squares.svg", "--no-cure", *PLAIN)
    assert "multiple, lines alone do not solve it" in out
    assert "4 faces can differ: face 1 at (25.0, 25.0) mm; face 2" in out


def test_their_cure_is_told(run: Run, made: Callable[..., dict[str, object]]) -> None:
    record = made("squares.svg")
    assert record["verdict"] == "unique"
    assert record["cure"] == [{"line": 3, "ends": [[0, 0], [100, 100]]}]
    _, out, _ = run("make", "sloped", "squares.svg", *PLAIN)
    assert "one is left with line 3 from (0.0, 0.0) to (100.0, 100.0), added for that." in out


def test_a_width_that_cannot_be_had(run: Run, drawings: Path) -> None:
    code, out, _ = run("make", "sloped", "fish.svg", *PLAIN)
    assert code == 0
    assert "3 mm is not possible: the narrowest face is 2.598 mm wide, as wide as it can be" in out
    assert "in the way: the face at (" in out
    assert "Nothing was written; -o OUT.nono keeps it." in out


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_what_is_in_the_way_is_drawn(run: Run, drawings: Path, kind: str) -> None:
    pytest.importorskip({"svg": "xml", "png": "PIL", "pdf": "reportlab"}[kind])
    code, out, _ = run("make", "sloped", "fish.svg", *PLAIN, "--blockers", f"why.{kind}", "-q")
    assert (code, len(out.splitlines())) == (0, 1)
    first = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}[kind]
    assert Path(f"why.{kind}").read_bytes().startswith(first)
    if kind == "svg":
        assert 'id="marks"' in Path("why.svg").read_text()
        code, out, _ = run("make", "sloped", "squares.svg", *PLAIN, "--blockers", "why.svg")
        assert "why.svg shows the puzzle as it is: nothing is in the way." in out
        assert 'id="marks"' not in Path("why.svg").read_text()


@pytest.mark.parametrize(("name", "message"), [
    ("why.txt", "--blockers is a file that ends in .svg, .pdf or .png"),
    ("fish.svg", "this is the drawing itself"), ("no/why.svg", "no such folder")])
def test_nothing_is_made_that_cannot_be_shown(run: Run, drawings: Path, name: str,
                                              message: str) -> None:
    code, _, err = run("make", "sloped", "fish.svg", *PLAIN, "--blockers", name, "-o", "out.nono")
    assert code == 2
    assert message in err
    assert not Path("out.nono").exists()


def test_sizes_and_frames(made: Callable[..., dict[str, object]]) -> None:
    assert made("squares.svg")["frame"] == [100, 100]  # the file does not say how large it is
    assert made("squares.svg", "--size", "5cm")["frame"] == [50, 50]
    assert made("fish.svg", "--frame", "40,80,360,240", "--min-width", "0")["frame"] == [90, 60]


def test_slopes(run: Run, files: Path) -> None:
    Path("kite.svg").write_text(svg('<polygon id="kite" points="50,10 80,40 52,90 20,40"/>'))
    code, out, err = run("make", "sloped", "kite.svg", *PLAIN, "--detail", "exact", "-o",
                         "kite.nono")
    assert (code, out) == (2, "")
    assert "kite.svg: 2 edges with slopes that are not allowed" in err
    assert "polygon 'kite' from (52.00, 90.00) to (20.00, 40.00) at 122.6 degrees" in err
    assert err.count("polygon 'kite' from (") == 2
    assert len(err.splitlines()) == 1
    assert not Path("kite.nono").exists()
    assert run("make", "sloped", "kite.svg", *PLAIN, "--slopes", "any", "-q")[0] == 0


def test_snap_with_and_without_a_number(run: Run, files: Path) -> None:
    Path("tilt.svg").write_text(svg('<polygon id="t" points="10,10 60,11 59.8,60 10,60.4"/>'))
    exact = ("--detail", "exact", *PLAIN)
    assert run("make", "sloped", "tilt.svg", *exact)[0] == 2
    code, out, _ = run("make", "sloped", "tilt.svg", "--snap", *PLAIN)
    assert code == 0
    assert "- corners were moved by up to 0." in out
    assert run("make", "sloped", "tilt.svg", "--snap", "1.5/0.1", *PLAIN)[0] == 0
    assert run("make", "sloped", "tilt.svg", "--snap", "0.5", *exact)[0] == 2


def test_colours_by_fill(made: Callable[..., dict[str, object]], drawings: Path) -> None:
    Path("flag.svg").write_text(svg(
        '<rect x="10" y="10" width="60" height="60" fill="#aa0000"/>'
        '<rect x="30" y="30" width="60" height="60" fill="blue"/>'))
    record = made("flag.svg")
    assert (record["colours"], record["colour_by"]) == (2, "fill")
    assert made("flag.svg", "--colour-by", "fill")["verdict"] == "unique"


def test_standard_input_and_output(run: Run, drawings: Path,
                                   monkeypatch: pytest.MonkeyPatch) -> None:
    with open("fish.svg", encoding="utf-8") as source:
        monkeypatch.setattr("sys.stdin", source)
        code, out, err = run("make", "sloped", "-", *PLAIN, "-o", "-")
    assert code == 0
    assert json.loads(out)["family"] == "sloped"
    assert "13 lines" in err


@pytest.mark.parametrize(("arguments", "message"), [
    (("--min-width", "-1"), "write a length in millimetres"),
    (("--min-width", "wide"), "write a length in millimetres"),
    (("--size", "0"), "above 0, at most 10,000 mm"),
    (("--slopes", "steep"), "write degrees like 0,45,90,135"),
    (("--snap", "far"), "write degrees, up to 20"),
    (("--snap", "90"), "write degrees, up to 20"),
    (("--frame", "1,2,3"), "write x, y, width and height"),
    (("--frame", "0,0,0,50"), "write x, y, width and height"),
    (("--frame", "200,200,50,50", "--detail", "exact"), "corners outside the frame"),
    (("--objective", "least"), "'least': write squares, sum or max"),
    (("--split", "--widest"), "cannot go with --widest"),
    (("-o", "fish.svg"), "nonoforge draw makes a picture"),
    (("-o", "fish.non"), ".non files cannot hold sloped nonograms; .nono and .share can"),
    (("-o", "nowhere/fish.nono"), "there is no such folder"),
    (("-o", "-", "--json"), "would both go to standard output"),
])
def test_bad_wishes(run: Run, drawings: Path, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run("make", "sloped", "fish.svg", *PLAIN, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert not list(Path().glob("*.nono"))


@pytest.mark.parametrize(("text", "message"), [
    ("", "bad.svg:1:1: the file is empty"),
    (svg(""), "no closed shape"),
    (svg('<text>hello</text>'), "no closed shape: there is nothing to make a puzzle from; text is "
     "left out; turn it into paths"),
    (svg('<polyline id="zig" points="1,1 9,1 9,9" stroke="red"/>'),
     "an open shape: polyline 'zig'"),
    (svg('<circle id="sun" cx="50" cy="50" r="20"/>'), "a curved shape, but edges must be "
     "straight (make curved takes curves): circle 'sun'"),
    (svg('<path id="bow" d="M10 10 L60 60 V10 L10 60 Z"/>'), "crosses itself: path 'bow'"),
    (svg('<rect id="a" x="10" y="10" width="50" height="50"/>'
         '<rect id="b" x="30" y="30" width="50" height="50"/>'), "cross: rect 'a' and rect 'b'"),
    (svg('<rect id="out" x="80" y="10" width="50" height="50"/>'), "corners outside the frame: "
                                                                   "rect 'out'"),
    (svg('<rect x="1" y="1" width="5" height="5"/>', 'width="0" height="10"'), "no size"),
    ("<svg xmlns='http://www.w3.org/2000/svg'", "bad.svg:1:"),
])
def test_bad_drawings(run: Run, files: Path, text: str, message: str) -> None:
    Path("bad.svg").write_text(text)
    code, out, err = run("make", "sloped", "bad.svg", *PLAIN, "--detail", "exact", "-o", "out.nono")
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1
    assert not Path("out.nono").exists()


def test_the_drawing_is_not_overwritten(run: Run, drawings: Path) -> None:
    Path("link.nono").symlink_to("fish.svg")
    code, _, err = run("make", "sloped", "fish.svg", *PLAIN, "-o", "link.nono")
    assert code == 2
    assert "this is the drawing itself" in err
    assert Path("fish.svg").read_text() == FISH


def test_labels_are_placed(run: Run, drawings: Path) -> None:
    code, out, _ = run("make", "sloped", "triangle.svg", "--box", "4", "4", "-o", "triangle.nono")
    assert code == 0
    assert "6 of 6 labels placed" in out
    nonogram = load("triangle.nono")
    labels = arrangement_of(nonogram).labels
    assert labels is not None
    assert labels.box == (4, 4)
    assert None not in labels.places
    code, out, _ = run("make", "sloped", "triangle.svg", "--json")
    record = json.loads(out)
    assert (record["labels"]["labels"], record["labels"]["placed"]) == (6, 6)
    assert record["stages"].keys() >= {"reading", "lines", "verdict", "widening", "labels"}
    spent = [spent for name, spent in record["stages"].items() if name not in ("loading", "labels")]
    assert record["seconds"] == pytest.approx(sum(spent), abs=1e-4)


def test_quiet_is_one_line(run: Run, drawings: Path) -> None:
    code, out, err = run("make", "sloped", "fish.svg", *PLAIN, "-q")
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 1


HEART = svg('<path d="M50 88 C10 60 5 40 10 25 C18 5 42 8 50 28 C58 8 82 5 90 25 C95 40 90 60 50 '
            '88 Z"/>')


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_a_curved_drawing_is_simplified(run: Run, files: Path, kind: str) -> None:
    Path("heart.svg").write_text(HEART)
    code, out, _ = run("make", "sloped", "heart.svg", *PLAIN, "--size", "70", "--lines", "12",
                       "--sheet", f"choice.{kind}", "-o", "heart.nono")
    assert code == 0
    assert "The picture was simplified to " in out
    assert f"choice.{kind} shows the picture, what differs, and candidates." in out
    assert Path(f"choice.{kind}").stat().st_size > 1000
    assert len(arrangement_of(load("heart.nono")).curves) <= 12


def test_the_record_of_simplifying(made: Callable[..., dict[str, object]], files: Path) -> None:
    Path("heart.svg").write_text(HEART)
    found = made("heart.svg", "--size", "70")["simplified"]
    assert isinstance(found, dict)
    assert 0 < found["difference"] < 0.2
    assert found["symmetric"] is True
    assert found["edges_before"] > found["lines_after"]
    numbers = [one["lines"] for one in found["candidates"]]
    assert numbers == sorted(set(numbers))
    assert made("squares.svg")["simplified"] is None


def test_advice_about_snapping_can_be_followed(run: Run, files: Path) -> None:
    """It advised --snap 22.5, which is refused."""
    Path("steep.svg").write_text(svg('<polygon points="10,10 90,10 57,90"/>'))
    _, _, err = run("make", "sloped", "steep.svg", *PLAIN, "--detail", "exact")
    assert "slopes that are not allowed" in err
    assert "--snap" not in err
    assert "--slopes any takes them" in err


@pytest.mark.parametrize(("text", "message"), [
    (svg(""), "nothing is drawn in it"), (svg("<text>hello</text>"), "there is only text in it"),
    (svg('<rect x="5" y="5" width="0" height="9"/>'), "bad.svg: "),
])
def test_nothing_to_simplify(run: Run, files: Path, text: str, message: str) -> None:
    Path("bad.svg").write_text(text)
    code, out, err = run("make", "sloped", "bad.svg", *PLAIN, "-o", "out.nono")
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1
