/** The parts of the solid's board that need no screen, against slow and plain ways to the same. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellAt, columnsOf, flatOf, rowsOf, spotOf } from "../src/boards/solid/flat";
import { emptyFaces, facesOf } from "../src/boards/solid/faces";
import { Orbit } from "../src/boards/solid/orbit";
import { pick } from "../src/boards/solid/pick";
import { Situation } from "../src/boards/solid/situation";
import { AXES, inside, moveEnd, type Place, type Slice } from "../src/boards/solid/space";
import { Straight } from "../src/boards/solid/straight";
import { labelsOf } from "../src/boards/solid/tallies";
import type { Rgb, Theme } from "../src/boards/solid/theme";
import { type Board, type BoardData, open, type Tally } from "../src/model/board";
import { chance } from "./random";
import { WORDS } from "./words";

const GREY: Rgb = [90, 90, 90];
const THEME: Theme = {
  dark: false, cube: GREY, ink: GREY, ground: GREY, line: GREY, soft: GREY, lit: GREY, cursor: GREY,
  wrong: GREY, notices: { hint: GREY, wrong: GREY, changed: GREY, ambiguous: GREY, stuck: GREY },
};

function boardOf(
  width: number, height: number, depth: number, kept: (rod: number) => boolean, colours = 1,
): Board {
  const count = height * depth + width * depth + width * height;
  const rods = Array.from({ length: count }, (_, rod) => rod).filter(kept);
  const palette = Array.from({ length: colours + 1 }, (_, at) => (
    { name: `${at}`, rgb: "#806040", symbol: `${at}` }));
  const counts = palette.slice(1).map(() => [1, 1] as [number, number]);
  const data: BoardData = {
    board: "solid", words: WORDS, family: "solid", title: "", author: "", description: "", palette, cells: width * height * depth,
    given: [], clues: rods.map(() => ({ counts })),
    solid: { width, height, depth, rods },
  };
  return open(data);
}

function randomSituation(roll: (below: number) => number): Situation {
  const sizes = [1 + roll(5), 1 + roll(4), 1 + roll(6)] as Place;
  const situation = new Situation(boardOf(...sizes, () => roll(3) > 0), THEME);
  const values = Int8Array.from({ length: situation.board.cells }, () => roll(3) - 1);
  situation.look = { values };
  for (const axis of AXES) {
    const low = roll(sizes[axis]);
    situation.slice = moveEnd(situation.space, situation.slice, axis, "low", low);
    const high = low + roll(sizes[axis]);
    situation.slice = moveEnd(situation.space, situation.slice, axis, "high", high);
  }
  return situation;
}

/** The cubes that are there, by place. */
function cubes({ space, slice, look, board }: Situation): Place[] {
  return Array.from({ length: board.cells }, (_, cell) => cell)
    .filter((cell) => look.values[cell] !== 0).map((cell) => space.place(cell))
    .filter((place) => inside(slice, place));
}

test("rods are the board's lines, and those that are hidden are none", () => {
  const roll = chance(2);
  for (let round = 0; round < 50; round++) {
    const { space, board } = randomSituation(roll);
    for (let cell = 0; cell < board.cells; cell++) {
      assert.equal(space.cell(space.place(cell)), cell);
      for (const axis of AXES) {
        const line = board.lines.findIndex(({ group, cells }) => (
          group === axis && cells.includes(cell)));
        assert.equal(space.rod(cell, axis), line);
      }
    }
  }
});

test("an end of a slice stays inside and leaves at least a layer", () => {
  const roll = chance(3);
  for (let round = 0; round < 500; round++) {
    const { space, slice } = randomSituation(roll);
    const axis = roll(3), end = roll(2) ? "low" : "high";
    const moved: Slice = moveEnd(space, slice, axis, end, roll(20) - 8);
    assert.ok(moved.low[axis] >= 0 && moved.low[axis] <= moved.high[axis]);
    assert.ok(moved.high[axis] < space.sizes[axis]);
    const other = end === "low" ? "high" : "low";
    assert.equal(moved[other][axis], slice[other][axis]);
  }
});

test("layers hold every cell once, and cells know their spots", () => {
  const { space, board } = new Situation(boardOf(3, 4, 5, () => true), THEME);
  for (const axis of AXES) {
    const flat = flatOf(axis), seen = new Set<number>();
    for (let layer = 0; layer < space.sizes[axis]; layer++)
      for (let column = 0; column < columnsOf(space, flat); column++)
        for (let row = 0; row < rowsOf(space, flat); row++) {
          const cell = cellAt(space, flat, layer, column, row);
          assert.equal(space.at(cell, axis), layer);
          assert.deepEqual(spotOf(space, flat, cell), { column, row });
          seen.add(cell);
        }
    assert.equal(seen.size, board.cells);
  }
});

test("faces are drawn exactly where a cube borders on nothing", () => {
  const roll = chance(4);
  let arrays = emptyFaces(1);
  for (let round = 0; round < 200; round++) {
    const situation = randomSituation(roll);
    const there = new Set(cubes(situation).map(String));
    const wanted: string[] = [];
    for (const place of cubes(situation))
      for (let side = 0; side < 6; side++) {
        const beyond: Place = [...place];
        beyond[side >> 1] += side & 1 ? 1 : -1;
        if (!there.has(String(beyond))) wanted.push([...place, side].join());
      }
    arrays = facesOf(situation, arrays);
    const drawn = Array.from({ length: arrays.count }, (_, face) => (
      [...arrays.place.subarray(16 * face, 16 * face + 4)].join()));
    assert.deepEqual(drawn.sort(), wanted.sort());
  }
});

/** When a ray meets a box, by its three pairs of planes; or never. */
function meets(place: Place, eye: Place, way: Place): { time: number; side: number } | null {
  let first = 0, last = Infinity, side = -1;
  for (const axis of AXES) {
    const [one, other] = [0, 1].map((end) => (place[axis] + end - eye[axis]) / way[axis]);
    if (Math.min(one, other) > first) {
      first = Math.min(one, other);
      side = 2 * axis + Number(way[axis] < 0);
    }
    last = Math.min(last, Math.max(one, other));
  }
  return first < last ? { time: first, side } : null;
}

test("a ray meets the nearest of all cubes, on the right side", () => {
  const roll = chance(5);
  const real = () => roll(1_000_003) / 1_000_003;
  let hits = 0;
  for (let round = 0; round < 4000; round++) {
    const situation = randomSituation(roll);
    const eye = [0, 0, 0].map(() => real() * 40 - 18) as Place;
    const aim = situation.space.sizes.map((size) => real() * size) as Place;
    const { sizes } = situation.space;
    if (sizes.every((size, axis) => eye[axis] > -0.1 && eye[axis] < size + 0.1)) continue;
    const way = aim.map((value, axis) => value - eye[axis]) as Place;
    const found = pick(situation, eye, way);
    const met = cubes(situation).map((place) => ({ place, met: meets(place, eye, way) }))
      .filter(({ met: each }) => each).sort((one, other) => one.met!.time - other.met!.time)[0];
    assert.equal(found?.cell, met && situation.space.cell(met.place));
    assert.equal(found?.side, met?.met!.side);
    hits += Number(Boolean(found));
  }
  assert.ok(hits > 500, `only ${hits} rays met a cube`);
});

test("a stroke keeps to its rod once that is clear", () => {
  const { space } = new Situation(boardOf(6, 5, 4, () => true), THEME);
  const way = (...places: Place[]) => {
    const straight = new Straight(space, space.cell(places[0]));
    return places.map((place) => space.place(straight.to(space.cell(place))));
  };
  assert.deepEqual(way([1, 1, 3], [2, 1, 3], [3, 1, 3], [4, 2, 3]).at(-1), [4, 1, 3]);
  assert.deepEqual(way([1, 4, 3], [1, 3, 3], [1, 2, 3], [0, 0, 3]).at(-1), [1, 0, 3]);
  assert.deepEqual(way([1, 1, 3], [2, 1, 3], [2, 2, 3], [4, 2, 3]).at(-1), [4, 2, 3]);
});

test("tallies are said as on paper", () => {
  const one = boardOf(2, 2, 2, () => true), two = boardOf(2, 2, 2, () => true, 2);
  const said = (board: Board, ...counts: Tally["counts"]) => labelsOf({ counts }, board)
    .map(({ text, shape, colour }) => text + (shape && `/${shape}`) + (colour ? `@${colour}` : ""));
  assert.deepEqual(said(one, [4, 1]), ["4"]);
  assert.deepEqual(said(one, [4, 2]), ["4/circle"]);
  assert.deepEqual(said(one, [5, 3]), ["5/square"]);
  assert.deepEqual(said(one, [0, 0]), ["0"]);
  assert.deepEqual(said(one, [4, null]), ["4?"]);
  assert.deepEqual(said(one, [1, null]), ["1"]);
  assert.deepEqual(said(one, [null, 2]), ["?/circle"]);
  assert.deepEqual(said(one, [null, null]), []);
  assert.deepEqual(said(two, [4, 2], [0, 0]), ["4/circle@1"]);
  assert.deepEqual(said(two, [0, 0], [0, 0]), ["0"]);
  assert.deepEqual(said(two, [4, 2]), ["4/circle@1", "?@2"]);
});

test("a solid is in sight however it is turned, and fills a narrow window", () => {
  for (const sizes of [[7, 13, 7], [5, 5, 5], [20, 3, 9], [1, 30, 1]] as Place[]) {
    for (const [width, height] of [[370, 560], [560, 370], [900, 690], [200, 900]]) {
      const orbit = new Orbit(sizes);
      orbit.resize(width, height);
      let widest = 0;
      for (let turn = 0; turn < 60; turn++) {
        orbit.turn(0.37, turn % 10 - 4.3);
        const corners = Array.from({ length: 8 }, (_, corner) =>
          orbit.project(...sizes.map((size, axis) => (corner >> axis & 1 ? size : 0)) as Place));
        for (const { x, y } of corners) {
          assert.ok(x > 30 && x < width - 30, `${sizes}: ${x} of ${width}`);
          assert.ok(y > 30 && y < height - 30, `${sizes}: ${y} of ${height}`);
        }
        widest = Math.max(widest, Math.max(...corners.map(({ x }) => x)) - Math.min(...corners.map(({ x }) => x)));
      }
      if (sizes[1] === 13 && width === 370) assert.ok(widest > 0.6 * width, `${widest}`);
    }
  }
});
