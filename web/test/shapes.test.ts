/** Lines, boxes, areas, mirror images and pieces of pictures. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { copied, Lattice, pasted } from "../src/views/edit/shapes";

test("lines skip no cell, and boxes have a border", () => {
  const grid = new Lattice([7, 5]);
  assert.deepEqual(grid.line(0, 4 + 7 * 2).map((cell) => grid.place(cell)), [[0, 0], [1, 1], [2, 1], [3, 2], [4, 2]]);
  assert.deepEqual(grid.line(8, 8), [8, 8]);
  assert.equal(grid.box(0, grid.cell([6, 4])!).length, 35);
  assert.equal(grid.box(0, grid.cell([6, 4])!, true).length, 20);
  assert.deepEqual(grid.box(2, 5, true), [2, 5]); // of a row only its ends
  assert.deepEqual(grid.box(9, 9, true), [9]);
  const solid = new Lattice([3, 4, 5]);
  assert.equal(solid.box(0, solid.cell([2, 3, 4])!).length, 60);
  assert.equal(solid.box(0, solid.cell([2, 3, 4])!, true).length, 60 - 1 * 2 * 3);
});

test("places and cells are inverse, and mirror images of mirror images are the same", () => {
  const solid = new Lattice([3, 4, 5]);
  for (let cell = 0; cell < 60; cell++) {
    assert.equal(solid.cell(solid.place(cell)), cell);
    for (const axes of [[0], [1, 2], [0, 1, 2]])
      for (const image of solid.mirrored(cell, axes)) assert.ok(solid.mirrored(image, axes).includes(cell));
  }
  assert.equal(solid.cell([3, 0, 0]), null);
  assert.equal(solid.cell([0, -1, 0]), null);
});

test("what is copied is pasted as it was, but for what reaches over the edge", () => {
  const grid = new Lattice([4, 3]), values = [0, 1, 2, 0, 1, 1, 0, 0, 2, 0, 0, 1];
  const clip = copied(grid, values, [0, 0], [2, 1]);
  assert.deepEqual(clip, { sides: [3, 2], values: [0, 1, 2, 1, 1, 0] });
  assert.deepEqual(pasted(grid, clip, [0, 0], 3), [[0, 0], [1, 1], [2, 2], [4, 1], [5, 1], [6, 0]]);
  assert.deepEqual(pasted(grid, clip, [2, 2], 2), [[10, 0], [11, 1]]); // and colours that there are not become the last
  assert.equal(pasted(new Lattice([3, 4, 5]), clip, [0, 0, 2], 3).length, 6); // a picture becomes a layer
});
