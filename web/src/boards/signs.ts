/** A sign for each colour, for players with colour vision deficiencies. */

import { type Board, isPlain } from "../model/board";
import { luminance } from "./colours";

/** Paths around (0, 0) that reach from -1 to 1; the first ones differ most. None is like a digit or
 *  a minus, which beside a number would change it, nor like the cross of white cells. */
const SIGNS = [
  "M-.85 0a.85.85 0 1 0 1.7 0a.85.85 0 1 0-1.7 0z", // a dot
  "M0-1L1 .8H-1z", // a triangle
  "M-1-.85L0-.2 1-.85V.85L0 .2-1 .85z", // a bow
  "M0 1L1-.8H-1z", // a triangle upside down
  "M-.85-1H.85L.2 0 .85 1H-.85L-.2 0z", // an hourglass
  "M-.9-.9V.9H.9z", // a corner
  "M0-1L.3-.3 1 0 .3.3 0 1-.3.3-1 0-.3-.3z", // a star
  "M-.9-.9H.9V.9z", // the other corner
  "M.8-1L-1 0 .8 1z", // to the left
  "M-.8-1L1 0-.8 1z", // to the right
  "M-.8-.8h1.6v1.6h-1.6z", // a square
  "M0-1L.8 0 0 1-.8 0z", // a diamond
];
const FRAME = "M-1.6-1.6h3.2v3.2h-3.2zM-1.3-1.3v2.6h2.6v-2.6z"; // around those of further colours

/** The outline of a colour's sign, as SVG and canvas have it. */
export function signPath(value: number): string {
  const sign = SIGNS[(value - 1) % SIGNS.length];
  return value > SIGNS.length ? sign + FRAME : sign;
}

const kept = new Map<number, Path2D>();

export function drawSign(
  pen: CanvasRenderingContext2D, value: number, x: number, y: number, reach: number, ink: string,
): void {
  let path = kept.get(value);
  if (!path) kept.set(value, path = new Path2D(signPath(value)));
  pen.save();
  pen.translate(x, y);
  pen.scale(reach, reach);
  pen.fillStyle = ink;
  pen.fill(path);
  pen.restore();
}

const ALIKE = 1.25; // the contrast below which greys look alike
const PAPER = "#ffffff"; // the colour of unpainted cells

/** Returns whether two colours, or a colour and the paper, have similar lightness. */
export function alike(board: Pick<Board, "palette">): boolean {
  if (board.palette.length === 2) return false;
  const greys = [PAPER, ...board.palette.slice(1).map(({ rgb }) => rgb)].map(luminance)
    .sort((one, other) => one - other);
  return greys.some((grey, at) => at > 0 && (grey + 0.05) / (greys[at - 1] + 0.05) < ALIKE);
}

/** auto: where colours are alike. */
export type Signs = "auto" | "always" | "never";

export function signsOn(board: Board, wish: Signs): boolean {
  return !isPlain(board) && (wish === "always" || (wish === "auto" && alike(board)));
}
