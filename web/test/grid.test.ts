/** The grid's board without a screen: where cells are, what fits, and the way of a stroke. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pull } from "../src/boards/grid/drift";
import { Layout } from "../src/boards/grid/layout";
import { Stroke } from "../src/boards/grid/stroke";
import { tokensOf } from "../src/boards/grid/tokens";
import { alike, signPath, signsOn } from "../src/boards/signs";
import { LineSteps } from "../src/boards/words";
import { type BoardData, type Clue, open } from "../src/model/board";
import { chance } from "./random";
import { WORDS } from "./words";

const FEW = { left: 5, top: 5, brief: [5, 5] as [number, number] };

function some(next: (below: number) => number): Layout {
  const [left, top] = [1 + next(40), 1 + next(40)], brief: [number, number] = [left / 2, top / 3];
  const layout = new Layout(1 + next(300), 1 + next(300), { left, top, brief });
  layout.resize(300 + next(1200), 300 + next(800), 1 + next(3));
  return layout;
}

/** The middle of a cell, in CSS pixels. */
function middle(layout: Layout, column: number, row: number) {
  const { x, y, cell, ratio } = layout;
  return { x: (x.origin + (column + 0.5) * cell) / ratio, y: (y.origin + (row + 0.5) * cell) / ratio };
}

test("fitted, all cells are in the view, and all clues unless cells would be small", () => {
  const next = chance(1);
  for (let round = 0; round < 300; round++) {
    const layout = some(next);
    for (const one of [layout.x, layout.y]) {
      assert.ok(one.start >= 0 && one.edge >= one.start);
      assert.equal(one.scrollMost, 0);
      assert.ok(layout.cut || one.slideMost <= 1);
      assert.ok(Math.abs(one.stop - one.origin - one.cells * layout.cell) <= 1);
      assert.ok(one.stop <= one.view);
    }
  }
});

test("the cell at the middle of a cell is that cell, zoomed and panned or not", () => {
  const next = chance(2);
  for (let round = 0; round < 300; round++) {
    const layout = some(next);
    for (let step = next(6); step > 0; step--) {
      layout.zoom(0.5 + next(30) / 10, { x: next(1000), y: next(700) });
      layout.pan(next(600) - 300, next(600) - 300);
    }
    const [column, row] = [next(layout.x.cells), next(layout.y.cells)];
    layout.reveal(column, row);
    assert.deepEqual(layout.cellAt(middle(layout, column, row)), [column, row]);
  }
});

test("zooming keeps what is under the pointer, except at the ends", () => {
  const layout = new Layout(200, 200, FEW);
  layout.resize(800, 800, 2);
  layout.zoom(8, middle(layout, 100, 100));
  const at = middle(layout, 101, 99);
  for (const factor of [1.3, 1.2, 0.9, 0.8, 1.5]) {
    layout.zoom(factor, at);
    assert.deepEqual(layout.cellAt(at), [101, 99]);
  }
});

test("nothing is left to zoom when all is in sight, or at the closest", () => {
  const layout = new Layout(20, 20, FEW);
  layout.resize(390, 390, 3);
  assert.equal(layout.zoom(0.5, { x: 100, y: 100 }), false);
  while (layout.zoom(2, { x: 200, y: 200 }));
  assert.equal(layout.zoom(2, { x: 200, y: 200 }), false);
  layout.fit();
  assert.equal(layout.zoom(0.5, { x: 100, y: 100 }), false);
});

test("a stroke skips no cell, however fast", () => {
  const next = chance(3);
  for (let round = 0; round < 300; round++) {
    let last: [number, number] = [next(50), next(50)];
    const stroke = new Stroke(last, next(2) === 0);
    for (let step = 0; step < 8; step++)
      for (const cell of stroke.to([next(50), next(50)], next(4) === 0)) {
        assert.ok(Math.max(Math.abs(cell[0] - last[0]), Math.abs(cell[1] - last[1])) === 1);
        last = cell;
      }
  }
});

test("a stroke keeps to its row or column once that is clear", () => {
  const stroke = new Stroke([5, 5], false);
  stroke.to([6, 5], false);
  assert.deepEqual(stroke.to([7, 5], false), [[7, 5]]);
  assert.deepEqual(stroke.to([9, 7], false), [[8, 5], [9, 5]]);
  assert.equal(stroke.count, 5);
  const column = new Stroke([5, 5], false);
  column.to([5, 3], false);
  assert.deepEqual(column.to([9, 2], false), [[5, 2]]);
  const slanted = new Stroke([0, 0], false);
  slanted.to([1, 1], false);
  assert.deepEqual(slanted.to([4, 1], false), [[2, 1], [3, 1], [4, 1]]);
  assert.equal(slanted.count, 0);
});

test("numbers of clues: 0 for none, ? for blotted, room by digits", () => {
  const clues: Clue[] = [[], [[null, 1], [12, 1]], [[1, 1]], { counts: [[3, 2]] }];
  const data: BoardData = { board: "grid", words: WORDS, family: "grid", title: "", author: "", description: "", cells: 4, given: [],
    palette: [{ name: "white", rgb: "#ffffff", symbol: "." }, { name: "black", rgb: "#000000", symbol: "#" }],
    clues, grid: { width: 2, height: 2 } };
  const { lines, left, kinds } = tokensOf(open(data));
  assert.deepEqual(lines.map((tokens) => tokens.map(({ text }) => text)), [["0"], ["?", "12"], ["1"], ["3"]]);
  assert.equal(lines[3][0].shape, "circle");
  assert.equal(left, lines[1][0].end);
  assert.ok(lines[1][1].width > lines[1][0].width);
  assert.equal(kinds.length, 5);
});

test("one very long clue costs the cells nothing where they are small", () => {
  const sizes = [30, 10].map((left) => {
    const layout = new Layout(60, 60, { left, top: 10, brief: [10, 10] });
    layout.resize(700, 700, 1);
    return layout.cell;
  });
  assert.equal(sizes[0], sizes[1]);
  const roomy = new Layout(10, 10, { left: 12, top: 5, brief: [3, 3] });
  roomy.resize(700, 700, 1);
  assert.ok(!roomy.cut && roomy.x.slideMost === 0);
});

test("a stroke at the edge of what is in sight pulls it on, and stops at the end", () => {
  const layout = new Layout(60, 60, FEW);
  layout.resize(700, 700, 2);
  assert.equal(pull(layout, layout.x, 695), 0);
  layout.zoom(4, { x: 400, y: 400 });
  const { x, ratio } = layout;
  assert.equal(pull(layout, x, (x.edge + x.stop) / 2 / ratio), 0);
  assert.ok(pull(layout, x, x.stop / ratio - 3) > 0);
  assert.ok(pull(layout, x, x.stop / ratio + 30) > pull(layout, x, x.stop / ratio - 3));
  assert.ok(pull(layout, x, x.edge / ratio + 3) < 0);
  layout.pan(-1e6, 0);
  assert.equal(pull(layout, x, x.stop / ratio - 3), 0);
  layout.pan(1e6, 0);
  assert.equal(pull(layout, x, x.edge / ratio + 3), 0);
});

test("a clue with signs takes more room; signs are for several colours only", () => {
  const colour = (rgb: string) => ({ name: rgb, rgb, symbol: rgb });
  const data: BoardData = { board: "grid", words: WORDS, family: "grid", title: "", author: "", description: "", cells: 4, given: [],
    palette: ["#ffffff", "#cc0000", "#006600"].map(colour),
    clues: [[[1, 1]], [[1, 2]], [[1, 1], [1, 2]], []], grid: { width: 2, height: 2 } };
  const [plain, signed] = [tokensOf(open(data)), tokensOf(open(data), true)];
  assert.ok(signed.left > plain.left && signed.top > plain.top);
  const one = open({ ...data, palette: data.palette.slice(0, 2), clues: [[], [], [], []] });
  assert.ok(!tokensOf(one, true).signs && !signsOn(one, "always"));
  assert.ok(signsOn(open(data), "always") && !signsOn(open(data), "never"));
});

test("signs come by themselves where greys are alike", () => {
  const board = (...colours: string[]) => ({ palette: ["#ffffff", ...colours].map((rgb) => (
    { name: "", rgb, symbol: "" })) });
  assert.ok(alike(board("#000000", "#2e9e6b", "#6e8fd6")));
  assert.ok(alike(board("#000000", "#fff8ee")), "like the paper");
  assert.ok(!alike(board("#000000", "#777777", "#bbbbbb")));
  assert.ok(!alike(board("#fff8ee")), "black and white is told apart by other means");
  const paths = Array.from({ length: 20 }, (_, at) => signPath(at + 1));
  assert.equal(new Set(paths).size, 20);
});

test("the key c goes through the lines of a cell and then to all, and begins anew elsewhere", () => {
  const clues: Clue[] = [[], [], [], []];
  const data: BoardData = { board: "grid", words: WORDS, family: "grid", title: "", author: "", description: "", cells: 4, given: [],
    palette: [], clues, grid: { width: 2, height: 2 } };
  const steps = new LineSteps(), board = open(data);
  assert.deepEqual([0, 0, 0, 0, 3].map((cell) => steps.next(board, cell)), [[0], [2], [], [0], [1]]);
});
