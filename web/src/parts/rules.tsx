/** How to play, for who meets such a puzzle for the first time: the rules of its family, and what
 *  hands and keys do. */

import { type Board, isPlain } from "../model/board";

const PLANE = "The boxes beside the end of a line are about the faces along that side of it. Read from " +
  "the outside in: each number is a run of filled faces, in the order in which the line passes them. " +
  "Between two runs there is at least one white face.";

const RULES: Record<Board["family"], string> = {
  grid: "Each number beside a row or above a column is a block of filled cells, in this order. Between " +
    "two blocks there is at least one white cell; nothing else is filled.",
  solid: "A picture is hidden in the block. A number on a face says how many cubes of the rod behind " +
    "it belong to the picture: a plain number in one group, in a circle in two, in a square in three " +
    "or more. Where there is no number, nothing is told. Fill what belongs, break away the rest.",
  sloped: PLANE,
  curved: `${PLANE} A face that the line comes back to counts each time.`,
};

export function Rules({ board }: { board: Board }) {
  const solid = board.family === "solid";
  return (
    <details class="panel rules">
      <summary>How to play</summary>
      <p>{RULES[board.family]}</p>
      {!isPlain(board) && <p>A number has the colour of its block. White is needed only between blocks
        of one colour; others may touch.</p>}
      <p class="small soft">Fill with a click or a tap, or drag. {solid ? "Break away" : "Cross out"} with
        the right button, a long press, or the × in hand. Zoom with the wheel or two fingers.
        {solid && " Drag beside the solid to turn it; Slice and Layers look inside."}</p>
      <p class="small soft">Keys: arrows{solid && ", page up and down"}, space to fill, x to cross out,
        c the lines of a cell, 1–9 colours, u undo, r redo, h hint, + and − zoom, f fit
        {solid && ", shift and arrows turn, [ ] slice, l layers"}.</p>
    </details>
  );
}
