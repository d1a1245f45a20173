"""Logs and versions: whatever pages send in whatever order, every page comes to the same board, and
nothing that was acknowledged is lost."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers.library_files import file_of, words_of
from nonoforge.errors import InputError
from nonoforge.studio.library import AppendRequest, Library, NewPuzzle, NoSuchEntry, StaleLog
from nonoforge.studio.library.logs import OPERATION, Operation, Sheet, fold, moves_of

OLD = Path(__file__).parent / "data" / "library-1.sqlite"
CELLS = 6


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path) as library:
        yield library


class Page:
    """A page as the studio's is: it knows the log up to a place, and has operations to send."""

    def __init__(self, library: Library, id: str, name: str) -> None:
        self.library, self.id, self.name = library, id, name
        self.game = library.game(id).game
        self.known: list[Operation] = []
        self.pending: list[Operation] = []
        self.count = 0

    @property
    def log(self) -> list[Operation]:
        return [*self.known, *self.pending]

    def act(self, rng: random.Random) -> None:
        found = fold(self.log)
        self.count += 1
        operation = Operation(id=f"{self.name}{self.count}", seconds=1.0)
        kind = rng.choice(["move", "move", "undo", "redo", "strike"])
        if kind == "strike":
            operation.strike = [rng.randrange(2), rng.randrange(2), rng.randrange(2)]
        elif kind == "undo" and found.done:
            operation.undo = found.ids[found.done - 1]
        elif kind == "redo" and found.done < len(found.ids):
            operation.redo = found.ids[found.done]
        else:
            values = self.values()
            cells = rng.sample(range(CELLS), rng.randint(1, 3))
            operation.move = [part for cell in cells
                              for part in (cell, values[cell], rng.choice([0, 1, 2]))]
        self.pending.append(operation)

    def values(self) -> list[int]:
        """Replays each done move by itself, unlike `moves_of`."""
        found = fold(self.log)
        values = [-1] * CELLS
        for step in found.steps[:found.done]:
            for cell, after in zip((step.move or [])[::3], (step.move or [])[2::3], strict=True):
                values[cell] = after
        return values

    def send(self, *, lost: bool = False) -> None:
        """Sends what is pending; if the answer is lost, the page will send it again."""
        request = AppendRequest(base=len(self.known), ops=list(self.pending), game=self.game)
        result = self.library.continue_game(self.id, request)
        if lost:
            return
        own = {operation.id: operation for operation in self.pending}
        for raw in result.ops:
            op = msgspec.json.decode(bytes(raw))
            self.known.append(own.pop(op) if isinstance(op, str) else OPERATION.decode(bytes(raw)))
        assert not own
        self.pending = []
        assert len(self.known) == result.length


@pytest.mark.parametrize("seed", range(20))
def test_pages_that_send_late_twice_and_at_once_agree(library: Library, seed: int) -> None:
    rng = random.Random(seed)
    id = library.add(file_of(CELLS - 1), **words_of(CELLS - 1)).id
    pages = [Page(library, id, name) for name in "abc"]
    for _ in range(60):
        page = rng.choice(pages)
        if rng.random() < 0.5:
            page.act(rng)
        else:
            page.send(lost=rng.random() < 0.5)
    for page in [*pages, *pages]:
        page.send()
    assert len({str(page.values()) for page in pages}) == 1
    acts = sum(page.count for page in pages)
    assert len({operation.id for operation in pages[0].known}) == acts == len(pages[0].known)
    game = library.game(id)
    assert game.seconds == acts
    last = {tuple(op.strike[:2]): op.strike[2] for op in pages[0].known if op.strike}
    assert sorted(game.struck) == sorted(pair for pair, struck in last.items() if struck)
    saved = library.state(id)
    if saved:  # a game that is saved as one object has them, too
        library.set_state(id, saved)
        assert library.game(id).struck == game.struck
    # What a page reads anew is the same board, and each move says what it was painted over.
    values = [-1] * CELLS
    for number, move in enumerate(game.moves):
        for at in range(0, len(move), 3):
            assert values[move[at]] == move[at + 1]
            values[move[at]] = move[at + 2]
        if number + 1 == game.done:
            assert values == pages[0].values()


def test_a_game_belongs_to_its_version(library: Library) -> None:
    id = library.add(file_of(1), **words_of(1)).id
    first = library.game(id).game
    play(library, id, first, Operation(id="a", move=[0, -1, 1]))
    assert not library.replace(id, file_of(2), **words_of(2)).started
    second = library.game(id).game
    # A page that was open before the edit goes on with the game of its version, and is told.
    assert play(library, id, first, Operation(id="b", move=[1, -1, 1])).current == second
    assert not library.entry(id).started
    back = library.replace(id, file_of(1), **words_of(1))
    assert back.started
    assert library.game(id).moves == [[0, -1, 1], [1, -1, 1]]
    assert [(version.number, version.parent, version.current, version.started)
            for version in library.versions(id)] == [(1, None, True, True), (2, 1, False, False)]
    assert library.version(id, 1).puzzle == file_of(1)
    assert library.version(id, 2).puzzle == file_of(2)
    with pytest.raises(NoSuchEntry):
        library.version(id, 3)
    with pytest.raises(NoSuchEntry):
        play(library, id, "00" * 32, Operation(id="c", move=[0, -1, 1]))
    with pytest.raises(StaleLog):
        library.continue_game(id, AppendRequest(base=9, ops=[], game=first))


def play(library: Library, id: str, game: str, *ops: Operation) -> Any:
    return library.continue_game(id, AppendRequest(base=0, ops=list(ops), game=game))


@pytest.mark.parametrize("operation", [
    Operation(id="a"), Operation(id="a", move=[]), Operation(id="a", move=[1, 2]),
    Operation(id="a", move=[0, 0, 1], undo="b"), Operation(id="a", words={"title": "x"}),
    Operation(id="a", whole=msgspec.Raw(b"{}")), Operation(id="a", strike=[0, 0, 1], undo="b"),
    Operation(id="a", sheet=Sheet(msgspec.Raw(b"{}"), []))])
def test_operations_that_no_page_sends(library: Library, operation: Operation) -> None:
    id = library.add(file_of(1), **words_of(1)).id
    with pytest.raises(InputError):
        play(library, id, library.game(id).game, operation)
    assert library.game(id).length == 0


def test_strokes_are_stored_before_they_are_a_puzzle(library: Library) -> None:
    id = library.add(file_of(1), **words_of(1)).id
    sheet = Operation(id="base", sheet=Sheet(msgspec.Raw(file_of(1)), [0, 0]))
    strokes = [Operation(id="a", move=[0, 0, 1], on="base"),
               Operation(id="b", move=[1, 0, 1], on="base"), Operation(id="c", undo="b"),
               Operation(id="d", move=[0, 1, 0], on="another sheet"),
               Operation(id="e", undo="base")]  # the first sheet stays
    library.continue_edits(id, AppendRequest(base=0, ops=[sheet, *strokes]))
    assert library.unmade() == [id]
    unmade = library.painted(id)
    assert unmade is not None
    assert (unmade[0].picture, unmade[1]) == ([1, 0], 6)
    library.make_edits(id, NewPuzzle(puzzle=file_of(4), **words_of(4)), 6)
    assert library.unmade() == []
    assert library.make_edits(id, NewPuzzle(puzzle=file_of(5), **words_of(5)), 3).cells == 5
    assert library.edits(id).ids[:2] == ["base", "a"]
    # A puzzle that comes from outside ends these edits; its versions stay.
    library.replace(id, file_of(3), **words_of(3))
    assert library.edits(id).ids == []
    assert [version.size for version in library.versions(id)] == ["1 x 2", "1 x 5", "1 x 4"]


def test_a_library_of_the_first_version_opens_without_loss(tmp_path: Path) -> None:
    shutil.copy(OLD, tmp_path / "library.sqlite")
    with Library(tmp_path) as library:
        library.check()
        entries = {entry.family: entry for entry in library.search(sort="oldest").entries}
        assert library.search(bin=True).total == 1
        heart, chair = entries["grid"], entries["solid"]
        assert (heart.started, heart.solved, heart.seconds) == (True, False, 61)
        assert heart.rating is None  # its stars had another meaning: it is rated anew
        assert set(heart.tags) == {"old", "grid"}
        assert chair.solved
        game = library.game(heart.id)
        assert (game.moves, game.done, game.seconds) == (
            [[0, -1, 0], [1, -1, 1, 2, -1, 1], [1, 1, 0]], 2, 61)
        play(library, heart.id, game.game, Operation(id="new", move=[5, -1, 1], seconds=4))
        state = msgspec.json.decode(library.state(heart.id) or b"")
        assert state == {"moves": [[0, -1, 0], [1, -1, 1, 2, -1, 1], [5, -1, 1]], "done": 3,
                         "seconds": 65, "solved": False}
        assert library.state(entries["curved"].id) == b'{"marks": "of another page", "seconds": 3}'
        assert [version.number for version in library.versions(heart.id)] == [1]
    with Library(tmp_path) as again:
        assert again.search().total == 3


def test_a_clock_that_is_set_back_leaves_the_order(
    library: Library, monkeypatch: pytest.MonkeyPatch,
) -> None:
    id = library.add(file_of(1), **words_of(1)).id
    game = library.game(id).game
    play(library, id, game, Operation(id="a", move=[0, -1, 1]))
    before = library.replace(id, file_of(2), **words_of(2))
    monkeypatch.setattr("nonoforge.studio.library.rows.time.time_ns", lambda: 10**15)
    after = library.replace(id, file_of(3), **words_of(3))
    assert after.changed > before.changed
    play(library, id, game, Operation(id="b", move=[0, 1, 0]))
    made = [version.made for version in library.versions(id)]
    assert made == sorted(made)
    library.replace(id, file_of(1), **words_of(1))
    assert moves_of(fold([Operation(id="a", move=[0, -1, 1]), Operation(id="b", move=[0, 1, 0])])
                    ) == library.game(id).moves
