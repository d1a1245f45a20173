/** What can be set for each family: the options of `make`, under their own names. */

import { type Field, MAKE_FIELDS } from "../../generated/options";
import type { Values } from "../../model/fields";

export type Settings = Values;

/** The fields of a family's form without those that are ignored; size and crop of a picture have
 *  controls of their own. */
export function fieldsOf(family: string, ignored: string[]): Field[] {
  return MAKE_FIELDS[family].filter((field) =>
    !isCrop(field) && !isSides(field) && !ignored.includes(field.name));
}

/** An option by which a part of the picture is taken. */
export function isCrop({ name, count }: Field): boolean {
  return name === "crop" && count === 4;
}

/** A size that is the longer side, or two sides. */
export function isSides({ name, kinds, count }: Field): boolean {
  return name === "size" && kinds.includes("numbers") && count === 2;
}

export function has(family: string, is: (field: Field) => boolean): boolean {
  return MAKE_FIELDS[family].some(is);
}

