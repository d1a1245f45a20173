"""Tables and how they are written down."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nonoforge.bench import Report, Table, kind_for, render
from nonoforge.bench.table import Draft, Value, short
from nonoforge.errors import InputError

TABLE = Table("Cats", ("name", "lives", "weight"),
              (("Tom", 9, 4.25), ("A|B, \"C\"", 12345, None)), ("Weighed in kg.",))

# A test never asserts a time, and a busy machine is no fault.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

words = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)
values = st.one_of(words, st.none(), st.integers(-10**9, 10**9),
                   st.floats(allow_nan=False, allow_infinity=False, width=32))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(st.lists(words, min_size=1, max_size=5, unique=True))
    row = st.tuples(*[values] * len(columns))
    return Table(draw(words), tuple(columns), tuple(draw(st.lists(row, max_size=5))),
                 tuple(draw(st.lists(words, max_size=2))))


def test_text() -> None:
    assert render(TABLE) == (
        "Cats\n\n"
        "name       lives  weight\n"
        "Tom            9    4.25\n"
        "A|B, \"C\"  12,345       -\n\n"
        "Weighed in kg.\n")


def test_markdown() -> None:
    assert render(TABLE, "markdown") == (
        "## Cats\n\n| name | lives | weight |\n| --- | ---: | ---: |\n| Tom | 9 | 4.25 |\n"
        "| A\\|B, \"C\" | 12,345 | - |\n\n- Weighed in kg.\n")


@PATIENT
@given(tables())
def test_every_kind_holds_any_table(table: Table) -> None:
    """Text keeps its columns apart; CSV and JSON give the values back."""
    height = len(table.rows)
    lines = render(table).split("\n")
    assert len(lines) == 3 + height + bool(table.notes) + len(table.notes) + 1
    assert len(render(table, "markdown").split("\n")) == len(lines) + 1
    header, *rows = csv.reader(io.StringIO(render(table, "csv")))
    assert tuple(header) == table.columns
    assert len(rows) == height
    record = json.loads(render(table, "json"))
    assert [list(row) for row in record["rows"]] == [list(table.columns)] * height
    for row, found in zip(table.rows, record["rows"], strict=True):
        for value, again in zip(row, found.values(), strict=True):
            assert again == (pytest.approx(value, rel=1e-5) if isinstance(value, float) else value)


@PATIENT
@given(st.floats(-1e12, 1e12))
def test_short_is_short_and_near(value: float) -> None:
    text = short(value)
    assert "e" not in text
    assert float(text.replace(",", "")) == pytest.approx(value, rel=0.006, abs=1e-6)


def test_kinds_by_extension() -> None:
    paths = ("a.csv", "A.CSV", "a.md", "a.json", "a.svg", "a.txt", "a", "/dev/stdout", None)
    assert [*map(kind_for, paths)] == ["csv", "csv", "markdown", "json", "svg", *["text"] * 4]


@pytest.mark.parametrize("name", ["a.pdf", "a.xlsx", "a.csv.gz"])
def test_a_kind_that_there_is_not(name: str) -> None:
    with pytest.raises(InputError, match=r"a table cannot be written as \.\w+; end the name in"):
        kind_for(name)


def test_further_tables_follow() -> None:
    dogs = Table("Dogs", ("name",), (("Rex",),))
    both = replace(TABLE, more=(dogs, dogs))
    for kind in ("text", "csv", "markdown"):
        first, *rest = (render(part, kind) for part in (TABLE, dogs, dogs))
        assert render(both, kind) == "\n".join([first, *rest])
    header, *rows = csv.reader(io.StringIO(render(both, "csv")))
    assert [len(row) for row in (header, *rows)] == [3, 3, 3, 0, 1, 1, 0, 1, 1]
    record = json.loads(render(both, "json"))
    assert [part["title"] for part in record["more"]] == ["Dogs", "Dogs"]
    assert "more" not in json.loads(render(dogs, "json"))


def test_a_draft_tells_its_rows() -> None:
    told: list[str] = []

    class Told(Report):
        def row(self, text: str) -> None:
            told.append(text)

    draft = Draft("Cats", ("name", "lives"), Told())
    draft.row("Tom", 9)
    draft.note("Counted.")
    assert told == ["Tom  9"]
    assert draft.table() == Table("Cats", ("name", "lives"), (("Tom", 9),), ("Counted.",))
    wrong: list[Value] = ["Tom"]
    with pytest.raises(ValueError, match="1 values for 2 columns"):
        draft.row(*wrong)
