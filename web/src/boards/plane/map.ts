/** The overview map of a plane that is zoomed in: all of it, small and live, with the part in sight. */

import type { Plane } from "../../model/board";
import type { Frame } from "../gestures";
import { make, set } from "./svg";

export class PlaneMap {
  readonly element: SVGSVGElement;
  private readonly part: SVGRectElement;

  /** `content` is the id of the group that the board itself shows. */
  constructor(private readonly plane: Plane, content: string) {
    const { width, height, unit } = plane;
    this.element = make("svg", { class: "plane plane-map", viewBox: `0 0 ${width} ${height}`,
                                 "aria-hidden": "true" });
    make("use", { href: `#${content}` }, this.element);
    // The board's own lines would be too thin at this size.
    make("path", { class: "outline", d: [plane.frame, ...plane.curves].join(""), "stroke-width": width / 140 },
         this.element);
    this.part = make("rect", { class: "part", rx: unit, "stroke-width": width / 60 }, this.element);
    this.show(null);
  }

  /** Shows which part is in sight, in units of the plane; null: all of it, and no map is needed. */
  show(part: Frame | null): void {
    this.element.toggleAttribute("hidden", part === null);
    if (part) set(this.part, { x: part.left, y: part.top, width: part.width, height: part.height });
  }

  /** The place in the plane that is at a point of the window; null beside the map. */
  placeAt(x: number, y: number, beside: boolean): [number, number] | null {
    if (this.element.hasAttribute("hidden")) return null;
    const box = this.element.getBoundingClientRect();
    const inside = x >= box.left && x < box.right && y >= box.top && y < box.bottom;
    if (!inside && !beside) return null;
    return [(x - box.left) / box.width * this.plane.width, (y - box.top) / box.height * this.plane.height];
  }
}
