"""Plots: every figure has its place, and nothing lies on anything else."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonoforge.bench import Table, render
from nonoforge.bench.render import BAR, COLOURS, WIDTH, axis_for
from nonoforge.bench.table import Plot, Value, short
from nonoforge.drawing import text_width
from nonoforge.errors import InputError

SVG = "{http://www.w3.org/2000/svg}"

figures = st.one_of(st.floats(0, 1e9, width=32), st.integers(0, 10**9), st.none(),
                    st.sampled_from(["refused", float("nan"), float("inf"), 1e300, -3.5]))


def drawn(table: Table) -> ElementTree.Element:
    return ElementTree.fromstring(render(table, "svg"))


def bars(picture: ElementTree.Element) -> list[dict[str, str]]:
    return [box.attrib for box in picture.iter(f"{SVG}rect")
            if box.get("fill") in COLOURS and float(box.attrib["height"]) == BAR - 1]


def texts(picture: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]


def a_table(rows: list[tuple[Value, ...]], log: bool = False) -> Table:
    series = tuple(f"series {n}" for n in range(len(rows[0]) - 1)) if rows else ("series 0",)
    return Table("Cats & <dogs>", ("name", *series), tuple(rows), ("A note.",),
                 Plot("name", series, "seconds", log))


def test_bars_are_as_long_as_their_figures() -> None:
    picture = drawn(a_table([("a", 1), ("b", 2), ("c", 4.0), ("d", 0), ("e", None)]))
    one, two, four = (float(bar["width"]) for bar in bars(picture))
    assert (two, four) == (pytest.approx(2 * one, abs=0.1), pytest.approx(4 * one, abs=0.1))
    words = texts(picture)
    assert {"a", "b", "c", "d", "e", "1", "2", "4.00", "0", "-", "seconds", "A note.",
            "Cats & <dogs>"} <= set(words)


def test_a_logarithmic_axis_has_decades() -> None:
    picture = drawn(a_table([("a", 0.01), ("b", 1.0), ("c", 100.0), ("d", 0)], log=True))
    a, b, c = (float(bar["width"]) for bar in bars(picture))
    assert b - a == pytest.approx(c - b, abs=0.1)
    assert {"0.001", "0.01", "0.1", "10", "100", "seconds (logarithmic)"} <= set(texts(picture))


@given(st.lists(st.tuples(st.text(max_size=80), figures, figures), max_size=12), st.booleans())
def test_any_table_fits_on_the_sheet(rows: list[tuple[Value, ...]], log: bool) -> None:
    """Nothing leaves the picture, and no two bars or figures lie on each other."""
    picture = drawn(a_table(rows or [("a", 1, 2)], log))
    height = float(picture.attrib["height"])
    for bar in bars(picture):
        assert 0 <= float(bar["x"]) <= float(bar["x"]) + float(bar["width"]) <= WIDTH
        assert 0 <= float(bar["y"]) <= height - BAR
    for upper, lower in pairwise(bars(picture)):
        assert float(upper["y"]) + BAR <= float(lower["y"]) + 0.01
    for text in picture.iter(f"{SVG}text"):
        x, y, size = (float(text.attrib[key]) for key in ("x", "y", "font-size"))
        words = text[0].tail if len(text) else text.text
        need = text_width(words or "", size)
        left = x - {"start": 0.0, "middle": need / 2, "end": need}[text.attrib["text-anchor"]]
        assert left >= 0
        assert left + need <= WIDTH
        assert size <= y <= height


@given(st.lists(st.floats(-1e6, 1e9, width=32), max_size=9), st.booleans())
def test_an_axis_has_a_place_for_all(values: list[float], log: bool) -> None:
    axis = axis_for(values, log, 100, 500)
    assert 2 <= len(axis.ticks) <= 10
    assert [axis.at(value) for value, _ in axis.ticks] == sorted(
        axis.at(value) for value, _ in axis.ticks)
    assert axis.at(axis.ticks[0][0]) == 100
    assert axis.at(axis.ticks[-1][0]) == 500
    assert len({words for _, words in axis.ticks}) == len(axis.ticks)
    for value in values:
        if value > 0 or not log:
            hair = 1e-6 * (axis.low if log else axis.high - axis.low)
            assert axis.low - hair <= value <= axis.high * (1 + 1e-6) + hair


def test_several_tables_stand_below_each_other() -> None:
    one, two = a_table([("a", 1)]), a_table([("b", 2, 3)], log=True)
    plain = Table("No plot", ("name",), (("x",),))
    picture = drawn(Table("All", ("name",), (), more=(one, plain, two)))
    assert len(bars(picture)) == 3
    words = texts(picture)
    assert words.index("a") < words.index("b")
    assert "No plot" not in words
    assert {"series 0", "series 1"} <= set(words)


def test_long_labels_are_cut_and_told_whole() -> None:
    name = "a method with a name that goes on and on, as names do when they have many settings"
    picture = drawn(a_table([(name, 1)]))
    [label] = [text for text in picture.iter(f"{SVG}text") if len(text)]
    assert label[0].text == name
    assert (label[0].tail or "").endswith("…")


def test_a_hundred_rows() -> None:
    picture = drawn(a_table([(f"puzzle {n}", n) for n in range(1, 101)]))
    assert len(bars(picture)) == 100
    assert texts(picture).count("20") == 3  # at both ends of the axis, and the bar's own
    assert short(100) in texts(picture)


def test_nothing_to_draw() -> None:
    assert bars(drawn(a_table([]))) == []
    assert bars(drawn(a_table([("a", None)], log=True))) == []
    with pytest.raises(InputError, match="the table 'Cats' has no plot"):
        render(Table("Cats", ("name",), ()), "svg")


def test_a_wide_first_tick_stays_on_the_sheet() -> None:
    picture = drawn(a_table([("", None, 3e8), ("", None, -3.5)], log=False))
    for text in picture.iter(f"{SVG}text"):
        if text.attrib["text-anchor"] == "middle":
            assert float(text.attrib["x"]) >= text_width(text.text or "", 11) / 2
