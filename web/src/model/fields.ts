/** Values of a form, by the names of its fields. */

import type { Field } from "../generated/options";

export type Value = unknown;
export type Values = Record<string, Value>;

/** The values without any choice of the user's. */
export function usual(fields: Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, field.default]));
}

/** The fields of a request: those that apply and differ from their defaults. */
export function chosen(fields: Field[], values: Values): Values {
  return Object.fromEntries(fields
    .filter((field) => applies(field, values) && !same(values[field.name], field.default))
    .map(({ name }) => [name, values[name]]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

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
