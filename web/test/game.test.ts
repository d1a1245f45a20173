/** Games: undo and redo are exact, saves resume, and strange saves do no harm. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type BoardData, open, OPEN } from "../src/model/board";
import { Game } from "../src/model/game";
import { solvedPicture } from "../src/model/progress";
import { chance } from "./random";
import { WORDS } from "./words";

const palette = [{ name: "white", rgb: "#ffffff", symbol: "." },
                 { name: "black", rgb: "#000000", symbol: "#" },
                 { name: "red", rgb: "#ff0000", symbol: "a" }];

function board(width: number, height: number, given: [number, number][] = []) {
  const data: BoardData = { board: "grid", words: WORDS, family: "grid", title: "", author: "", description: "", palette,
                            cells: width * height, given, grid: { width, height },
                            clues: Array.from({ length: width + height }, () => []) };
  return open(data);
}

test("1,000 strokes, all undone, all redone, and saved in the middle", () => {
  const roll = chance(7), game = new Game(board(7, 5, [[3, 1]]));
  const seen = [[...game.values]];
  for (let round = 0; round < 1000; round++) {
    game.begin(roll(35), roll(3));
    for (let step = roll(6); step > 0; step--) game.extend(roll(35));
    if (roll(20) === 0) game.cancel();
    else if (game.end()) seen.push([...game.values]);
    assert.equal(game.values[3], 1);
  }
  const end = seen.length - 1;
  assert.equal(game.moves.length, end);
  for (let at = end - 1; at >= 0; at--) {
    assert.ok(game.undo());
    assert.deepEqual([...game.values], seen[at]);
  }
  assert.ok(!game.undo());
  for (let at = 1; at <= end; at++) {
    assert.ok(game.redo());
    assert.deepEqual([...game.values], seen[at]);
  }
  assert.ok(!game.redo());
  const middle = Math.floor(end / 2);
  const saved = JSON.parse(JSON.stringify({ moves: game.moves, done: middle }));
  const again = new Game(board(7, 5, [[3, 1]]), saved);
  assert.deepEqual([...again.values], seen[middle]);
  assert.equal(again.moves.length, end);
  assert.deepEqual(again.history(4).map((state) => [...state]), seen.slice(middle - 3, middle + 1));
});

test("saves that do not fit stop where they go wrong", () => {
  const bad = [[[99, -1, 1]], [[0, -1, 9]], [[0, 1, 2]], [[0, -1]], ["x"], [null], [[3, 1, 0]],
               [[0.5, -1, 1]]];
  for (const moves of bad) {
    const game = new Game(board(4, 2, [[3, 1]]), { moves: moves as never, done: 5 });
    assert.deepEqual([...game.values], [OPEN, OPEN, OPEN, 1, OPEN, OPEN, OPEN, OPEN]);
  }
  for (const save of [{}, { moves: null }, { moves: {}, done: "x" }])
    assert.equal(new Game(board(4, 2), save as never).done, 0);
});

test("a new stroke after undo forgets what could be redone", () => {
  const game = new Game(board(3, 1));
  for (const cell of [0, 1]) { game.begin(cell, 1); game.end(); }
  game.undo();
  game.begin(2, 0);
  game.end();
  assert.ok(!game.redo());
  assert.deepEqual([...game.values], [1, OPEN, 0]);
});

test("any colouring that meets the clues wins, and no other", () => {
  const data = board(2, 2);
  data.clues.forEach((_, at) => { data.lines[at].clue = [[1, 1]]; });
  for (let code = 0; code < 81; code++) {
    const values = Int8Array.from({ length: 4 }, (_, at) => Math.floor(code / 3 ** at) % 3 - 1);
    const filled = [...values].map((value) => Math.max(0, value)).join("");
    assert.equal(solvedPicture(data, values) !== null, filled === "1001" || filled === "0110", filled);
  }
});
