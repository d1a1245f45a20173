/** The triangles and lines of a triddler, as families/tri/geometry.py has them.
 *
 *  Sides A to F run counter-clockwise from the upper left. Corners of triangles have whole
 *  coordinates: x in halves of an edge, y in rows downwards, from the left end of the top side.
 */

import type { TriBoard } from "../../generated/api";
import { type BoardData, type Point, range, type Way } from "../../model/board";

/** Lengths of sides A to F, in edges of triangles. */
export type Sides = number[];

export interface Triangle { row: number; left: number; up: boolean }

const NAMES = ["row", "rising line", "falling line"];

export function sidesOf(board: BoardData): Sides {
  return (board as unknown as TriBoard).tri.sides;
}

export function triangles([a, , , , e, f]: Sides, rows: number): Triangle[] {
  const found: Triangle[] = [];
  let width = f, left = 0; // of the upper edge of the row
  for (let row = 0; row < rows; row++) {
    const firstUp = row < a, lower = width + Number(firstUp) - Number(row >= e);
    if (firstUp) left--;
    for (let k = 0; k < width + lower; k++)
      found.push({ row, left: left + k, up: (k % 2 === 0) === firstUp });
    if (!firstUp) left++;
    width = lower;
  }
  return found;
}

/** Rows from left to right, then rising and falling lines from top to bottom. */
export function linesOf(sides: Sides): Way[] {
  const [a, b, c, d, e, f] = sides;
  const groups = [a + b, e + f, c + d].map((count, group) => range(count).map((number): Way =>
    ({ name: `${NAMES[group]} ${number + 1}`, group, cells: [] })));
  const cells = triangles(sides, a + b);
  cells.forEach(({ row, left, up }, cell) => {
    groups[0][row].cells.push(cell);
    groups[2][Math.floor((left - row - Number(up)) / 2) + a].cells.push(cell);
  });
  for (let row = 0; row < a + b; row++)
    for (const cell of [...groups[0][row].cells].reverse()) {
      const { left, up } = cells[cell];
      groups[1][Math.floor((left + row + Number(up)) / 2)].cells.push(cell);
    }
  return groups.flat();
}

/** The row of a triangle, and its place in the row. */
export function placeOf(sides: Sides, cell: number): [number, number] {
  const cells = triangles(sides, sides[0] + sides[1]), { row } = cells[cell];
  return [row, cell - cells.findIndex((triangle) => triangle.row === row)];
}

export function corners({ row, left, up }: Triangle): Point[] {
  return up ? [[left + 1, row], [left + 2, row + 1], [left, row + 1]]
    : [[left, row], [left + 2, row], [left + 1, row + 1]];
}

/** The corners of the outline, clockwise from the left end of the top side. */
export function outline([a, b, c, d, e, f]: Sides): Point[] {
  const found: Point[] = [];
  let x = 0, y = 0;
  for (const [dx, dy, length] of [[2, 0, f], [1, 1, e], [-1, 1, d], [-2, 0, c], [-1, -1, b],
                                  [1, -1, a]]) {
    if (length) found.push([x, y]);
    [x, y] = [x + dx * length, y + dy * length];
  }
  return found;
}

/** The edge of the outline at which a line has its clue, and the way out there, an edge long. */
export function exit(
  [a, b, c, , , f]: Sides, group: number, number: number,
): { edge: [Point, Point]; out: Point } {
  const at = ([x, y]: Point, [dx, dy]: Point, step: number): [Point, Point] =>
    [[x + dx * step, y + dy * step], [x + dx * (step + 1), y + dy * (step + 1)]];
  if (group === 0)
    return { out: [-2, 0], edge: number < a ? at([0, 0], [-1, 1], number)
      : at([-a, a], [1, 1], number - a) };
  if (group === 1)
    return { out: [1, -1], edge: number < f ? at([0, 0], [2, 0], number)
      : at([2 * f, 0], [1, 1], number - f) };
  return { out: [1, 1], edge: number < c ? at([b - a, a + b], [2, 0], number)
    : at([b - a + 2 * c, a + b], [1, -1], number - c) };
}
