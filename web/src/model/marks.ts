/** What is certain about the clue of a line, given what a player wrote: which runs are placed, and
 *  whether the line can still be completed. A mark never lies: a run is done only if it can lie
 *  nowhere else and all its cells are written.
 *
 *  Where a line reads a cell twice, each visit is taken as a cell of its own. That allows more than
 *  is possible, so what has one place even then has one place.
 */

import type { LineMark } from "../boards/view";
import { isTally, type Line, OPEN, type Runs, type Tally, type Values } from "./board";

export function lineMark(line: Line, values: Values): LineMark {
  const cells = line.cells.map((cell) => values[cell]);
  return isTally(line.clue) ? tallyMark(line.clue, cells) : runsMark(line.clue, cells);
}

/** Does a finished line meet its clue? It reads and compares; it knows nothing of the above. */
export function accepts(line: Line, values: ArrayLike<number>): boolean {
  const blocks: [length: number, colour: number][] = [];
  let last = 0;
  for (const cell of line.cells) {
    const colour = values[cell];
    if (colour > 0 && colour === last) blocks[blocks.length - 1][0]++;
    else if (colour > 0) blocks.push([1, colour]);
    last = colour;
  }
  const clue = line.clue;
  if (!isTally(clue))
    return blocks.length === clue.length && clue.every(([length, colour], at) =>
      colour === blocks[at][1] && (length === null || length === blocks[at][0]));
  return clue.counts.every(([total, groups], at) => {
    const own = blocks.filter(([, colour]) => colour === at + 1);
    const cells = own.reduce((sum, [length]) => sum + length, 0);
    return (total === null || total === cells)
      && (groups === null || groups === Math.min(own.length, 3));
  });
}

function runsMark(runs: Runs, cells: number[]): LineMark {
  if (!runs.length)
    return { done: [cells.every((value) => value === 0)], wrong: cells.some((value) => value > 0) };
  const before = fits(runs, cells);
  const after = mirrored(fits(mirroredRuns(runs), [...cells].reverse()));
  if (!before[runs.length][cells.length]) return { done: runs.map(() => false), wrong: true };
  const done = runs.map((_, run) => {
    const places = placesOf(run, runs, cells, before, after);
    return places.length === 1 && written(cells, ...places[0], runs[run][1]);
  });
  return { done, wrong: false };
}

/** fits[j][i]: can the first i cells hold exactly the first j runs? */
function fits(runs: Runs, cells: number[]): boolean[][] {
  const table = runs.map(() => new Array<boolean>(cells.length + 1).fill(false));
  table.unshift(new Array<boolean>(cells.length + 1).fill(false));
  table[0][0] = true;
  for (let j = 0; j <= runs.length; j++)
    for (let i = 0; i < cells.length + 1; i++) {
      if (i && table[j][i - 1] && cells[i - 1] <= 0) table[j][i] = true;
      if (j && !table[j][i]) table[j][i] = lengths(runs[j - 1], i).some((length) =>
        canBe(cells, i - length, i, runs[j - 1][1]) && room(table, runs, cells, j - 1, i - length));
    }
  return table;
}

/** May run j begin at this cell, as far as what is before it goes? */
function room(table: boolean[][], runs: Runs, cells: number[], j: number, start: number): boolean {
  if (j === 0 || runs[j - 1][1] !== runs[j][1]) return table[j][start];
  return start > 0 && table[j][start - 1] && cells[start - 1] <= 0;
}

function placesOf(
  run: number, runs: Runs, cells: number[], before: boolean[][], after: boolean[][],
): [start: number, end: number][] {
  const found: [number, number][] = [];
  for (let start = 0; start < cells.length && found.length < 2; start++)
    for (const length of lengths(runs[run], cells.length - start)) {
      const end = start + length;
      const free = canBe(cells, start, end, runs[run][1])
        && room(before, runs, cells, run, start) && roomAfter(after, runs, cells, run, end);
      if (free) found.push([start, end]);
    }
  return found;
}

/** after[j][i]: can the cells from i on hold exactly the runs from j on? */
function roomAfter(
  after: boolean[][], runs: Runs, cells: number[], run: number, end: number,
): boolean {
  if (run === runs.length - 1 || runs[run + 1][1] !== runs[run][1]) return after[run + 1][end];
  return end < cells.length && after[run + 1][end + 1] && cells[end] <= 0;
}

function mirrored(table: boolean[][]): boolean[][] {
  return [...table].reverse().map((row) => [...row].reverse());
}

const mirroredRuns = (runs: Runs): Runs => [...runs].reverse();

/** The lengths that a run may have, up to a limit: a blotted one may have any. */
function lengths([length]: Runs[number], most: number): number[] {
  if (length !== null) return length <= most ? [length] : [];
  return Array.from({ length: most }, (_, index) => index + 1);
}

function canBe(cells: number[], start: number, end: number, colour: number): boolean {
  for (let at = start; at < end; at++) if (cells[at] !== OPEN && cells[at] !== colour) return false;
  return true;
}

function written(cells: number[], start: number, end: number, colour: number): boolean {
  for (let at = start; at < end; at++) if (cells[at] !== colour) return false;
  return true;
}

/** Each colour for itself: its number is done when so many cells have it. */
function tallyMark(clue: Tally, cells: number[]): LineMark {
  const open = cells.includes(OPEN);
  const marks = clue.counts.map(([total, groups], at) => {
    const have = cells.filter((value) => value === at + 1).length;
    const possible = countFits(cells, at + 1, total, groups);
    // A 0 tells what to do until it is done; other numbers are used up once so many cells have them.
    return { done: possible && (total ? have === total : !open), wrong: !possible };
  });
  return { done: marks.map(({ done }) => done), wrong: marks.some(({ wrong }) => wrong) };
}

/** Can the cells have so many of a colour, in so many groups? A walk that keeps, for each number of
 *  groups so far and for being in one or not, which totals are possible: bits of a whole number. */
function countFits(
  cells: number[], colour: number, total: number | null, groups: number | null,
): boolean {
  let outside = [1n, 0n, 0n, 0n];
  let inside = [0n, 0n, 0n, 0n];
  for (const value of cells) {
    const free = value === OPEN || value !== colour;
    const taken = value === OPEN || value === colour;
    const nextOutside = outside.map((bits, many) => (free ? bits | inside[many] : 0n));
    const nextInside = inside.map((bits, many) => {
      const begun = (many ? outside[many - 1] : 0n) | (many === 3 ? outside[3] : 0n);
      return taken ? (bits | begun) << 1n : 0n;
    });
    [outside, inside] = [nextOutside, nextInside];
  }
  return [0, 1, 2, 3].some((many) => (groups === null || groups === many)
    && (total === null ? outside[many] | inside[many]
        : (outside[many] | inside[many]) >> BigInt(total) & 1n));
}
