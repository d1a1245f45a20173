/** The colours of a solid's board, from the page's variables. */

import { themed } from "../colours";
import type { Notice } from "../view";

export type Rgb = [number, number, number];
export interface Theme {
  dark: boolean;
  cube: Rgb; ink: Rgb; ground: Rgb; line: Rgb; soft: Rgb; lit: Rgb; cursor: Rgb; wrong: Rgb;
  notices: Record<Notice, Rgb>;
}

export const NOTICES: Notice[] = ["hint", "wrong", "changed", "ambiguous", "stuck"];

export function themeOf(): Theme {
  const read = (name: string) => rgbOf(themed(`--${name}`));
  const ground = read("panel");
  const dark = brightness(ground) < 0.4;
  return {
    dark, ground, cube: dark ? mix([244, 241, 234], ground, 0.1) : mix(read("paper"), [222, 205, 170], 0.3),
    ink: [31, 29, 26], line: read("line-strong"), soft: read("ink-soft"),
    lit: dark ? [64, 196, 188] : [38, 166, 166], cursor: read("cursor"), wrong: read("wrong"),
    notices: Object.fromEntries(NOTICES.map((name) => [name, read(name)])) as Theme["notices"],
  };
}

/** Red, green and blue of #rrggbb. */
export function rgbOf(colour: string): Rgb {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) || 0) as Rgb;
}

export function css([red, green, blue]: Rgb, alpha = 1): string {
  return `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${alpha})`;
}

export function mix(one: Rgb, other: Rgb, part: number): Rgb {
  return one.map((value, at) => value + (other[at] - value) * part) as Rgb;
}

export function brightness([red, green, blue]: Rgb): number {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** The ink with the most contrast on a colour. */
export function inkOn(colour: Rgb): Rgb {
  return brightness(colour) > 0.5 ? [31, 29, 26] : [255, 255, 255];
}
