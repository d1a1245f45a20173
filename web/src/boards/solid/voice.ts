/** A solid in words, for screen readers. */

import { type Board, cellName, OPEN } from "../../model/board";
import type { Situation } from "./situation";
import { NAMES, type Slice } from "./space";
import { clueWords } from "./tallies";

export function boardWords({ title, solid }: Board): string {
  const { width, height, depth } = solid!;
  return `${title || "Solid"}: ${width} by ${height} by ${depth} cells. Arrow keys and page up and `
    + "down move, space marks, x breaks, shift and arrow keys turn, l shows layers, c lights the rods of a cell "
    + "one by one.";
}

/** The cell at the cursor: its place, its value, and the clues of its rods. */
export function cursorWords(situation: Situation): string {
  const { board, cursor, look, space } = situation;
  const clues = look.finished ? [] : space.rods(cursor).map((line, axis) => (
    `${NAMES[axis]} ${line < 0 ? "unknown" : clueWords(board.lines[line].clue, board)}`));
  const notice = look.notices?.get(cursor) ?? "";
  return [cellName(board, cursor), valueWords(situation), notice, ...clues]
    .filter(Boolean).join("; ");
}

function valueWords({ board, cursor, look }: Situation): string {
  const value = look.values[cursor];
  if (value === OPEN) return "untouched";
  if (value === 0) return look.finished ? "empty" : "broken away";
  return board.palette.length === 2 ? "marked" : board.palette[value].name;
}

export function sliceWords({ low, high }: Slice, axis: number): string {
  return `${NAMES[axis]} from ${low[axis] + 1} to ${high[axis] + 1}`;
}
