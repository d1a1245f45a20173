/** Who knows about a puzzle: the studio's server, or the way to the solution inside a file. */

import { call, type Puzzle } from "../api";
import { kindOf } from "../boards/kind";
import { type Board, OPEN, type Values } from "./board";

/** A hint, as `hint` of the API answers it. */
export interface Hint {
  kind: "step" | "mistake" | "done" | "nothing" | "unknown";
  stages: string[];
  line_indices: number[];
  cells: [cell: number, colours: number[]][];
  wrong: number[];
  last_good: number | null;
}

export interface Step {
  step: number; rung: number; technique: string; sentence: string;
  line_indices: number[]; cells: [cell: number, colours: number[]][];
}

export interface Advisor {
  /** `history` ends with the state before `values`. */
  hint(values: Values, history: Values[]): Promise<Hint>;
  /** The only solution, where there is just one; it is asked for only to show mistakes. */
  solution(): Promise<number[] | null>;
}

export function serverAdvisor(puzzle: Puzzle): Advisor {
  let found: Promise<number[] | null> | undefined;
  return {
    hint: (values, history) => call<Hint>("hint", {
      puzzle, state: [...values], history: history.map((state) => [...state]) }),
    solution: () => found ??= call<{ verdict: string; solutions: number[][] }>("solve", { puzzle })
      .then(({ verdict, solutions }) => (verdict === "unique" ? solutions[0] : null)),
  };
}

/** Advice from the steps that a file brings along, each of them proved when it was written. The
 *  first step that is not yet written out is next: all before it, it may build on. */
export function stepAdvisor(board: Board, steps: Step[]): Advisor {
  const known = new Array<number>(board.cells).fill(OPEN);
  for (const [cell, colour] of board.given) known[cell] = colour;
  for (const { cells } of steps)
    for (const [cell, colours] of cells) if (colours.length === 1) known[cell] = colours[0];
  const wrongIn = (values: Values) => known.flatMap((colour, cell) =>
    colour !== OPEN && values[cell] !== OPEN && values[cell] !== colour ? [cell] : []);
  return {
    solution: async () => (known.includes(OPEN) ? null : known),
    hint: async (values, history) => {
      const wrong = wrongIn(values);
      const good = () => history.findLastIndex((state) => !wrongIn(state).length);
      if (wrong.length) return mistake(wrong, good());
      const step = steps.find(({ cells }) => cells.some(([cell, colours]) =>
        colours.length === 1 && values[cell] === OPEN));
      return step ? asHint(board, step) : nothing(known.includes(OPEN));
    },
  };
}

function asHint(board: Board, step: Step): Hint {
  const names = step.line_indices.map((line) => board.lines[line].name);
  const where = `Look at ${kindOf(board).before ?? ""}${listed(names)}.`;
  return { kind: "step", line_indices: step.line_indices, cells: step.cells, wrong: [],
           last_good: null, stages: [where, `Try this: ${step.technique}.`, step.sentence] };
}

function mistake(wrong: number[], last: number): Hint {
  return { kind: "mistake", line_indices: [], cells: [], wrong, last_good: last < 0 ? null : last,
           stages: ["Something that is written cannot be right.",
                    `${wrong.length === 1 ? "One cell is" : `${wrong.length} cells are`} wrong; `
                    + "it is marked on the board."] };
}

function nothing(open: boolean): Hint {
  return { kind: open ? "nothing" : "done", line_indices: [], cells: [], wrong: [], last_good: null,
           stages: [open ? "Nothing more is known about this puzzle." : "All cells are known."] };
}

function listed(names: string[]): string {
  if (names.length > 4) return `${names.slice(0, 3).join(", ")} and ${names.length - 3} more lines`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0] ?? "";
}
