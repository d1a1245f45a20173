/** A game: the marks of a player on a board, with undo and redo without limit.
 *
 *  A move is a list of changes, [cell, before, after], flat. Moves are all that is kept, so what is
 *  saved is what was played, and undo is the same code as play.
 */

import { blank, type Board, OPEN, type Values } from "./board";

/** [cell, before, after, cell, before, after, ...] */
export type Move = number[];

export interface Save {
  moves: Move[];
  /** How many of the moves are done; the rest can be redone. */
  done: number;
  seconds: number;
  solved: boolean;
  /** Numbers of clues that were struck by hand: the line, and the number of its clue. */
  struck?: [line: number, run: number][];
  /** The part of the lines that is done, 0 to 1. */
  share?: number;
}

/** What a game begins with, and what a stroke over its own colour leaves: a player's board is open, a
 *  designer's picture is white. */
export interface Begin { values: Values; rubbed: number }

export class Game {
  readonly values: Values;
  moves: Move[] = [];
  done = 0;
  private stroke: { move: Move; from: number; to: number; touched: Set<number> } | null = null;
  private readonly given: Set<number>;
  private readonly rubbed: number;
  private readonly start: Values;

  constructor(readonly board: Board, save?: Pick<Save, "moves" | "done">, begin?: Begin) {
    this.start = begin?.values.slice() ?? blank(board);
    this.values = this.start.slice();
    this.rubbed = begin?.rubbed ?? OPEN;
    this.given = new Set(begin ? [] : board.given.map(([cell]) => cell));
    if (Array.isArray(save?.moves)) this.resume(save.moves, Number(save.done) || 0);
  }

  /** Goes on with a game that was continued elsewhere, too; a stroke under way goes on. */
  take(save: Pick<Save, "moves" | "done">): void {
    const stroke = this.stroke;
    this.stroke = null;
    this.values.set(this.start);
    this.moves = [];
    this.done = 0;
    this.resume(save.moves, save.done);
    if (!stroke) return;
    const touched = [...stroke.touched];
    stroke.move = touched.flatMap((cell) => [cell, this.values[cell], stroke.to]);
    for (const cell of touched) this.values[cell] = stroke.to;
    this.stroke = stroke;
  }

  /** Begins a stroke that makes cells `colour`. On a cell that has it already, it rubs out. */
  begin(cell: number, colour: number): void {
    if (this.given.has(cell)) return;
    const from = this.values[cell];
    this.stroke = { move: [], from, to: from === colour ? this.rubbed : colour, touched: new Set() };
    this.extend(cell);
  }

  /** Goes on with the stroke: only cells that are as its first one was are changed. */
  extend(cell: number): void {
    const stroke = this.stroke;
    if (!stroke || stroke.touched.has(cell) || this.given.has(cell)) return;
    if (this.values[cell] !== stroke.from) return;
    stroke.touched.add(cell);
    stroke.move.push(cell, stroke.from, stroke.to);
    this.values[cell] = stroke.to;
  }

  end(): boolean {
    const move = this.stroke?.move ?? [];
    this.stroke = null;
    if (move.length) this.keep(move);
    return move.length > 0;
  }

  /** Takes back what the stroke did so far. */
  cancel(): void {
    if (this.stroke) this.apply(this.stroke.move, true);
    this.stroke = null;
  }

  /** Sets cells in one move: a hint that is done, a line that is finished. */
  set(changes: [cell: number, value: number][]): boolean {
    const move = changes.filter(([cell, value]) => !this.given.has(cell)
                                && this.values[cell] !== value)
      .flatMap(([cell, value]) => [cell, this.values[cell], value]);
    if (!move.length) return false;
    this.apply(move, false);
    this.keep(move);
    return true;
  }

  /** Adds to the last move, so that one undo takes back both. */
  addTo(changes: [cell: number, value: number][]): void {
    const last = this.moves.length === this.done && this.set(changes) ? this.moves.pop() : undefined;
    if (!last) return;
    this.done--;
    this.moves[this.done - 1] = [...this.moves[this.done - 1], ...last];
  }

  undo(): boolean {
    this.cancel();
    if (!this.done) return false;
    this.apply(this.moves[--this.done], true);
    return true;
  }

  redo(): boolean {
    this.cancel();
    if (this.done === this.moves.length) return false;
    this.apply(this.moves[this.done++], false);
    return true;
  }

  /** All rubbed out, as one move that can be undone. */
  clear(): boolean {
    return this.set([...this.values.keys()].map((cell) => [cell, this.rubbed]));
  }

  /** The states after each move so far, the newest last, at most `limit`. */
  history(limit: number): Values[] {
    const values = this.values.slice();
    const states = [values.slice()];
    for (let index = this.done - 1; index >= 0 && states.length < limit; index--) {
      put(values, this.moves[index], true);
      states.push(values.slice());
    }
    return states.reverse();
  }

  private keep(move: Move): void {
    this.moves.length = this.done;
    this.moves.push(move);
    this.done++;
  }

  private apply(move: Move, back: boolean): void {
    put(this.values, move, back);
  }

  /** Moves of a save; those that do not fit this board end it, so that a strange save is no harm. */
  private resume(moves: Move[], done: number): void {
    for (const move of moves) {
      if (!this.fits(move)) break;
      this.apply(move, false);
      this.keep(move);
    }
    while (this.done > Math.max(0, Math.min(done, this.moves.length))) this.undo();
  }

  private fits(move: unknown): move is Move {
    const colours = this.board.palette.length;
    return Array.isArray(move) && move.length > 0 && move.length % 3 === 0
      && move.every((part, at) => Number.isInteger(part) && (at % 3 === 0
        ? part >= 0 && part < this.board.cells && !this.given.has(part)
        : part >= OPEN && part < colours))
      && move.every((part, at) => at % 3 !== 0 || this.values[part] === move[at + 1]);
  }
}

function put(values: Values, move: Move, back: boolean): void {
  for (let at = 0; at < move.length; at += 3) values[move[at]] = move[at + (back ? 1 : 2)];
}
