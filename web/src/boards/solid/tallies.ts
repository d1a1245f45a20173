/** Tallies as people print them: a number, in a circle for two groups, in a square for more. */

import { type BoardData, type Clue, isPlain, isTally } from "../../model/board";

export type Shape = "" | "circle" | "square";
/** The number of one colour, the `count`-th of the clue; `colour` 0 is no colour. */
export interface Label { text: string; shape: Shape; colour: number; count: number }

type Count = [number | null, number | null];
const SHAPES: Record<number, Shape> = { 2: "circle", 3: "square" };

/** The numbers of a rod. With several colours zeros are left out; a hidden clue has no numbers. */
export function labelsOf(clue: Clue, board: BoardData): Label[] {
  const counts = countsOf(clue, board);
  if (counts.every(([total, groups]) => total === null && groups === null)) return [];
  if (isPlain(board)) return [label(counts[0], 0, 0)];
  const some = counts.map((count, index) => ({ count, index }))
    .filter(({ count }) => !count.includes(0))
    .map(({ count, index }) => label(count, index + 1, index));
  return some.length ? some : [{ text: "0", shape: "", colour: 0, count: 0 }];
}

function countsOf(clue: Clue, board: BoardData): Count[] {
  const told = isTally(clue) ? clue.counts : [];
  return board.palette.slice(1).map((_, index) => told[index] ?? [null, null]);
}

function label([total, groups]: Count, colour: number, count: number): Label {
  const shape = SHAPES[groups ?? 0] ?? "";
  if (total === null) return { text: groups === 0 ? "0" : "?", shape, colour, count };
  // One cell is one group: only with more cells the number of groups is unknown.
  const unsure = groups === null && total > 1;
  return { text: `${total}${unsure ? "?" : ""}`, shape, colour, count };
}

const GROUPS: Record<Shape, string> = {
  "": "", circle: " in two groups", square: " in three or more groups",
};

/** A clue in words, for screen readers. */
export function clueWords(clue: Clue, board: BoardData): string {
  const labels = labelsOf(clue, board);
  if (!labels.length) return "unknown";
  return labels.map(({ text, shape, colour }) => {
    const number = text === "?" ? "an unknown number" : text.replace("?", " in an unknown number of groups");
    return `${number}${colour ? ` ${board.palette[colour].name}` : ""}${GROUPS[shape]}`;
  }).join(", ");
}
