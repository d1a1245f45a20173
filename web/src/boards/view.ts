/** What every board on the screen does, whatever its family: it shows a look, and tells strokes.
 *
 *  A board knows where its cells are and how to point at them: mouse, touch, pen and keyboard. What
 *  a stroke does is for others to say (play paints marks, edit paints the picture). Zooming and
 *  panning never make a stroke.
 */

import type { Board, Values } from "../model/board";

/** The reason why a cell is marked. Kinds differ by shape or hatching, never by colour alone. */
export type Notice = "hint" | "wrong" | "changed" | "ambiguous" | "stuck";

/** What of a line's clue is certain: for each run (or count) whether it is done; and whether the
 *  line can no longer be completed. */
export interface LineMark { done: boolean[]; wrong: boolean }

/** Everything that a board shows. Boards compare it with the previous one and redraw what changed. */
export interface Look {
  values: Values;
  /** A finished picture: white cells need no cross, and nothing is open. */
  finished?: boolean;
  notices?: Map<number, Notice>;
  /** Highlighted lines, by index: those of a hint, of a step, of the cell under the pointer. */
  lit?: number[];
  /** Runs of a lit line to point at: line index -> run indices. */
  litRuns?: Map<number, number[]>;
  marks?: LineMark[];
  /** Lines that decide a further cell, which have a mark beside their clue. */
  telling?: ReadonlySet<number>;
  /** For each cell 0 (easy) to 1 (hard), or NaN; drawn instead of colours. */
  heat?: Float32Array;
  /** Whether every colour has a sign on cells and clues, for colour vision deficiencies. */
  signs?: boolean;
  /** Of a solid by layers: what the layers beside it have is shown faintly. */
  onion?: boolean;
  /** The finished picture alone: no clues, no lines between cells. */
  bare?: boolean;
  /** It is solved: nothing lights up under the pointer any more, and nothing lies over it. */
  solved?: boolean;
  /** The lit lines are those of a hint: what is in space turns so that they are seen. */
  hinted?: boolean;
  /** A text names the lit lines: those that have numbers show them. */
  named?: boolean;
}

/** `main` is the left button, a touch, the space bar; `cross` the right button, a long press, x. */
export type Button = "main" | "cross";

export interface Strokes {
  /** A stroke begins on a cell, goes on to others, and ends. */
  begin(cell: number, button: Button): void;
  extend(cell: number): void;
  end(): void;
  /** Cancels the stroke: it became a pinch or a pan. */
  cancel(): void;
  /** The pointer or the keyboard's cursor is on this cell, or on none; and the lines that a label
   *  under the pointer belongs to. */
  hover?(cell: number | null, lines: number[]): void;
  /** A number of a clue was clicked: the line, and the run. */
  strike?(line: number, run: number): void;
}

export interface BoardView {
  /** The element to put into the page; it fills its parent. It can be focused, takes arrow keys,
   *  space and x, and has a label for screen readers. */
  readonly element: HTMLElement;
  show(look: Look): void;
  /** The same board with other clues: a designer changed the picture. Zoom and cursor stay. */
  reclue(board: Board): void;
  /** Fits the whole board into the view. */
  fit(): void;
  zoom(factor: number): void;
  /** Zooms in at the pointer or the keyboard's cursor; a board that is zoomed in is fitted again. A board that
   *  has this also zooms to the part that a drag frames, with the shift key or after `data-frame` was set on its
   *  element; it then dispatches `framed` there. */
  magnify?(): void;
  /** From where the board is looked at (zoom, place, rotation), in numbers that hold for any size of the
   *  window; null if all of it is in sight as at the start. */
  viewpoint?(): number[] | null;
  /** Looks at the board from there. */
  lookFrom?(viewpoint: number[]): void;
  /** Where a cell is on the screen, in CSS pixels, for tests and for pointing; null if unseen. */
  centre(cell: number): { x: number; y: number } | null;
  /** Moves the keyboard's cursor. */
  focusCell(cell: number): void;
  /** Whether clues are too small to be read, or cut off, when the whole board is visible. */
  small?(): boolean;
  /** Of a board in space: from where it is looked at, to be handed on to the next. */
  camera?: [yaw: number, pitch: number];
  /** ... which axis goes to the right, up, and towards the viewer, and which way; and the pixels of a voxel. */
  bearings?(): { axis: number; way: number }[];
  voxel?(): number;
  destroy(): void;
}

/** A board as one of the modules of this folder makes it. */
export type MakeBoard = (board: Board, strokes: Strokes) => BoardView;
