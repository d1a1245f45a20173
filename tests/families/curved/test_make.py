"""From drawings to puzzles."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.ipe_drawings import IPE_DRAWINGS
from nonoforge.errors import InputError
from nonoforge.families.curved import CurvedOptions, CurvedResult, GrowResult, make_curved
from nonoforge.families.curved.stroke import Stroke
from nonoforge.families.plane import arrangement_of, drawing_of

pytest.importorskip("numpy")


def svg(body: str, size: str = 'width="100mm" height="100mm" viewBox="0 0 100 100"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} fill="none">{body}</svg>'.encode()


FRAME = '<rect width="100" height="100" stroke="blue"/>'
LINES = ('<path d="M0 40C30 30 70 30 100 40M0 60C30 70 70 70 100 60M40 0C30 30 30 70 40 100'
         'M60 0C70 30 70 70 60 100" stroke="black"/>')
DISC = '<circle cx="50" cy="50" r="20" stroke="red"/>'


def make(body: str, **options: object) -> CurvedResult:
    return make_curved(drawing_of(svg(body)), CurvedOptions(**{"labels": "none"} | options))  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "faces", "lines", "kind", "popular", "crossings"), [
    ("window", 12, 10, "basic", 0, 0), ("bay", 8, 6, "advanced", 3, 0),
    ("loop", 5, 4, "expert", 2, 1)])
def test_ipe_drawings(
    name: str, faces: int, lines: int, kind: str, popular: int, crossings: int,
    tmp_path: Path,
) -> None:
    path = tmp_path / f"{name}.ipe"
    path.write_bytes(IPE_DRAWINGS[name].file())
    made = make_curved(path, labels="two-sat")
    arrangement = arrangement_of(made.nonogram)
    assert len(arrangement.faces) == faces
    assert len(arrangement.sides) == len(made.nonogram.puzzle.lines) == lines
    assert made.traits.kind == kind
    assert len(made.traits.popular) == popular
    assert len(made.traits.self_crossings) == crossings
    assert not made.traits.undetermined
    assert not made.traits.tangencies
    verdict = made.report.verdict
    assert (verdict.answer, verdict.level, verdict.line_solvable) == ("unique", "line", True)
    assert made.nonogram.solution == verdict.solutions[0]
    assert sum(made.nonogram.solution) == 1
    assert arrangement.labels is not None
    assert made.grown is None


@pytest.mark.parametrize("name", IPE_DRAWINGS)
def test_drawings_that_were_cut_at_crossings_are_the_same(name: str) -> None:
    one, other = (make_curved(drawing_of(IPE_DRAWINGS[name].file(cut=cut)), snap=0.02,
                              labels="none") for cut in (False, True))
    assert len(one.nonogram.puzzle.lines) == len(other.nonogram.puzzle.lines)
    assert one.traits.kind == other.traits.kind
    assert sorted(one.nonogram.solution or b"") == sorted(other.nonogram.solution or b"")


def test_a_picture_by_parity() -> None:
    made = make(FRAME + LINES + DISC + '<circle cx="50" cy="50" r="5" stroke="red"/>')
    arrangement = arrangement_of(made.nonogram)
    solution = made.nonogram.solution
    assert solution is not None
    for face, (x, y) in enumerate(arrangement.spots):
        away = ((x - 50) ** 2 + (y - 50) ** 2) ** 0.5
        assert solution[face] == (5 < away < 20)
    assert made.colour_by == "parity"
    assert len(made.traits.undetermined) == 1  # the inner circle touches no line


def test_a_picture_by_fills() -> None:
    made = make(
        '<circle cx="50" cy="50" r="20" fill="#ff0000"/><rect x="45" y="10" width="30" height="45" '
        'fill="#00ff00"/><circle cx="55" cy="45" r="5" fill="#ffffff"/>' + LINES)
    palette = [colour.rgb for colour in made.nonogram.puzzle.palette.colours]
    assert palette == ["#ffffff", "#ff0000", "#00ff00"]
    assert made.colour_by == "fill"
    arrangement, solution = arrangement_of(made.nonogram), made.nonogram.solution
    assert solution is not None
    for face, (x, up) in enumerate(arrangement.spots):
        y = 100 - up
        expected = 0 if (x - 55) ** 2 + (y - 45) ** 2 < 25 else \
            2 if 45 < x < 75 and 10 < y < 55 else int((x - 50) ** 2 + (y - 50) ** 2 < 400)
        assert solution[face] == expected
    assert "the page is the frame" in " ".join(made.notes)
    assert make(FRAME + LINES + DISC, colour_by="parity").colour_by == "parity"


def test_a_picture_that_goes_beyond_the_frame() -> None:
    made = make('<circle cx="100" cy="50" r="30" fill="#000000"/>' + LINES)
    arrangement, solution = arrangement_of(made.nonogram), made.nonogram.solution
    assert solution is not None
    for face, (x, y) in enumerate(arrangement.spots):
        assert solution[face] == ((x - 100) ** 2 + (y - 50) ** 2 < 900)
    assert any("cut off" in note for note in made.notes)


def test_layers_say_what_is_what() -> None:
    made = make('<g class="frame"><rect width="90" height="80" stroke="green"/></g>'
                '<g id="picture"><circle cx="50" cy="50" r="20" stroke="black"/></g>'
                '<g id="lines"><path d="M0 40H90M40 0V80" stroke="red"/></g>')
    arrangement = arrangement_of(made.nonogram)
    assert (arrangement.box.width, arrangement.box.height) == pytest.approx((90, 80))
    assert len(arrangement.sides) == 4
    assert len(arrangement.curves) == 3


def test_places_are_told_in_the_drawing() -> None:
    with pytest.raises(InputError, match=r"inside the frame: path 'odd' at \(30\.00, 20\.0"):
        make('<rect x="10" y="10" width="80" height="80" stroke="blue"/>' + DISC
             + '<path id="odd" d="M30 10V80" stroke="black"/>', size=40.0)


@pytest.mark.parametrize(("body", "words"), [
    ("", "nothing is drawn"), (FRAME, "no picture"),
    (FRAME + '<path d="M0 20L50 20L100 20" stroke="red"/>', "outline ends at"),
    (FRAME + LINES + DISC + DISC.replace("20", "20.0000001"), "on top of each other"),
    (FRAME + DISC + '<path d="M120 0V50" stroke="black"/>', "outside the frame"),
    ('<path d="M0 0L9 9H0L9 0Z" stroke="blue"/>' + DISC, "the frame meets itself"),
    (FRAME + DISC + LINES.replace("100 60", "99 60"), "end inside the frame"),
    (DISC + LINES.replace("100 60", "99 60"), "no frame is drawn; the page is the frame"),
])
def test_what_is_no_puzzle(body: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        make(body)
    assert words in str(error.value)


def test_text_and_images_are_left_out() -> None:
    made = make(FRAME + DISC + LINES + '<text x="5" y="5">hello</text><image href="x.png"/>')
    assert sum("left out" in note or "text" in note for note in made.notes) >= 1


def test_ends_that_were_joined_are_told() -> None:
    made = make(FRAME + DISC + LINES.replace("100 40", "99.9 40").replace("60 100", "60 99.8"),
                snap=0.3)
    assert [round(each.by, 3) for each in made.drawn.snapped] == [0.1, 0.2]
    assert any("2 ends were joined" in note for note in made.notes)


def test_curves_are_grown_only_where_a_picture_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def grow(frame: Stroke, picture: object, paint: object) -> GrowResult:
        from families.curved.strokes import line

        strokes = tuple(picture)  # type: ignore[var-annotated, arg-type]
        assert all(stroke.closed and all(stroke.flags) for stroke in strokes)
        more = line((0, 45), (100, 55)), line((45, 0), (55, 100))
        return GrowResult((*strokes, *more), ("grown",))
    monkeypatch.setattr("nonoforge.families.curved.make.GrowRequest", lambda **wanted: grow)
    made = make(FRAME + DISC)
    assert made.grown is not None
    assert "grown" in made.notes
    assert len(arrangement_of(made.nonogram).sides) == 4
    kept = make(FRAME + DISC + LINES)
    assert kept.grown is None
    assert make(FRAME + DISC, keep_curves=True).traits.undetermined == (0, 1)


def test_stages_and_sizes() -> None:
    said: list[str] = []
    made = make_curved(drawing_of(svg(FRAME + DISC + LINES)),
                       CurvedOptions(size=60, labels="two-sat"),
                       lambda share, words: said.append(words))
    assert set(made.stages) == {"drawing", "curves", "arrangement", "verdict", "labels"}
    assert made.seconds == pytest.approx(sum(made.stages.values()))
    assert len(said) == 5
    box = arrangement_of(made.nonogram).box
    assert (box.left, box.bottom) == pytest.approx((0, 0))
    assert (box.width, box.height) == pytest.approx((60, 60))
    assert made.labelled is not None
