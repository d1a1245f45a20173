/** Everything that a person has chosen, and what was made last. */

import { MAKE_FIELDS } from "../../generated/options";
import { chosen, usual } from "../../model/fields";
import type { Made } from "./answers";
import { type Crop, sizeFor } from "./crop";
import { has, isSides, type Settings } from "./settings";
import { asked, kindOf, type Source, type Wish } from "./sources";

export interface Work {
  source: Source; family: string; settings: Record<string, Settings>;
  /** Words, or the numbers of each family, where there is no file. */
  words: string; numbers: Record<string, number[]>;
  made: Made | null;
  /** What was asked when it was made: another wish, and the preview is shown again. */
  madeFor: string;
}

/** Changes what is chosen; two changes may come before the page is drawn again, so that a change of
 *  the settings is a function of the newest ones. */
export type Change = (some: Partial<Work> | ((work: Work) => Partial<Work>)) => void;

const SIDE = 15; // of random shapes
const USUAL = 30; // cells along the longer side

export function begin(source: Source, words = ""): Work {
  const of = <Value>(value: (family: string) => Value) =>
    Object.fromEntries(source.ways.map((family) => [family, value(family)]));
  return { source, family: source.ways[0], settings: of((family) => usual(MAKE_FIELDS[family])), words, made: null, madeFor: "",
           numbers: source.of === "numbers" ? of((family) => sidesOf(family)) : {} };
}

function sidesOf(family: string): number[] {
  const { numbers, least, limit } = kindOf(family, "numbers")!;
  return Array<number>(numbers).fill(Math.max(least, Math.min(limit, numbers > 3 ? SIDE / 3 : SIDE)));
}

/** Settings of the family that is chosen, changed. */
export function setting(some: Settings | ((now: Settings) => Settings)): (work: Work) => Partial<Work> {
  return ({ settings, family }) => {
    const now = settings[family], next = typeof some === "function" ? some(now) : some;
    return { settings: { ...settings, [family]: { ...now, ...next } } };
  };
}

export function wishOf({ source, family, settings, words, numbers }: Work): Wish {
  const set = settings[family], wish = { ...asked(source, family, words, numbers[family] ?? []), ...chosen(MAKE_FIELDS[family], set) };
  const photo = source.of === "file" && source.photo;
  if (!photo || !has(family, isSides) || Array.isArray(set.size) || set.trim || set.best_size) return wish;
  // Of a photograph in fewer pixels the sides could be rounded to others: they are said.
  const crop = set.crop as Crop | null;
  return { ...wish, size: sizeFor(Number(set.size ?? USUAL), crop ? [crop[2], crop[3]] : photo.pixels) };
}
