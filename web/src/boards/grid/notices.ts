/** Signs for each reason to mark a cell, so that marks can be distinguished without colour. */

import type { Notice } from "../view";

type Pen = CanvasRenderingContext2D;

/** Draws the sign of one cell. Under each stroke lies a wider one of paper, so that it is seen on
 *  cells of every colour. */
export function drawNotice(
  pen: Pen, notice: Notice, size: number, ratio: number, ink: string, paper: string,
): void {
  const thick = Math.max(1, Math.min(size / 7, 2 * ratio));
  const twice = (width: number, path: () => void, dash: number[] = []) => {
    for (const [colour, more, dashes] of [[paper, thick, []], [ink, 0, dash]] as const) {
      pen.strokeStyle = colour;
      pen.lineWidth = width + more;
      pen.setLineDash(dashes as number[]);
      pen.beginPath();
      path();
      pen.stroke();
    }
    pen.setLineDash([]);
  };
  pen.fillStyle = ink;
  const draw: Record<Notice, () => void> = {
    hint: () => twice(thick * 1.2, () => ring(pen, size, thick),
                      size < 12 ? [] : [size / 5, size / 8]),
    wrong: () => {
      twice(thick * 0.8, () => hatch(pen, size, 3));
      twice(thick, () => pen.rect(thick, thick, size - 1.5 * thick, size - 1.5 * thick));
    },
    changed: () => corner(pen, size, thick, paper, ink),
    ambiguous: () => question(pen, size, thick, paper, ink),
    stuck: () => {
      pen.globalAlpha = 0.6;
      pen.strokeStyle = ink;
      pen.lineWidth = Math.max(1, thick * 0.5);
      pen.beginPath();
      backHatch(pen, size, 3);
      pen.stroke();
    },
  };
  draw[notice]();
}

function ring(pen: Pen, size: number, thick: number): void {
  const middle = size / 2 + 0.5;
  pen.arc(middle, middle, Math.max(1, size / 2 - thick * 1.6), 0, 7);
}

function hatch(pen: Pen, size: number, count: number): void {
  for (let at = 1; at < 2 * count; at += 2) {
    const reach = (at / count) * size;
    pen.moveTo(Math.max(0, reach - size), Math.min(size, reach));
    pen.lineTo(Math.min(size, reach), Math.max(0, reach - size));
  }
}

function backHatch(pen: Pen, size: number, count: number): void {
  for (let at = 1; at < 2 * count; at += 2) {
    const reach = (at / count) * size;
    pen.moveTo(size - Math.max(0, reach - size), Math.min(size, reach));
    pen.lineTo(size - Math.min(size, reach), Math.max(0, reach - size));
  }
}

function corner(pen: Pen, size: number, thick: number, paper: string, ink: string): void {
  for (const [colour, reach] of [[paper, size * 0.48 + thick], [ink, size * 0.48]] as const) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(size, 1);
    pen.lineTo(size, 1 + reach);
    pen.lineTo(size - reach, 1);
    pen.fill();
  }
}

/** A question mark between dots; dots alone where it could not be read. */
function question(pen: Pen, size: number, thick: number, paper: string, ink: string): void {
  const near = size * 0.2, far = size * 0.84, radius = Math.max(1, size * 0.075);
  for (const x of [near, far]) for (const y of [near, far]) dot(pen, x, y, radius, ink);
  if (size < 10) return;
  pen.font = `bold ${Math.round(size * 0.62)}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.strokeStyle = paper;
  pen.lineWidth = thick * 1.6;
  pen.lineJoin = "round";
  pen.strokeText("?", size * 0.52, size * 0.55);
  pen.fillStyle = ink;
  pen.fillText("?", size * 0.52, size * 0.55);
}

function dot(pen: Pen, x: number, y: number, radius: number, ink: string): void {
  pen.fillStyle = ink;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  pen.fill();
}
