/** Arrow keys on a board whose faces have no rows. */

import type { Plane, Point } from "../../model/board";

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const WAYS: Record<Direction, Point> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest face in this direction, within 50 degrees of it; offsets to the side count
 *  double. Null: there is none. */
export function neighbour(plane: Plane, face: number, direction: Direction): number | null {
  const [x, y] = plane.faces[face].spot;
  const [ux, uy] = WAYS[direction];
  let best: number | null = null, least = Infinity;
  plane.faces.forEach(({ spot }, other) => {
    const [dx, dy] = [spot[0] - x, spot[1] - y];
    const ahead = dx * ux + dy * uy, aside = Math.abs(dx * uy - dy * ux);
    const cost = ahead + 2 * aside;
    if (other !== face && ahead > 1e-6 && aside <= 1.2 * ahead && cost < least)
      [best, least] = [other, cost];
  });
  return best;
}
