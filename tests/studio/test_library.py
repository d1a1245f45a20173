"""The library, one thing at a time; test_library_model.py has everything at once."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from helpers.library_files import SVG, file_of, words_of
from nonoforge.errors import InputError
from nonoforge.studio.library import MAX_RATING, MAX_STATE, Library, NewPuzzle, NoSuchEntry

GAME = b'{"marks": [1, 0, -1], "history": [[0, 1]], "seconds": 12.5, "solved": false}'


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "a" / "folder") as library:
        yield library


def test_a_puzzle_comes_back_as_it_was(library: Library, tmp_path: Path) -> None:
    entry = library.add(file_of(1), **words_of(1, author="Ann", tags=["bird", "Owl"], source="x"),
                        thumbnail=SVG)
    assert (entry.title, entry.author, entry.source, entry.tags) == (
        "Puzzle 1", "Ann", "x", ("bird", "Owl"))
    assert (entry.size, entry.cells, entry.colours, entry.family) == ("1 x 2", 2, 2, "grid")
    assert not entry.existed
    assert not entry.started
    assert entry.thumbnail
    assert library.thumbnail(entry.id) == SVG
    assert library.puzzle(entry.id) == file_of(1)
    assert library.entry(entry.id) == entry
    with Library(tmp_path / "a" / "folder") as again:
        assert again.entry(entry.id) == entry
    assert json.loads(msgspec.json.encode(entry))["tags"] == ["bird", "Owl"]


def test_the_same_puzzle_is_kept_once(library: Library) -> None:
    first = library.add(file_of(1, title="One"), **words_of(1, tags=["a"]))
    laid_out = json.dumps(json.loads(file_of(1, title="Another")), indent=4, sort_keys=True)
    second = library.add(laid_out.encode(), **words_of(1, tags=["b", "A"], title="Another"))
    assert second.existed
    assert second.id == first.id
    assert second.title == "Puzzle 1"
    assert second.tags == ("a", "b")
    assert library.search().total == 1
    assert not library.add(file_of(1, licence="CC0"), **words_of(1)).existed


def test_adding_what_is_in_the_bin_brings_it_back(library: Library) -> None:
    id = library.add(file_of(1), **words_of(1)).id
    library.remove(id)
    back = library.add(file_of(1), **words_of(1))
    assert back.id == id
    assert back.existed
    assert back.binned is None


def test_many_are_added_all_or_none(library: Library) -> None:
    good = [NewPuzzle(puzzle=file_of(n), **words_of(n)) for n in (1, 2, 1)]
    entries = library.add_many(good)
    assert [entry.existed for entry in entries] == [False, False, True]
    with pytest.raises(InputError, match="not a puzzle"):
        library.add_many([NewPuzzle(puzzle=file_of(3), **words_of(3)),
                          NewPuzzle(puzzle=b"{}", **words_of(4))])
    assert library.search().total == 2


@pytest.mark.parametrize(("puzzle", "words"), [
    (b"", "JSON"), (b"[1]", "JSON"), (b"\xff\xfe", "JSON"), (b"{}", "not a puzzle"),
    (b'{"nonoforge": 1, "family": "solid"}', "family"), (b"[" * 100_000, "JSON"),
    (b'{"nonoforge": 1, "family": "grid", "more": ' + b"[" * 100_000, "deep"),
    (b'{"nonoforge": 1, "family": "grid", "x": "' + b"x" * 2**23 + b'"}', "bytes"),
    (b'{"nonoforge": 1, "family": "grid", "x": ' + b"9" * 5000 + b"}", "JSON"),
    (b'{"nonoforge": 1, "family": "grid", "title": "\\ud800"}', "JSON"),
    (b'{"nonoforge": 1, "family": "grid", "title": "\xff"}', "JSON"),
])
def test_what_is_not_a_puzzle_is_refused(library: Library, puzzle: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        library.add(puzzle, **words_of(1))
    assert library.search().total == 0


@pytest.mark.parametrize("wrong", [{"cells": -1}, {"cells": 2**63}, {"colours": 2**60}])
def test_impossible_numbers_are_refused(library: Library, wrong: dict[str, int]) -> None:
    with pytest.raises(InputError, match="number of"):
        library.add(file_of(1), **{**words_of(1), **wrong})


@pytest.mark.parametrize("id", ["", "nothing", "../../etc/passwd", "a\x00b", "\ud800", "' OR 1 --",
                                "é" * 10_000])
def test_an_id_that_is_not_there(library: Library, id: str) -> None:
    calls = (library.entry, library.puzzle, library.thumbnail, library.state, library.remove,
             library.restore, lambda id: library.set_tags(id, []),
             lambda id: library.rename(id, ""), lambda id: library.set_rating(id, b"{}"),
             lambda id: library.set_state(id, b"{}"),
             lambda id: library.replace(id, file_of(1), **words_of(1)))
    for call in calls:
        with pytest.raises(NoSuchEntry):
            call(id)


def test_ids_are_random_words_for_addresses(library: Library) -> None:
    ids = {entry.id for entry in library.add_many(
        [NewPuzzle(puzzle=file_of(n), **words_of(n)) for n in range(100)])}
    assert len(ids) == 100
    assert all(len(id) == 16 and id.replace("-", "").replace("_", "").isalnum() for id in ids)


def test_a_new_title_is_in_the_file_too_and_nothing_else_moves(library: Library) -> None:
    file = b'{\n  "nonoforge": 1,\n  "family": "grid",\n  "rows": [\n    [1],\n    [2]\n  ]\n}\n'
    entry = library.add(file, **words_of(1))
    renamed = library.rename(entry.id, ' Näme "quoted"\n')
    assert renamed.title == 'Näme "quoted"'
    assert library.puzzle(entry.id) == file.replace(
        b"\n}\n", ',\n  "title": "Näme \\"quoted\\""\n}\n'.encode())
    assert library.search("NAME quoted").total == 1
    assert library.search("puzzle").total == 0
    assert library.add(file, **words_of(1)).existed
    with pytest.raises(InputError, match="200 characters"):
        library.rename(entry.id, "x" * 10_000)


def test_an_edit_keeps_tags_and_drops_only_what_no_longer_fits(library: Library) -> None:
    id = library.add(file_of(1), **words_of(1, tags=["kept"], source="here")).id
    library.set_state(id, GAME)
    library.set_rating(id, b'{"rung": 3}')
    palette = [{"name": n, "rgb": "#000000", "symbol": n[0]} for n in ("white", "black")]
    same_play = library.replace(id, file_of(1, licence="CC0", palette=palette, solution=[[0], [0]]),
                                **words_of(1, title="Other"))
    assert (same_play.tags, same_play.title, same_play.source) == (("kept",), "Other", "here")
    assert library.state(id) == GAME
    assert same_play.rating == {"rung": 3}
    other_play = library.replace(id, file_of(2), **words_of(2), source="there")
    assert (other_play.tags, other_play.source) == (("kept",), "there")
    assert library.state(id) is None
    assert (other_play.rating, other_play.seconds, other_play.played) == (None, 0, None)


def test_an_edit_of_labels_and_shapes_leaves_a_curved_game(library: Library) -> None:
    def curved(label: int, left: list[int], face: list[int]) -> bytes:
        return json.dumps({"nonoforge": 1, "family": "curved", "faces": [[face]],
                           "edges": [[[label, 0], [1, 1]]], "box": [label, 1], "frame": [0, 1],
                           "curves": [{"darts": [0], "left": left, "labels": [[label, 0]]}, 7],
                           }).encode()
    words = words_of(1, family="curved")
    id = library.add(curved(1, [1], [0]), **words).id
    library.set_state(id, GAME)
    assert library.replace(id, curved(2, [1], [0]), **words).started
    assert not library.replace(id, curved(2, [2], [0]), **words).started
    library.set_state(id, GAME)
    assert not library.replace(id, curved(2, [2], [1]), **words).started


def test_an_edit_may_lead_to_what_another_entry_is(library: Library) -> None:
    first = library.add(file_of(1), **words_of(1)).id
    id = library.add(file_of(2), **words_of(2)).id
    library.replace(id, file_of(1), **words_of(2))
    assert library.puzzle(id) == file_of(1)
    again = library.add(file_of(1), **words_of(1))
    assert (again.existed, again.id) == (True, first)


def test_the_bin(library: Library) -> None:
    id = library.add(file_of(1), **words_of(1, tags=["a"])).id
    library.set_state(id, GAME)
    binned = library.remove(id).binned
    assert binned is not None
    assert library.remove(id).binned == binned
    assert library.search().total == 0
    assert library.tags() == ()
    assert [entry.id for entry in library.search(bin=True).entries] == [id]
    assert library.restore(id).started
    assert library.search(tag="A").total == 1
    assert library.empty_bin() == 0
    library.remove(id)
    assert library.empty_bin() == 1
    with pytest.raises(NoSuchEntry):
        library.state(id)
    library.check()


def test_games_are_kept_byte_for_byte(library: Library) -> None:
    id = library.add(file_of(1), **words_of(1)).id
    assert library.state(id) is None
    entry = library.set_state(id, GAME)
    assert library.state(id) == GAME
    assert (entry.started, entry.solved, entry.seconds) == (True, False, 12.5)
    assert library.set_state(id, b'{"solved": true, "seconds": 60}').solved
    assert library.search(progress="solved").total == 1
    assert library.search(progress="new").total == 0
    forgotten = library.set_state(id, None)
    assert (forgotten.started, forgotten.solved, forgotten.played) == (False, False, None)


@pytest.mark.parametrize(("state", "words"), [
    (b"", "JSON"), (b"[]", "JSON"), (b'{"seconds": "x"}', "seconds"), (b'{"solved": 1}', "solved"),
    (b'{"seconds": -1}', "seconds"), (b'{"seconds": 1e300}', "seconds"),
    (b'{"marks": "' + b"x" * MAX_STATE + b'"}', "at most"),
])
def test_bad_games_leave_the_good_one(library: Library, state: bytes, words: str) -> None:
    id = library.add(file_of(1), **words_of(1)).id
    library.set_state(id, GAME)
    with pytest.raises(InputError, match=words):
        library.set_state(id, state)
    assert library.state(id) == GAME


def test_ratings(library: Library) -> None:
    ids = [library.add(file_of(n), **words_of(n)).id for n in range(4)]
    for id, rating in zip(ids, (b'{"stars": 5, "effort": 1}', b'{"stars": 2, "effort": 9}',
                                b'{"stars": 2, "effort": 3, "rung": 1}', b'{"stars": "x"}'),
                          strict=True):
        library.set_rating(id, rating)
    assert library.entry(ids[2]).rating == {"stars": 2, "effort": 3, "rung": 1}
    order = [ids.index(entry.id) for entry in library.search(sort="easiest").entries]
    assert order == [2, 1, 0, 3]
    order = [ids.index(entry.id) for entry in library.search(sort="hardest").entries]
    assert order == [0, 1, 2, 3]
    assert library.set_rating(ids[2], None).rating is None
    with pytest.raises(InputError, match="at most"):
        library.set_rating(ids[0], b'{"x": "' + b"x" * MAX_RATING + b'"}')


def test_tags(library: Library) -> None:
    one = library.add(file_of(1), **words_of(1, tags=["Bird", "bird", " ", "two\nwords"])).id
    two = library.add(file_of(2), **words_of(2, tags=["BIRD"])).id
    assert library.entry(one).tags == ("Bird", "two words")
    assert [(tag.tag.lower(), tag.count) for tag in library.tags()] == [
        ("bird", 2), ("two words", 1)]
    assert library.search(tag="bIrD").total == 2
    assert library.set_tags(two, []).tags == ()
    assert library.search("bird").total == 1
    with pytest.raises(InputError, match="50 characters"):
        library.set_tags(two, ["x" * 51])
    with pytest.raises(InputError, match="50 tags"):
        library.set_tags(two, map(str, range(51)))


def test_adding_again_fills_up_the_tags_and_never_fails_for_them(library: Library) -> None:
    mine = [f"mine {n}" for n in range(48)]
    library.add(file_of(1), **words_of(1, tags=mine))
    entry = library.add(file_of(1), **words_of(1, tags=["MINE 0", "a", "b", "c"]))
    assert set(entry.tags) == {*mine, "a", "b"}


def test_searches(library: Library) -> None:
    library.add(file_of(1), **words_of(1, title="Éclair 100%", author="O'Hara", source="a_b.nono"))
    library.add(file_of(2), **words_of(2, title="Owl 10", author="שלום", tags=["night bird"]))
    library.add(file_of(3), **words_of(3, title="owl 9", author="Straße"))
    for text, many in [("eclair", 1), ("100%", 1), ("%", 1), ("_", 1), ("a_b", 1), ("o'hara", 1),
                       ("OWL", 2), ("owl bird", 1), ("bird owl", 1), ("owl straSSe", 1),
                       ("שלום", 1),
                       ("10\x00", 0), ("\ud800", 0), ("", 3), ("  ", 3), ("owl 9", 1), ('"', 0),
                       ("\\", 0), ("10 שלום", 1), ("clair1", 0)]:
        assert library.search(text).total == many, text
    titles = [entry.title for entry in library.search("owl", sort="title").entries]
    assert titles == ["owl 9", "Owl 10"]
    page = library.search(sort="oldest", offset=1, limit=1)
    assert [entry.title for entry in page.entries] == ["Owl 10"]
    assert page.total == 3
    assert library.search(offset=10).entries == ()
    assert library.search(family="solid").total == 0


@pytest.mark.parametrize(("wrong", "words"), [
    ({"sort": "titel"}, "did you mean title"), ({"sort": "id; DROP TABLE entry"}, "not known"),
    ({"limit": 501}, "500"), ({"limit": -1}, "limit"), ({"offset": -1}, "offset"),
    ({"offset": 2**64}, "offset"), ({"text": "x" * 201}, "200"), ({"tag": "x" * 201}, "200"),
])
def test_searches_that_make_no_sense(
        library: Library, wrong: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        library.search(**wrong)  # type: ignore[arg-type]


def test_threads_share_a_library(library: Library) -> None:
    failed: list[BaseException] = []

    def work(start: int) -> None:
        try:
            for n in range(start, start + 20):
                id = library.add(file_of(n), **words_of(n)).id
                library.set_state(id, GAME)
                library.search("puzzle")
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(100 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert library.search(limit=0).total == 80
    library.check()


def test_what_is_done_together_is_done_wholly_or_not_at_all(tmp_path: Path) -> None:
    with Library(tmp_path) as library:
        owl = library.add(b'{"nonoforge": 1, "family": "grid"}', title="Owl", family="grid",
                          size="1x1", cells=1, colours=1)

        def fail() -> None:
            with library.together():
                library.set_tags(owl.id, ["bird"])
                library.rename(owl.id, "x" * 10_000)

        with pytest.raises(InputError):
            fail()
        assert library.entry(owl.id).tags == ()
        with library.together():
            library.set_tags(owl.id, ["bird"])
            library.rename(owl.id, "Eagle owl")
        assert (library.entry(owl.id).title, library.entry(owl.id).tags) == ("Eagle owl", ("bird",))
