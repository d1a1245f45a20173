/** The triddler's board without a screen: its lines are those of families/tri/geometry.py. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { corners, exit, linesOf, outline, triangles } from "../src/boards/tri/geometry";
import { range } from "../src/model/board";

function* outlines(longest: number): Generator<number[]> {
  for (const a of range(longest)) for (const b of range(longest))
    for (const c of range(longest)) for (const d of range(longest)) {
      const [e, f] = [a + b - d, c + d - a];
      if (e >= 0 && f >= 0 && a + b && c + d && e + f) yield [a, b, c, d, e, f];
    }
}

test("lines have the cells, in the order, that the puzzle's lines have", () => {
  assert.deepEqual(linesOf([2, 1, 2, 2, 1, 2]).map(({ cells }) => cells.join(" ")), [
    "0 1 2 3 4", "5 6 7 8 9 10", "11 12 13 14 15",
    "1 0 6 5 11", "3 2 8 7 13 12", "4 10 9 15 14",
    "5 11 12", "0 6 7 13 14", "1 2 8 9 15", "3 4 10"]);
  assert.deepEqual(linesOf([1, 1, 1, 1, 1, 1]).map(({ name }) => name), [
    "row 1", "row 2", "rising line 1", "rising line 2", "falling line 1", "falling line 2"]);
});

test("each direction has every triangle of every small outline once", () => {
  for (const sides of outlines(4)) {
    const cells = triangles(sides, sides[0] + sides[1]);
    for (const group of range(3)) {
      const found = linesOf(sides).filter((line) => line.group === group).flatMap((line) => line.cells);
      assert.deepEqual(found.sort((one, other) => one - other), range(cells.length));
    }
  }
});

test("a clue stands at an edge of the triangle at its end of the line", () => {
  for (const sides of outlines(4)) {
    const cells = triangles(sides, sides[0] + sides[1]), ways = linesOf(sides);
    const first = [0, 1, 2].map((group) => ways.findIndex((way) => way.group === group));
    ways.forEach(({ group, cells: some }, index) => {
      const { edge } = exit(sides, group, index - first[group]);
      const end = corners(cells[group === 2 ? some[some.length - 1] : some[0]]).map(String);
      assert.ok(edge.every((corner) => end.includes(String(corner))));
    });
  }
});

test("the outline has as many corners as it has sides", () => {
  for (const sides of outlines(4))
    assert.equal(outline(sides).length, sides.filter(Boolean).length);
});
