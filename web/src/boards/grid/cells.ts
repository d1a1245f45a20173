/** Paints the cells: all that are in sight, or only those that changed. */

import type { Board } from "../../model/board";
import type { Look } from "../view";
import { drawFives } from "./fives";
import type { Layout } from "./layout";
import type { Shades } from "./shades";
import { heatKey, heatOf, NOTHING, noticeKey, type Tiles } from "./tiles";

type Pen = CanvasRenderingContext2D;
type KeyOf = (cell: number) => number;

export function keyOf(look: Look): KeyOf {
  const { heat, values } = look;
  return heat ? (cell) => heatKey(heat[cell]) : (cell) => values[cell];
}

/** Everything in the window of the cells. */
export function drawCells(pen: Pen, board: Board, layout: Layout, tiles: Tiles, look: Look): void {
  const { x, y } = layout;
  inWindow(pen, layout, () => {
    pen.fillStyle = tiles.shades.paper;
    pen.fillRect(x.edge, y.edge, x.stop - x.edge, y.stop - y.edge);
    if (layout.edges) stretches(pen, board, layout, tiles, keyOf(look));
    else drawDots(pen, board, layout, tiles, look);
    drawFives(pen, layout, tiles.shades, keyOf(look), ...layout.seen(x), ...layout.seen(y));
  });
}

/** These cells only, and the thick lines beside them. */
export function drawSome(
  pen: Pen, board: Board, layout: Layout, tiles: Tiles, look: Look, cells: number[],
): void {
  const key = keyOf(look), { width } = board.grid!;
  inWindow(pen, layout, () => {
    for (const cell of cells) {
      const column = cell % width, row = Math.floor(cell / width);
      paint(pen, layout, tiles, key(cell), column, row, 1);
      drawFives(pen, layout, tiles.shades, key, column, column, row, row);
    }
  });
}

/** The signs of cells that are to be noticed. */
export function drawNotices(pen: Pen, board: Board, layout: Layout, tiles: Tiles, look: Look): void {
  const notices = look.notices;
  if (!notices?.size) return;
  if (layout.edges) stretches(pen, board, layout, tiles, (cell) => noticeKey(notices.get(cell)));
  else for (const [cell, notice] of notices) {
    const [column, row] = [cell % board.grid!.width, Math.floor(cell / board.grid!.width)];
    pen.fillStyle = tiles.shades.notices[notice];
    pen.fillRect(layout.at(layout.x, column), layout.at(layout.y, row),
                 Math.ceil(layout.cell), Math.ceil(layout.cell));
  }
}

/** Runs of equal cells, row by row. */
function stretches(pen: Pen, board: Board, layout: Layout, tiles: Tiles, key: KeyOf): void {
  const [left, right] = layout.seen(layout.x), [top, bottom] = layout.seen(layout.y);
  const width = board.grid!.width;
  for (let row = top; row <= bottom; row++) {
    for (let column = left, next; column <= right; column = next) {
      const first = key(row * width + column);
      next = column + 1;
      while (next <= right && key(row * width + next) === first) next++;
      if (first !== NOTHING) paint(pen, layout, tiles, first, column, row, next - column);
    }
  }
}

function paint(pen: Pen, layout: Layout, tiles: Tiles, key: number, column: number, row: number,
               count: number): void {
  const size = layout.cell;
  pen.setTransform(1, 0, 0, 1, layout.x.origin, layout.y.origin);
  pen.fillStyle = tiles.pattern(key);
  pen.fillRect(column * size, row * size, count * size, size);
  pen.setTransform(1, 0, 0, 1, 0, 0);
}

/** Cells too small for edges: one pixel each, in a picture that is stretched. */
function drawDots(pen: Pen, board: Board, layout: Layout, tiles: Tiles, look: Look): void {
  const { width, height } = board.grid!;
  pen.imageSmoothingEnabled = false;
  pen.drawImage(dots(board, tiles.shades, look), layout.x.origin, layout.y.origin,
                Math.round(width * layout.cell), Math.round(height * layout.cell));
}

/** The picture as it is so far, a pixel for each cell. */
export function dots(board: Board, shades: Shades, look: Look): HTMLCanvasElement {
  const { width, height } = board.grid!;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d")!, data = pen.createImageData(width, height);
  const pixels = new Uint32Array(data.data.buffer), known = new Map<number, number>();
  const key = keyOf(look);
  for (let cell = 0; cell < pixels.length; cell++) {
    const at = key(cell);
    if (!known.has(at)) known.set(at, packed(shades.fill.get(at) ?? heatOf(at)));
    pixels[cell] = known.get(at)!;
  }
  pen.putImageData(data, 0, 0);
  return canvas;
}

/** A colour as a pixel is kept: red in the lowest byte. */
function packed(rgb: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(rgb.slice(at, at + 2), 16));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

export function inWindow(pen: Pen, layout: Layout, act: () => void): void {
  const { x, y } = layout;
  pen.save();
  pen.beginPath();
  pen.rect(x.edge, y.edge, x.stop - x.edge, y.stop - y.edge);
  pen.clip();
  act();
  pen.restore();
}
