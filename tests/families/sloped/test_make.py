"""From drawings to puzzles."""

from __future__ import annotations

import re
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from families.sloped.figures import (
    drawing,
    octagons,
    on_lattice,
    patches,
    shape,
    stars,
    triangle,
    two_squares,
)
from nonoforge.engine import verify
from nonoforge.errors import InputError, NonoforgeError
from nonoforge.families.plane import Arrangement, Drawing, arrangement_of
from nonoforge.families.sloped import SlopedOptions, extending, make_sloped
from nonoforge.families.sloped.colouring import colour_faces
from nonoforge.families.sloped.lattice import min_width

pytest.importorskip("highspy")
pytest.importorskip("numpy")



def test_a_triangle_through_the_corners_of_the_frame() -> None:
    made = make_sloped(triangle(), SlopedOptions(widest=True))
    assert made.widened.after == pytest.approx(100 * sqrt(2) / 6, abs=1e-6)
    assert made.verdict.answer == "unique"
    assert made.difficulty == 4
    assert made.added == ()


def test_two_squares_have_two_solutions() -> None:
    made = make_sloped(two_squares(), SlopedOptions(widest=True, cure=False))
    assert made.widened.after == pytest.approx(50)
    assert made.verdict.answer == "multiple"
    assert len(made.verdict.solutions) == 2
    assert made.report.ambiguous_cells == (0, 1, 2, 3)
    assert made.difficulty is None


def test_two_squares_with_a_further_line_have_one() -> None:
    made = make_sloped(two_squares())
    assert made.verdict.answer == "unique"
    assert made.added == (2,)
    assert made.ends(2) == ((0, 0), (100, 100))


@pytest.mark.parametrize(("source", "options"), [
    (octagons(Random(3), 2), SlopedOptions(min_width=0.5)),
    (octagons(Random(5), 2), SlopedOptions(min_width=0.4, objective="sum")),
    (stars(Random(3), 2), SlopedOptions(min_width=0.2, slopes="any", objective="max")),
    (patches(Random(2), 4, fills=["#ff0000", "#00aa00"]), SlopedOptions(colour_by="fill")),
    (replace(octagons(Random(1), 1), true_size=False), SlopedOptions(size=50, min_width=1)),
])
def test_what_is_made(source: Drawing, options: SlopedOptions) -> None:
    made = make_sloped(source, options)
    arrangement = arrangement_of(made.nonogram)
    assert made.nonogram.solution is not None
    assert verify(made.nonogram.puzzle, made.nonogram.solution)
    assert len(made.nonogram.puzzle.lines) == 2 * len(arrangement.curves)
    widened = made.widened
    assert widened.after >= min(widened.wanted or 0, widened.before) - 1e-9
    assert min_width(widened.lattice) == pytest.approx(widened.after)
    assert widened.reached == (widened.after >= options.min_width - 1e-6)
    assert bool(widened.blockers) != widened.reached
    assert {"lines", "verdict", "widening", "puzzle"} <= made.stages.keys()
    assert made.seconds < 30
    if not widened.splits:
        before = on_lattice(source, options.slopes)
        assert colour_faces(before, options.colour_by).colouring == made.nonogram.solution


def test_the_picture_is_kept_where_points_are_split() -> None:
    source = patches(Random(5), 3, share=0.25)
    plain = make_sloped(source, SlopedOptions(min_width=11))
    made = make_sloped(source, SlopedOptions(min_width=11, split=True))
    assert not plain.widened.reached
    assert made.widened.reached
    assert made.widened.splits
    assert made.nonogram.solution is not None
    assert len(made.nonogram.solution) == len(made.widened.lattice.faces)
    assert sum(made.nonogram.solution) >= sum(plain.nonogram.solution or b"")
    assert verify(made.nonogram.puzzle, made.nonogram.solution)
    assert made.verdict.answer == "unique"


def test_every_step_is_said() -> None:
    said: list[str] = []
    make_sloped(triangle(), SlopedOptions(labels="none"),
                lambda share, words: said.append(words))
    assert said == ["loading libraries", "extending edges", "checking that it has one solution",
                    "looking for a line that leaves one solution", "widening faces",
                    "making the puzzle"]


def test_labels_are_placed_last() -> None:
    made = make_sloped(triangle(), labels="two-sat", gap=1)
    assert list(made.stages)[-1] == "labels"
    assert isinstance(made.nonogram.geometry, Arrangement)
    assert made.nonogram.geometry.labels is not None
    assert made.labelled is not None


def test_trouble_of_the_solver_is_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def trouble(*_: object, **__: object) -> None:
        raise NonoforgeError("the solver stopped with 'unknown'")

    monkeypatch.setattr(extending, "widen", trouble)
    made = make_sloped(triangle(), SlopedOptions(min_width=20))
    assert made.widened.after == made.widened.before
    assert not made.widened.reached
    assert made.notes == ("no face was widened: the solver stopped with 'unknown'",)


def test_widening_keeps_to_the_budget() -> None:
    for wanted in ({"min_width": 20}, {"min_width": 20, "split": True}, {"widest": True}):
        made = make_sloped(triangle(), budget=1e-9, **wanted)
        assert made.widened.after == made.widened.before
        assert any("the time is up" in note for note in made.notes)


def test_a_picture_without_a_colour() -> None:
    square = ((10.0, 10.0), (60.0, 10.0), (60.0, 60.0), (10.0, 60.0))
    with pytest.raises(InputError, match="no face has a colour"):
        make_sloped(drawing(shape(square), shape(square)), detail="exact")


def test_the_title_goes_along() -> None:
    assert make_sloped(replace(triangle(), title="Sail")).nonogram.info.title == "Sail"


def test_the_page_offers_what_the_message_advises() -> None:
    slanted = drawing(shape([(30, 30), (70, 30), (68, 70)]))
    with pytest.raises(InputError) as refused:
        make_sloped(slanted, detail="exact", labels="none")
    shown = refused.value.message.replace("--", "")
    for cure in make_sloped.family.cures:
        found = re.search(cure.pattern, shown)
        assert found, cure.label
        options = {name: tuple(float(found[1]) if part == "{}" else part for part in value)
                   if isinstance(value, list) else value for name, value in cure.options.items()}
        assert make_sloped(slanted, SlopedOptions(detail="exact", labels="none", **options))
