/** Finds the first cube on a ray by walking from cell to cell (Amanatides and Woo). */

import { AXES, type Hit, type Place } from "./space";
import type { Situation } from "./situation";

type Vector = [number, number, number];

/** The first cube within the slice, and the side that is hit; null where there is none. */
export function pick(situation: Situation, eye: Vector, way: Vector): Hit | null {
  const { slice: { low, high }, space, look: { values } } = situation;
  const entry = enter(low, high, eye, way);
  if (!entry) return null;
  const place = AXES.map((axis) => clamp(
    Math.floor(eye[axis] + way[axis] * entry.time), low[axis], high[axis])) as Place;
  let side = entry.side;
  // `next[axis]`: when the ray crosses the next face across that axis.
  const next = AXES.map((axis) => way[axis] === 0 ? Infinity
    : (place[axis] + Number(way[axis] > 0) - eye[axis]) / way[axis]);
  for (;;) {
    const cell = space.cell(place);
    if (values[cell] !== 0) return { cell, side };
    const axis = next[0] < next[1] ? (next[0] < next[2] ? 0 : 2) : next[1] < next[2] ? 1 : 2;
    place[axis] += Math.sign(way[axis]);
    if (place[axis] < low[axis] || place[axis] > high[axis] || next[axis] === Infinity) return null;
    next[axis] += 1 / Math.abs(way[axis]);
    side = 2 * axis + Number(way[axis] < 0);
  }
}

/** When and through which side the ray enters the box. */
function enter(
  low: Place, high: Place, eye: Vector, way: Vector): { time: number; side: number } | null {
  let first = 0, last = Infinity, side = 2 * 2 + Number(way[2] < 0);
  for (const axis of AXES) {
    const ends = [low[axis], high[axis] + 1].map((end) => (end - eye[axis]) / way[axis]);
    if (way[axis] === 0) {
      if (eye[axis] < low[axis] || eye[axis] > high[axis] + 1) return null;
      continue;
    }
    const [near, far] = way[axis] > 0 ? ends : [ends[1], ends[0]];
    if (near > first) {
      first = near;
      side = 2 * axis + Number(way[axis] < 0);
    }
    last = Math.min(last, far);
  }
  return first < last ? { time: first, side } : null;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
