/** Crosses that need no thought: what is left open in a line that meets its clue. */

import { type Board, isTally, type Line, OPEN, type Values } from "./board";
import { accepts } from "./marks";

/** The open cells of these lines that are white if the marks are right; a clue of 0 counts too. */
export function finishing(board: Board, values: Values, lines: Iterable<number>): [number, number][] {
  const white = values.map((value) => Math.max(value, 0)), found = new Set<number>();
  for (const index of lines) {
    const line = board.lines[index];
    if (counted(line) && accepts(line, white))
      for (const cell of line.cells) if (values[cell] === OPEN) found.add(cell);
  }
  return [...found].map((cell) => [cell, 0]);
}

/** Does the clue say of every colour how many cells have it? */
function counted({ clue }: Line): boolean {
  return isTally(clue) ? clue.counts.every(([total]) => total !== null)
    : clue.every(([length]) => length !== null);
}
