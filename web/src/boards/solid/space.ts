/** Where the cells of a solid are: a box, x to the right, y up, z towards you; the unit is a cell.
 *
 *  place   x, y, z of a cell, from 0
 *  side    one of the six sides of a cell: 2 * axis, and 1 more for the far end of the axis
 *  slice   the part of the box that is looked at: from `low` to `high`, both with it
 */

import type { Board } from "../../model/board";

export type Place = [number, number, number];
export interface Slice { low: Place; high: Place }
/** A cell that is pointed at, and on which of its sides; -1 where it has no sides. */
export interface Hit { cell: number; side: number }

export const AXES = [0, 1, 2] as const;
export const NAMES = "xyz";

export class Space {
  readonly sizes: Place;
  private readonly steps: Place;
  private readonly firstRod: Place;
  /** For each rod the line that it is, or -1: a rod whose clue is hidden is no line. */
  private readonly lines: Int32Array;

  constructor(board: Board) {
    const { width, height, depth } = board.solid!;
    this.sizes = [width, height, depth];
    this.steps = [1, width, width * height];
    this.firstRod = [0, height * depth, height * depth + width * depth];
    this.lines = new Int32Array(this.firstRod[2] + width * height).fill(-1);
    board.solid!.rods.forEach((rod, line) => { this.lines[rod] = line; });
  }

  cell([x, y, z]: Place): number {
    return x + y * this.steps[1] + z * this.steps[2];
  }

  place(cell: number): Place {
    const [width, height] = this.sizes;
    return [cell % width, Math.floor(cell / width) % height, Math.floor(cell / this.steps[2])];
  }

  at(cell: number, axis: number): number {
    return Math.floor(cell / this.steps[axis]) % this.sizes[axis];
  }

  /** The line through a cell along an axis, by its index in the board's lines; -1 is none. */
  rod(cell: number, axis: number): number {
    const [x, y, z] = this.place(cell);
    const [, height, depth] = this.sizes;
    const within = axis === 0 ? y * depth + z : axis === 1 ? x * depth + z : x * height + y;
    return this.lines[this.firstRod[axis] + within];
  }

  rods(cell: number): number[] {
    return AXES.map((axis) => this.rod(cell, axis));
  }

  /** The neighbour at a distance along an axis, within the slice; or null. */
  step(cell: number, axis: number, by: number, slice: Slice = this.whole()): number | null {
    const to = this.at(cell, axis) + by;
    return to < slice.low[axis] || to > slice.high[axis] ? null : cell + by * this.steps[axis];
  }

  whole(): Slice {
    return { low: [0, 0, 0], high: this.sizes.map((size) => size - 1) as Place };
  }
}

export function inside({ low, high }: Slice, [x, y, z]: Place): boolean {
  return x >= low[0] && x <= high[0] && y >= low[1] && y <= high[1] && z >= low[2] && z <= high[2];
}

export function isWhole(space: Space, { low, high }: Slice): boolean {
  return AXES.every((axis) => low[axis] === 0 && high[axis] === space.sizes[axis] - 1);
}

/** Moves one end of a slice; at least one layer is left, the other end never moves. */
export function moveEnd(space: Space, slice: Slice, axis: number, end: "low" | "high", to: number,
): Slice {
  const next: Slice = { low: [...slice.low], high: [...slice.high] };
  const [least, most] = end === "low" ? [0, slice.high[axis]]
    : [slice.low[axis], space.sizes[axis] - 1];
  next[end][axis] = Math.max(least, Math.min(most, to));
  return next;
}
