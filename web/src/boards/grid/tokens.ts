/** The numbers of a clue, each with the room that it takes, before anything is drawn. */

import { type Board, type Clue, isPlain, isTally } from "../../model/board";

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

export interface Clues {
  /** For each line the numbers, in the order they are read. */
  lines: Token[][];
  /** A number of each kind. */
  kinds: Token[];
  /** The room of the longest row's and the longest column's clue. */
  left: number;
  top: number;
  chips: boolean;
}

const DIGIT = 0.58, GAP = 0.5, CHIP = 1.3;
const STEP = 1.22, CHIP_STEP = 1.42;

/** From one number of a column to the next. */
export function stepOf({ chips }: { chips: boolean }): number {
  return chips ? CHIP_STEP : STEP;
}

export function tokensOf(board: Board): Clues {
  const chips = !isPlain(board);
  const rows = board.grid!.height;
  const lines = board.lines.map(({ clue }, index) =>
    placed(numbers(clue, chips), chips, index < rows));
  const longest = (some: Token[][]) => Math.max(0, ...some.map((tokens) => tokens[0].end));
  return { lines, chips, kinds: kindsOf(lines.flat()),
           left: longest(lines.slice(0, rows)), top: longest(lines.slice(rows)) };
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

function placed(tokens: Token[], chips: boolean, row: boolean): Token[] {
  let end = 0;
  for (const token of [...tokens].reverse()) {
    const room = token.text.length * DIGIT + GAP;
    token.width = chips ? Math.max(CHIP, room) : room;
    end += row ? token.width : stepOf({ chips });
    token.end = end;
  }
  return tokens;
}

function numbers(clue: Clue, chips: boolean): Token[] {
  const found = isTally(clue) ? counts(clue.counts, chips)
    : clue.map(([length, colour], index) => token(length, chips ? colour : 0, index));
  return found.length ? found : [token(0, 0, 0)];
}

/** A number for each colour; those of which there is none go without saying. */
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
 *  stay where they are while somebody paints. It never shrinks. */
export function roomier(room: number, needed: number, cells: number, each: number): number {
  const least = each * (Math.min(FEW, Math.ceil(cells / 4)) + 0.5);
  if (room < least) room = least;
  return needed <= room ? room : needed + each * MORE;
}
