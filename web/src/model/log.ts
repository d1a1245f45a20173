/** Logs of games and edits, as the library keeps them (docs/studio.md, "Nothing is lost"): operations
 *  that are only ever appended. `History` replays a log; `changes` says in operations what was done on
 *  the board since. */

import type { Move } from "./game";

/** A board to paint on: a `.nono` file, whose clues may be outdated, and the picture at its start. */
export interface SheetData { puzzle: Record<string, unknown>; picture: number[]; version?: string }

/** Exactly one of move, sheet, words, strike, undo and redo; or none of them, to note the time. */
export interface Op {
  id: string;
  move?: Move; sheet?: SheetData; words?: Record<string, string>; undo?: string; redo?: string;
  /** Of a game: a line, a number of its clue, and 1 if it is struck by hand, else 0. */
  strike?: [line: number, run: number, on: number];
  /** Of a move in edits: the id of its sheet. */
  on?: string;
  /** Seconds played since the operation before. */
  seconds?: number;
  /** The part of the lines that is done, 0 to 1. */
  share?: number;
  solved?: boolean;
}

export interface Step { id: string; move?: Move; sheet?: SheetData; on?: string }

/** What a log amounts to: steps that hold, and steps that can be redone, the next one last. */
export class History {
  done: Step[] = [];
  undone: Step[] = [];
  words: Record<string, string> = {};
  /** Numbers that were struck by hand, as "line run". */
  struck: ReadonlySet<string> = new Set();
  /** Whether a player has solved it. */
  solved = false;

  /** Steps as the library tells them: the first `done` hold, the others follow in order. */
  static of(steps: Step[], done: number, words: Record<string, string> = {}): History {
    const history = new History();
    history.done = steps.slice(0, done);
    history.undone = steps.slice(done).reverse();
    history.words = words;
    return history;
  }

  /** With more operations; this one stays as it is. */
  with(ops: Op[]): History {
    const next = new History();
    next.done = [...this.done];
    next.undone = [...this.undone];
    next.words = { ...this.words };
    next.struck = this.struck;
    next.solved = this.solved;
    for (const op of ops) next.apply(op);
    return next;
  }

  /** All steps in order, those that can be redone after those that hold. */
  get steps(): Step[] {
    return [...this.done, ...[...this.undone].reverse()];
  }

  private apply({ id, move, sheet, words, strike, undo, redo, on, solved }: Op): void {
    this.solved = solved ?? this.solved;
    if (strike) {
      const [line, run, struck] = strike, all = new Set(this.struck);
      if (struck) all.add(`${line} ${run}`);
      else all.delete(`${line} ${run}`);
      this.struck = all;
    } else if (undo) {
      const at = this.done.findLastIndex((step) => step.id === undo);
      if (at > 0 || (at === 0 && !this.done[0].sheet)) this.undone.push(...this.done.splice(at, 1));
    } else if (redo) {
      const at = this.undone.findLastIndex((step) => step.id === redo);
      if (at >= 0) this.done.push(...this.undone.splice(at, 1));
    } else if (words) Object.assign(this.words, words);
    else if (move || sheet) {
      this.done.push({ id, move, sheet, on });
      this.undone = [];
    }
  }
}

/** Steps in order, of which the first `done` hold. */
export interface Line<Ref> { steps: Ref[]; done: number }

/** The operations that lead from one line of steps to another. Equal steps are the same object, and
 *  new steps were made when all before them held. */
export function changes<Ref>(
  before: Line<Ref>, after: Line<Ref>, idOf: (step: Ref) => string, made: (step: Ref) => Op,
): Op[] {
  let same = 0;
  while (same < before.steps.length && before.steps[same] === after.steps[same]) same++;
  const ops: Op[] = [];
  const undo = (from: number, to: number) => {
    for (let at = from - 1; at >= to; at--) ops.push({ id: newId(), undo: idOf(after.steps[at] ?? before.steps[at]) });
  };
  const redo = (from: number, to: number) => {
    for (let at = from; at < to; at++) ops.push({ id: newId(), redo: idOf(after.steps[at]) });
  };
  let at = before.done;
  if (same < before.steps.length && at > same) {
    for (; at > same; at--) ops.push({ id: newId(), undo: idOf(before.steps[at - 1]) });
  }
  if (after.steps.length > same) {
    redo(at, same);
    for (const step of after.steps.slice(same)) ops.push(made(step));
    at = after.steps.length;
  }
  undo(at, after.done);
  redo(at, after.done);
  return ops;
}

/** An id that no other page makes: random for each load of the page, then counted. */
const page = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join("");
let count = 0;
export function newId(): string {
  return `${page}-${(++count).toString(36)}`;
}

/** The moves of a game, each with the colours that cells had before it: a page that painted at the
 *  same time as another did not know the other's colours. Cells that are no longer there are left out. */
export function replayed(steps: Step[], start: ArrayLike<number>): Move[] {
  const values = Array.from(start);
  return steps.map(({ move = [] }) => {
    const next: Move = [];
    for (let at = 0; at < move.length; at += 3) {
      const cell = move[at];
      if (!(cell >= 0 && cell < values.length)) continue;
      next.push(cell, values[cell], move[at + 2]);
      values[cell] = move[at + 2];
    }
    return next;
  });
}
