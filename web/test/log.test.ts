/** Logs: what is done on a board, said in operations and replayed, is what was done; and edits that two
 *  pages make at once come to the same sheets. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { blank, type BoardData, open } from "../src/model/board";
import { Game, type Move } from "../src/model/game";
import { changes, History, newId, type Op, replayed } from "../src/model/log";
import { changeGrid, Document, newSheet } from "../src/views/edit/document";
import { chance } from "./random";
import { WORDS } from "./words";

const board = open({
  family: "grid", board: "grid", words: WORDS, title: "", author: "", description: "", given: [],
  cells: 6, clues: [[], [], [], [], []], grid: { width: 3, height: 2 },
  palette: [{ name: "white", rgb: "#fff", symbol: "." }, { name: "black", rgb: "#000", symbol: "#" }] } as BoardData);

test("what is done in a game is what its log says", () => {
  for (let seed = 0; seed < 50; seed++) {
    const rng = chance(seed), game = new Game(board);
    let history = new History(), shown = { steps: [] as Move[], done: 0 };
    const ids = new Map<Move, string>();
    for (let step = 0; step < 40; step++) {
      for (let some = 0; some <= rng(3); some++) {
        const what = rng(4);
        if (what === 0) game.undo();
        else if (what === 1) game.redo();
        else game.set([[rng(3), rng(3) - 1], [3 + rng(3), rng(2)]].slice(0, 1 + rng(2)) as [number, number][]);
      }
      const after = { steps: [...game.moves], done: game.done };
      history = history.with(changes<Move>(shown, after, (move) => ids.get(move)!, (move) => {
        const op: Op = { id: newId(), move };
        ids.set(move, op.id);
        return op;
      }));
      shown = after;
      const moves = replayed(history.steps, blank(board));
      assert.deepEqual(moves, game.moves);
      assert.equal(history.done.length, game.done);
      const again = new Game(board, { moves, done: history.done.length });
      assert.deepEqual(again.values, game.values);
    }
  }
});

test("a win is in the log, until someone starts over", () => {
  const ops = (...solved: (boolean | undefined)[]): Op[] => solved.map((now) => ({ id: newId(), solved: now }));
  assert.equal(new History().with(ops(true, undefined)).solved, true);
  assert.equal(new History().with(ops(true, undefined)).with(ops(false)).solved, false);
});

function edited(): Document {
  const begin = newSheet("base", {}, board, Int8Array.from([0, 1, 0, 1, 0, 1]));
  return new Document(begin, new History(), () => board);
}

test("edits are replayed, sheets and all, and undo goes on where it was", () => {
  for (let seed = 0; seed < 30; seed++) {
    const rng = chance(seed), document = edited();
    let history = new History();
    assert.deepEqual(document.changes(), []); // it was only opened
    for (let step = 0; step < 30; step++) {
      const what = rng(6);
      if (what === 0) document.undo();
      else if (what === 1) document.redo();
      else if (what === 2) changeGrid(document, rng(2) ? "turn" : { left: 1, right: 0, top: 0, bottom: 0 });
      else document.sheet.game.set([[rng(6), rng(2)]]);
      history = history.with(document.changes());
      if (!history.done.length) continue;
      const boards = new Map(document["sheets"].map(({ id, board: one }) => [id, one]));
      const again = new Document(newSheet("other", {}, board, new Int8Array(6)), history,
                                 ({ id }) => boards.get(id)!);
      assert.deepEqual(again.changes(), []);
      assert.deepEqual(again.sheet.game.values, document.sheet.game.values);
      assert.equal(again.sheet.board.cells, document.sheet.board.cells);
      assert.deepEqual([again.canUndo, again.canRedo], [document.canUndo, document.canRedo]);
    }
  }
});

test("a stroke on a board that was replaced meanwhile has no effect, and the others have", () => {
  const one = edited(), other = edited();
  one.sheet.game.set([[0, 1]]);
  const paints = one.changes();
  changeGrid(other, "turn");
  const turns = other.changes();
  assert.equal(paints[0].id, turns[0].id); // the sheet that both begin with
  const merged = new History().with([...turns, ...paints.slice(1)]);
  other.take(merged, () => board);
  assert.equal(other.sheet.board.grid!.width, 2);
  other.undo();
  assert.deepEqual([...other.sheet.game.values], [0, 1, 0, 1, 0, 1]);
});

test("a stroke that is under way while edits of another page arrive is kept", () => {
  const one = edited(), other = edited();
  one.sheet.game.set([[0, 1]]);
  const { game } = other.sheet; // as the page that was drawn last holds it
  game.begin(2, 1);
  const merged = new History().with(one.changes());
  other.take(merged, () => board);
  assert.ok(game.end());
  game.set([[4, 1]]);
  const history = merged.with(other.changes());
  assert.equal(history.done.length, 4); // the sheet and three strokes
  assert.deepEqual([...other.sheet.game.values], [1, 1, 1, 1, 1, 1]);
});
