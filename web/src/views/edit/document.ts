/** What a designer changes: sheets, each a board with a picture and its history. Painting adds to the
 *  sheet; what changes the board itself (its size, say) begins a new one. Undo goes back through
 *  both. */

import { kindOf } from "../../boards/kind";
import type { Puzzle } from "../../api";
import { type Board, type Values } from "../../model/board";
import { regrid } from "../../model/clues";
import { Game } from "../../model/game";

export interface Sheet { puzzle: Puzzle; board: Board; game: Game }

export class Document {
  private sheets: Sheet[];
  private at = 0;

  constructor(puzzle: Puzzle, board: Board, picture: Values) {
    this.sheets = [sheet(puzzle, board, picture)];
  }

  get sheet(): Sheet {
    return this.sheets[this.at];
  }

  get canUndo(): boolean {
    return this.at > 0 || this.sheet.game.done > 0;
  }

  get canRedo(): boolean {
    return this.at < this.sheets.length - 1 || this.sheet.game.done < this.sheet.game.moves.length;
  }

  undo(): boolean {
    if (this.sheet.game.undo()) return true;
    if (!this.at) return false;
    this.at--;
    return true;
  }

  redo(): boolean {
    if (this.sheet.game.redo()) return true;
    if (this.at === this.sheets.length - 1) return false;
    this.at++;
    return true;
  }

  /** A new sheet; what could be redone is forgotten. */
  turn(puzzle: Puzzle, board: Board, picture: Values): void {
    const game = this.sheet.game;
    game.moves.length = game.done;
    this.sheets.length = this.at + 1;
    this.sheets.push(sheet(puzzle, board, picture));
    this.at++;
  }

  /** Other words about the same picture; they are no step to be undone. */
  describe(words: Puzzle): void {
    this.sheet.puzzle = { ...this.sheet.puzzle, ...words };
  }
}

function sheet(puzzle: Puzzle, board: Board, picture: Values): Sheet {
  return { puzzle, board, game: new Game(board, undefined, { values: picture, rubbed: 0 }) };
}

/** How a grid is changed as a whole; sides may grow or shrink by some cells. */
export type Change = "mirror" | "flip" | "turn" | { left: number; top: number; right: number; bottom: number };

const MOST = 200; // cells along a side

export function changeGrid(document: Document, change: Change): void {
  const { board, puzzle, game } = document.sheet;
  const { width, height } = board.grid!;
  const at = (x: number, y: number) =>
    (x >= 0 && y >= 0 && x < width && y < height ? game.values[y * width + x] : 0);
  const draw = (w: number, h: number, from: (x: number, y: number) => number) => {
    const picture = Array.from({ length: w * h }, (_, cell) => from(cell % w, Math.floor(cell / w)));
    const next = regrid(puzzle, board, picture, w, h);
    document.turn(next.puzzle, next.board, Int8Array.from(picture));
  };
  if (change === "mirror") draw(width, height, (x, y) => at(width - 1 - x, y));
  else if (change === "flip") draw(width, height, (x, y) => at(x, height - 1 - y));
  else if (change === "turn") draw(height, width, (x, y) => at(y, height - 1 - x));
  else {
    const w = width + change.left + change.right, h = height + change.top + change.bottom;
    if (w < 1 || h < 1 || w > MOST || h > MOST) return;
    draw(w, h, (x, y) => at(x - change.left, y - change.top));
  }
}

/** Another look of a colour, or one more of them; cells keep their numbers. */
export function recolour(document: Document, colour: number, rgb: string): void {
  const { board, puzzle, game } = document.sheet;
  const palette = board.palette.map((old, at) => (at === colour ? { ...old, rgb } : old));
  if (colour === palette.length) palette.push({ ...fresh(board, colour), rgb });
  document.turn({ ...puzzle, palette }, { ...board, palette }, game.values);
}

function fresh(board: Board, colour: number): { name: string; symbol: string } {
  const taken = new Set(board.palette.flatMap(({ name, symbol }) => [name, symbol]));
  const symbols = [..."abcdefghijklmnopqrstuvwxyz"].filter((letter) => !taken.has(letter));
  const name = taken.has(`colour ${colour}`) ? `colour ${colour} (new)` : `colour ${colour}`;
  return { name, symbol: symbols[0] ?? "@" };
}

/** Whether the palette can grow. */
export function canAddColour(board: Board): boolean {
  return Boolean(kindOf(board).moreColours) && board.palette.length < 12;
}
