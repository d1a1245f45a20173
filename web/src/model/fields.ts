/** Values of a form, by the names of its fields. */

import type { Field } from "../generated/options";

export type Value = unknown;
export type Values = Record<string, Value>;

/** Whether a field applies, given the values of the others. */
export function applies(field: Field, values: Values): boolean {
  if (!field.when) return true;
  const [name, relation, wanted] = field.when, value = values[name];
  switch (relation) {
    case "==": return value === wanted;
    case "!=": return value !== wanted;
    case ">": return Number(value) > Number(wanted);
    default: return Number(value) < Number(wanted);
  }
}
