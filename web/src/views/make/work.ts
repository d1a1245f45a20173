/** Everything that a person has chosen, and what was made last. */

import type { Made } from "./answers";
import { type Crop, sizeFor } from "./crop";
import type { Family } from "./kinds";
import { requestOf, type Settings, usual } from "./settings";
import type { Size } from "./size";
import { asked, type Source, type Wish } from "./sources";

export interface Work {
  source: Source; family: Family; settings: Record<Family, Settings>; size: Size; crop: Crop | null;
  words: string; made: Made | null;
  /** What was asked when it was made: another wish, and the preview is shown again. */
  madeFor: string;
}

export type Change = (some: Partial<Work>) => void;

export function begin(source: Source, words = ""): Work {
  const settings = { grid: usual("grid"), solid: usual("solid"), sloped: usual("sloped"), curved: usual("curved") };
  return { source, family: source.guessed, settings, crop: null, words, made: null, madeFor: "",
           size: source.of === "chance" ? SIDES : null };
}

const SIDES: [number, number] = [15, 15];
const USUAL = 30; // cells along the longer side

/** Settings of the family that is chosen, changed. */
export function changed({ settings, family }: Work, some: Settings): Partial<Work> {
  return { settings: { ...settings, [family]: { ...settings[family], ...some } } };
}

export function wishOf({ source, family, settings, size, crop, words }: Work): Wish {
  const set = settings[family];
  const wish = { ...asked(source, words, Array.isArray(size) ? size : SIDES), ...requestOf(family, set) };
  if (family !== "grid" || source.of === "chance") return wish;
  const photo = source.of === "file" && source.photo;
  // Of a photograph in fewer pixels the sides could be rounded to others: they are said.
  const sized = photo && !Array.isArray(size) && !set.trim && !set.best_size
    ? sizeFor(size ?? USUAL, crop ? [crop[2], crop[3]] : photo.pixels) : size;
  return { ...wish, ...(sized !== null && { size: sized }), ...(source.of === "file" && crop && { crop }) };
}
