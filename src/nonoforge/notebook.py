"""A puzzle to play and to edit in Jupyter: the widget that `nonoforge.play` returns.

The widget is a frame with the player that playable files have, so that neither styles nor keys of
the notebook meet those of the game. The frame sends what is played and asks for hints, and for the
verdict on an edited picture; this module answers.
"""

from __future__ import annotations

from typing import Any

import anywidget
import msgspec
import traitlets

from nonoforge import methods
from nonoforge.drawing import frame_html
from nonoforge.errors import InputError, NonoforgeError
from nonoforge.judge import check, hint, repainted
from nonoforge.nonogram import Nonogram
from nonoforge.results import OPEN, hint_record, report_sentence
from nonoforge.state import State
from nonoforge.verdict import Budget

EDIT_BUDGET = Budget(seconds=5.0)  # for the verdict on a picture: it is asked at every stroke
MIN_HEIGHT = 320  # pixels

_SCRIPT = """
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.title = "Nonogram";
  Object.assign(frame.style, { width: "100%", border: "0", display: "block" });
  const size = () => { frame.style.height = `${model.get("height")}px`; };
  const load = () => { frame.srcdoc = model.get("_page"); };
  const tell = (message) => frame.contentWindow?.postMessage({ nonoforge: message }, "*");
  const themes = { true: "light", false: "dark" };
  const show = () => tell({
    kind: "puzzle", board: model.get("_board"), game: model.get("_game"),
    theme: themes[document.body.dataset.jpThemeLight] ?? "system",
  });
  const heard = (event) => {
    const said = event.source === frame.contentWindow && event.data?.nonoforge;
    if (!said) return;
    if (said.kind === "ready") show();
    if (said.kind === "ask") model.send(said);
    if (said.kind !== "game") return;
    model.set({ _game: said.save, values: said.values, solved: said.save.solved });
    model.save_changes();
  };
  const answered = (message) => tell({ ...message, kind: "answer" });
  addEventListener("message", heard);
  model.on("msg:custom", answered);
  model.on("change:_turn", show);
  model.on("change:_page", load);
  model.on("change:height", size);
  size();
  load();
  el.append(frame);
  return () => {
    removeEventListener("message", heard);
    model.off("msg:custom", answered);
    model.off("change:_turn", show);
    model.off("change:_page", load);
    model.off("change:height", size);
  };
}
export default { render };
"""


class PuzzleWidget(anywidget.AnyWidget):
    """A puzzle in a notebook. Traits can be observed: `widget.observe(function, "solved")`.

    Assign `puzzle` to show another one.
    """

    _esm = _SCRIPT
    _page = traitlets.Unicode().tag(sync=True)  # the player
    _board = traitlets.Dict().tag(sync=True)
    _game = traitlets.Dict().tag(sync=True)  # moves, to go on with
    _turn = traitlets.Int(0).tag(sync=True)  # counts puzzles that Python has assigned

    puzzle = traitlets.Instance(Nonogram)
    """The puzzle; editing replaces it."""
    solved = traitlets.Bool(False).tag(sync=True)
    """Whether what is written is the solution."""
    values = traitlets.List(traitlets.Int()).tag(sync=True)
    """What is written: a colour for each cell, -1 where it is open."""
    height = traitlets.Int(640, min=MIN_HEIGHT).tag(sync=True)
    """Of the widget, in pixels."""

    def __init__(self, puzzle: Nonogram, *, height: int = 640) -> None:
        if isinstance(height, bool) or not isinstance(height, int) or height < MIN_HEIGHT:
            raise InputError(f"height: {height!r}: write a number of pixels, at least "
                             f"{MIN_HEIGHT}")
        super().__init__(puzzle=puzzle, height=height)
        self.on_msg(self._asked)

    @property
    def state(self) -> State:
        """What is written so far, as `hint` and `explain` take it."""
        return self._state(self.values)

    @property
    def moves(self) -> list[list[int]]:
        """The moves so far: each a list of cell, value before, value after, and so on."""
        game = self._game
        return list(game.get("moves", ()))[:game.get("done", 0)]

    @traitlets.observe("puzzle")
    def _assigned(self, change: Any) -> None:
        edited = self._show(change["new"])
        if not edited:
            self._turn += 1

    def _show(self, nonogram: Nonogram) -> bool:
        """Bring the traits up to date; return whether the page has the board already."""
        board = _builtins(nonogram.family.board(nonogram))
        known: bool = board == self._board
        with self.hold_sync():
            self._page = frame_html(nonogram)
            self._board, self._game, self.solved = board, {}, False
            start = State.start(nonogram.puzzle)
            self.values = [OPEN if (colour := start.colour(cell)) is None else colour
                           for cell in range(nonogram.puzzle.cells)]
        return known

    def _asked(self, _: object, content: Any, buffers: object = None) -> None:
        """Answer a question of the page."""
        if not isinstance(content, dict) or content.get("kind") != "ask":
            return
        answers = {"hint": self._hint, "solution": self._solution, "edit": self._edit}
        number = content.get("id")
        try:
            answer = answers.get(content.get("ask", ""), self._unknown)(content)
        except NonoforgeError as error:
            self.send({"id": number, "error": str(error)})
        else:
            self.send({"id": number, "answer": answer})

    def _unknown(self, content: dict[str, Any]) -> Any:
        raise InputError(f"unknown question {content.get('ask')!r}")

    def _hint(self, content: dict[str, Any]) -> Any:
        history = content.get("history") or []
        found = hint(self.puzzle, self._state(content.get("values")),
                     [self._state(each) for each in history])
        return _builtins(hint_record(self.puzzle, found, found.stages))

    def _solution(self, content: dict[str, Any]) -> list[int] | None:
        verdict = methods.solve(self.puzzle, budget=EDIT_BUDGET)
        return list(verdict.solutions[0]) if verdict.unique else None

    def _edit(self, content: dict[str, Any]) -> dict[str, Any]:
        """Take a new picture, or the one to begin with, and judge the puzzle that it makes."""
        given = content.get("picture")
        if given is None:
            picture, nonogram = methods.known_picture(self.puzzle), self.puzzle
        else:
            picture = bytes(self._numbers(given, 0))
            nonogram = repainted(self.puzzle, picture)
            self._board = _builtins(nonogram.family.board(nonogram))
            self.puzzle = nonogram
        report = check(nonogram, budget=EDIT_BUDGET, rated=False)
        words = [report_sentence(nonogram, report)]
        if report.ambiguous_cells:
            words.append("Marked: what differs between solutions.")
        elif report.stuck_cells:
            words.append("Marked: what single lines leave open.")
        return {"board": self._board, "picture": list(picture), "ready": report.ready,
                "words": words, "marked": list(report.ambiguous_cells or report.stuck_cells)}

    def _state(self, values: Any) -> State:
        colours = len(self.puzzle.puzzle.palette)
        return State.of((None if value == OPEN else value
                         for value in self._numbers(values, OPEN)), colours)

    def _numbers(self, values: Any, least: int) -> list[int]:
        cells, colours = self.puzzle.puzzle.cells, len(self.puzzle.puzzle.palette)
        if not isinstance(values, list) or len(values) != cells or not all(
                isinstance(value, int) and least <= value < colours for value in values):
            raise InputError(f"write a list of {cells:,} numbers from {least} to {colours - 1}")
        return values


def _builtins(record: Any) -> Any:
    """Return a record as JSON has it: lists, not tuples."""
    return msgspec.json.decode(msgspec.json.encode(record))
