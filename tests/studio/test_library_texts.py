"""Words and pictures from strangers: kept clean, found again, never markup and never a path."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.library_files import SVG, file_of, words_of
from nonoforge import formats
from nonoforge.drawing import svg
from nonoforge.errors import InputError
from nonoforge.studio.library import Library, content
from nonoforge.studio.library.archive import Names, safe_stem
from nonoforge.studio.library.content import MAX_PUZZLE, check_thumbnail, read_content, titled

NASTY = st.text(st.characters(), max_size=40) | st.sampled_from([
    "\x00", "a\x00b", "\ud800", "'; DROP TABLE entry; --", '"><script>', "\u202eevil", "שלום עולם",
    "../../etc/passwd", "C:\\x", "CON", "com¹", "%_\\", "]]>", "&amp;", "x" * 10_000, "\n\r\t",
    "ﬁ", "İ", "ß", "e\u0301", "．．／", "\u2028", "a" * 79 + "é", "NUL.txt", "...", "-", "~",
    "🦉" * 99])
EXAMPLES = Path(__file__).parents[2] / "examples"


@given(NASTY)
def test_cleaned_words_can_be_stored_and_shown_on_one_line(text: str) -> None:
    for kept in (content.clean(text), content.cut(text, 30)):
        kept.encode()
        assert not re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029]", kept)
        assert kept == content.clean(kept)
    assert len(content.cut(text, 30)) <= 30


@given(NASTY, st.integers(0, 40), st.integers(0, 40))
def test_every_piece_of_a_text_finds_it(text: str, start: int, end: int) -> None:
    whole = content.clean(text)
    for word in content.fold(whole[start:end]).split():
        assert word in content.fold(whole)
    assert content.fold(content.fold(whole)) == content.fold(whole)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library(tmp_path_factory.mktemp("library")) as library:
        yield library


@given(st.lists(NASTY, max_size=6), NASTY, NASTY)
def test_hostile_words_go_in_and_come_out(library: Library, words: list[str], title: str,
                                          author: str) -> None:
    entry = library.add(file_of(1), **words_of(
        1, title=title, author=author, tags=[word[:40] for word in words], source=title + author))
    assert library.entry(entry.id) == entry
    assert entry.title == content.cut(title, 200)
    for text in (*entry.title.split(), *entry.author.split(), *entry.tags):
        assert library.search(text).total == 1
    for tag in entry.tags:
        assert library.search(tag=tag).total == 1
    renamed = library.rename(entry.id, title[:200])
    assert json.loads(library.puzzle(entry.id))["title"] == renamed.title
    library.remove(entry.id)
    assert library.empty_bin() == 1


def test_long_titles_of_files_are_cut_and_typed_ones_are_refused(tmp_path: Path) -> None:
    with Library(tmp_path) as library:
        entry = library.add(file_of(1), **words_of(1, title="x" * 10_000, author="y" * 10_000,
                                                   source="z" * 10_000, size="s" * 10_000))
        assert (len(entry.title), len(entry.author)) == (200, 200)
        assert (len(entry.source), len(entry.size)) == (500, 60)
        assert entry.title.endswith("…")
        with pytest.raises(InputError, match="more than 200"):
            library.rename(entry.id, "x" * 201)


@given(st.lists(NASTY, max_size=20))
def test_names_are_safe_on_any_disk_and_differ(titles: list[str]) -> None:
    names = Names()
    taken = [names.take(title) for title in titles]
    assert len({name.casefold() for name in taken}) == len(taken)
    for name in taken:
        assert re.fullmatch(r"[\w -]+", name)
        assert 1 <= len(name.encode()) <= 100
        assert name == name.strip()
        assert not re.fullmatch("(con|prn|aux|nul|com[0-9]|lpt[0-9])", content.fold(name))


def test_many_equal_titles_are_numbered() -> None:
    names = Names()
    assert [names.take(t) for t in ("Owl", "owl", "OWL 2", "owl", "ówl")] == [
        "Owl", "owl 2", "OWL 2 2", "owl 3", "ówl 4"]
    assert len({names.take("x") for _ in range(20_000)}) == 20_000
    assert safe_stem("🦉") == "puzzle"


@pytest.mark.parametrize("bad", [
    "x", "<svg/>", SVG.replace("path", "script"), SVG.replace("path", "foreignObject"),
    SVG.replace("path", "image"), SVG.replace("path", "use"), SVG.replace("path", "style"),
    SVG.replace("path", "animate"), SVG.replace("path", "a"),
    SVG.replace(" d=", " onclick="), SVG.replace(" d=", " OnLoad="), SVG.replace(" d=", " href="),
    SVG.replace("M0 0h1v1z", "url(http://evil.example/x)"),
    SVG.replace(' d="', ' style="background: URL( //evil.example)"  d="'),
    SVG.replace(' d="', ' style="fill: u\\72l(x)"  d="'),
    '<?xml-stylesheet href="x"?>' + SVG, "<!DOCTYPE svg>" + SVG,
    '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG, SVG[:-3], SVG + SVG, SVG + "\ud800",
    SVG.replace("2000/svg", "1999/xhtml"), "<g" + SVG[4:-4] + "g>",
    SVG.replace("<path", '<x:script xmlns:x="http://www.w3.org/2000/svg"/><path'),
    SVG.replace("<path", '<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x"/><path'),
    SVG.replace("<path", "<g>" * 100 + "<path").replace("</svg>", "</g>" * 100 + "</svg>"),
    SVG.replace("M0", "M0 " * 400_000), "x" * 2**21,
])
def test_thumbnails_that_do_more_than_draw(bad: str) -> None:
    with pytest.raises(InputError, match="thumbnail"):
        check_thumbnail(bad)


def test_thumbnails_that_only_draw() -> None:
    for good in ("", SVG, SVG.replace(' d="', ' fill="url(#a)" d="'),
                 SVG.replace("<path", "<title>&lt;script&gt; é</title><path")):
        assert check_thumbnail(good) == good


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.nono")), ids=lambda path: path.stem)
def test_examples_are_puzzles_with_pictures(path: Path) -> None:
    content = read_content(path.read_bytes())
    nonogram = formats.load(path)
    assert content.family == nonogram.family.name
    drawn = svg(nonogram, picture=nonogram.solution)
    assert check_thumbnail(drawn) == drawn
    again = titled(content.puzzle, "Another")
    assert formats.loads(again)[0].puzzle == nonogram.puzzle
    assert read_content(again)[1:] == content[1:]


def test_limits_agree_with_the_formats() -> None:
    assert formats.MAX_BYTES == MAX_PUZZLE
