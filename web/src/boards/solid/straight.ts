/** The path of a stroke over cells: it stays in a rod once the direction is fixed, so that a
 *  shaky hand changes no cells beside it. */

import { AXES, type Space } from "./space";

const CLEAR = 2; // cells along one axis, with none across, after which the direction is fixed

export class Straight {
  private way: number | "open" | "free" = "open";

  constructor(private readonly space: Space, private readonly start: number) {}

  /** The cell of the stroke for a pointer at this cell. */
  to(cell: number): number {
    const { space, start } = this;
    const off = AXES.map((axis) => space.at(cell, axis) - space.at(start, axis));
    const moved = AXES.filter((axis) => off[axis]);
    if (this.way === "open" && moved.length > 1) this.way = "free";
    const far = moved.length === 1 && Math.abs(off[moved[0]]) >= CLEAR;
    if (this.way === "open" && far) this.way = moved[0];
    return typeof this.way === "number" ? space.step(start, this.way, off[this.way])! : cell;
  }
}
