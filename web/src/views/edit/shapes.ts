/** Cells of lines, boxes, areas and mirror images, on boards whose cells have coordinates or neighbours. */

import { kindOf } from "../../boards/kind";
import type { Board } from "../../model/board";

/** Coordinates of a cell, x first. */
export type Place = number[];

/** Cells in rows (and layers): sides along x, y (and z); x counts fastest. */
export class Lattice {
  constructor(readonly sides: number[]) {}

  /** The lattice of a board; null where its cells have no rows. */
  static of(board: Board): Lattice | null {
    const sides = kindOf(board).sides?.(board);
    return sides ? new Lattice(sides) : null;
  }

  place(cell: number): Place {
    return this.sides.map((side) => {
      const at = cell % side;
      cell = Math.floor(cell / side);
      return at;
    });
  }

  /** The cell at a place; null beside the board. */
  cell(place: Place): number | null {
    let cell = 0;
    for (let axis = this.sides.length - 1; axis >= 0; axis--) {
      if (place[axis] < 0 || place[axis] >= this.sides[axis]) return null;
      cell = cell * this.sides[axis] + place[axis];
    }
    return cell;
  }

  /** The cells of a straight line, both ends with it; none is skipped. */
  line(from: number, to: number): number[] {
    const [a, b] = [this.place(from), this.place(to)];
    const steps = Math.max(1, ...a.map((at, axis) => Math.abs(b[axis] - at)));
    return Array.from({ length: steps + 1 }, (_, step) =>
      this.cell(a.map((at, axis) => Math.round(at + ((b[axis] - at) * step) / steps)))!);
  }

  /** The cells of the box between two corners, or only its border. */
  box(from: number, to: number, border = false): number[] {
    const { low, high } = this.corners(from, to), found: number[] = [];
    const thick = low.map((at, axis) => high[axis] > at); // a side of one cell has no inside
    const walk = (place: Place) => {
      const axis = this.sides.length - 1 - place.length;
      if (axis < 0) {
        const rim = place.some((at, one) => thick[one] && (at === low[one] || at === high[one]));
        if (!border || rim || !thick.some(Boolean)) found.push(this.cell(place)!);
        return;
      }
      for (let at = low[axis]; at <= high[axis]; at++) walk([at, ...place]);
    };
    walk([]);
    return found;
  }

  corners(from: number, to: number): { low: Place; high: Place } {
    const [a, b] = [this.place(from), this.place(to)];
    return { low: a.map((at, axis) => Math.min(at, b[axis])), high: a.map((at, axis) => Math.max(at, b[axis])) };
  }

  /** The cell with its mirror images along some axes. */
  mirrored(cell: number, axes: number[]): number[] {
    let places = [this.place(cell)];
    for (const axis of axes)
      places = places.flatMap((place) => [place, place.map((at, one) => (one === axis ? this.sides[axis] - 1 - at : at))]);
    return [...new Set(places.map((place) => this.cell(place)!))];
  }
}

/** For each cell those that share a side with it. Cells that follow each other on a line do. */
export function neighbours(board: Board): number[][] {
  const found = Array.from({ length: board.cells }, () => new Set<number>());
  const join = (one: number, other: number) => {
    if (one !== other) { found[one].add(other); found[other].add(one); }
  };
  const lattice = Lattice.of(board);
  if (lattice) // of a solid, rods without a clue are no lines
    for (let cell = 0; cell < board.cells; cell++) {
      const place = lattice.place(cell);
      place.forEach((_, axis) => {
        const next = lattice.cell(place.map((at, one) => (one === axis ? at + 1 : at)));
        if (next !== null) join(cell, next);
      });
    }
  else for (const { cells } of board.lines) cells.forEach((cell, at) => { if (at) join(cells[at - 1], cell); });
  return found.map((some) => [...some]);
}

/** The cells that hang together with one, all of its colour. */
export function area(board: Board, values: ArrayLike<number>, start: number): number[] {
  const around = neighbours(board), found = new Set([start]), waiting = [start];
  while (waiting.length)
    for (const next of around[waiting.pop()!])
      if (values[next] === values[start] && !found.has(next)) {
        found.add(next);
        waiting.push(next);
      }
  return [...found];
}

/** A piece of a picture that was copied. */
export interface Clip { sides: number[]; values: number[] }

export function copied(lattice: Lattice, values: ArrayLike<number>, low: Place, high: Place): Clip {
  const cells = lattice.box(lattice.cell(low)!, lattice.cell(high)!);
  return { sides: low.map((at, axis) => high[axis] - at + 1), values: cells.map((cell) => values[cell]) };
}

/** What a piece changes if its first corner is put at a place; what reaches over the edge is left out. Colours that
 *  the board does not have become the last one. */
export function pasted(lattice: Lattice, clip: Clip, at: Place, colours: number): [cell: number, colour: number][] {
  const piece = new Lattice(lattice.sides.map((_, axis) => clip.sides[axis] ?? 1));
  const found: [number, number][] = [];
  for (let index = 0; index < clip.values.length; index++) {
    if (index >= piece.sides.reduce((product, side) => product * side, 1)) break; // a layer, of a solid
    const cell = lattice.cell(piece.place(index).map((part, axis) => part + at[axis]));
    if (cell !== null) found.push([cell, Math.min(clip.values[index], colours - 1)]);
  }
  return found;
}
