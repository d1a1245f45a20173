/** A board: a nonogram of any family as a page gets it (draw/board.py makes it), and its lines.
 *
 *  cell    a place to colour: a number from 0 on
 *  value   what a cell shows: OPEN, 0 (white, crossed out) or a colour of the palette
 *  line    reads some of the cells, in order, and carries one clue
 */

import { kindOf } from "../boards/kind";
import type { BoardWords } from "../generated/api";

export const OPEN = -1;

export interface Colour { name: string; rgb: string; symbol: string }
/** Runs in order: [length or null where it is blotted, colour]. */
export type Runs = [number | null, number][];
/** For each colour from 1 on: [total, groups (3 is 3 or more)]; null is unknown. */
export interface Tally { counts: [number | null, number | null][] }
export type Clue = Runs | Tally;
export type Point = [number, number];

export interface Box {
  text: string; colour: number; at: Point; angle: number; size: number; path: string; chip: string;
}
export interface PlaneLine {
  name: string; curve: number; back: boolean; cells: number[]; path: string;
  label?: { leader: string; boxes: Box[] };
}
/** Millimetres from the top left corner; paths as in SVG. */
export interface Plane {
  width: number; height: number; unit: number; frame: string;
  faces: { path: string; spot: Point; room: number }[];
  curves: string[]; lines: PlaneLine[];
  tags: { curve: number; at: Point; port: Point; radius: number }[];
}

export interface BoardData {
  /** The kind of board that shows it (boards/kind.ts). */
  board: string;
  family: string; title: string; author: string; description: string;
  words: BoardWords;
  palette: Colour[]; cells: number; given: [number, number][]; clues: Clue[];
  grid?: { width: number; height: number };
  /** `rods` tells which of all rods have a clue and so are lines. */
  solid?: { width: number; height: number; depth: number; rods: number[] };
  plane?: Plane;
}

/** A line without its clue. */
export type Way = Omit<Line, "clue">;

export interface Line { name: string; cells: number[]; clue: Clue; group: number }

export interface Board extends BoardData {
  lines: Line[];
  /** For each cell the lines that read it, by index. */
  through: number[][];
}

/** What a cell shows: OPEN, 0 or a colour; one for each cell. */
export type Values = Int8Array;

export function isTally(clue: Clue): clue is Tally {
  return !Array.isArray(clue);
}

/** Does a clue tell nothing, because it is hidden? */
export function isHidden(clue: Clue): boolean {
  return isTally(clue) && clue.counts.every(([total, groups]) => total === null && groups === null);
}

/** Is it black and white, whatever its two colours are called? */
export function isPlain(board: BoardData): boolean {
  return board.palette.length === 2;
}

export function open(data: BoardData): Board {
  const lines = kindOf(data).lines(data).map((way, index) => ({ ...way, clue: data.clues[index] }));
  const through: number[][] = Array.from({ length: data.cells }, () => []);
  lines.forEach((line, index) => {
    for (const cell of new Set(line.cells)) through[cell].push(index);
  });
  return { ...data, lines, through };
}

/** A cell in words, as the command line has it. */
export function cellName(board: BoardData, cell: number): string {
  return kindOf(board).cellName(board, cell);
}

/** The values to begin with: what is given, all else open. */
export function blank(board: BoardData): Values {
  const values = new Int8Array(board.cells).fill(OPEN);
  for (const [cell, colour] of board.given) values[cell] = colour;
  return values;
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
