/** Everything that the mesh of cubes depends on, kept to detect when it must be rebuilt. */

import type { Values } from "../../model/board";
import type { Notice } from "../view";
import type { Situation } from "./situation";
import type { Slice } from "./space";
import type { Theme } from "./theme";

export interface CubeScene {
  values: Values; finished: boolean; notices: Map<number, Notice> | undefined;
  heat: Float32Array | undefined; slice: Slice; theme: Theme; signs: number;
}

export function sceneOf({ look, slice, theme, signs }: Situation): CubeScene {
  // A copy: the caller may go on painting in the same array.
  return { values: look.values.slice(), finished: look.finished ?? false,
           notices: look.notices && new Map(look.notices), heat: look.heat, slice, theme, signs };
}

export function sameScene(one: CubeScene, other: CubeScene | null): boolean {
  return other !== null && one.finished === other.finished && one.signs === other.signs && one.heat === other.heat
    && one.slice === other.slice && one.theme === other.theme
    && sameNotices(one.notices, other.notices)
    && one.values.every((value, cell) => value === other.values[cell]);
}

function sameNotices(one?: Map<number, Notice>, other?: Map<number, Notice>): boolean {
  if ((one?.size ?? 0) !== (other?.size ?? 0)) return false;
  return [...one ?? []].every(([cell, notice]) => other!.get(cell) === notice);
}
