"""Everything at once: whatever is done in whatever order, the library does as a plain dict does."""

from __future__ import annotations

import io
import json
import tempfile
from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
)

from helpers.library_files import SVG, file_of, words_of
from nonoforge.studio.library import Library, NoSuchEntry, Search

NUMBERS = st.integers(0, 5)
TITLES = st.sampled_from(["Owl", "owl 2", "Éclair", "50% _off_", "O'Neil \"x\"", "ש\x00ש", ""])
TAGS = st.lists(st.sampled_from(["bird", "BIRD", "tea time", "é", "%"]), max_size=3)
TEXTS = st.sampled_from(["owl", "OWL 2", "eclair", "%", "_", "bird", "'", "tea", "zzz", "é", ""])
LICENCES = st.sampled_from(["", "CC0"])  # another file, played the same


class Model(RuleBasedStateMachine):
    """`self.known` is what the library should say: id -> record."""

    ids = Bundle("ids")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.library = Library(self.folder.name)
        self.known: dict[str, dict[str, Any]] = {}

    def teardown(self) -> None:
        self.library.check()
        self.library.close()
        self.folder.cleanup()

    @initialize(target=ids)
    def begin(self) -> str:
        return "never there"

    def owner(self, number: int, licence: str) -> str | None:
        same = [id for id, record in self.known.items() if record["what"] == (number, licence)]
        return min(same, key=lambda id: self.known[id]["binned"], default=None)

    @rule(target=ids, number=NUMBERS, licence=LICENCES, title=TITLES, tags=TAGS)
    def add(self, number: int, licence: str, title: str, tags: list[str]) -> str:
        entry = self.library.add(file_of(number, licence=licence), thumbnail=SVG,
                                 **words_of(number, title=title, tags=tags))
        owner = self.owner(number, licence)
        assert entry.existed == (owner is not None)
        assert owner in (None, entry.id)
        record = self.known.setdefault(entry.id, {
            "what": (number, licence), "title": " ".join(title.replace("\x00", " ").split()),
            "tags": {}, "games": {}, "rating": None})
        record["binned"] = False
        for tag in tags:
            record["tags"].setdefault(plain(tag), tag)
        return entry.id

    @rule(id=ids, number=NUMBERS, licence=LICENCES, title=TITLES)
    def replace(self, id: str, number: int, licence: str, title: str) -> None:
        record = self.known.get(id)
        try:
            self.library.replace(id, file_of(number, licence=licence),
                                 **words_of(number, title=title))
        except NoSuchEntry:
            assert record is None
        else:
            assert record is not None
            if record["what"][0] != number:
                record["rating"] = None
            record.update(what=(number, licence),
                          title=" ".join(title.replace("\x00", " ").split()))

    @rule(id=ids, title=TITLES)
    def rename(self, id: str, title: str) -> None:
        if self.expect(id, lambda: self.library.rename(id, title)):
            self.known[id]["title"] = " ".join(title.replace("\x00", " ").split())

    @rule(id=ids, tags=TAGS)
    def set_tags(self, id: str, tags: list[str]) -> None:
        if self.expect(id, lambda: self.library.set_tags(id, tags)):
            kept: dict[str, str] = {}
            for tag in tags:
                kept.setdefault(plain(tag), tag)
            self.known[id]["tags"] = kept

    @rule(id=ids, seconds=st.integers(0, 99), solved=st.booleans())
    def save(self, id: str, seconds: int, solved: bool) -> None:
        state = json.dumps({"seconds": seconds, "solved": solved}).encode()
        if self.expect(id, lambda: self.library.set_state(id, state)):
            self.known[id]["games"][self.known[id]["what"][0]] = state

    @rule(id=ids)
    def forget(self, id: str) -> None:
        if self.expect(id, lambda: self.library.set_state(id, None)):
            self.known[id]["games"].pop(self.known[id]["what"][0], None)

    @rule(id=ids, rung=st.integers(0, 8))
    def rate(self, id: str, rung: int) -> None:
        if self.expect(id, lambda: self.library.set_rating(id, b'{"rung": %d}' % rung)):
            self.known[id]["rating"] = {"rung": rung}

    @rule(id=ids)
    def remove(self, id: str) -> None:
        if self.expect(id, lambda: self.library.remove(id)):
            self.known[id]["binned"] = True

    @rule(id=ids)
    def restore(self, id: str) -> None:
        if self.expect(id, lambda: self.library.restore(id)):
            self.known[id]["binned"] = False

    @rule()
    def empty_bin(self) -> None:
        gone = [id for id, record in self.known.items() if record["binned"]]
        assert self.library.empty_bin() == len(gone)
        for id in gone:
            del self.known[id]

    @rule()
    def reopen(self) -> None:
        self.library.close()
        self.library = Library(self.folder.name)

    @rule(ids=consumes(ids), target=ids)
    def import_own_export(self, ids: str) -> Any:
        data = io.BytesIO()
        self.library.export(data)
        done = self.library.import_export(data)
        assert (done.added, done.existed) == (0, len(self.shown()))
        return multiple(ids)

    @rule(text=TEXTS, tag=st.sampled_from(["", "bird", "É", "tea"]),
          progress=st.sampled_from(["", "new", "unfinished", "solved"]))
    def search(self, text: str, tag: str, progress: str) -> None:
        page = self.library.search(text, tag, "grid", progress=progress, sort="title", limit=500)
        found = {
            id: progress_of(record) for id, record in self.shown().items()
            if all(any(word in plain(part) for part in (record["title"], *record["tags"].values()))
                   for word in plain(text).split())
            and (not tag or plain(tag) in record["tags"])}
        expected = {id for id, its in found.items() if progress in ("", its)}
        search = Search(text, tag, "grid", progress=progress, sort="title")
        assert {entry.id for entry in page.entries} == expected
        assert page.total == len(expected)
        assert list(self.library.find_ids(search)) == [entry.id for entry in page.entries]
        counts = self.library.count(search)
        assert counts.progress == Counter(found.values())
        assert counts.family == ({"grid": len(expected)} if expected else {})
        assert counts.total == len(found)

    @invariant()
    def same(self) -> None:
        assert self.library.search(limit=0).total == len(self.shown())
        assert self.library.search(bin=True).total == len(self.known) - len(self.shown())
        for id, record in self.known.items():
            entry = self.library.entry(id)
            number, licence = record["what"]
            file = json.loads(self.library.puzzle(id))
            assert (len(file["rows"]) - 1, file["licence"]) == (number, licence)
            assert (entry.title, set(entry.tags)) == (record["title"],
                                                      set(record["tags"].values()))
            assert self.library.state(id) == record["games"].get(number)
            assert entry.rating == record["rating"]
            assert entry.solved == solved_in(record)
            assert (entry.binned is not None) == record["binned"]
        counts = {plain(tag.tag): tag.count for tag in self.library.tags()}
        every = [tag for record in self.shown().values() for tag in record["tags"]]
        assert counts == {tag: every.count(tag) for tag in every}

    def shown(self) -> dict[str, dict[str, Any]]:
        return {id: record for id, record in self.known.items() if not record["binned"]}

    def expect(self, id: str, act: Any) -> bool:
        """Do it, if there is such an entry; otherwise it must be refused."""
        if id in self.known:
            act()
            return True
        with pytest.raises(NoSuchEntry):
            act()
        return False


def plain(text: str) -> str:
    """The model's own idea of what does not count."""
    return text.lower().replace("é", "e")


def progress_of(record: dict[str, Any]) -> str:
    begun = record["games"].get(record["what"][0])
    return "solved" if solved_in(record) else "unfinished" if begun else "new"


def solved_in(record: dict[str, Any]) -> bool:
    game = record["games"].get(record["what"][0])
    return bool(game and json.loads(game)["solved"])


TestModel = Model.TestCase
TestModel.settings = settings(max_examples=25, stateful_step_count=25)
