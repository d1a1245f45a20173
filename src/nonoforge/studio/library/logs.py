"""Logs: games and edits as sequences of operations that are only ever appended to.

A game is the log of one player's moves on one version of a puzzle; the edits of a puzzle are the
log of a designer's strokes. What is shown follows from the log: `fold` replays it. An operation is

* a step: a `move` (cells and their colours), or in edits a `sheet` (another board: resized, with
  other colours, or an earlier version taken up again),
* `undo` or `redo` of a step, by the step's id,
* `words`: another title or author, in edits,
* `strike`: a number of a clue that a player struck by hand, in games,
* a note of the time played, of how much is done, or of the solution,
* `whole`: a game that was saved as one object, by a script or by an earlier version.

Several pages may append to one log. Each operation has an id that its page made, so one that is
sent twice is stored once; the order in which operations arrive is their order for every page. Of
two moves on one cell the later one counts, and undoing it brings back the earlier one. A move made
on a sheet that is no longer the current one stays in the log and has no effect.

Every function works inside a transaction of its caller.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from nonoforge.errors import InputError
from nonoforge.studio.library import rows

MAX_OPERATIONS = 2_000  # of one request
MAX_LENGTH = 500_000  # operations of one log
MAX_ID = 40  # characters
MAX_SECONDS = 2.0**53
EDITS = b""  # `log.of` of the edits; that of a game is the digest of what is played

Id = Annotated[str, Meta(max_length=MAX_ID, min_length=1)]
Move = Annotated[list[int], Meta(
    description="Cell, colour before and colour after, for each cell in turn; -1 is open.")]


class Sheet(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A board to paint on."""

    puzzle: Annotated[Raw, Meta(description="As in a .nono file; its clues may be outdated.")]
    picture: Annotated[list[int], Meta(description="The colour of each cell at the start.")]
    version: Annotated[str, Meta(description="Digest of the version that this is, if any.",
                                 max_length=64)] = ""


class Operation(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One operation of a log: exactly one of move, sheet, words, strike, undo and redo; or none of
    them, to note `seconds`, `share` and `solved`."""

    id: Id
    move: Move | None = None
    sheet: Sheet | None = None
    words: dict[str, str] | None = None
    strike: Annotated[list[int], Meta(
        description="Of a game: a line, a number of its clue, and 1 if it is struck by hand, else "
                    "0.", min_length=3, max_length=3)] | None = None
    undo: str = ""
    redo: str = ""
    whole: Raw | UnsetType = UNSET
    on: Annotated[str, Meta(description="Of a move in edits: the id of its sheet.",
                            max_length=MAX_ID)] = ""
    seconds: Annotated[float, Meta(
        description="Time played since the operation before; negative to set the clock back.",
        ge=-MAX_SECONDS, le=MAX_SECONDS)] = 0.0
    share: Annotated[float, Meta(description="The part of the lines that is done, 0 to 1.",
                                 ge=0, le=1)] | None = None
    solved: Annotated[bool | None, Meta(description="Whether it is solved now.")] = None


OPERATION = msgspec.json.Decoder(Operation)


class Log(NamedTuple):
    """A row of the table `log`."""

    number: int
    length: int  # operations
    start: int  # operations up to this one belong to a puzzle that was replaced from outside
    made: int  # operations up to this one are in the entry's content
    seconds: float
    share: float
    solved: int


class Fold(NamedTuple):
    """What a log amounts to: steps in order, of which the first `done` hold and the others can be
    redone, the last one last."""

    ids: list[str]
    steps: list[Operation]
    done: int
    words: dict[str, str]
    whole: bytes  # a game saved as one object, if nothing came after it
    first: dict[int, int]  # the colour of each cell before the first operation on it
    struck: list[tuple[int, int]]  # line and number of its clue


class _Saved(msgspec.Struct):
    """The part of a game saved as one object that can be continued."""

    moves: list[list[int]] = []
    done: int = 0
    struck: list[tuple[int, int]] = []


_SAVED = msgspec.json.Decoder(_Saved)


def find(ask: sqlite3.Connection, key: int, of: bytes) -> Log | None:
    """Return the log of an entry, if it was begun."""
    row = ask.execute("SELECT log, length, start, made, seconds, share, solved FROM log "
                      "WHERE key = ? AND of = ?", (key, of)).fetchone()
    return None if row is None else Log._make(row)


def begin(ask: sqlite3.Connection, key: int, of: bytes) -> Log:
    """Return the log of an entry; begin it if need be."""
    ask.execute("INSERT INTO log (key, of) VALUES (?, ?) ON CONFLICT DO NOTHING", (key, of))
    log = find(ask, key, of)
    assert log is not None
    return log


def append(ask: sqlite3.Connection, log: Log, operations: Iterable[Operation]) -> Log:
    """Append the operations that the log does not have yet; return the log with its new length."""
    length, seconds, share, solved = log.length, log.seconds, log.share, log.solved
    for operation in operations:
        done = ask.execute(
            "INSERT INTO op (log, place, id, op) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (log.number, length + 1, operation.id, msgspec.json.encode(operation).decode()))
        if done.rowcount:
            length += 1
            seconds = max(0.0, seconds + operation.seconds)
            share = share if operation.share is None else operation.share
            solved = solved if operation.solved is None else int(operation.solved)
    if length > MAX_LENGTH:
        raise InputError(f"more than {MAX_LENGTH:,} moves and undone moves; the earlier ones are "
                         "kept")
    ask.execute("UPDATE log SET length = ?, seconds = ?, share = ?, solved = ? WHERE log = ?",
                (length, seconds, share, solved, log.number))
    return log._replace(length=length, seconds=seconds, share=share, solved=solved)


def since(ask: sqlite3.Connection, log: Log, base: int, sent: Sequence[Operation]) -> list[Raw]:
    """Return the operations after the first `base` ones; of those in `sent` the id alone."""
    own = {operation.id for operation in sent}
    return [Raw(msgspec.json.encode(id) if id in own else op.encode()) for id, op in ask.execute(
        "SELECT id, op FROM op WHERE log = ? AND place > ? ORDER BY place", (log.number, base))]


def check(operations: Sequence[Operation], *, edits: bool) -> None:
    """Raise InputError for operations that no page sends."""
    if len(operations) > MAX_OPERATIONS:
        raise InputError(f"at most {MAX_OPERATIONS:,} operations at a time, not "
                         f"{len(operations):,}")
    for operation in operations:
        kinds = [operation.move is not None, operation.sheet is not None,
                 operation.words is not None, operation.strike is not None,
                 bool(operation.undo), bool(operation.redo)]
        note = not any(kinds) and (operation.seconds or operation.share is not None
                                   or operation.solved is not None)
        if (not note and sum(kinds) != 1) or operation.whole is not UNSET:
            raise InputError("an operation is one of move, sheet, words, strike, undo and redo")
        if edits and operation.strike is not None:
            raise InputError("numbers are struck in games only")
        if not edits and (operation.sheet is not None or operation.words is not None):
            raise InputError("a game has no sheets and no words")
        if operation.move is not None and (not operation.move or len(operation.move) % 3):
            raise InputError("a move has a cell, the colour before and the colour after, for each "
                             "of its cells")
        if operation.sheet is not None and not bytes(operation.sheet.puzzle).startswith(b"{"):
            raise InputError("the puzzle of a sheet is an object, as in a .nono file")


def stored(ask: sqlite3.Connection, log: Log) -> Iterator[Operation]:
    """Yield the operations of a log that count, in order."""
    for [op] in ask.execute("SELECT op FROM op WHERE log = ? AND place > ? ORDER BY place",
                            (log.number, log.start)):
        yield OPERATION.decode(op)


def fold(operations: Iterable[Operation]) -> Fold:
    """Replay a log.

    >>> ops = [Operation(id="a", move=[0, -1, 1]), Operation(id="b", move=[1, -1, 1]),
    ...        Operation(id="c", undo="b")]
    >>> found = fold(ops)
    >>> found.ids, found.done
    (['a', 'b'], 1)
    """
    done: dict[str, Operation] = {}
    undone: dict[str, Operation] = {}
    words: dict[str, str] = {}
    first: dict[int, int] = {}
    struck: dict[tuple[int, int], None] = {}
    whole = b""
    for operation in operations:
        id = operation.id
        whole = b"" if operation.whole is UNSET else bytes(operation.whole)
        if whole:
            done, undone, struck = _taken_apart(id, whole)
            first = {}
            for step in (*done.values(), *reversed(undone.values())):
                _note_first(first, step)
        elif operation.words is not None:
            words |= operation.words
        elif operation.strike is not None:
            line, number, on = operation.strike
            struck.pop((line, number), None)
            if on:
                struck[line, number] = None
        elif operation.undo:
            if operation.undo in done and not _is_first_sheet(done, operation.undo):
                undone[operation.undo] = done.pop(operation.undo)
        elif operation.redo:
            if operation.redo in undone:
                done[operation.redo] = undone.pop(operation.redo)
        elif operation.move is not None or operation.sheet is not None:
            done[id] = operation
            undone.clear()
            _note_first(first, operation)
    ids = [*done, *reversed(undone)]
    return Fold(ids, [(done.get(id) or undone[id]) for id in ids], len(done), words, whole,
                first, [*struck])


def _note_first(first: dict[int, int], step: Operation) -> None:
    move = step.move or []
    for at in range(0, len(move), 3):
        first.setdefault(move[at], move[at + 1])


def _is_first_sheet(done: dict[str, Operation], id: str) -> bool:
    """The sheet that edits begin with is there before the first stroke and cannot be undone."""
    return next(iter(done)) == id and done[id].sheet is not None


def _taken_apart(
    id: str, whole: bytes,
) -> tuple[dict[str, Operation], dict[str, Operation], dict[tuple[int, int], None]]:
    """Return the moves of a game saved as one object, done ones and those that can be redone, and
    its struck numbers."""
    try:
        saved = _SAVED.decode(whole)
    except (msgspec.MsgspecError, RecursionError):
        return {}, {}, {}
    steps = [Operation(id=f"{id}:{number}", move=move) for number, move in enumerate(saved.moves)
             if move and len(move) % 3 == 0]
    at = max(0, min(saved.done, len(steps)))
    return ({step.id: step for step in steps[:at]},
            {step.id: step for step in reversed(steps[at:])},
            dict.fromkeys(saved.struck))


def moves_of(found: Fold) -> list[list[int]]:
    """Return the moves of a game, each with the colours that cells had before it: where two pages
    painted at the same time, a page did not know the other's colours."""
    values, moves = dict(found.first), []
    for step in found.steps:
        move = list(step.move or [])
        for at in range(0, len(move), 3):
            move[at + 1] = values[move[at]]
            values[move[at]] = move[at + 2]
        moves.append(move)
    return moves


def saved_game(ask: sqlite3.Connection, key: int, of: bytes) -> bytes | None:
    """Return a game as one object, or None."""
    log = find(ask, key, of)
    if log is None:
        return None
    found = fold(stored(ask, log))
    if found.whole == b"null":
        return None
    if found.whole or not found.ids:
        return found.whole or None
    return msgspec.json.encode({"moves": moves_of(found), "done": found.done,
                                "seconds": log.seconds, "solved": bool(log.solved),
                                **({"struck": found.struck} if found.struck else {})})


def save_whole(ask: sqlite3.Connection, key: int, of: bytes, state: bytes | None, seconds: float,
               solved: bool) -> None:
    """Save a game as one object in place of what it was; None forgets it. The log keeps both."""
    operation = Operation(id=f"saved-{secrets.token_urlsafe(12)}", whole=Raw(state or b"null"))
    log = append(ask, begin(ask, key, of), [operation])
    ask.execute("UPDATE log SET seconds = ?, share = 0, solved = ? WHERE log = ?",
                (seconds, int(solved), log.number))
    mark_played(ask, key, of, started=state is not None)


def mark_played(ask: sqlite3.Connection, key: int, of: bytes, *, started: bool = True) -> None:
    """Set when a game was played last; or that there is none."""
    [played] = ask.execute("SELECT played FROM log WHERE key = ? AND of = ?", (key, of)).fetchone()
    ask.execute("UPDATE log SET started = ?, played = ? WHERE key = ? AND of = ?",
                (int(started), rows.after(played) if started else None, key, of))


class Painted(NamedTuple):
    """What edits amount to: a puzzle, and the colours of its cells."""

    sheet: Sheet
    picture: list[int]
    words: dict[str, str]

    @property
    def untouched(self) -> bool:
        """Whether it is the version that its sheet names, as it was."""
        return bool(self.sheet.version) and not self.words and self.picture == self.sheet.picture


def painted(found: Fold) -> Painted | None:
    """Return the current sheet with its picture; None before the first sheet."""
    sheet: Sheet | None = None
    picture: list[int] = []
    on = ""
    for id, step in zip(found.ids[:found.done], found.steps, strict=False):
        if step.sheet is not None:
            sheet, picture, on = step.sheet, list(step.sheet.picture), id
        elif step.on == on and step.move is not None:
            for at in range(0, len(step.move), 3):
                if 0 <= step.move[at] < len(picture):
                    picture[step.move[at]] = step.move[at + 2]
    return None if sheet is None else Painted(sheet, picture, found.words)


# Requests and answers of the API.


class AppendRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Operations for a log."""

    base: Annotated[int, Meta(description="Number of operations that the page knows.", ge=0)]
    ops: list[Operation]
    game: Annotated[str, Meta(description="Of a game: the one that `GET` named.",
                              max_length=64)] = ""


class AppendResult(msgspec.Struct):
    """The log after the operations were stored, which is on the disk by now."""

    length: Annotated[int, Meta(description="Number of operations of the log.")]
    ops: Annotated[list[Raw], Meta(
        description="All operations after `base`, in order; of those sent the id alone.")]
    current: Annotated[str, Meta(description="The game of the puzzle's current version.")] = ""


class GameResult(msgspec.Struct):
    """A game: its moves, of which the first `done` hold and the others can be redone."""

    game: Annotated[str, Meta(description="Names the game; another version has another one.")]
    length: int
    ids: list[str]
    moves: list[Move]
    done: int
    seconds: float
    solved: bool
    struck: Annotated[list[tuple[int, int]], Meta(
        description="Numbers that were struck by hand: the line, and the number of its clue.")] = []


class EditStep(msgspec.Struct, omit_defaults=True):
    """A step of edits: a move on a sheet, or another sheet."""

    move: Move | None = None
    sheet: Sheet | None = None
    on: str = ""


class EditsResult(msgspec.Struct):
    """The edits of a puzzle: steps, of which the first `done` hold and the others can be redone."""

    length: int
    ids: list[str]
    steps: list[EditStep]
    done: int
    words: dict[str, str]


class StaleLog(InputError):
    """A page knows more of a log than the library has: a copy of the library was put back."""


def received(ask: sqlite3.Connection, key: int, of: bytes, request: AppendRequest) -> AppendResult:
    """Store the operations of a request and return what the page has to know."""
    log = begin(ask, key, of)
    if request.base > log.length:
        raise StaleLog("the library has fewer moves than this page knows; it was put back from a "
                       "copy, and the page reads it again")
    log = append(ask, log, request.ops)
    return AppendResult(log.length, since(ask, log, request.base, request.ops))


def game_of(ask: sqlite3.Connection, key: int, of: bytes) -> GameResult:
    """Return a game to be continued; an empty one if it was not begun."""
    log = find(ask, key, of)
    if log is None:
        return GameResult(of.hex(), 0, [], [], 0, 0.0, False)
    found = fold(stored(ask, log))
    return GameResult(of.hex(), log.length, found.ids, moves_of(found), found.done, log.seconds,
                      bool(log.solved), found.struck)


def edits_of(ask: sqlite3.Connection, key: int) -> EditsResult:
    """Return edits to be continued; there are none if they were not begun."""
    log = find(ask, key, EDITS)
    if log is None:
        return EditsResult(0, [], [], 0, {})
    found = fold(stored(ask, log))
    steps = [EditStep(step.move, step.sheet, step.on) for step in found.steps]
    return EditsResult(log.length, found.ids, steps, found.done, found.words)
