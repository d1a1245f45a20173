/** Pointers on a solid: strokes over cells, and hovering. */

import { type Actions, along, type Spot } from "../gestures";
import type { Button, Strokes } from "../view";
import type { Sight, Situation } from "./situation";
import type { Hit } from "./space";
import { Straight } from "./straight";

const GRAIN = 5; // pixels between the sampled spots of a stroke

/** Of the board that is pointed at. */
export interface Ground {
  readonly sight: Sight;
  /** Whether strokes are free, instead of keeping to a rod. */
  readonly free: boolean;
  /** Are strokes about the empty cells in front of faces, as with the shift key? */
  readonly adds: boolean;
  /** A stroke begins: the keyboard's cursor is not in use. */
  touched(): void;
  /** The line whose clue stands at a spot beside the cells, if there is one. */
  clueAt(at: Spot): number | null;
}

interface Going { first: Hit; last: number; before: boolean; straight: Straight | null }

export class Pointing implements Actions {
  private going: Going | null = null;

  constructor(private readonly situation: Situation, private readonly strokes: Strokes,
              private readonly ground: Ground) {}

  /** With the shift key a stroke is about the empty cells in front of the faces that it goes over:
   *  so cubes are put onto others. With the alt key it turns the solid, wherever it begins. */
  begin(at: Spot, button: Button, event: PointerEvent): boolean {
    this.ground.touched();
    const first = event.altKey ? null : this.ground.sight.hit(at);
    const before = event.shiftKey !== this.ground.adds;
    const cell = first && this.meant(first, before);
    if (!first || cell === null) return false;
    const straight = this.ground.free ? null : new Straight(this.situation.space, first.cell);
    this.going = { first, last: cell, before, straight };
    this.situation.cursor = cell;
    this.strokes.begin(cell, button);
    return true;
  }

  private meant({ cell, side }: Hit, before: boolean): number | null {
    if (!before || side < 0) return cell;
    const { space, slice } = this.situation;
    return space.step(cell, side >> 1, side & 1 ? 1 : -1, slice);
  }

  move(from: Spot, to: Spot): void {
    for (const at of along(from, to, GRAIN)) this.moveTo(at);
  }

  private moveTo(at: Spot): void {
    const { going, ground: { sight } } = this;
    const hit = sight.hit(at);
    if (!hit || !going || !sight.follows(going.first, hit)) return;
    const straight = { cell: going.straight?.to(hit.cell) ?? hit.cell, side: hit.side };
    const cell = sight.reaches(straight) ? this.meant(straight, going.before) : null;
    if (cell === null || cell === going.last) return;
    going.last = cell;
    this.strokes.extend(cell);
  }

  end(): void {
    this.going = null;
    this.strokes.end();
  }

  cancel(): void {
    this.going = null;
    this.strokes.cancel();
  }

  hover(at: Spot | null): void {
    const { situation, ground } = this;
    const hit = at && ground.sight.hit(at);
    const clue = at && !hit ? ground.clueAt(at) : null;
    const same = situation.hover?.cell === hit?.cell && situation.hover?.side === hit?.side;
    if (same && clue === null) return;
    situation.hover = hit;
    ground.sight.changed();
    const line = clue ?? (hit && hit.side >= 0 ? situation.space.rod(hit.cell, hit.side >> 1) : -1);
    this.strokes.hover?.(hit?.cell ?? null, line < 0 ? [] : [line]);
  }

  pan(dx: number, dy: number): void {
    this.ground.sight.drag(dx, dy);
  }

  zoom(factor: number, at: Spot): boolean {
    return this.ground.sight.zoom(factor, at);
  }
}
