/** The colours of a flat board, from the puzzle and the theme, adjusted for contrast. */

import { type Board, isPlain } from "../model/board";
import { luminance, themed } from "./colours";
import type { Notice } from "./view";

export interface Shades {
  paper: string; five: string; frame: string;
  ground: string; lit: string; clue: string; done: string; wrong: string; rule: string;
  cursor: string; band: string;
  /** The fill of a cell of each value (open ones at -1), and its edge. */
  fill: Map<number, string>;
  edge: Map<number, string>;
  /** The values whose colour is so close to paper that they need a sign. */
  pale: Set<number>;
  /** The values on which thick lines would be invisible, and the colour of these lines there. */
  dark: Set<number>;
  fiveOnDark: string;
  cross: string;
  notices: Record<Notice, string>;
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** `part` of the other colour mixed into one. */
export function blend(one: string, other: string, part: number): string {
  const mixed = [1, 3, 5].map((at) => {
    const [from, to] = [one, other].map((rgb) => parseInt(rgb.slice(at, at + 2), 16));
    return Math.round(from + (to - from) * part).toString(16).padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

/** The colour, moved away from the background until their contrast is sufficient. */
export function readable(colour: string, ground: string, least: number): string {
  const towards = luminance(ground) > 0.179 ? "#000000" : "#ffffff";
  const parts = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9];
  const shades = parts.map((part) => blend(colour, towards, part));
  return shades.find((shade) => contrast(shade, ground) >= least) ?? towards;
}

/** Black is dark grey, so that the edges of cells are seen and cells can be counted; on dark paper it is
 *  light (`--cell-ink`). A finished picture has its own colours, on the paper it was made for. */
export const BLACK = "#36332f";
const DAYLIGHT = "#f7f4ee";
const DARK = 0.02; // luminance below which a colour counts as black

export function shadesOf(board: Board, finished: boolean): Shades {
  const night = luminance(themed("--paper")) < 0.2;
  const paper = finished && night ? DAYLIGHT : themed("--paper"), ground = themed("--clue-ground");
  const fill = fills(board, paper, finished);
  const line = finished && night ? "#c4bfb4" : themed("--cell-line");
  const five = finished && night ? "#55504a" : themed("--five-line");
  return {
    paper, ground, fill, five, frame: themed("--frame"),
    lit: themed("--lit"), clue: readable(themed("--clue"), ground, 7),
    done: readable(themed("--clue-done"), ground, 3),
    wrong: readable(themed("--wrong"), ground, 4.5), rule: blend(ground, themed("--ink"), 0.16),
    cursor: themed("--cursor"), band: themed("--accent"),
    edge: new Map([...fill].map(([value, rgb]) => [value, edgeOn(rgb, line)])),
    dark: new Set([...fill].filter(([, rgb]) => contrast(rgb, five) < 2).map(([value]) => value)),
    fiveOnDark: blend(five, "#ffffff", 0.5),
    pale: paleOf(fill, paper, finished),
    cross: readable(themed("--cross"), fill.get(0)!, 3),
    notices: notices(paper),
  };
}

function fills(board: Board, paper: string, finished: boolean): Map<number, string> {
  const fill = new Map([[-1, paper]]);
  board.palette.forEach(({ rgb }, value) => fill.set(value, rgb));
  const night = luminance(paper) < 0.2, white = luminance(board.palette[0].rgb) > 0.9;
  const crossed = finished ? paper : night ? blend(paper, "#000000", 0.25) : blend(paper, "#5d584f", 0.09);
  if (white && (night || isPlain(board))) fill.set(0, crossed);
  if (isInk(board, 1)) fill.set(1, finished ? BLACK : themed("--cell-ink"));
  return fill;
}

/** Is it the black of a puzzle in black and white? */
export function isInk(board: Board, value: number): boolean {
  return isPlain(board) && value === 1 && luminance(board.palette[1].rgb) < DARK;
}

/** The edge of a cell: the theme's line on light colours, else a shade of its colour. */
function edgeOn(rgb: string, line: string): string {
  if (luminance(rgb) > 0.8 || luminance(rgb) < 0.035 && luminance(line) < 0.1) return line;
  return luminance(rgb) < 0.12 ? blend(rgb, "#ffffff", 0.3) : blend(rgb, "#000000", 0.24);
}

function paleOf(fill: Map<number, string>, paper: string, finished: boolean): Set<number> {
  const like = [...fill].filter(([value, rgb]) => value > 0 && contrast(rgb, paper) < 1.3);
  return new Set(finished ? [] : like.map(([value]) => value));
}

function notices(paper: string): Record<Notice, string> {
  const seen = (name: string) => readable(themed(name), paper, 4);
  return { hint: seen("--hint"), wrong: seen("--wrong"), changed: seen("--changed"),
           ambiguous: seen("--ambiguous"), stuck: seen("--stuck") };
}

const HEAT = ["#fdf4d3", "#f7d27c", "#ef9d4f", "#d75f4e", "#9c3a68", "#532a69"];

/** From easy to hard, with steadily decreasing lightness, so that it also works in grey. */
export function heatShade(share: number): string {
  const at = Math.max(0, Math.min(1, share)) * (HEAT.length - 1);
  const low = Math.min(HEAT.length - 2, Math.floor(at));
  return blend(HEAT[low], HEAT[low + 1], at - low);
}
