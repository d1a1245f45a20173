/** A layer of a solid laid flat: the directions of its columns and rows. Layers across z are seen
 *  from the front, across y from above, across x from the right: from the positive end of the
 *  axis, as in space. */

import { type Place, type Space } from "./space";

export interface Flat { axis: number; across: Way; down: Way }
/** An axis of space; `back` if it runs against the columns or rows. */
interface Way { axis: number; back: boolean }

const FLATS: Flat[] = [
  { axis: 0, across: { axis: 2, back: true }, down: { axis: 1, back: true } },
  { axis: 1, across: { axis: 0, back: false }, down: { axis: 2, back: false } },
  { axis: 2, across: { axis: 0, back: false }, down: { axis: 1, back: true } },
];

export const WORDS = ["from left to right", "from bottom to top", "from back to front"];

export function flatOf(axis: number): Flat {
  return FLATS[axis];
}

export function columnsOf(space: Space, flat: Flat): number {
  return space.sizes[flat.across.axis];
}

export function rowsOf(space: Space, flat: Flat): number {
  return space.sizes[flat.down.axis];
}

/** The cell in a column and row of a layer. */
export function cellAt(
  space: Space, flat: Flat, layer: number, column: number, row: number): number {
  const place: Place = [0, 0, 0];
  place[flat.axis] = layer;
  place[flat.across.axis] = along(space, flat.across, column);
  place[flat.down.axis] = along(space, flat.down, row);
  return space.cell(place);
}

/** The column and row of a cell in its layer. */
export function spotOf(space: Space, flat: Flat, cell: number): { column: number; row: number } {
  return { column: along(space, flat.across, space.at(cell, flat.across.axis)),
           row: along(space, flat.down, space.at(cell, flat.down.axis)) };
}

function along(space: Space, { axis, back }: Way, at: number): number {
  return back ? space.sizes[axis] - 1 - at : at;
}
