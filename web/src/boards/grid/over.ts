/** The overlay of the cells: highlighted lines, the cursor, a stroke's length. */

import type { Board } from "../../model/board";
import type { Look } from "../view";
import { inWindow } from "./cells";
import type { Layout } from "./layout";
import type { Tiles } from "./tiles";

type Pen = CanvasRenderingContext2D;

export interface Over {
  /** Highlighted lines. */
  lit: Iterable<number>;
  /** The keyboard's cursor, where it is shown. */
  cursor: number | null;
  /** A straight stroke of this many cells has come to this cell. */
  stroke: { cell: number; count: number } | null;
}

export function drawOver(pen: Pen, board: Board, layout: Layout, tiles: Tiles, look: Look,
                         over: Over): void {
  pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
  inWindow(pen, layout, () => {
    bands(pen, board, layout, tiles, over.lit);
    if (!look.finished) drawGiven(pen, board, layout, tiles);
    if (over.cursor !== null && !look.solved) ring(pen, board, layout, tiles, over.cursor);
  });
  if (over.stroke && over.stroke.count > 1) bubble(pen, board, layout, over.stroke);
}

function bands(pen: Pen, board: Board, layout: Layout, tiles: Tiles, lit: Iterable<number>): void {
  const { x, y, ratio } = layout, rows = board.grid!.height, edge = Math.max(1, Math.round(ratio));
  for (const line of lit) {
    const row = line < rows, one = row ? y : x, index = row ? line : line - rows;
    const from = layout.at(one, index), size = layout.at(one, index + 1) - from;
    const band = (at: number, thick: number) => (row
      ? pen.fillRect(x.edge, at, x.stop - x.edge, thick)
      : pen.fillRect(at, y.edge, thick, y.stop - y.edge));
    pen.fillStyle = tiles.shades.band;
    pen.globalAlpha = 0.13;
    band(from, size);
    pen.globalAlpha = 0.5;
    if (layout.edges) { band(from, edge); band(from + size, edge); }
  }
  pen.globalAlpha = 1;
}

/** Cells that are given cannot be changed: a small bar below. */
function drawGiven(pen: Pen, board: Board, layout: Layout, tiles: Tiles): void {
  const size = layout.cell;
  if (size < 8) return;
  for (const [cell] of board.given) {
    const [left, top] = corner(board, layout, cell);
    const high = Math.max(1, Math.round(size * 0.09));
    pen.fillStyle = tiles.shades.paper;
    pen.fillRect(left + size * 0.26, top + size * 0.78 - 1, size * 0.52, high + 2);
    pen.fillStyle = tiles.shades.five;
    pen.fillRect(left + size * 0.28, top + size * 0.78, size * 0.48, high);
  }
}

function ring(pen: Pen, board: Board, layout: Layout, tiles: Tiles, cell: number): void {
  const [left, top] = corner(board, layout, cell), size = Math.max(layout.cell, 6 * layout.ratio);
  const thick = Math.max(1, Math.round(Math.min(3 * layout.ratio, size / 4)));
  const { paper, cursor } = tiles.shades;
  for (const [colour, width] of [[paper, thick * 2], [cursor, thick]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.strokeRect(left + thick / 2, top + thick / 2, size - thick + 1, size - thick + 1);
  }
}

/** The length of the stroke in cells. */
function bubble(pen: Pen, board: Board, layout: Layout, stroke: NonNullable<Over["stroke"]>): void {
  const { cell, count } = stroke;
  const [left, top] = corner(board, layout, cell), { ratio } = layout, text = String(count);
  const high = 22 * ratio, wide = (text.length * 9 + 14) * ratio;
  const clamped = (value: number, most: number) => Math.max(2, Math.min(most, value));
  const x = clamped(left + layout.cell + 8 * ratio, layout.x.view - wide - 2);
  const y = clamped(top - high - 8 * ratio, layout.y.view - high - 2);
  pen.fillStyle = "#1f1d1ae6";
  pen.beginPath();
  pen.roundRect(x, y, wide, high, 6 * ratio);
  pen.fill();
  pen.fillStyle = "#ffffff";
  pen.font = `600 ${14 * ratio}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.fillText(text, x + wide / 2, y + high * 0.72);
}

function corner(board: Board, layout: Layout, cell: number): [number, number] {
  const { width } = board.grid!;
  return [layout.at(layout.x, cell % width), layout.at(layout.y, Math.floor(cell / width))];
}
