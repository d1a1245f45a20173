"""Out as a zip and in again: nothing lost, nothing unsafe, all or nothing."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.library_files import SVG, file_of, words_of
from nonoforge.errors import InputError
from nonoforge.studio.library import ImportResult, Library, archive

TITLES = ["../../etc/passwd", "C:\\boot", "owl", "Owl", "", "NUL", "a\x00b", "\u202eevil",
          "x" * 10_000, "/absolute", "library", "🦉", "śnieg"]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "one") as library:
        for n, title in enumerate(TITLES):
            id = library.add(file_of(n), **words_of(n, title=title, author="Ann", source="here",
                                                    tags=["all", f"t{n}"]),
                             thumbnail=SVG if n % 2 else "").id
            if n % 3 == 0:
                library.set_state(id, b'{"seconds": %d, "solved": true, "m": [1, 2]}' % n)
            if n % 4 == 0:
                library.set_rating(id, b'{"stars": 3, "effort": %d}' % n)
        library.remove(library.add(file_of(99), **words_of(99)).id)
        yield library


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "two") as library:
        yield library


def exported(library: Library) -> bytes:
    target = io.BytesIO()
    assert library.export(target) == len(target.getvalue())
    return target.getvalue()


def contents(library: Library) -> list[Any]:
    """Everything but ids and times."""
    return [(e.title, e.author, e.source, e.tags, e.size, e.cells, e.colours, e.rating, e.solved,
             e.seconds, e.added, library.puzzle(e.id), library.state(e.id), library.thumbnail(e.id))
            for e in library.search(sort="oldest", limit=500).entries]


def test_everything_comes_back(library: Library, other: Library) -> None:
    data = exported(library)
    assert other.import_export(io.BytesIO(data)) == ImportResult(len(TITLES), 0)
    assert contents(other) == contents(library)
    assert other.import_export(io.BytesIO(data)) == ImportResult(0, len(TITLES))
    assert contents(other) == contents(library)
    other.check()


def test_the_zip_is_one_that_people_can_use(library: Library, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(exported(library))
    with zipfile.ZipFile(tmp_path / "x.zip") as opened:
        assert opened.testzip() is None
        names = opened.namelist()
        for name in names:
            assert ".." not in name
            assert not name.startswith(("/", "\\"))
            assert not set(name) & set('\\:*?"<>|\x00\u202e')
        assert len({name.casefold() for name in names}) == len(names)
        assert {"owl.nono", "Owl 2.nono", "etc passwd.nono", "śnieg.nono"} <= set(names)
        index = json.loads(opened.read("library.json"))
        assert [item.get("title") for item in index["puzzles"]][2:4] == ["owl", "Owl"]
        assert opened.read("owl.nono") == file_of(2)
    assert (tmp_path / "x.zip").stat().st_size < 20_000


def test_an_empty_library(other: Library) -> None:
    data = exported(other)
    assert json.loads(zipfile.ZipFile(io.BytesIO(data)).read("library.json"))["puzzles"] == []
    assert other.import_export(io.BytesIO(data)) == ImportResult(0, 0)


def test_what_is_there_stays_and_what_is_missing_is_filled_in(
        library: Library, other: Library) -> None:
    mine = other.add(file_of(0), **words_of(0, title="Mine", tags=["own", "ALL"])).id
    other.set_state(mine, b'{"seconds": 777}')
    binned = other.remove(other.add(file_of(3), **words_of(3)).id).id
    assert other.import_export(io.BytesIO(exported(library))) == ImportResult(len(TITLES) - 2, 2)
    entry = other.entry(mine)
    assert (entry.title, entry.seconds, entry.rating) == ("Mine", 777, {"stars": 3, "effort": 0})
    assert entry.tags == ("ALL", "own", "t0")
    assert other.entry(binned).binned is None
    assert other.entry(binned).solved


def test_an_export_is_of_one_moment(library: Library, other: Library) -> None:
    chunks = library.exported()
    first = next(chunks)
    library.add(file_of(500), **words_of(500))
    library.empty_bin()
    assert other.import_export(io.BytesIO(first + b"".join(chunks))) == ImportResult(len(TITLES), 0)


def test_an_export_that_is_given_up_leaves_nothing_behind(library: Library) -> None:
    chunks = library.exported()
    next(chunks)
    chunks.close()  # type: ignore[attr-defined]
    library.add(file_of(500), **words_of(500))


def test_what_packs_too_well_can_still_be_read_again(library: Library, other: Library) -> None:
    library.add(file_of(7, notes=["x" * 3_000_000]), **words_of(7))
    id = library.add(file_of(8, notes=["x" * 4_000]), **words_of(8)).id
    library.set_state(id, b'{"marks": "%s"}' % (b"0" * 1_000_000))
    for n in range(200):
        library.add(file_of(10 + n, notes=["x" * 3_900]), **words_of(n, title="same"))
    data = exported(library)
    other.import_export(io.BytesIO(data))
    assert contents(other) == contents(library)


Change = Callable[[dict[str, bytes]], object]


def index_line(**fields: Any) -> bytes:
    item = {"file": "owl.nono", "family": "grid", **fields}
    return archive.HEAD + b"\n" + json.dumps(item).encode() + b"\n]}\n"


def altered(data: bytes, change: Change, packing: int = zipfile.ZIP_STORED) -> bytes:
    """The zip with its members changed."""
    source = zipfile.ZipFile(io.BytesIO(data))
    members = {name: source.read(name) for name in source.namelist()}
    change(members)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", packing) as opened:
        for name, content in members.items():
            opened.writestr(name, content)
    return target.getvalue()


@pytest.mark.parametrize(("change", "words"), [
    (lambda m: m.pop("library.json"), "not an export"),
    (lambda m: m.pop("owl.nono"), "owl.nono"),
    (lambda m: m.update({"owl.nono": b"{}"}), "not a puzzle"),
    (lambda m: m.update({"library.json": b""}), "first line"),
    (lambda m: m.update({"library.json": archive.HEAD}), "library.json:2"),
    (lambda m: m.update({"library.json": archive.HEAD + b"\n{]}"}), "library.json:2"),
    (lambda m: m.update({"library.json": archive.HEAD + b"\n" + b"[" * 70_000}), "a line of"),
    (lambda m: m.update({"library.json": archive.HEAD + b"\n" + b'{"rating":' * 5_000}),
     "library.json:2"),
    (lambda m: m.update({"library.json": index_line(family="solid")}), "family"),
    (lambda m: m.update({"library.json": index_line(cells=-1)}), "cells"),
    (lambda m: m.update({"library.json": index_line(added="x")}), "added"),
    (lambda m: m.update({"library.json": index_line(tags=["x" * 60])}), "tag"),
    (lambda m: m.update({"library.json": index_line(file="../x")}), r"\.\./x"),
    (lambda m: m.update({"library.json": index_line(game="owl.nono")}), "does not end"),
    (lambda m: m.update({"library.json": index_line(thumbnail="a.svg"),
                         "a.svg": SVG.replace("path", "script").encode()}), "script"),
    (lambda m: m.update({"library.json": index_line(thumbnail="a.svg"), "a.svg": b"\xff"}),
     "broken"),
    (lambda m: m.update({"library.json": index_line(game="a.json"), "a.json": b"[]"}), "JSON"),
    (lambda m: m.update({"library.json": index_line(rating={"x": "y" * 20_000})}), "rating"),
    (lambda m: m.update({"owl.nono": b" " * 2**23 + file_of(2)}), "bytes"),
    (lambda m: m.update({"library.json": m["library.json"].replace(b"Owl 2.nono", b"owl.nono")}),
     "named twice"),
])
def test_a_zip_that_is_not_right_adds_nothing(
        library: Library, other: Library, change: Change, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        other.import_export(io.BytesIO(altered(exported(library), change)))
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("<zip>: ")
    assert other.search().total == 0


@pytest.mark.parametrize(("change", "packing", "words"), [
    (lambda m: m.update({"bomb.nono": b"0" * 20_000_000}), zipfile.ZIP_DEFLATED, "50 times"),
    (lambda m: m.update({f"{n}.nono": b"0" * 4_000 + b"%d" % n for n in range(3000)}),
     zipfile.ZIP_DEFLATED, None),
    (lambda m: m, zipfile.ZIP_BZIP2, "packed in a way"),
    (lambda m: m, zipfile.ZIP_LZMA, "packed in a way"),
])
def test_bombs(library: Library, other: Library, change: Change, packing: int,
               words: str | None) -> None:
    data = io.BytesIO(altered(exported(library), change, packing))
    if words is None:  # what an export might well have is no bomb
        assert other.import_export(data).added == len(TITLES)
        return
    with pytest.raises(InputError, match=words):
        other.import_export(data)


def test_members_that_share_their_bytes(other: Library) -> None:
    """Many names for one packed content: each within its ratio, all together far beyond."""
    data = bytearray(altered(exported(other), lambda m: m.update(
        {"a.nono": bytes(random.Random(1).choices(range(40), k=300_000))}), zipfile.ZIP_DEFLATED))
    end = data.rindex(b"PK\x05\x06")
    start = int.from_bytes(data[end + 16:end + 20], "little")
    record = bytes(data[data.index(b"PK\x01\x02", start + 1):end])
    many = b"".join(record.replace(b"a.nono", b"%06d" % n) for n in range(60_000))
    tail = bytearray(data[end:])
    count, size = 60_001, end - start + len(many)
    tail[8:12] = count.to_bytes(2, "little") * 2
    tail[12:16] = size.to_bytes(4, "little")
    bomb = bytes(data[:end]) + many + bytes(tail)
    with pytest.raises(InputError, match="would unpack to"):
        other.import_export(io.BytesIO(bomb))


def test_too_many(library: Library, other: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    data = exported(library)
    monkeypatch.setattr(archive, "MAX_PUZZLES", len(TITLES) - 1)
    with pytest.raises(InputError, match="more than 12 puzzles"):
        other.import_export(io.BytesIO(data))
    monkeypatch.setattr(archive, "MAX_MEMBERS", 5)
    with pytest.raises(InputError, match="at most 5"):
        other.import_export(io.BytesIO(data))
    assert other.search().total == 0


def test_looking_may_not_take_for_ever(library: Library, other: Library) -> None:
    data = io.BytesIO(exported(library))
    with pytest.raises(InputError, match="more than 0 s of computing"):
        other.import_export(data, 0)
    assert other.import_export(data, 1000).added == len(TITLES)


def test_any_damage_is_told_or_harmless(library: Library, other: Library) -> None:
    whole = exported(library)
    chance, told = random.Random(5), 0
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 3, 30))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            del data[chance.randrange(len(data)):]
        try:
            done = other.import_export(io.BytesIO(bytes(data)))
            assert done.added + done.existed == len(TITLES)
        except InputError:
            told += 1
    assert told > 100
    other.check()


def test_what_is_no_zip(other: Library, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"no zip")
    for wrong, words in ((tmp_path / "x.zip", "broken"), (tmp_path / "none.zip", "cannot be read"),
                         (tmp_path, "cannot be read"), (str(tmp_path / "a\x00b"), "broken")):
        with pytest.raises(InputError, match=words):
            other.import_export(wrong)
