/** What `make` answers; the names are those of the API. */

import type { Puzzle } from "../../api";
import { FAMILIES } from "../../generated/families";
import type { Board, Values } from "../../model/board";
import type { Notice } from "../../boards/view";
import { countCells } from "../../model/words";
import type { Verdict } from "../../model/report";

export interface Variant extends Verdict {
  puzzle: Puzzle;
  changed?: number[];
  summary: Record<string, unknown>;
}

export interface Made extends Variant {
  remarks: string[];
  variants?: Variant[];
  source?: string[];
  pixels?: [number, number];
  /** Of a preview: has it the size of what is made, and is it already what is made? */
  exact?: boolean; complete?: boolean;
  ambiguous_cells?: number[]; blocked_faces?: number[]; popular_faces?: number[];
  undetermined_faces?: number[]; small_faces?: number[];
  blocked_points?: Point[]; self_crossings?: Point[]; tangencies?: Point[]; triple_points?: Point[];
}

/** Millimetres of the puzzle: x to the right, y up. */
export type Point = [number, number];

/** What was made: one puzzle, or several of a grid. */
export function variantsOf(made: Made): Variant[] {
  return made.variants?.length ? made.variants : [made];
}

/** What was made, with another puzzle in place of one of its variants. */
export function withPuzzle(made: Made, index: number, puzzle: Puzzle): Made {
  if (!made.variants?.length) return { ...made, puzzle };
  return { ...made, variants: made.variants.map((one, at) => (at === index ? { ...one, puzzle } : one)) };
}

/** A colour of a `.nono` file. */
export interface Shade { name: string; rgb: string; symbol: string }

/** The palette of a puzzle in colour, the background first; null of one in black and white. */
export function shadesOf(puzzle: Puzzle): Shade[] | null {
  return (puzzle.palette as Shade[] | undefined) ?? null;
}

/** What a person should know. Where cells of a picture are changed to fit (and counted), the first remarks are one
 *  for each variant, which say in figures what else is on the page; how much was changed is the news. */
export function remarksOf(made: Made, variant: Variant | null): string[] {
  if (made.summary.changed_share === undefined || !variant) return made.remarks;
  return [changedWords(variant), ...made.remarks.slice(variantsOf(made).length)];
}

function changedWords({ changed = [], summary, verdict }: Variant): string {
  const family = String(summary.family), cells = countCells(family, changed.length);
  if (!changed.length && verdict === "unknown") return `No ${FAMILIES[family].cell[0]} was changed: time was up before it was known which.`;
  if (!changed.length) return `No ${FAMILIES[family].cell[0]} had to be changed: this is the picture as it is.`;
  const share = 100 * changed.length / Number(summary.cells);
  return `${cells} ${changed.length === 1 ? "was" : "were"} changed (${share.toFixed(1)} %), as few as were found, where it is seen least.`;
}

/** The rows of a picture whose cells are squares, or null. */
export function rowsOf(puzzle: Puzzle): number[][] | null {
  const rows = puzzle.solution as unknown[] | undefined;
  const width = Array.isArray(rows?.[0]) ? rows[0].length : 0;
  return width > 0 && rows!.every((row) => Array.isArray(row) && row.length === width
    && typeof row[0] === "number") ? rows as number[][] : null;
}

export function pictureOf(puzzle: Puzzle): Values {
  return Int8Array.from((puzzle.solution as unknown[]).flat(3) as number[]);
}

/** Cells of one kind that a designer may want to look at, and points. */
export interface Places { name: string; cells: number[]; points: Point[]; notice: Notice }

const KINDS: [keyof Made, string, Notice][] = [
  ["changed", "Changed", "changed"], ["ambiguous_cells", "Ambiguous", "ambiguous"],
  ["blocked_faces", "In the way", "stuck"], ["blocked_points", "Points in the way", "stuck"],
  ["popular_faces", "Popular faces", "hint"], ["undetermined_faces", "Told by no clue", "ambiguous"],
  ["small_faces", "Small faces", "stuck"], ["self_crossings", "Self-crossings", "stuck"],
  ["tangencies", "Curves touch", "stuck"], ["triple_points", "Many meet", "stuck"]];

export function placesOf(made: Made, variant: Variant): Places[] {
  const all: Partial<Made> = { ...variant.summary, ...made, ...variant };
  return KINDS.flatMap(([key, name, notice]) => {
    const found = (all[key] ?? []) as (number | Point)[];
    const cells = found.filter((place) => typeof place === "number");
    const points = found.filter((place) => typeof place !== "number");
    return found.length ? [{ name, cells, points, notice }] : [];
  });
}

/** A point where the board draws it: from the top left corner of its page, y down. Both know the
 *  frame: its left and lower sides. */
export function onBoard(board: Board, puzzle: Puzzle, [x, y]: Point): Point {
  const ends = (puzzle.edges as Point[][]).map(([first]) => first);
  const frame = (board.plane!.frame.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const left = Math.min(...frame.filter((_, at) => at % 2 === 0));
  const low = Math.max(...frame.filter((_, at) => at % 2 === 1));
  return [left + x - Math.min(...ends.map(([at]) => at)), low - y + Math.min(...ends.map(([, at]) => at))];
}
