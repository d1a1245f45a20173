/** Thick lines every five cells, so that cells can be counted; lighter between dark cells. */

import type { Layout } from "./layout";
import type { Shades } from "../shades";
import type { Keys } from "./tiles";

type Pen = CanvasRenderingContext2D;

/** Draws the lines beside and between these columns and rows. */
export function drawFives(
  pen: Pen, layout: Layout, shades: Shades, keys: Keys,
  left: number, right: number, top: number, bottom: number,
): void {
  const { x, y } = layout, wide = x.cells;
  const dark = (cell: number) => layout.edges && shades.dark.has(keys[cell] - 1);
  const across = every(layout), thick = width(layout), from = -(thick >> 1);
  for (const at of boundaries(left, right + 1, x.cells, across))
    pieces(pen, shades, top, bottom, (row) => dark(row * wide + at - 1) && dark(row * wide + at),
           (start, end) => [layout.at(x, at) + from, layout.at(y, start), thick,
                            layout.at(y, end) - layout.at(y, start)]);
  for (const at of boundaries(top, bottom + 1, y.cells, across))
    pieces(pen, shades, left, right,
           (column) => dark((at - 1) * wide + column) && dark(at * wide + column),
           (start, end) => [layout.at(x, start), layout.at(y, at) + from,
                            layout.at(x, end) - layout.at(x, start), thick]);
}

/** Draws one line in segments, which are lighter between dark cells. */
function pieces(
  pen: Pen, shades: Shades, first: number, last: number, isDark: (at: number) => boolean,
  box: (start: number, end: number) => [number, number, number, number],
): void {
  for (let start = first, end; start <= last; start = end) {
    const dark = isDark(start);
    end = start + 1;
    while (end <= last && isDark(end) === dark) end++;
    pen.fillStyle = dark ? shades.fiveOnDark : shades.five;
    pen.fillRect(...box(start, end));
  }
}

function* boundaries(from: number, to: number, cells: number, step: number): Generator<number> {
  for (let at = Math.ceil(from / step) * step; at <= to; at += step)
    if (at > 0 && at < cells) yield at;
}

/** Every tenth line only, where cells are tiny. */
function every(layout: Layout): number {
  return layout.cell < 3 ? 10 : 5;
}

function width({ cell, ratio }: Layout): number {
  return Math.max(1, Math.round(ratio * (cell < 9 * ratio ? 1 : 2)));
}
