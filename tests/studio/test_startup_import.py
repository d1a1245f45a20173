"""Files that the studio is started with."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.studio_app import Studio, studio
from nonoforge.errors import InputError
from nonoforge.studio.startup_import import StartupImport

CAT, DOG, PIG = (f'title "{name}"\nwidth 2\nheight 1\nrows\n{row}\ncolumns\n{columns}\n'
                 for name, row, columns in (("Cat", "2", "1\n1"), ("Dog", "1", "1\n0"),
                                            ("Pig", "1", "0\n1")))


@pytest.fixture
def it(tmp_path: Path) -> Iterator[Studio]:
    made = studio(tmp_path / "studio")
    made.workers.honest = True
    yield made
    made.state.library.close()


def bring(it: Studio, *names: str | Path) -> list[str]:
    """The title of the puzzle that is opened, or another page; and then all titles."""
    async def both() -> str:
        arrivals = StartupImport([str(name) for name in names])
        page = await arrivals.first_page(it.state)
        await arrivals.rest(it.state)
        return page

    page, _, first = asyncio.run(both()).rpartition("play/")
    opened = it.state.library.entry(first).title if page else first
    return [opened, *(entry.title for entry in it.state.library.search(sort="title").entries)]


def test_nothing(it: Studio) -> None:
    assert bring(it) == ["#/start"]


def test_the_first_is_opened(it: Studio, tmp_path: Path) -> None:
    (tmp_path / "dog.non").write_text(DOG)
    (tmp_path / "cat.non").write_text(CAT)
    assert bring(it, tmp_path / "dog.non", tmp_path / "cat.non") == ["Dog", "Cat", "Dog"]
    assert bring(it, tmp_path / "cat.non") == ["Cat", "Cat", "Dog"]


def test_one_of_several(it: Studio, tmp_path: Path) -> None:
    pack = tmp_path / "pack.xml"
    puzzle = ('<puzzle><title>{}</title><color name="black" char="X">000</color><color '
              'name="white" char=".">fff</color><solution type="goal"><image>|{}|</image>'
              "</solution></puzzle>")
    pack.write_text('<?xml version="1.0"?><puzzleset>' + puzzle.format("Cat", "XX") +
                    puzzle.format("Dog", "X.") + "</puzzleset>")
    assert bring(it, f"{pack}#2") == ["Dog", "Cat", "Dog"]
    with pytest.raises(InputError, match="there is no puzzle 3; the file has 2"):
        bring(it, f"{pack}#3")


def test_a_folder(it: Studio, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "more"
    (folder / "z").mkdir(parents=True)
    (folder / "a.non").write_text("nonsense")
    (folder / "b.NON").write_text(DOG)
    (folder / "z" / "c.non").write_text(PIG)
    (folder / "z" / "d.non").write_bytes(b"\xff\x00")
    (folder / "notes.md").write_text(CAT)
    assert bring(it, folder) == ["#/", "Dog", "Pig"]
    assert bring(it) == ["#/", "Dog", "Pig"]
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0].rpartition("/")[2] for line in told] == ["a.non", "d.non"]


def test_what_was_named_must_be_a_puzzle(it: Studio, tmp_path: Path) -> None:
    (tmp_path / "bad.non").write_text("width 2\nheight 1\nrows\n5\ncolumns\n1\n1\n")
    with pytest.raises(InputError) as caught:
        bring(it, tmp_path / "bad.non")
    assert str(caught.value).startswith(f"{tmp_path / 'bad.non'}:4:")
    with pytest.raises(InputError, match="there is no such file"):
        bring(it, tmp_path / "nowhere.non")


def test_standard_input(it: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(CAT.encode())))
    assert bring(it, "-") == ["Cat", "Cat"]
