/** What a designer changes: sheets, each a board with a picture and its history. Painting adds to the
 *  sheet; what changes the board itself (its size, say) begins a new one. Undo goes back through
 *  both. `changes` says what was done in the operations of the library's log, and `take` goes on with a
 *  log that another page has added to. */

import { kindOf } from "../../boards/kind";
import type { Puzzle } from "../../api";
import { type Board, type Values } from "../../model/board";
import { regrid } from "../../model/clues";
import { Game, type Move } from "../../model/game";
import { changes, type History, newId, type Op, replayed, type Step } from "../../model/log";

export interface Sheet {
  id: string; puzzle: Puzzle; board: Board; game: Game;
  /** The picture that it begins with, and the version that this is, if any. */
  picture: number[]; version?: string;
}

/** What is known of a sheet beside its step in the log. */
export type BoardOf = (step: Step) => Board;

type Ref = Sheet | Move;

export class Document {
  private sheets: Sheet[];
  private at = 0;
  private words: Puzzle = {};
  private told: { steps: Ref[]; done: number; ids: Map<Ref, string> };

  /** Begins with a puzzle that was never edited, or with its history. */
  constructor(begin: Sheet, history: History, boardOf: BoardOf) {
    this.sheets = [begin];
    this.told = { steps: [], done: 0, ids: new Map() };
    if (history.done.length) this.take(history, boardOf);
    else this.describeLocally(history.words);
  }

  get sheet(): Sheet {
    return this.sheets[this.at];
  }

  /** The puzzle of the sheet, with the words that were given to it since. */
  get puzzle(): Puzzle {
    return { ...this.sheet.puzzle, ...this.words };
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
  turn(puzzle: Puzzle, board: Board, picture: Values, version?: string): void {
    const game = this.sheet.game;
    game.moves.length = game.done;
    this.sheets.length = this.at + 1;
    this.sheets.push(newSheet(newId(), puzzle, board, picture, version));
    this.at++;
  }

  /** Other words about the same picture, for all sheets; they are no step to be undone. */
  describe(words: Puzzle): Op[] {
    this.describeLocally(words);
    return [...this.changes(true), { id: newId(), words: words as Record<string, string> }];
  }

  /** Returns the log's operations since the last call; none for a puzzle that was only opened. */
  changes(all = false): Op[] {
    const game = this.sheet.game;
    if (game.done === game.moves.length && this.told.ids.get(game.moves[game.done - 1]) === undefined
        && game.done > 0) this.sheets.length = this.at + 1; // painted: later sheets cannot be redone
    const steps: Ref[] = [], on = new Map<Ref, Sheet>();
    let done = 0;
    this.sheets.forEach((sheet, at) => {
      steps.push(sheet, ...sheet.game.moves);
      for (const move of sheet.game.moves) on.set(move, sheet);
      if (at <= this.at) done += 1 + sheet.game.done;
    });
    if (steps.length === 1 && !this.told.steps.length && !all) return [];
    const { ids } = this.told;
    const ops = changes<Ref>(this.told, { steps, done }, (ref) => ids.get(ref)!, (ref) => {
      const id = Array.isArray(ref) ? newId() : ref.id;
      ids.set(ref, id);
      if (Array.isArray(ref)) return { id, move: ref, on: on.get(ref)!.id };
      const { puzzle, picture, version } = ref;
      return { id, sheet: { puzzle, picture, ...(version && { version }) } };
    });
    this.told = { steps, done, ids };
    return ops;
  }

  /** Goes on with a history; sheets that are known keep their boards and games. */
  take(history: History, boardOf: BoardOf): void {
    const known = new Map(this.sheets.map((sheet) => [sheet.id, sheet]));
    const sheets: { step: Step; moves: Step[] }[] = [];
    let done = 0, at = 0;
    history.steps.forEach((step, index) => {
      const holds = index < history.done.length;
      if (step.sheet) {
        sheets.push({ step, moves: [] });
        if (holds) { at = sheets.length - 1; done = 0; }
      } else if (sheets.length && step.on === sheets[sheets.length - 1].step.id) {
        sheets[sheets.length - 1].moves.push(step);
        if (holds) done++;
      }
    });
    const ids = new Map<Ref, string>(), steps: Ref[] = [];
    this.sheets = sheets.map(({ step, moves }, index) => {
      const before = known.get(step.id);
      const { puzzle, picture, version } = step.sheet!;
      // The same game goes on: a stroke may be under way, or be made before the page is drawn again.
      const sheet = before && String(before.picture) === String(picture) ? before
        : newSheet(step.id, puzzle, before?.board ?? boardOf(step), Int8Array.from(picture), version);
      const replay = replayed(moves, picture);
      sheet.game.take({ moves: replay, done: index < at ? replay.length : index === at ? done : 0 });
      ids.set(sheet, step.id);
      steps.push(sheet, ...sheet.game.moves);
      sheet.game.moves.forEach((move, n) => ids.set(move, moves[n].id));
      return sheet;
    });
    this.at = at;
    this.words = { ...history.words };
    this.told = { steps, ids, done: this.sheets.slice(0, at + 1)
      .reduce((sum, sheet) => sum + 1 + sheet.game.done, 0) };
  }

  private describeLocally(words: Puzzle): void {
    this.words = { ...this.words, ...words };
  }
}

export function newSheet(
  id: string, puzzle: Puzzle, board: Board, picture: Values, version?: string,
): Sheet {
  return { id, puzzle, board, picture: [...picture], version,
           game: new Game(board, undefined, { values: picture, rubbed: 0 }) };
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
  if (colour === palette.length) palette.push({ ...freshColour(board, colour), rgb });
  document.turn({ ...puzzle, palette }, { ...board, palette }, game.values);
}

/** Name and sign of a colour that is added. */
export function freshColour(board: Board, colour: number): { name: string; symbol: string } {
  const taken = new Set(board.palette.flatMap(({ name, symbol }) => [name, symbol]));
  const symbols = [..."abcdefghijklmnopqrstuvwxyz"].filter((letter) => !taken.has(letter));
  const name = taken.has(`colour ${colour}`) ? `colour ${colour} (new)` : `colour ${colour}`;
  return { name, symbol: symbols[0] ?? "@" };
}

/** Whether the palette can grow. */
export function canAddColour(board: Board): boolean {
  const { moreColours, sides } = kindOf(board);
  return Boolean(moreColours ?? sides) && board.palette.length < 12;
}
