/** Signs on the clues: a clue that is cut off, a line that cannot be completed, a run of a hint. */

import type { Shades } from "../shades";

type Pen = CanvasRenderingContext2D;
export type Box = [x: number, y: number, width: number, height: number];

/** A clue goes on beyond its strip: drag it to see the rest. */
export function drawMore(pen: Pen, shades: Shades, lit: boolean, strip: Box, font: number,
                         row: boolean): void {
  const [left, top, width, height] = strip, size = font * 0.8;
  const [x, y] = row ? [left, top + height / 2] : [left + width / 2, top];
  pen.fillStyle = lit ? shades.lit : shades.ground;
  if (row) pen.fillRect(left, top + 1, size, height - 1);
  else pen.fillRect(left + 1, top, width - 1, size);
  pen.strokeStyle = shades.clue;
  pen.lineWidth = Math.max(1, font * 0.12);
  pen.beginPath();
  for (const side of [-1, 0, 1]) {
    const [away, aside] = [size * (side ? 0.65 : 0.25), side * size * 0.4];
    pen.lineTo(x + (row ? away : aside), y + (row ? aside : away));
  }
  pen.stroke();
}

/** A bold outline, and a zigzag along it. */
export function drawWrong(pen: Pen, shades: Shades, strip: Box, ratio: number, row: boolean): void {
  const [left, top, width, height] = strip, thick = Math.max(1, Math.round(1.6 * ratio));
  pen.strokeStyle = shades.wrong;
  pen.lineWidth = thick;
  pen.strokeRect(left + thick / 2, top + thick / 2, width - thick, height - thick);
  const step = Math.min(3 * ratio, (row ? height : width) / 7);
  const [from, to] = row ? [left, left + width] : [top, top + height];
  pen.lineWidth = Math.max(1, ratio);
  pen.beginPath();
  for (let at = from, up = false; at <= to; at += step, up = !up) {
    const away = (row ? top + height : left + width) - thick - (up ? step : 0);
    pen.lineTo(row ? at : away, row ? away : at);
  }
  pen.stroke();
}

/** A box around a number whose middle is here, set off from what is in it. */
export function drawBox(pen: Pen, shades: Shades, x: number, y: number, width: number,
                        height: number, ratio: number): void {
  for (const [colour, thick] of [[shades.ground, 4], [shades.clue, 2]] as const) {
    const more = (6 - thick) * ratio;
    pen.strokeStyle = colour;
    pen.lineWidth = thick * ratio;
    pen.strokeRect(x - (width + more) / 2, y - (height + more) / 2, width + more, height + more);
  }
}
