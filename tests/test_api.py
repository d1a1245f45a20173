"""The front door: what `import nonoforge` gives, and what it costs."""

from __future__ import annotations

import copy
import inspect
import pickle
import pydoc
import re
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

import nonoforge
from nonoforge import Budget, Nonogram, Runs

PARTS = ("Budget", "check", "edits", "explain", "from_clues", "from_picture", "from_voxels", "hint",
         "load", "load_all", "make_curved", "make_grid", "make_sloped", "make_solid", "rate",
         "read_drawing", "read_mesh", "read_photo", "repair", "save", "sentence", "solve",
         "solve_many")


@pytest.fixture
def cross() -> Nonogram:
    return nonoforge.from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])


def test_what_a_star_imports() -> None:
    found: dict[str, object] = {}
    exec("from nonoforge import *", found)
    assert set(nonoforge.__all__) <= set(found)
    assert {*PARTS, "GridOptions", "GridResult"} <= set(nonoforge.__all__)


@pytest.mark.parametrize("budget", ["10s", 10, 0.5, "nodes=1000", "none", None, Budget(seconds=9)])
def test_budgets_as_the_command_line_has_them(cross: Nonogram, budget: str | float | None) -> None:
    assert nonoforge.solve(cross, budget=budget).answer == "unique"
    assert next(nonoforge.solve_many([cross], budget=budget)).answer == "unique"
    assert nonoforge.check(cross, budget=budget).verdict.answer == "unique"


@pytest.mark.parametrize(("function", "keywords"), [
    ("solve", "method budget seed"), ("check", "budget seed"), ("make_grid", "size colours budget"),
    ("make_solid", "size clues"), ("make_sloped", "slopes"), ("make_curved", "curves")])
def test_public_functions_have_real_keywords(function: str, keywords: str) -> None:
    known = inspect.signature(getattr(nonoforge, function)).parameters
    assert set(keywords.split()) <= set(known)


def test_options_by_keyword_or_all_at_once(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    image = pytest.importorskip("PIL.Image").new("L", (9, 9), 255)
    image.paste(0, (0, 0, 3, 9))
    image.paste(0, (0, 6, 9, 9))
    image.save(tmp_path / "letter_l.png")
    one = nonoforge.make_grid(tmp_path / "letter_l.png", size=3, title="An L")
    same = nonoforge.make_grid(str(tmp_path / "letter_l.png"), nonoforge.GridOptions(size="3x3"))
    assert one.nonogram.puzzle == same.nonogram.puzzle
    assert (one.nonogram.info.title, same.nonogram.info.title) == ("An L", "letter l")
    with pytest.raises(nonoforge.InputError, match="colours: '99': write a whole number from 1"):
        nonoforge.make_grid(tmp_path / "letter_l.png", colours=99)
    for unknown, words in (("qqq", "there are title"), ("siz", "did you mean size"),
                           ("colors", "did you mean colours")):
        with pytest.raises(TypeError, match=rf"make_grid.. has no parameter '{unknown}'; {words}"):
            nonoforge.make_grid(tmp_path / "letter_l.png", **{unknown: 2})
    with pytest.raises(TypeError, match="not both"):
        nonoforge.make_grid(tmp_path / "letter_l.png", nonoforge.GridOptions(),
                            size=3)  # type: ignore[call-overload]


def test_names() -> None:
    listed = dir(nonoforge)
    for name in (*PARTS, "Nonogram", "Puzzle", "Runs", "State", "Verdict", "InputError"):
        assert name in listed
        assert getattr(nonoforge, name) is getattr(nonoforge, name)
    assert nonoforge.__version__.count(".") == 2


def test_names_are_the_public_ones_and_batches_are_there_unasked() -> None:
    code = ("import nonoforge; print(nonoforge.batch.run.__name__, "
            "nonoforge.formats.dumps.__name__, *(name for name in dir(nonoforge) "
            "if not name.startswith('__')))")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found = run.stdout.split()
    assert found[:2] == ["run", "dumps"]
    assert found[2:] == sorted([*nonoforge.__all__, "batch", "formats"])


def test_an_unknown_name_is_said_so() -> None:
    with pytest.raises(AttributeError, match="module 'nonoforge' has no attribute 'solv'"):
        nonoforge.solv  # noqa: B018


def test_from_clues_to_verdict() -> None:
    nonogram = nonoforge.from_clues(rows=[Runs.of(1), Runs.of(3)],
                                    columns=[Runs.of(1), Runs.of(2), Runs.of(1)])
    verdict = nonoforge.solve(nonogram, budget=Budget.parse("10s"))
    assert verdict.answer == "unique"
    assert nonogram.geometry.nest(verdict.solutions[0]) == [[0, 1, 0], [1, 1, 1]]
    assert nonoforge.check(nonogram).verdict.line_solvable
    [again] = nonoforge.solve_many([nonogram])
    assert again._replace(seconds=0.0) == verdict._replace(seconds=0.0)


def test_from_a_drawing_to_a_hint(tmp_path: Path) -> None:
    for part in ("numpy", "shapely", "svgelements", "highspy"):
        pytest.importorskip(part)
    drawings = Path(__file__).parents[1] / "examples" / "drawings"
    made = nonoforge.make_sloped(nonoforge.read_drawing(drawings / "simple_triangle.svg"))
    assert made.verdict.answer == "unique"
    nonogram = made.nonogram
    nonoforge.save(nonogram, tmp_path / "triangle.nono")
    assert nonoforge.load(tmp_path / "triangle.nono").puzzle == nonogram.puzzle
    assert nonoforge.rate(nonogram).stars >= 1
    assert nonoforge.explain(nonogram).solved
    assert nonoforge.hint(nonogram).kind == "step"
    assert "</svg>" in nonogram._repr_svg_()  # type: ignore[attr-defined]
    assert repr(nonogram) == "<Nonogram: 'Triangle', sloped with 7 faces, 1 colour>"


def test_from_a_picture_to_its_steps(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    image = pytest.importorskip("PIL.Image").new("RGB", (8, 8), "white")
    image.paste("black", (2, 2, 6, 8))
    image.save(tmp_path / "door.png")
    made = nonoforge.make_grid(tmp_path / "door.png", size=8, trim=False)
    found = nonoforge.explain(made.nonogram)
    assert found.solved
    first = found.steps[0]
    assert nonoforge.sentence(made.nonogram, first.before, first.deduction).startswith(
        "Rows 1-2 and columns 1-2 and 7-8 have the clue 0, so")
    assert nonoforge.hint(made.nonogram, first.before).deduction == first.deduction
    assert made.nonogram.solution is not None
    assert not nonoforge.edits(made).open


def test_a_nonogram_is_short_at_the_prompt(cross: Nonogram) -> None:
    assert repr(cross) == "<Nonogram: 3x3, 1 colour>"
    assert str(cross).splitlines()[-2].startswith("1 ")
    fox = nonoforge.load(Path(__file__).parents[1] / "examples" / "fox.nono")
    assert repr(fox) == "<Nonogram: 'Fox', 24x24, 4 colours>"


def test_to_a_file_and_back(cross: Nonogram, tmp_path: Path) -> None:
    path = tmp_path / "cross.nono"
    nonoforge.save(cross, path)
    assert nonoforge.load(path) == cross
    assert nonoforge.load_all(path) == [cross]


def test_bad_input_is_our_error(tmp_path: Path) -> None:
    path = tmp_path / "bad.nono"
    path.write_text("{")
    with pytest.raises(nonoforge.InputError) as caught:
        nonoforge.load(path)
    assert str(caught.value).startswith(f"{path}:1:")
    assert isinstance(caught.value, nonoforge.NonoforgeError)


def test_notebooks_see_a_picture(cross: Nonogram) -> None:
    svg = cross._repr_svg_()  # type: ignore[attr-defined]
    assert ElementTree.fromstring(svg).tag.endswith("svg")


def test_puzzles_can_be_copied_and_sent(cross: Nonogram) -> None:
    """Also after they were solved, when an engine may have kept something with them."""
    nonoforge.solve(cross)
    for other in (pickle.loads(pickle.dumps(cross)), copy.deepcopy(cross)):
        assert other == cross
        assert hash(other) == hash(cross)
        assert nonoforge.solve(other).solutions == (cross.solution,)
    for found in (nonoforge.check(cross), nonoforge.explain(cross), nonoforge.hint(cross),
                  nonoforge.rate(cross)):
        assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize("call", [
    lambda: nonoforge.solve(CROSS, timeout=3),  # type: ignore[call-arg]
    lambda: nonoforge.solve(CROSS, seed=-1), lambda: nonoforge.load("no.nono"),
    lambda: nonoforge.from_clues([2], [1]), lambda: nonoforge.make_grid(random=(0, 0))])
def test_errors_cross_processes(call: Callable[[], object]) -> None:
    """One that cannot be sent breaks a pool of processes."""
    with pytest.raises(nonoforge.InputError) as caught:
        call()
    error = pickle.loads(pickle.dumps(caught.value))
    assert (type(error), str(error)) == (type(caught.value), str(caught.value))


def test_an_explanation_is_its_steps(cross: Nonogram) -> None:
    found = nonoforge.explain(cross)
    assert [step.number for step in found] == [1, 2, 3, 4, 5]
    assert len(found) == 5
    assert found[0] is found.steps[0]


def test_what_is_short_at_the_prompt(cross: Nonogram, tmp_path: Path) -> None:
    pytest.importorskip("PIL.Image").new("L", (9, 7), 255).save(tmp_path / "a.png")
    assert repr(cross.puzzle) == "<Puzzle: 9 cells, 6 lines>"
    assert repr(nonoforge.read_photo(tmp_path / "a.png")) == "<Photo: 9x7 pixels>"
    assert repr(nonoforge.read_drawing(tmp_path / "a.png")) == "<Drawing: a picture>"
    assert repr(nonoforge.edits(["#.", ".#"])) == "<Edits: 4 changes that help, 4 open cells>"
    assert repr(nonoforge.explain(cross)[0].deduction.technique) == "<Technique: zero and full>"


def test_a_name_that_is_nearly_right() -> None:
    with pytest.raises(AttributeError) as caught:
        nonoforge.solv  # noqa: B018
    assert (caught.value.name, caught.value.obj) == ("solv", nonoforge)  # what Python guesses from


def test_palettes_by_name() -> None:
    flag = nonoforge.from_picture([[0, 1], [2, 0]], palette=["white", "Navy", "#c00"])
    assert [colour.rgb for colour in flag.palette.colours] == ["#ffffff", "#000080", "#cc0000"]
    clues = nonoforge.from_clues([[(1, 1)], [(1, 2)]], [[(1, 2)], [(1, 1)]],
                                 palette=("white", "navy", "#c00"))
    assert clues.puzzle == flag.puzzle
    assert (clues.picture, flag.picture) == (None, [[0, 1], [2, 0]])
    solid = nonoforge.from_voxels([[[1]]], palette=["white", "teal"])
    assert solid.palette.colours[1].rgb == "#008080"


class Table:
    """What can become an array, as tables of pandas and tensors can."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.rows = rows

    def __array__(self, dtype: object = None, copy: object = None) -> object:
        return pytest.importorskip("numpy").array(self.rows)


def test_what_can_become_an_array(cross: Nonogram) -> None:
    pytest.importorskip("numpy")
    assert nonoforge.from_picture(Table([[0, 1, 0], [1, 1, 1], [0, 1, 0]])) == cross  # type: ignore[arg-type]
    assert nonoforge.solve(Table([[0, 1], [1, 1]])).unique  # type: ignore[arg-type]
    assert nonoforge.from_voxels(Table([[[1]]])).size == (1, 1, 1)  # type: ignore[arg-type, list-item]


def test_pictures_for_all_families() -> None:
    """An image of Pillow or an array of pixels, also where drawings are wanted."""
    for part in ("numpy", "shapely", "highspy"):
        pytest.importorskip(part)
    image = pytest.importorskip("PIL.Image").new("RGB", (60, 60), "white")
    image.paste("black", (10, 5, 50, 30))
    assert nonoforge.make_sloped(image).verdict.answer == "unique"
    with pytest.raises(nonoforge.InputError, match="make_solid needs a path, or what was read"):
        nonoforge.make_solid(image)


def test_import_cost_is_shown() -> None:
    """Printed, not judged: machines differ (`nonoforge bench plain` measures with more care)."""
    code = ("from time import process_time as now; begin = now(); import nonoforge; "
            "print(1000 * (now() - begin))")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    print(f"import nonoforge: {float(run.stdout):.1f} ms CPU")


EXAMPLES = Path(__file__).parents[1] / "examples"
CROSS = [".#.", "###", ".#."]


@pytest.mark.parametrize("name", ["solve", "check", "rate", "explain", "hint", "repair", "edits"])
def test_a_puzzle_however_it_is_at_hand(name: str, cross: Nonogram, tmp_path: Path) -> None:
    """A nonogram, a path as text or as `Path`, rows of letters, one text, rows of numbers."""
    function = getattr(nonoforge, name)
    nonoforge.save(cross, tmp_path / "cross.nono")
    ways = (cross, tmp_path / "cross.nono", str(tmp_path / "cross.nono"), CROSS, "\n".join(CROSS),
            [[0, 1, 0], [1, 1, 1], [0, 1, 0]])
    assert len({repr(function(way)) for way in ways}) == 1
    assert len(repr(function(cross))) < 100
    for wrong in (3, None, b"cross.nono", {"rows": 1}):
        with pytest.raises(nonoforge.InputError, match=r"^a puzzle is a Nonogram, the path of"):
            function(wrong)
    with pytest.raises(nonoforge.InputError, match=r"no.nono:1:1: cannot be read"):
        function("no.nono")


@pytest.mark.parametrize(("call", "words"), [
    ("solve(CROSS, timeout=10)", "solve() has no parameter 'timeout'; did you mean budget?"),
    ("hint(CROSS, bugdet=10)", "hint() has no parameter 'bugdet'; did you mean budget?"),
    ("check(CROSS, method='sat')", "check() has no parameter 'method'; there are puzzle, limit"),
    ("save('x.nono', cross)", "the path of a file is needed here, not Nonogram"),
    ("draw('x.pdf', cross)", "the path of a file is needed here, not Nonogram"),
    ("load(cross)", "the path of a file is needed here, not Nonogram"),
    ("load(5)", "the path of a file is needed here, not int"),
    ("read_drawing(5)", "the path of a file is needed here, not int"),
    ("solve_many(5)", "a list of puzzles, or the path of a file with several"),
    ("hint(CROSS, state=['?'])", "1:1: 1 row; the puzzle has 3"),
    ("hint(CROSS, state=5)", "a state is rows of letters"),
    ("repair(CROSS, level='easy')", "level 'easy'; there are line, probe, unique"),
    ("edits(CROSS, level='lines')", "level 'lines'; did you mean line?"),
    ("repair(CROSS, most=-1)", "at most -1 changes; write 0 or more"),
    ("make_grid(5)", "make_grid needs a path, or what was read from a file, not int"),
    ("make_solid([[[1]]])", "make_solid needs a mesh; from_voxels takes an array of voxels"),
    ("draw(cross, 'x.svg', gutter=9)", "x.svg: title, author, per_page, gutter and bleed are for"),
    ("draw(cross, 'x.pdf', per_page=0)", "per_page: '0': write a whole number from 1 to 32"),
    ("solve()", "solve() needs puzzle: solve(puzzle)"),
    ("save(cross)", "save() needs path: save(puzzle, path)"),
    ("solve(cross, 'sat')", "solve() takes puzzle; give others by name: method=..."),
    ("solve(cross, method=3)", "method: 3: write text"),
    ("solve(cross, max_time=3)", "solve() has no parameter 'max_time'; did you mean budget?"),
    ("solve(cross, threads=3)", "solve() has no parameter 'threads'; did you mean jobs?"),
    ("solve(cross, limit='2')", "limit: '2': write a whole number"),
    ("solve(cross, jobs=2.5)", "jobs: 2.5: write a whole number"),
    ("solve(cross, seed=-1)", "seed: -1: write a whole number from 0 to 2,147,483,647"),
    ("solve(cross, seed=2**70)", "seed: 1180591620717411303424: write a whole number from 0"),
    ("solve(cross, progress=3)", "progress: 3: give a function"),
    ("solve(cross, budget=[10])", "budget [10]: write a number of seconds, text like '10s'"),
    ("solve(cross, budget=True)", "budget True: write a number of seconds"),
    ("solve(cross, budget=Budget('10s'))", "settled of a budget: '10s'; write a number"),
    ("solve(cross, budget=Budget(seconds=-1))", "seconds of a budget: -1; write a number"),
    ("solve([cross, cross])", "one puzzle is needed here, not 2; take them one by one, or all"),
    ("solve(solve(cross))", "a puzzle is a Nonogram, the path of a file, the result of make_..., "
                            "or rows of a picture, not Verdict; give its `nonogram`"),
    ("check(check(cross))", "a puzzle is a Nonogram, the path of a file"),
    ("rate(explain(cross))", "a puzzle is a Nonogram, the path of a file"),
    ("solve(StringIO())", "a puzzle is a Nonogram, the path of a file, the result of make_..., "
                              "or rows of a picture, not StringIO; give the path"),
    ("list(solve_many([cross, 3]))", "a puzzle is a Nonogram"),
    ("save([cross, 3], 'x.nonpack')", "a puzzle is a Nonogram"),
    ("draw([], 'x.pdf')", "there is no puzzle in the list"),
    ("draw(iter([]), 'x.pdf')", "there is no puzzle in the list"),
    ("draw(cross, 'x')", "x: no extension; use .svg"),
    ("draw(cross, 'x.svg', solution=True)", "draw() has no parameter 'solution'; did you mean so"),
    ("hint(cross, history=3)", "history is a list of earlier states"),
    ("repair(cross, most='5')", "most: '5': write a whole number"),
    ("load()", "load() needs path: load(path)"),
    ("load('x.nono', family='grid')", "load() has no parameter 'family'; there are path, format"),
    ("from_clues([1], cols=[1])", "from_clues() has no parameter 'cols'; did you mean columns?"),
    ("from_clues([1], [1], title='x')", "from_clues() has no parameter 'title'; did you mean inf"),
    ("from_clues([1], [1], info='x')", "info: 'x': write Info(title=...)"),
    ("from_voxels([[[1]]], info='x')", "info: 'x': write Info(title=...)"),
    ("from_picture([[1]], palette='red')", "palette: 'red': give a Palette or its colours, backgr"),
    ("from_picture([[1]], palette=['white', 'rde'])", "palette: 'rde' is no colour; give"),
    ("from_picture([[1]], palette=['white'])", "palette: a palette has 2 to 64 colours, not 1"),
    ("from_picture({(0, 0): 1})", "a picture is rows of colour numbers or letters, not dict"),
    ("sentence(cross)", "sentence() needs before and deduction: sentence(nonogram, before, ded"),
    ("make_grid('cat.png', 20)", "make_grid() takes a source, then GridOptions and progress; give"),
    ("make_grid(StringIO())", "make_grid needs a path, or what was read from a file, not StringIO"),
    ("make_grid(['#.'])", "make_grid needs a path, or what was read from a file, not list; from_p"),
    ("make_sloped(cross)", "make_sloped needs a path, or what was read from a file, not Nonogram"),
    ("make_grid(text=5)", "text: 5: write text, at most 200 characters"),
    ("make_grid(random=5)", "random: 5: write 2 whole numbers from 1 to 1,000, like (10, 10)"),
    ("make_grid(random='5x5')", "random: '5x5': write 2 whole numbers"),
    ("make_grid(random=(0, 5))", "random: (0, 5): write 2 whole numbers"),
    ("make_grid(random=(5.5, 5))", "random: (5.5, 5): write 2 whole numbers"),
    ("make_tri(random=(5, 5))", "random: (5, 5): write 4 whole numbers from 0 to 200"),
])
def test_a_wrong_call_says_what_would_be_right(call: str, words: str, cross: Nonogram) -> None:
    names = {name: getattr(nonoforge, name) for name in nonoforge.__all__}
    with pytest.raises(nonoforge.InputError) as caught:
        eval(call, {**names, "cross": cross, "CROSS": CROSS, "StringIO": StringIO})
    assert str(caught.value).startswith(words)


def test_solids_as_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    lists = nonoforge.from_voxels([[[1, 1, 1], [1, 1, 1]]])
    for kind in (bool, "uint8", int, float):
        assert nonoforge.from_voxels(numpy.ones((1, 2, 3)).astype(kind)) == lists
    for wrong in (numpy.ones((2, 3)), numpy.full((1, 1, 1), 0.5), [[["a"]]], "abc", 7):
        with pytest.raises(nonoforge.InputError, match="a solid is layers of rows"):
            nonoforge.from_voxels(wrong)
    for colour in (-1, 40, 300):
        with pytest.raises(nonoforge.InputError, match="the solid uses a colour"):
            nonoforge.from_voxels([[[colour]]])


def test_what_a_format_cannot_hold_is_said_in_python(tmp_path: Path) -> None:
    nonogram = nonoforge.from_picture(["#."], info=nonoforge.Info(title="Dot"))
    with pytest.raises(nonoforge.InputError, match="cannot hold a title; use lossy=True to drop"):
        nonoforge.save(nonogram, tmp_path / "x.png")
    nonoforge.save(nonogram, tmp_path / "x.png", lossy=True)


def test_clues_as_people_write_them() -> None:
    numpy = pytest.importorskip("numpy")
    cross = nonoforge.from_clues([[1], [3], [1]], [[1], [3], [1]])
    for clues in ([1, 3, 1], ["1", "3", "1"], numpy.array([1, 3, 1]), numpy.array([[1], [3], [1]]),
                  [[(1, 1)], (3,), [[1, 1]]]):
        assert nonoforge.from_clues(clues, clues) == cross
    gaps = nonoforge.from_clues([[1, 1], []], [1, [], 1])
    for empty in (0, [0], "0", "", ()):
        assert nonoforge.from_clues(["1,1", empty], [1, empty, 1]) == gaps
    for wrong in (1.5, [1.5], "a", [["a"]], [[1, 1, 1]], {}.get):
        with pytest.raises(nonoforge.InputError, match="no clue"):
            nonoforge.from_clues([wrong], [1])
    for wrong in (None, "1 3 1", 7):
        with pytest.raises(nonoforge.InputError, match="rows: a list of clues"):
            nonoforge.from_clues(wrong, [1])
    assert (cross.author, len(cross.palette)) == ("", 2)


def test_pictures_as_arrays(cross: Nonogram) -> None:
    numpy = pytest.importorskip("numpy")
    pixels = numpy.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
    for kind in (bool, "uint8", int, float):
        assert nonoforge.from_picture(pixels.astype(kind)) == cross
        assert nonoforge.solve(pixels.astype(kind)).unique
    for wrong, words in ((pixels / 2, "row 1 is no row of colour numbers"),
                         (numpy.zeros((3, 3, 3)), "make_grid"), (["#?"], "row 1 has a cell '?'"),
                         ([3], "row 1 is no row"), (3, "not int; make puzzles from images"),
                         ("fox.png", "read files with load or make_grid")):
        with pytest.raises(nonoforge.InputError, match=re.escape(words)):
            nonoforge.from_picture(wrong)


def test_pixels_to_a_puzzle() -> None:
    numpy, image = pytest.importorskip("numpy"), pytest.importorskip("PIL.Image")
    ink = numpy.zeros((40, 40), bool)
    ink[10:30, 5:35] = True
    grey = numpy.where(ink, 0, 255).astype("uint8")
    ways = (ink, grey, grey / 255.0, numpy.stack([grey] * 3, axis=2), image.fromarray(grey))
    found = [nonoforge.make_grid(way, size=8) for way in ways]
    assert len({each.nonogram.solution for each in found}) == 1
    assert found[0].verdict.solution == nonoforge.solve(found[0]).solution
    for wrong, words in ((grey[None, None], "shape"), (grey * 3.0, "0 to 255"),
                         (grey.astype(str), "pixels are numbers")):
        with pytest.raises(nonoforge.InputError, match=words):
            nonoforge.make_grid(wrong)


def test_words_and_chance_by_name() -> None:
    pytest.importorskip("PIL.Image")
    assert nonoforge.make_grid(text="HI").nonogram.title == "HI"
    assert nonoforge.make_grid(random=(9, 8), seed=4).nonogram.size == (9, 8)
    with pytest.raises(nonoforge.InputError, match=r"needs one source: a path, .* or text="):
        nonoforge.make_grid()
    with pytest.raises(nonoforge.InputError, match="needs one source"):
        nonoforge.make_grid("cat.png", text="HI")


def test_drawing_and_saving(cross: Nonogram, tmp_path: Path) -> None:
    pytest.importorskip("reportlab")
    for name in ("x.svg", "x.pdf", "x.html", "x.txt", "x.non", "x.nono"):
        nonoforge.save(cross, tmp_path / name, lossy=True)
        assert (tmp_path / name).stat().st_size
    nonoforge.save([cross, cross], tmp_path / "two.pdf")
    nonoforge.draw([cross, cross], tmp_path / "bound.pdf", paper="6x9", gutter=9.0, bleed=3.0,
                   signs="never")
    assert b"/TrimBox" in (tmp_path / "bound.pdf").read_bytes()
    nonoforge.draw(cross, tmp_path / "one.pdf", paper="6x9", bleed=3.0)
    assert b"/TrimBox" in (tmp_path / "one.pdf").read_bytes()
    nonoforge.draw([str(tmp_path / "x.nono"), tmp_path / "x.non"], tmp_path / "files.pdf")
    nonoforge.draw(tmp_path.glob("*.nono"), tmp_path / "glob.pdf", title="All")
    nonoforge.draw(iter(CROSS), tmp_path / "rows.svg")
    nonoforge.save([cross, cross], tmp_path / "two.nonpack", lossy=True)
    assert len(nonoforge.load_all(tmp_path / "two.nonpack")) == 2
    assert len(list(nonoforge.solve_many(tmp_path / "two.nonpack"))) == 2
    with pytest.raises(nonoforge.InputError, match="holds 2 puzzles; take one of load_all"):
        nonoforge.solve(tmp_path / "two.nonpack")


def test_verdicts_reports_and_explanations_show_themselves(cross: Nonogram) -> None:
    for found in (nonoforge.solve(cross), nonoforge.check(["#.", ".#"]), nonoforge.explain(cross)):
        html = found._repr_html_()  # type: ignore[attr-defined]
        assert "<svg" in html
        assert html.count("<p>") == html.count("</p>")


def test_help_lists_the_functions() -> None:
    text = pydoc.render_doc(nonoforge, renderer=pydoc.plaintext)
    for name in ("solve(", "check(", "from_picture(", "explain(", "draw("):
        assert name in text
    assert nonoforge.__doc__ is not None
    overview = set(re.findall(r"\w+", nonoforge.__doc__))
    assert {name for name in nonoforge.__all__ if name[0].islower()} <= overview


def test_an_explanation_prints_its_sentences() -> None:
    assert str(nonoforge.explain([".#", "##"])).splitlines()[0] == (
        "1. Row 2, clue 2: the 2 fills both cells, so cells 1-2 are filled.")
