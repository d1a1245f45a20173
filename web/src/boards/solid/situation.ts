/** The state that both views of a solid, in space and by layers, share. */

import type { Board } from "../../model/board";
import type { Spot } from "../gestures";
import { heatShade } from "../shades";
import type { Look } from "../view";
import { type Hit, type Slice, Space } from "./space";
import { type Label, labelsOf } from "./tallies";
import { type Rgb, rgbOf, type Theme } from "./theme";

export class Situation {
  readonly space: Space;
  /** For each line the numbers of its clue. */
  labels: Label[][];
  look: Look;
  slice: Slice;
  /** The keyboard's cursor; it begins at the top of the front. */
  cursor: number;
  /** Whether the keyboard's cursor is shown. */
  focused = false;
  hover: Hit | null = null;
  private readonly paints: Rgb[];

  constructor(public board: Board, public theme: Theme) {
    this.space = new Space(board);
    this.labels = board.lines.map((line) => labelsOf(line.clue, board));
    this.look = { values: new Int8Array(board.cells).fill(-1) };
    this.slice = this.space.whole();
    const [, height, depth] = this.space.sizes;
    this.cursor = this.space.cell([0, height - 1, depth - 1]);
    this.paints = board.palette.map((colour) => rgbOf(colour.rgb));
  }

  /** The same board with other clues. */
  reclue(board: Board): void {
    this.board = board;
    this.labels = board.lines.map((line) => labelsOf(line.clue, board));
  }

  /** Whether clues are shown; a finished solid has none. */
  get told(): boolean {
    return !this.look.finished;
  }

  /** The number of colours whose signs are shown. */
  get signs(): number {
    return this.look.signs && this.told && !this.look.heat ? this.board.palette.length - 1 : 0;
  }

  paint(value: number): Rgb {
    return value < 0 ? this.theme.cube : this.paints[value];
  }

  /** The colour of a cell: its value, or its heat. */
  tint(cell: number): Rgb {
    const heat = this.look.heat?.[cell];
    if (this.look.heat) return Number.isNaN(heat!) ? this.theme.cube : rgbOf(heatShade(heat!));
    return this.paint(this.look.values[cell]);
  }

  /** Whether a number of a clue is done, and whether its line is wrong. */
  done(line: number, label: Label): boolean {
    return this.look.marks?.[line]?.done[label.count] ?? false;
  }

  wrong(line: number): boolean {
    return this.look.marks?.[line]?.wrong ?? false;
  }

  /** The numbers of a line; none, if its clue is hidden. */
  numbers(line: number): Label[] {
    return this.labels[line] ?? [];
  }

  lit(line: number): boolean {
    return this.look.lit?.includes(line) ?? false;
  }

  pointed(line: number, label: Label): boolean {
    return this.look.litRuns?.get(line)?.includes(label.count) ?? false;
  }
}

/** A view of a solid. Spots are CSS pixels from the element's top left corner. */
export interface Sight {
  readonly element: HTMLElement;
  /** Schedules a redraw after a change of the situation. */
  changed(): void;
  hit(at: Spot): Hit | null;
  /** Whether a stroke that began at one cell may continue to another. */
  follows(first: Hit, next: Hit): boolean;
  /** Whether this side of the cell faces the viewer. */
  reaches(hit: Hit): boolean;
  drag(dx: number, dy: number): void;
  zoom(factor: number, at: Spot): boolean;
  fit(): void;
  resize(): void;
  centre(cell: number): Spot | null;
  /** The step of the keyboard's cursor to the right, up, and towards the viewer. */
  step(cell: number, right: number, up: number, near: number): number | null;
  destroy(): void;
}
