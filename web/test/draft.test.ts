/** The drawing board: lines through the frame, snapping, curves that end on the frame, and the SVG of them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { anchors, bent, chord, emptyDraft, onFrame, type Point, sloped, snapped, svgOf } from "../src/views/make/draw/draft";
import { chance } from "./random";

const SNAP = { grid: 5, slopes: [0, 45, 90, 135], near: 2.5 };

test("a line leaves the frame in two points, and both are on it", () => {
  const draft = { ...emptyDraft("sloped", false, 1.25) }, roll = chance(7), next = () => roll(1e6) / 1e6;
  for (let count = 0; count < 300; count++) {
    const at = (): Point => [1 + (draft.width - 2) * next(), 1 + (draft.height - 2) * next()], [a, b] = [at(), at()];
    const [from, to] = chord(draft, [a, b])!;
    for (const [x, y] of [from, to]) {
      assert.ok(onFrame(draft, [x, y]));
      assert.ok(Math.abs((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) < 1e-6);
    }
  }
  assert.deepEqual(chord(draft, [[0, 0], [100, 80]]), [[0, 0], [100, 80]]);
  assert.equal(chord(draft, [[-5, 0], [-5, 9]]), null);
});

test("points are drawn to crossings, then to the grid; lines to the slopes", () => {
  const draft = { ...emptyDraft("sloped", false), strokes: [{ id: 1, points: [[0, 33], [100, 33]] as Point[] }, { id: 2, points: [[41, 0], [41, 9]] as Point[] }] };
  assert.ok(anchors(draft).some(([x, y]) => x === 41 && y === 33));
  assert.deepEqual(snapped(draft, [40, 34], SNAP), [41, 33]);
  assert.deepEqual(snapped(draft, [61, 68], SNAP), [60, 70]);
  for (const [to, slope] of [[[70, 52], 0], [[52, 80], 90], [[20, 82], 45], [[80, 81], 135]] as [Point, number][]) {
    const [x, y] = sloped(draft, [50, 50], to, SNAP);
    assert.ok(Math.abs(Math.sin(Math.atan2(50 - y, x - 50) - (slope * Math.PI) / 180)) < 1e-9, `${slope}`);
    assert.ok((x - 50) * (to[0] - 50) + (y - 50) * (to[1] - 50) > 0);
  }
});

test("a curve by hand ends on the frame, and what is no curve is none", () => {
  const draft = emptyDraft("curved", true);
  const points = bent(draft, [[3, 40], [20, 30], [40, 45], [70, 50]])!;
  assert.ok(onFrame(draft, points[0]) && onFrame(draft, points[points.length - 1]));
  assert.equal(bent(draft, [[50, 50], [50.2, 50]]), null);
  assert.match(svgOf({ ...draft, strokes: [{ id: 1, points }] }), /class="line"[^>]* d="M0 40C/);
});

test("the halves of the frame have the lines as edges, and colours lie over them", () => {
  const draft = { ...emptyDraft("sloped", false), strokes: [{ id: 1, points: [[0, 30], [100, 30]] as Point[] }] };
  assert.match(svgOf(draft), /fill="#000000" d="M[^"]*0 30/);
  assert.match(svgOf(draft, [{ path: "M0 0H9V9z", rgb: "#d00000" }]), /fill="#ffffff".*fill="#d00000" d="M0 0H9V9z"/);
});
