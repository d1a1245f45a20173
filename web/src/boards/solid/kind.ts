/** Solids: voxels in rods along three axes. */

import { range, type Way } from "../../model/board";
import { register } from "../kind";

register("solid", {
  lines: ({ solid }) => {
    const all = rods(solid!);
    return solid!.rods.map((rod) => all[rod]);
  },
  cellName: ({ solid }, cell) => {
    const { width, height } = solid!;
    const [x, y, z] = [cell % width, Math.floor(cell / width) % height,
                       Math.floor(cell / (width * height))];
    return `x ${x + 1}, y ${y + 1}, z ${z + 1}`;
  },
  load: async () => (await import(".")).solidBoard,
  sides: ({ solid }) => [solid!.width, solid!.height, solid!.depth],
  standing: true,
  heatOnPicture: true,
  gestures: " Drag beside the solid to turn it; Slice and Layers look inside.",
  moreArrows: ", page up and down",
  moreKeys: ", shift and arrows turn, [ ] slice, l layers",
});

/** Rods along x, then y, then z; those of an axis by the x, the y, the z of their first cells. */
function rods(size: { width: number; height: number; depth: number }): Way[] {
  const sides = [size.width, size.height, size.depth];
  const steps = [1, size.width, size.width * size.height];
  const found: Way[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const across = [0, 1, 2].filter((other) => other !== axis);
    for (let x = 0; x < (axis === 0 ? 1 : sides[0]); x++)
      for (let y = 0; y < (axis === 1 ? 1 : sides[1]); y++)
        for (let z = 0; z < (axis === 2 ? 1 : sides[2]); z++) {
          const place = [x, y, z];
          const start = x + y * steps[1] + z * steps[2];
          const where = across.map((other) => `${"xyz"[other]} ${place[other] + 1}`).join(", ");
          found.push({ name: `${"xyz"[axis]} rod at ${where}`, group: axis,
                       cells: range(sides[axis]).map((at) => start + at * steps[axis]) });
        }
  }
  return found;
}
