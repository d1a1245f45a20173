/** Marks of a line's clue, from the cells that a player has filled in: which runs are placed, and
 *  whether the line can still be completed. Marks are sound: a run is done only if it can lie
 *  nowhere else and all its cells are filled in.
 *
 *  Where a line reads a cell twice, each visit is treated as a separate cell. That relaxation only
 *  adds placements, so a run with a single placement under it has a single placement.
 */

import type { LineMark } from "../boards/view";
import { isTally, type Line, OPEN, type Runs, type Tally, type Values } from "./board";
import { blocksOf } from "./clues";

export function lineMark(line: Line, values: Values): LineMark {
  const cells = line.cells.map((cell) => values[cell]);
  return isTally(line.clue) ? tallyMark(line.clue, cells) : runsMark(line.clue, cells);
}

/** Returns whether a finished line meets its clue: an independent check that reads and compares. */
export function accepts(line: Line, values: ArrayLike<number>): boolean {
  const blocks = blocksOf(line, values);
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
  const none = runs.map(() => false);
  if (cells.every((value) => value === OPEN)) return { done: none, wrong: false };
  const before = fits(runs, cells);
  if (!before[runs.length][cells.length]) return { done: none, wrong: true };
  const after = fits([...runs].reverse(), [...cells].reverse());
  const done = runs.map((_, run) => {
    const place = onlyPlace(run, runs, cells, before, after);
    return place !== null && written(cells, ...place, runs[run][1]);
  });
  return { done, wrong: false };
}

/** Returns whether a clue decides an open cell of its line: the cell has one colour in all ways to complete it.
 *  Of tallies it is never said. */
export function tells({ clue, cells: places }: Line, values: Values): boolean {
  const cells = places.map((cell) => values[cell]), size = cells.length;
  if (isTally(clue) || !cells.includes(OPEN)) return false;
  if (!clue.length) return cells.every((value) => value <= 0);
  const before = fits(clue, cells), count = clue.length;
  if (!before[count][size]) return false;
  const after = fits([...clue].reverse(), [...cells].reverse());
  const ways = new Map<number, Uint8Array>(); // for each colour: the cells that can have it
  clue.forEach(([length, colour], run) => {
    const reach = reaches(cells, colour), can = ways.get(colour) ?? new Uint8Array(size);
    ways.set(colour, can);
    for (let end = 1; end <= size; end++) {
      if (!roomAfter(after, clue, cells, run, count - 1 - run, end)) continue;
      const [least, most] = length === null ? [1, reach[end]] : [length, Math.min(length, reach[end])];
      for (let some = least; some <= most; some++)
        if (room(before, clue, cells, run, end - some)) can.fill(1, end - some, end);
    }
  });
  return cells.some((value, at) => {
    if (value !== OPEN) return false;
    const white = before.some((row, j) => row[at] && after[count - j][size - 1 - at]);
    return Number(white) + [...ways.values()].filter((can) => can[at]).length === 1;
  });
}

/** For each prefix of the line, the length of its longest suffix of cells that may have the colour. */
function reaches(cells: number[], colour: number): Int32Array {
  const reach = new Int32Array(cells.length + 1);
  cells.forEach((value, at) => {
    reach[at + 1] = value === OPEN || value === colour ? reach[at] + 1 : 0;
  });
  return reach;
}

/** fits[j][i]: whether the first i cells can hold exactly the first j runs. */
function fits(runs: Runs, cells: number[]): Uint8Array[] {
  const size = cells.length + 1;
  const table = [new Uint8Array(size)];
  table[0][0] = 1;
  for (let i = 1; i < size; i++) table[0][i] = Number(table[0][i - 1] && cells[i - 1] <= 0);
  const reach = new Map(runs.map(([, colour]) => [colour, reaches(cells, colour)]));
  runs.forEach(([length, colour], j) => {
    const row = new Uint8Array(size), far = reach.get(colour)!;
    for (let i = 1; i < size; i++) {
      if (row[i - 1] && cells[i - 1] <= 0) row[i] = 1;
      else if (length !== null) row[i] = Number(far[i] >= length && room(table, runs, cells, j, i - length));
      else for (let some = 1; some <= far[i] && !row[i]; some++)
        row[i] = Number(room(table, runs, cells, j, i - some));
    }
    table.push(row);
  });
  return table;
}

/** Returns whether run j may begin at this cell, given the cells before it. */
function room(
  table: Uint8Array[], runs: Runs, cells: number[], j: number, start: number,
): boolean {
  if (j === 0 || runs[j - 1][1] !== runs[j][1]) return table[j][start] === 1;
  return start > 0 && table[j][start - 1] === 1 && cells[start - 1] <= 0;
}

/** Returns where a run lies if it has one placement. `after` is the table of the mirrored line. */
function onlyPlace(
  run: number, runs: Runs, cells: number[], before: Uint8Array[], after: Uint8Array[],
): [start: number, end: number] | null {
  const [length, colour] = runs[run];
  const reach = reaches(cells, colour), size = cells.length, rest = runs.length - 1 - run;
  let found: [number, number] | null = null;
  for (let end = 1; end <= size; end++) {
    const [least, most] = length === null ? [1, reach[end]] : [length, Math.min(length, reach[end])];
    for (let some = least; some <= most; some++) {
      if (!room(before, runs, cells, run, end - some)) continue;
      if (!roomAfter(after, runs, cells, run, rest, end)) continue;
      if (found) return null;
      found = [end - some, end];
    }
  }
  return found;
}

/** Returns whether run j may end before this cell, given the cells after it. */
function roomAfter(
  after: Uint8Array[], runs: Runs, cells: number[], j: number, rest: number, end: number,
): boolean {
  const left = cells.length - end;
  if (rest === 0 || runs[j + 1][1] !== runs[j][1]) return after[rest][left] === 1;
  return left > 0 && after[rest][left - 1] === 1 && cells[end] <= 0;
}

function written(cells: number[], start: number, end: number, colour: number): boolean {
  for (let at = start; at < end; at++) if (cells[at] !== colour) return false;
  return true;
}

/** Marks of a tally, colour by colour: a number is done when that many cells have the colour. */
function tallyMark(clue: Tally, cells: number[]): LineMark {
  const open = cells.includes(OPEN);
  const marks = clue.counts.map(([total, groups], at) => {
    const have = cells.filter((value) => value === at + 1).length;
    const possible = countFits(cells, at + 1, total, groups);
    // A 0 is of use until all cells are decided; other numbers are done once as many cells are filled.
    return { done: possible && (total ? have === total : !open), wrong: !possible };
  });
  return { done: marks.map(({ done }) => done), wrong: marks.some(({ wrong }) => wrong) };
}

/** Returns whether the cells can have this total of a colour in this number of groups. One pass
 *  keeps, for each number of groups so far and for being inside one, the possible totals as bits. */
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
