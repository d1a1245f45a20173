/** Marked faces: each kind of notice has a different pattern, so that it does not depend on colour. */

import type { Notice } from "../view";
import { make } from "./svg";

export const NOTICES: Notice[] = ["hint", "wrong", "changed", "ambiguous", "stuck"];

let count = 0; // ids are global to the page, which may have several boards

/** The patterns, and a name for the fill of each kind. */
export function patterns(svg: SVGSVGElement, unit: number): Record<Notice, string> {
  const defs = make("defs", {}, svg);
  const prefix = `notice-${count++}`;
  const size = 2.2 * unit;
  for (const notice of NOTICES) {
    const pattern = make("pattern", {
      id: `${prefix}-${notice}`, width: size, height: size, patternUnits: "userSpaceOnUse",
      patternTransform: notice === "stuck" ? "rotate(-45)" : "rotate(45)",
      class: `notice ${notice}` }, defs);
    strokes(notice, size, pattern);
  }
  return Object.fromEntries(NOTICES.map((notice) => [notice, `url(#${prefix}-${notice})`])) as
    Record<Notice, string>;
}

function strokes(notice: Notice, size: number, pattern: Element): void {
  const line = (d: string, width: number) => make("path", { d, "stroke-width": width * size }, pattern);
  if (notice === "wrong") line(`M0 0V${size}`, 0.5);
  else if (notice === "stuck") line(`M0 0V${size}`, 0.18);
  else if (notice === "ambiguous") {
    line(`M0 0V${size}`, 0.2);
    line(`M0 0H${size}`, 0.2);
  } else if (notice === "changed")
    make("circle", { cx: size / 2, cy: size / 2, r: 0.22 * size, class: "dot" }, pattern);
}
