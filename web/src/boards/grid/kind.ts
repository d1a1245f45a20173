/** Grids: cells in rows and columns. */

import { range } from "../../model/board";
import { register } from "../kind";

register("grid", {
  lines: ({ grid }) => {
    const { width, height } = grid!;
    const rows = range(height).map((y) => (
      { name: `row ${y + 1}`, group: 0, cells: range(width).map((x) => y * width + x) }));
    const columns = range(width).map((x) => (
      { name: `column ${x + 1}`, group: 1, cells: range(height).map((y) => y * width + x) }));
    return [...rows, ...columns];
  },
  cellName: ({ grid }, cell) =>
    `row ${Math.floor(cell / grid!.width) + 1}, column ${(cell % grid!.width) + 1}`,
  load: async () => (await import(".")).gridBoard,
  moreColours: true,
  sides: ({ grid }) => [grid!.width, grid!.height],
});
