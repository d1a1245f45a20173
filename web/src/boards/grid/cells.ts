/** Paints the cells: all visible ones, or only those that changed. */

import type { Board } from "../../model/board";
import { drawFives } from "./fives";
import type { Layout } from "./layout";
import { Blit, packed, type Pixels } from "./sheet";
import type { Keys, Tiles } from "./tiles";

type Pen = CanvasRenderingContext2D;

/** Paints all visible cells; `bare` leaves out the thick lines every five cells. */
export function drawCells(
  pen: Pen, board: Board, layout: Layout, tiles: Tiles, keys: Keys, bare = false,
): void {
  const { x, y } = layout;
  if (layout.edges) tiled(layout, tiles, keys).show(pen, x.edge, y.edge);
  inWindow(pen, layout, () => {
    if (!layout.edges) drawDots(pen, board, layout, tiles, keys);
    if (!bare) drawFives(pen, layout, tiles.shades, keys, ...layout.seen(x), ...layout.seen(y));
  });
}

/** Paints these cells and the thick lines beside them. */
export function drawSome(
  pen: Pen, board: Board, layout: Layout, tiles: Tiles, keys: Keys, cells: number[],
): void {
  const { width } = board.grid!, { x, y, cell: size } = layout, found = tiles.of(keys, cells);
  for (const cell of cells) {
    const [left, top] = [layout.at(x, cell % width), layout.at(y, Math.floor(cell / width))];
    const [fromX, fromY] = [Math.max(0, x.edge - left), Math.max(0, y.edge - top)];
    const [toX, toY] = [Math.min(size, x.stop - left), Math.min(size, y.stop - top)];
    if (fromX >= toX || fromY >= toY) continue;
    const pixels = new Uint8ClampedArray(new Uint32Array(found[keys[cell]]).buffer);
    pen.putImageData(new ImageData(pixels, size, size), left, top, fromX, fromY,
                     toX - fromX, toY - fromY);
  }
  inWindow(pen, layout, () => {
    for (const cell of cells) {
      const column = cell % width, row = Math.floor(cell / width);
      drawFives(pen, layout, tiles.shades, keys, column, column, row, row);
    }
  });
}

/** The visible cells, composed from tiles pixel by pixel. */
function tiled(layout: Layout, tiles: Tiles, keys: Keys): Blit {
  const { x, y, cell: size } = layout, found = tiles.of(keys), width = x.cells;
  const window = Blit.of(x.stop - x.edge, y.stop - y.edge), { pixels } = window;
  const again = repeats(found, size);
  const [fromX, fromY] = [x.edge - x.origin, y.edge - y.origin];
  for (let line = 0, at = 0; line < window.height; line++) {
    const row = Math.floor((line + fromY) / size), part = line + fromY - row * size;
    if (line && again[part]) {
      pixels.copyWithin(at, at - window.width, at);
      at += window.width;
      continue;
    }
    const inside = part * size;
    let column = Math.floor(fromX / size), skip = fromX - column * size;
    for (const end = at + window.width; at < end; column++, skip = 0) {
      const tile = found[keys[row * width + column]];
      const last = inside + Math.min(size, skip + end - at);
      for (let from = inside + skip; from < last; from++) pixels[at++] = tile[from];
    }
  }
  return window;
}

/** For each pixel row, whether it equals the row above in all these tiles; such rows are copied whole. */
function repeats(tiles: Pixels[], size: number): boolean[] {
  const again = new Array<boolean>(size).fill(true);
  again[0] = false;
  for (const key in tiles)
    for (let at = size; at < size * size; at++)
      if (tiles[key][at] !== tiles[key][at - size]) again[Math.floor(at / size)] = false;
  return again;
}

/** Paints cells too small for edges: one pixel each, in an image that is scaled up. */
function drawDots(pen: Pen, board: Board, layout: Layout, tiles: Tiles, keys: Keys): void {
  const { width, height } = board.grid!;
  pen.imageSmoothingEnabled = false;
  pen.drawImage(dots(board, tiles, keys, true), layout.x.origin, layout.y.origin,
                Math.round(width * layout.cell), Math.round(height * layout.cell));
}

/** The current picture, one pixel per cell. */
export function dots(board: Board, tiles: Tiles, keys: Keys, noticed: boolean): HTMLCanvasElement {
  const { width, height } = board.grid!, canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const picture = new Blit(width, height), known: number[] = [];
  for (let cell = 0; cell < keys.length; cell++)
    picture.pixels[cell] = known[keys[cell]] ??= packed(tiles.shade(keys[cell], noticed));
  picture.show(canvas.getContext("2d")!, 0, 0);
  return canvas;
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
