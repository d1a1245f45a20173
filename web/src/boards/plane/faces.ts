/** The faces of an arrangement, each with its sign: a cross where it is white, or its colour's. */

import { type Board } from "../../model/board";
import { inkOn } from "../colours";
import { blend, heatShade, type Shades, shadesOf } from "../shades";
import { signPath } from "../signs";
import type { Look } from "../view";
import { make, set } from "./svg";

const SPOT = "M0-1L1 0 0 1-1 0z"; // on colours that are like the paper
const REACH = 0.9; // millimetres from the centre of a sign to its ends, where there is room

export class Faces {
  private readonly faces: SVGPathElement[];
  private readonly signs: SVGPathElement[];
  /** What each face shows, so that only changed faces are updated. */
  private shown: string[] = [];
  /** Colours of the theme are asked for once, while playing and when finished. */
  private readonly shades = new Map<boolean, Shades>();

  constructor(private readonly board: Board, parent: Element, signs: Element) {
    const { faces } = board.plane!;
    this.faces = faces.map(({ path }, face) =>
      make("path", { d: path, "data-face": face, "fill-rule": "evenodd" }, parent));
    this.signs = faces.map(() => make("path", {}, signs));
  }

  /** Colours changed. */
  theme(): void {
    this.shades.clear();
    this.shown = [];
  }

  show(look: Look): void {
    const { finished = false } = look, signed = Boolean(look.signs) && !finished;
    if (!this.shades.has(finished)) this.shades.set(finished, shadesOf(this.board, finished));
    const shades = this.shades.get(finished)!;
    look.values.forEach((value, face) => {
      const heat = look.heat?.[face] ?? NaN, now = `${value} ${heat} ${finished} ${signed}`;
      if (this.shown[face] === now) return;
      this.shown[face] = now;
      const fill = Number.isNaN(heat) ? shades.fill.get(value)! : heatShade(heat);
      set(this.faces[face], { fill, stroke: fill, "data-value": value });
      if (value === 0 && !finished) this.cross(face, shades.cross);
      else if (value > 0 && signed) this.sign(face, signPath(value), this.reach(face), blend(fill, inkOn(fill), 0.62));
      else if (shades.pale.has(value)) this.sign(face, SPOT, 0.8 * this.reach(face), blend(fill, inkOn(fill), 0.62));
      else set(this.signs[face], { d: "" });
    });
  }

  private cross(face: number, stroke: string): void {
    const { unit } = this.board.plane!, r = this.reach(face);
    set(this.signs[face], { d: `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`, stroke, fill: "none",
                            "stroke-width": Math.min(0.3 * unit, 0.35 * r),
                            transform: `translate(${this.board.plane!.faces[face].spot})` });
  }

  private sign(face: number, d: string, reach: number, fill: string): void {
    set(this.signs[face], { d, fill, stroke: "none",
                            transform: `translate(${this.board.plane!.faces[face].spot}) scale(${reach})` });
  }

  private reach(face: number): number {
    const { faces, unit } = this.board.plane!;
    return Math.min(REACH * unit, 0.5 * faces[face].room);
  }
}
