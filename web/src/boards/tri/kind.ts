/** Triddlers: triangles in rows, rising and falling lines. */

import { register } from "../kind";
import { linesOf, placeOf, sidesOf } from "./geometry";

register("tri", {
  lines: (board) => linesOf(sidesOf(board)),
  cellName: (board, cell) => {
    const [row, place] = placeOf(sidesOf(board), cell);
    return `row ${row + 1}, triangle ${place + 1}`;
  },
  load: async () => (await import(".")).triBoard,
  moreColours: true,
});
