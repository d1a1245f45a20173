/** The colours of a solid's board, from the page's variables. */

import type { Notice } from "../view";

export type Rgb = [number, number, number];
export interface Theme {
  dark: boolean;
  cube: Rgb; ink: Rgb; ground: Rgb; line: Rgb; soft: Rgb; lit: Rgb; cursor: Rgb; wrong: Rgb;
  notices: Record<Notice, Rgb>;
}

export const NOTICES: Notice[] = ["hint", "wrong", "changed", "ambiguous", "stuck"];

export function themeOf(element: HTMLElement): Theme {
  const style = getComputedStyle(element);
  const read = (name: string) => rgbOf(style.getPropertyValue(`--${name}`).trim());
  const ground = read("panel");
  const dark = brightness(ground) < 0.4;
  return {
    dark, ground, cube: mix(read("paper"), dark ? ground : [222, 205, 170], dark ? 0.1 : 0.3),
    ink: [31, 29, 26], line: read("line-strong"), soft: read("ink-soft"),
    lit: dark ? [64, 196, 188] : [38, 166, 166], cursor: read("cursor"), wrong: read("wrong"),
    notices: Object.fromEntries(NOTICES.map((name) => [name, read(name)])) as Theme["notices"],
  };
}

let pen: CanvasRenderingContext2D | null = null;

/** Any colour of CSS; the canvas knows how to read those that are not plain. */
export function rgbOf(colour: string): Rgb {
  return /^#[0-9a-f]{6}$/i.test(colour) ? channels(colour) : channels(plain(colour));
}

function channels(hex: string): Rgb {
  const read = (at: number) => parseInt(hex.slice(at, at + 2), 16) || 0;
  return [read(1), read(3), read(5)];
}

function plain(colour: string): string {
  pen ??= document.createElement("canvas").getContext("2d");
  pen!.fillStyle = "#000000";
  pen!.fillStyle = colour;
  return String(pen!.fillStyle);
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

/** The ink that is read best on a colour. */
export function inkOn(colour: Rgb): Rgb {
  return brightness(colour) > 0.5 ? [31, 29, 26] : [255, 255, 255];
}
