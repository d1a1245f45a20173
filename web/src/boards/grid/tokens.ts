/** The numbers of a clue, each with the room that it takes, before anything is drawn. */

import { type Board, type Clue, isHidden, isPlain, isTally } from "../../model/board";
import type { Rooms } from "./rooms";

export interface Token {
  text: string;
  /** 0: no chip behind it. */
  colour: number;
  /** Where it is in `LineMark.done` and in lit runs. */
  index: number;
  shape: "" | "circle" | "square";
  /** The same for all that look the same. */
  kind: number;
  /** Its width, and where it ends, from the cells outwards; in units of the letter size. */
  width: number;
  end: number;
}

export interface Clues extends Rooms {
  /** For each line the numbers, in the order they are read. */
  lines: Token[][];
  /** A number of each kind. */
  kinds: Token[];
  chips: boolean;
  /** Whether each number has the sign of its colour: beside it in a row, above it in a column. */
  signs: boolean;
}

const DIGIT = 0.58, GAP = 0.5, CHIP = 1.3;
export const SIGN = 0.55; // the room of a sign
const STEP = 1.22, CHIP_STEP = 1.42;
const MOST = 0.5; // the share of clues that the brief room holds; the rest is read beside the board

/** The distance from one number of a column to the next. */
export function stepOf({ chips, signs }: Pick<Clues, "chips" | "signs">): number {
  return (chips ? CHIP_STEP : STEP) + (signs ? SIGN : 0);
}

export function tokensOf(board: Board, signed = false): Clues {
  const chips = !isPlain(board), signs = chips && signed;
  const rows = board.grid!.height;
  const lines = board.lines.map(({ clue }, index) =>
    placed(numbers(clue, chips), chips, signs, index < rows));
  const rooms = [lines.slice(0, rows), lines.slice(rows)].map((some) =>
    some.map((tokens) => tokens[0].end).sort((one, other) => one - other));
  const [left, top] = rooms.map((some) => some[some.length - 1] ?? 0);
  const [briefLeft, briefTop] = rooms.map((some) => some[Math.floor(some.length * MOST)] ?? 0);
  return { lines, chips, signs, kinds: kindsOf(lines.flat()), left, top,
           brief: [briefLeft, briefTop] };
}

function kindsOf(tokens: Token[]): Token[] {
  const kinds = new Map<string, Token>();
  for (const token of tokens) {
    const look = `${token.text} ${token.colour}${token.shape}`, known = kinds.get(look);
    token.kind = known?.kind ?? kinds.size;
    if (!known) kinds.set(look, token);
  }
  return [...kinds.values()];
}

function placed(tokens: Token[], chips: boolean, signs: boolean, row: boolean): Token[] {
  let end = 0;
  for (const token of [...tokens].reverse()) {
    const room = token.text.length * DIGIT + GAP;
    token.width = (chips ? Math.max(CHIP, room) : room)
      + (row && signs && token.colour ? SIGN : 0);
    end += row ? token.width : stepOf({ chips, signs });
    token.end = end;
  }
  return tokens;
}

/** The numbers of a clue in reading order; none for a hidden clue. */
export function numbers(clue: Clue, chips: boolean): Token[] {
  if (isHidden(clue)) return [{ ...token(0, 0, 0), text: "" }];
  const found = isTally(clue) ? counts(clue.counts, chips)
    : clue.map(([length, colour], index) => token(length, chips ? colour : 0, index));
  return found.length ? found : [token(0, 0, 0)];
}

/** A number for each colour; zeros are left out. */
function counts(told: [number | null, number | null][], chips: boolean): Token[] {
  return told.map(([total, groups], index) => ({
    ...token(total, chips ? index + 1 : 0, index),
    shape: groups === 2 ? "circle" as const : groups === 3 ? "square" as const : "" as const,
  })).filter((_, index) => told[index][0] !== 0);
}

function token(length: number | null, colour: number, index: number): Token {
  return { text: length === null ? "?" : String(length), colour, index, shape: "", kind: 0,
           width: 0, end: 0 };
}

const FEW = 8, MORE = 2; // numbers

/** Room for clues that are about to change: for some more numbers than there are, so that cells
 *  stay in place during painting. It never shrinks. */
export function roomier(room: number, needed: number, cells: number, each: number): number {
  const least = each * (Math.min(FEW, Math.ceil(cells / 4)) + 0.5);
  if (room < least) room = least;
  return needed <= room ? room : needed + each * MORE;
}

interface Room { room: number; brief: number; cells: number }

/** The same for all rows and columns: the room of the longest clues, and that of most. */
export function roomierBoth(x: Room, y: Room, clues: Clues): Rooms {
  const wide = clues.chips ? CHIP : DIGIT + GAP, high = stepOf(clues);
  return { left: roomier(x.room, clues.left, x.cells, wide),
           top: roomier(y.room, clues.top, y.cells, high),
           brief: [roomier(x.brief, clues.brief[0], x.cells, wide),
                   roomier(y.brief, clues.brief[1], y.cells, high)] };
}
