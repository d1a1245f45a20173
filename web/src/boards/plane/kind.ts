/** Arrangements of lines or curves in a frame: faces, with labels around them. */

import { register } from "../kind";

register("plane", {
  lines: ({ plane }) => plane!.lines.map(({ name, cells, back }) => ({ name, cells, group: Number(back) })),
  cellName: (_, cell) => `face ${cell + 1}`,
  load: async () => (await import(".")).planeBoard,
  before: "the faces ",
  moreColours: true,
  placedClues: true,
});
