/** Words of the page for names of the API. */

import { FAMILIES } from "../generated/families";

/** A name as a label: "Upper left" for "upper_left". */
export function labelOf(name: string): string {
  return name[0].toUpperCase() + name.slice(1).replaceAll("_", " ");
}

/** What a puzzle of the family is called, in one word: "Sloped", "Triddler". */
export function shortKind(family: string): string {
  return (FAMILIES[family]?.kind ?? family).split(" ")[0];
}

/** A number of cells with their noun: "1 triangle". */
export function countCells(family: string, count: number): string {
  const [one, many] = FAMILIES[family].cell;
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
