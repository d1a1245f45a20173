/** A stroke that comes to the edge of the cells in sight scrolls them on. */

import type { Spot } from "../gestures";
import type { Axis, Layout } from "./layout";

const ZONE = 22; // CSS pixels inside the edge where it begins; further out it is faster
const FASTEST = 12; // cells in a second

/** Which way and how fast, in cells in a second, to scroll along an axis for a pointer there. */
export function pull(layout: Layout, one: Axis, at: number): number {
  const zone = Math.min(ZONE * layout.ratio, (one.stop - one.edge) / 4);
  const here = at * layout.ratio;
  const [before, after] = [one.edge + zone - here, here - one.stop + zone];
  const share = (depth: number) => Math.min(1, Math.max(0.2, depth / (2 * zone)));
  if (before > 0 && one.scroll > 0) return -FASTEST * share(before);
  return after > 0 && one.scroll < one.scrollMost ? FASTEST * share(after) : 0;
}

export class Drift {
  private frame = 0;
  private last = 0;

  /** `moved` is called after each step. */
  constructor(private readonly layout: Layout, private readonly moved: (at: Spot) => void) {}

  /** The pointer is here, and the stroke goes along these axes. */
  at(spot: Spot, axes: { x: boolean; y: boolean }): void {
    this.stop();
    const step = (now: number) => {
      const { layout } = this, seconds = Math.min(0.05, (now - this.last) / 1000);
      const [x, y] = (["x", "y"] as const).map((name) =>
        (axes[name] ? pull(layout, layout[name], spot[name]) : 0));
      if (!x && !y) return void (this.frame = 0);
      const cell = layout.cell / layout.ratio;
      // Whole pixels, or slow steps would be rounded away.
      const by = (speed: number) => Math.sign(speed) * Math.ceil(Math.abs(speed) * cell * seconds);
      layout.pan(-by(x), -by(y));
      this.last = now;
      this.frame = requestAnimationFrame(step);
      this.moved(spot);
    };
    this.last = performance.now();
    this.frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }
}
