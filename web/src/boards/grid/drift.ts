/** Scrolls the cells while a stroke is near the edge of the visible part. */

import type { Spot } from "../gestures";
import type { Axis, Layout } from "./layout";

const ZONE = 22; // CSS pixels from the edge at which scrolling begins; it is faster closer to the edge
const FASTEST = 12; // cells in a second

/** Returns the scrolling speed along an axis, in cells per second, for a pointer position. */
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

  /** Updates the pointer position and the axes along which the stroke runs. */
  at(spot: Spot, axes: { x: boolean; y: boolean }): void {
    this.stop();
    const step = (now: number) => {
      const { layout } = this, seconds = Math.min(0.05, (now - this.last) / 1000);
      const [x, y] = (["x", "y"] as const).map((name) =>
        (axes[name] ? pull(layout, layout[name], spot[name]) : 0));
      if (!x && !y) return void (this.frame = 0);
      const cell = layout.cell / layout.ratio;
      // Whole pixels: slow steps would be rounded to zero.
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
