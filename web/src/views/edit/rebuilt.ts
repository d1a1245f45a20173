/** A puzzle of another size, or with further colours, and the same picture, where the studio has to make it. */

import { boardOf, call, type Puzzle } from "../../api";
import { FAMILIES } from "../../generated/families";
import { type Board, type Colour, open, type Values } from "../../model/board";
import { Lattice } from "./shapes";

export interface Rebuilt { puzzle: Puzzle; board: Board; picture: Values }

const WORDS = ["title", "author", "description", "licence"]; // what the maker says stays

/** All of its clues are shown: those that were hidden belonged to the old picture. */
export async function rebuilt(
  puzzle: Puzzle, board: Board, values: Values, sides: number[], palette: Colour[],
): Promise<Rebuilt> {
  const named = Object.fromEntries(FAMILIES[board.family].emptySides.map((side, axis) => [side, sides[axis]]));
  const { puzzle: empty } = await call<{ puzzle: Puzzle }>("make/empty", {
    family: board.family, ...named, palette: palette.map(({ rgb }) => rgb) });
  const said = Object.fromEntries(WORDS.flatMap((word) => (word in puzzle ? [[word, puzzle[word]]] : [])));
  const next = { ...empty, ...said, palette };
  const [from, to] = [Lattice.of(board)!, new Lattice(sides)];
  const picture = new Int8Array(sides.reduce((product, side) => product * side, 1));
  picture.forEach((_, cell) => {
    const old = from.cell(to.place(cell));
    if (old !== null) picture[cell] = values[old];
  });
  return { puzzle: next, board: open(await boardOf(next)), picture };
}
