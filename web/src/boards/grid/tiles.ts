/** Cells as tiles: one small picture for each look that a cell can have. Equal neighbours of a row
 *  are painted at once, with the tile as a pattern, so that large boards are quick. */

import { inkOn } from "../colours";
import type { Notice } from "../view";
import { drawNotice } from "./notices";
import { blend, heatShade, type Shades } from "./shades";

type Pen = CanvasRenderingContext2D;

/** A value is its own key; heat and notices are numbered above all colours. */
const HEAT = 1000;
const LEVELS = 10; // of heat
const NOTICES: Notice[] = ["hint", "wrong", "changed", "ambiguous", "stuck"];
const NOTICE = 2000;
export const NOTHING = -2;

export function heatKey(share: number): number {
  return Number.isNaN(share) ? -1 : HEAT + Math.round(Math.max(0, Math.min(1, share)) * LEVELS);
}

/** The plain shade of a heat key, for cells too small for a tile. */
export function heatOf(key: number): string {
  return heatShade((key - HEAT) / LEVELS);
}

export function noticeKey(notice: Notice | undefined): number {
  return notice ? NOTICE + NOTICES.indexOf(notice) : NOTHING;
}

export class Tiles {
  private readonly made = new Map<number, CanvasPattern>();

  constructor(readonly shades: Shades, readonly cell: number, readonly ratio: number,
              private readonly finished: boolean) {}

  pattern(key: number): CanvasPattern {
    let pattern = this.made.get(key);
    if (!pattern) {
      pattern = this.make(key);
      this.made.set(key, pattern);
    }
    return pattern;
  }

  private make(key: number): CanvasPattern {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = this.cell;
    const pen = canvas.getContext("2d")!;
    if (key >= NOTICE) {
      const notice = NOTICES[key - NOTICE];
      drawNotice(pen, notice, this.cell, this.ratio, this.shades.notices[notice], this.shades.paper);
    } else if (key >= HEAT) this.heat(pen, key - HEAT);
    else this.value(pen, key);
    return pen.createPattern(canvas, "repeat")!;
  }

  private ground(pen: Pen, fill: string, edge: string): void {
    const width = Math.max(1, Math.floor(this.ratio * 0.75));
    pen.fillStyle = fill;
    pen.fillRect(0, 0, this.cell, this.cell);
    pen.fillStyle = edge;
    pen.fillRect(0, 0, this.cell, width);
    pen.fillRect(0, 0, width, this.cell);
  }

  private value(pen: Pen, value: number): void {
    const fill = this.shades.fill.get(value)!;
    this.ground(pen, fill, this.shades.edge.get(value)!);
    if (value === 0 && !this.finished) cross(pen, this.cell, this.shades.cross);
    if (this.shades.pale.has(value)) spot(pen, this.cell, blend(fill, inkOn(fill), 0.62));
  }

  /** A shade, and where there is room its number from 0 to 10: it is told by more than colour. */
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
  if (size < 7) {
    pen.fillStyle = ink;
    pen.fillRect(Math.floor(size / 2), Math.floor(size / 2), Math.max(1, size >> 2), Math.max(1, size >> 2));
    return;
  }
  const low = size * 0.33, high = size * 0.7;
  pen.strokeStyle = ink;
  pen.lineWidth = Math.max(1, size * 0.075);
  pen.lineCap = "round";
  pen.beginPath();
  pen.moveTo(low, low);
  pen.lineTo(high, high);
  pen.moveTo(low, high);
  pen.lineTo(high, low);
  pen.stroke();
}

/** A small diamond: this cell is filled, though its colour is almost that of paper. */
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
