/** The way of a stroke over cells: it keeps to a rod once it is clear which, so that a hand that
 *  shakes neither marks nor breaks what lies beside. */

import { AXES, type Space } from "./space";

const CLEAR = 2; // cells along one axis, and none aside, after which the direction is clear

export class Straight {
  private way: number | "open" | "free" = "open";

  constructor(private readonly space: Space, private readonly start: number) {}

  /** The cell that is meant when the pointer is at this one. */
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
