/** Lines in words, for screen readers; and stepping through the lines of a cell. */

import { type Board, isHidden, isTally } from "../model/board";
import type { Look } from "./view";

/** A line with its clue and its state. */
export function lineWords(board: Board, look: Look, line: number): string {
  const { name, clue } = board.lines[line], mark = look.marks?.[line];
  const colours = board.palette.length > 2;
  const part = (count: number | null, colour: number) =>
    `${count ?? "unknown"}${colours ? ` ${board.palette[colour].name}` : ""}`;
  if (isHidden(clue)) return `${name}: hidden`;
  const parts = isTally(clue) ? clue.counts.map(([total], index) => part(total, index + 1))
    : clue.map(([length, colour]) => part(length, colour));
  const done = mark?.done.filter(Boolean).length ?? 0, all = mark?.done.length ?? 0;
  const some = done === all ? ", done" : `, ${done} of ${all} done`;
  const state = mark?.wrong ? ", cannot be completed" : done ? some : "";
  return `${name}: ${parts.join(" ") || "0"}${state}`;
}

/** The key c highlights the lines of the cursor's cell one by one, then all. */
export class LineSteps {
  private cell = -1;
  private at = -1;

  /** The lines to highlight: one, or none for all. */
  next(board: Board, cell: number): number[] {
    const lines = board.through[cell];
    this.at = cell === this.cell ? (this.at + 1) % (lines.length + 1) : 0;
    this.cell = cell;
    return lines.slice(this.at, this.at + 1);
  }
}
