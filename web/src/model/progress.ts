/** How a game stands: marks of all lines, kept up to date change by change, and the win. */

import { kindOf } from "../boards/kind";
import type { LineMark } from "../boards/view";
import { type Board, isPlain, OPEN, type Values } from "./board";
import { accepts, lineMark, tells } from "./marks";

/** off: nothing is shown. finished: lines that are full and wrong. always: at once. */
export type Mistakes = "off" | "finished" | "always";

export class Progress {
  private readonly marks: LineMark[];
  private readonly tell = new Map<number, boolean>(); // of lines that were asked for and have not changed
  private seen: Values;

  constructor(private readonly board: Board, values: Values) {
    this.seen = values.slice();
    this.marks = board.lines.map((line) => lineMark(line, values));
  }

  /** The marks for these values; only lines with a changed cell are looked at again. */
  update(values: Values, mistakes: Mistakes): LineMark[] {
    const dirty = new Set<number>();
    values.forEach((value, cell) => {
      if (value !== this.seen[cell]) for (const line of this.board.through[cell]) dirty.add(line);
    });
    for (const index of dirty) {
      this.marks[index] = lineMark(this.board.lines[index], values);
      this.tell.delete(index);
    }
    this.seen = values.slice();
    return this.marks.map((mark, index) => ({ ...mark, wrong: this.shown(mark, index, mistakes) }));
  }

  /** The lines that alone decide a further cell. */
  get telling(): Set<number> {
    this.board.lines.forEach((line, index) => {
      if (!this.tell.has(index)) this.tell.set(index, tells(line, this.seen));
    });
    return new Set([...this.tell].flatMap(([line, told]) => told ? [line] : []));
  }

  /** How many lines have all their numbers done. */
  get done(): number {
    return this.marks.filter((mark) => mark.done.every(Boolean)).length;
  }

  /** The part of the lines with numbers that have all of them done, 0 to 1. */
  get share(): number {
    const told = this.marks.filter((mark) => mark.done.length);
    return told.length ? told.filter((mark) => mark.done.every(Boolean)).length / told.length : 0;
  }

  private shown(mark: LineMark, index: number, mistakes: Mistakes): boolean {
    if (mistakes === "always" || !mark.wrong) return mark.wrong && mistakes !== "off";
    return mistakes === "finished"
      && this.board.lines[index].cells.every((cell) => this.seen[cell] !== OPEN);
  }
}

/** The picture that is solved, or null. Any colouring that meets all clues wins, whatever the maker had
 *  in mind. Cells left open count as white; where cells are broken away (`standing`) it is also won when all
 *  that is left is right. */
export function solvedPicture(board: Board, values: Values): Values | null {
  const white = values.map((value) => Math.max(value, 0));
  if (board.lines.every((line) => accepts(line, white))) return white;
  if (!kindOf(board).standing || !isPlain(board)) return null;
  const standing = values.map((value) => (value === OPEN ? 1 : value));
  return board.lines.every((line) => accepts(line, standing)) ? standing : null;
}
