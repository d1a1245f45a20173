/** Which line of a face the pointer is nearest to: a face has several, and one is read at a time. */

import type { Board } from "../../model/board";

const SAMPLES = 96; // points along a line

export class Ways {
  private readonly points = new Map<number, Float32Array>();

  constructor(private readonly board: Board) {}

  /** The line of a face whose way is nearest to a point in millimetres; null: no line reads it. */
  nearest(face: number, x: number, y: number): number | null {
    let best: number | null = null, least = Infinity;
    for (const line of this.board.through[face]) {
      const points = this.along(line);
      for (let at = 0; at < points.length; at += 2) {
        const away = (points[at] - x) ** 2 + (points[at + 1] - y) ** 2;
        if (away < least) [best, least] = [line, away];
      }
    }
    return best;
  }

  private along(line: number): Float32Array {
    const known = this.points.get(line);
    if (known) return known;
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", this.board.plane!.lines[line].path);
    const length = path.getTotalLength(), points = new Float32Array(2 * (SAMPLES + 1));
    for (let at = 0; at <= SAMPLES; at++) {
      const point = path.getPointAtLength(length * at / SAMPLES);
      points.set([point.x, point.y], 2 * at);
    }
    this.points.set(line, points);
    return points;
  }
}
