/** Marks against all colourings of short lines: done means the same place in every one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Clue, type Line, OPEN, type Runs, type Values } from "../src/model/board";
import { accepts, lineMark, tells } from "../src/model/marks";
import { chance } from "./random";

function* colourings(length: number, colours: number): Generator<number[]> {
  for (let code = 0; code < colours ** length; code++)
    yield Array.from({ length }, (_, at) => Math.floor(code / colours ** at) % colours);
}

function blocks(cells: number[]): [start: number, end: number, colour: number][] {
  const found: [number, number, number][] = [];
  cells.forEach((colour, at) => {
    const last = found.at(-1);
    if (colour && last && last[1] === at && last[2] === colour) last[1]++;
    else if (colour) found.push([at, at + 1, colour]);
  });
  return found;
}

const runsOf = (cells: number[]): Runs =>
  blocks(cells).map(([start, end, colour]) => [end - start, colour]);

function lineOf(length: number, clue: Clue): Line {
  return { name: "row 1", cells: Array.from({ length }, (_, at) => at), clue, group: 0 };
}

function compatible(cells: number[], values: Values): boolean {
  return cells.every((colour, at) => values[at] === OPEN || values[at] === colour);
}

test("runs: done and wrong are what all colourings say", () => {
  const roll = chance(1);
  for (let round = 0; round < 3000; round++) {
    const colours = 2 + roll(2), length = 1 + roll(colours === 2 ? 10 : 7);
    const truth = Array.from({ length }, () => Math.max(0, roll(colours + 1) - 1));
    const clue: Runs = runsOf(truth).map(([size, colour]) => [roll(6) ? size : null, colour]);
    const line = lineOf(length, clue);
    const values = Int8Array.from(truth, (colour) => {
      const luck = roll(10);
      return luck < 5 ? OPEN : luck < 9 ? colour : roll(colours);
    });
    const left = [...colourings(length, colours)].filter((cells) =>
      compatible(cells, values) && accepts(line, cells));
    const mark = lineMark(line, values);
    assert.equal(mark.wrong, left.length === 0, JSON.stringify({ clue, values: [...values] }));
    assert.equal(tells(line, values), left.length > 0 && truth.some((_, at) => values[at] === OPEN
      && left.every((cells) => cells[at] === left[0][at])), JSON.stringify({ clue, values: [...values] }));
    if (!left.length || !clue.length) continue;
    clue.forEach((_, run) => {
      const places = new Set(left.map((cells) => blocks(cells)[run].join()));
      const [start, end, colour] = blocks(left[0])[run];
      const written = values.slice(start, end).every((value) => value === colour);
      assert.equal(mark.done[run], places.size === 1 && written,
                   JSON.stringify({ clue, values: [...values], run }));
    });
  }
});

test("tallies of one colour: wrong is what all colourings say", () => {
  const roll = chance(2);
  for (let round = 0; round < 2000; round++) {
    const length = 1 + roll(9);
    const truth = Array.from({ length }, () => roll(2));
    const total = truth.reduce((sum, value) => sum + value, 0);
    const groups = Math.min(3, blocks(truth).length);
    const clue = { counts: [[roll(5) ? total : null, roll(5) ? groups : null]] } as Clue;
    const line = lineOf(length, clue);
    const values = Int8Array.from(truth, (colour) => [OPEN, OPEN, colour, roll(2)][roll(4)]);
    const left = [...colourings(length, 2)].filter((cells) =>
      compatible(cells, values) && accepts(line, cells));
    const mark = lineMark(line, values);
    assert.equal(mark.wrong, left.length === 0, JSON.stringify({ clue, values: [...values] }));
    if (mark.done[0]) {
      for (const cells of left)
        assert.deepEqual(cells.map((colour) => colour > 0), [...values].map((value) => value > 0));
    }
  }
});

test("a cell that comes twice: marks say nothing false", () => {
  const roll = chance(3);
  for (let round = 0; round < 1500; round++) {
    const cells = 2 + roll(5), length = cells + roll(3);
    const walk = Array.from({ length }, () => roll(cells));
    const truth = Array.from({ length: cells }, () => roll(2));
    const line = { name: "left of curve 1", cells: walk, group: 0,
                   clue: runsOf(walk.map((cell) => truth[cell])) };
    const values = Int8Array.from(truth, (colour) => (roll(2) ? OPEN : colour));
    const left = [...colourings(cells, 2)].filter((all) =>
      compatible(all, values) && accepts(line, all));
    const mark = lineMark(line, values);
    assert.ok(!mark.wrong);
    mark.done.forEach((done, run) => {
      const places = new Set(left.map((all) => blocks(walk.map((cell) => all[cell]))[run]?.join()));
      if (done && line.clue.length) assert.equal(places.size, 1);
    });
  }
});
