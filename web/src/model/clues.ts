/** The clues that a picture has; what a designer sees change under the pen. */

import { type Board, type BoardData, type Clue, isTally, type Line, open } from "./board";

/** The blocks of a coloured line, in order: [length, colour]. */
export function blocksOf(line: Line, picture: ArrayLike<number>): [number, number][] {
  const blocks: [number, number][] = [];
  let last = 0;
  for (const cell of line.cells) {
    const colour = picture[cell];
    if (colour > 0 && colour === last) blocks[blocks.length - 1][0]++;
    else if (colour > 0) blocks.push([1, colour]);
    last = colour;
  }
  return blocks;
}

/** The clue of a line with these colours, of the same kind as the one it has. Numbers that it does
 *  not tell stay untold. */
export function clueOf(line: Line, picture: ArrayLike<number>): Clue {
  const runs = blocksOf(line, picture);
  if (!isTally(line.clue)) return runs;
  return { counts: line.clue.counts.map(([total, groups], at) => {
    const own = runs.filter(([, colour]) => colour === at + 1);
    const cells = own.reduce((sum, [length]) => sum + length, 0);
    return [total === null ? null : cells, groups === null ? null : Math.min(3, own.length)];
  }) };
}

/** The board with the clues of a picture. */
export function reclued(board: Board, picture: ArrayLike<number>): Board {
  const clues = board.lines.map((line) => clueOf(line, picture));
  return { ...board, clues, lines: board.lines.map((line, at) => ({ ...line, clue: clues[at] })) };
}

/** A grid of another picture, as its `.nono` file has it, and its board. What belonged to the old
 *  picture cell by cell (given cells, saved games) is left behind. */
export function regrid(
  puzzle: Record<string, unknown>, data: BoardData, picture: number[], width: number, height: number,
): { puzzle: Record<string, unknown>; board: Board } {
  const empty: Clue[] = Array.from({ length: width + height }, () => []);
  const bare = open({ ...data, cells: width * height, given: [], clues: empty, grid: { width, height } });
  const board = reclued(bare, picture);
  const rows = Array.from({ length: height }, (_, y) => picture.slice(y * width, (y + 1) * width));
  const { given: _given, saved: _saved, ...rest } = puzzle;
  return { board, puzzle: { ...rest, width, height, rows: board.clues.slice(0, height),
                            columns: board.clues.slice(height), solution: rows } };
}
