/** Notices on flat cells, with the same patterns as on the faces of cubes: a frame, stripes,
 *  corners, a checked and a dotted frame. */

import type { Notice } from "../view";

type Pen = CanvasRenderingContext2D;
type Mark = (pen: Pen, x: number, y: number, size: number, wide: number) => void;

export const NOTICE_MARKS: Record<Notice, Mark> = {
  hint: (pen, x, y, size, wide) => {
    pen.strokeRect(x + wide, y + wide, size - 2 * wide, size - 2 * wide);
  },
  wrong: (pen, x, y, size, wide) => {
    pen.strokeRect(x, y, size, size);
    pen.beginPath();
    for (let at = -1; at < 2; at++) {
      pen.moveTo(x + (at * size) / 2, y + size);
      pen.lineTo(x + (at * size) / 2 + size, y);
    }
    pen.lineWidth = wide * 0.8;
    pen.stroke();
  },
  changed: (pen, x, y, size) => {
    const [far, leg] = [size, size * 0.3];
    const corners = [[0, 0, 1, 1], [far, 0, -1, 1], [0, far, 1, -1], [far, far, -1, -1]];
    for (const [cx, cy, sx, sy] of corners) {
      pen.beginPath();
      pen.moveTo(x + cx, y + cy);
      pen.lineTo(x + cx + sx * leg, y + cy);
      pen.lineTo(x + cx, y + cy + sy * leg);
      pen.fill();
    }
  },
  ambiguous: (pen, x, y, size, wide) => {
    pen.lineWidth = wide * 1.6;
    pen.setLineDash([size / 6, size / 6]);
    pen.strokeRect(x + wide * 0.6, y + wide * 0.6, size - 1.2 * wide, size - 1.2 * wide);
  },
  stuck: (pen, x, y, size, wide) => {
    pen.lineCap = "round";
    pen.setLineDash([0.1, wide * 1.7]);
    pen.strokeRect(x + wide, y + wide, size - 2 * wide, size - 2 * wide);
  },
};
