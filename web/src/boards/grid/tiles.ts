/** Cells as tiles: one small image for each look of a cell. */

import { inkOn } from "../colours";
import type { Look, Notice } from "../view";
import { drawNotice } from "./notices";
import { blend, heatShade, type Shades } from "../shades";
import { drawSign } from "../signs";
import { type Pixels, Sheet } from "./sheet";

type Pen = CanvasRenderingContext2D;

/** A key is a value and one, or a level of heat above all values; and above these a notice. */
const HEAT = 100, LEVELS = 10, NOTICE = 128;
const NOTICES: Notice[] = ["hint", "wrong", "changed", "ambiguous", "stuck"];

const SIGNED = 6; // device pixels of a cell from which on there is room for a sign

/** For each cell the key of its tile. */
export type Keys = Int16Array;

export function keysOf(look: Look): Keys {
  const { values, heat, notices } = look, keys = new Int16Array(values.length);
  for (let cell = 0; cell < keys.length; cell++)
    keys[cell] = heat ? heatKey(heat[cell]) : values[cell] + 1;
  for (const [cell, notice] of notices ?? []) keys[cell] += NOTICE * (NOTICES.indexOf(notice) + 1);
  return keys;
}

function heatKey(share: number): number {
  return Number.isNaN(share) ? 0 : HEAT + Math.round(Math.max(0, Math.min(1, share)) * LEVELS);
}

export class Tiles {
  private readonly sheet: Sheet<number>;

  constructor(readonly shades: Shades, readonly cell: number, readonly ratio: number,
              private readonly finished: boolean, private readonly signs: boolean,
              private readonly bare: boolean) {
    this.sheet = new Sheet(cell, cell, (pen, key) => this.draw(pen, key));
  }

  /** The tiles of all keys among these, by key. */
  of(keys: Keys, cells?: number[]): Pixels[] {
    const used = new Set(cells ? cells.map((cell) => keys[cell]) : keys);
    const get = this.sheet.need(used), tiles: Pixels[] = [];
    for (const key of used) tiles[key] = get(key);
    return tiles;
  }

  /** The colour of a cell too small for a tile: that of its notice, if notices are shown. */
  shade(key: number, noticed: boolean): string {
    const notice = Math.floor(key / NOTICE), base = key % NOTICE;
    if (notice && noticed) return this.shades.notices[NOTICES[notice - 1]];
    return base >= HEAT ? heatShade((base - HEAT) / LEVELS) : this.shades.fill.get(base - 1)!;
  }

  private draw(pen: Pen, key: number): void {
    const base = key % NOTICE, notice = NOTICES[Math.floor(key / NOTICE) - 1];
    if (base >= HEAT) this.heat(pen, base - HEAT);
    else this.value(pen, base - 1);
    const { notices, paper } = this.shades;
    if (notice) drawNotice(pen, notice, this.cell, this.ratio, notices[notice], paper);
  }

  private ground(pen: Pen, fill: string, edge: string): void {
    const width = Math.max(1, Math.floor(this.ratio * 0.75));
    pen.fillStyle = fill;
    pen.fillRect(0, 0, this.cell, this.cell);
    if (this.bare) return;
    pen.fillStyle = edge;
    pen.fillRect(0, 0, this.cell, width);
    pen.fillRect(0, 0, width, this.cell);
  }

  private value(pen: Pen, value: number): void {
    const fill = this.shades.fill.get(value)!;
    this.ground(pen, fill, this.shades.edge.get(value)!);
    if (value === 0 && !this.finished) cross(pen, this.cell, this.shades.cross);
    const ink = blend(fill, inkOn(fill), 0.62), size = this.cell;
    if (this.signs && value > 0 && size >= SIGNED)
      drawSign(pen, value, size * 0.52, size * 0.52, Math.max(2, size * 0.23), ink);
    else if (this.shades.pale.has(value)) spot(pen, size, ink);
  }

  /** A shade, and where there is room its number from 0 to 10, so that it does not depend on colour. */
  private heat(pen: Pen, level: number): void {
    const fill = heatShade(level / LEVELS), ink = inkOn(fill);
    this.ground(pen, fill, blend(fill, ink, 0.15));
    if (this.cell < 11 * this.ratio) return;
    pen.fillStyle = blend(fill, ink, 0.85);
    pen.font = `${Math.round(this.cell * 0.48)}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(level), this.cell * 0.52, this.cell * 0.55, this.cell * 0.86);
  }
}

function cross(pen: Pen, size: number, ink: string): void {
  const low = size * 0.33, high = size * 0.7, tiny = Math.max(1, size >> 2);
  pen.fillStyle = pen.strokeStyle = ink;
  if (size < 7) return pen.fillRect(Math.floor(size / 2), Math.floor(size / 2), tiny, tiny);
  pen.lineWidth = Math.max(1, size * 0.075);
  pen.lineCap = "round";
  pen.beginPath();
  pen.moveTo(low, low);
  pen.lineTo(high, high);
  pen.moveTo(low, high);
  pen.lineTo(high, low);
  pen.stroke();
}

/** A small diamond marks a filled cell whose colour is close to the paper's. */
function spot(pen: Pen, size: number, ink: string): void {
  const middle = size * 0.52, reach = Math.max(1, size * 0.16);
  pen.fillStyle = ink;
  pen.beginPath();
  pen.moveTo(middle, middle - reach);
  pen.lineTo(middle + reach, middle);
  pen.lineTo(middle, middle + reach);
  pen.lineTo(middle - reach, middle);
  pen.fill();
}
