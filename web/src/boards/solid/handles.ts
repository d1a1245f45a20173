/** Handles to slice a solid: a rail along an outer edge of its box for each axis, with a knob at
 *  each end that is dragged inwards. They follow the solid as it turns. */

import type { Spot } from "../gestures";
import type { Orbit } from "./orbit";
import type { Situation } from "./situation";
import { AXES, moveEnd, NAMES, type Place, type Slice } from "./space";

const SVG = "http://www.w3.org/2000/svg";
const OFF = 22; // pixels between the box and its rails
const KNOB = 5; // pixels between a knob and the layer that it moves
const SHORTEST = 36; // pixels: rails that are seen end on cannot be dragged

type End = "low" | "high";
interface Rail {
  line: SVGElement; name: SVGElement; knobs: Record<End, SVGElement>; from: Spot; to: Spot;
}

export class Handles {
  readonly element = document.createElementNS(SVG, "svg");
  private readonly rails: Rail[];

  constructor(private readonly situation: Situation,
              private readonly onSlice: (slice: Slice) => void) {
    this.element.classList.add("solid-handles");
    this.element.setAttribute("aria-hidden", "true"); // the panel has accessible controls
    this.rails = AXES.map((axis) => this.rail(axis));
  }

  private rail(axis: number): Rail {
    const group = make("g", this.element, `rail rail-${NAMES[axis]}`);
    const line = make("line", group), name = make("text", group);
    name.textContent = NAMES[axis];
    const knobs = { low: this.knob(axis, "low", group), high: this.knob(axis, "high", group) };
    return { line, name, knobs, from: { x: 0, y: 0 }, to: { x: 0, y: 0 } };
  }

  private knob(axis: number, end: End, group: SVGElement): SVGElement {
    const knob = make("g", group, "knob");
    make("circle", knob, "reach").setAttribute("r", "18");
    make("path", knob).setAttribute("d", "M-6-8 7 0-6 8Z");
    make("title", knob).textContent = `Slice along ${NAMES[axis]}`;
    let grip = 0;
    knob.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      knob.setPointerCapture(event.pointerId);
      grip = this.along(axis, event) - this.edge(axis, end);
    });
    knob.addEventListener("pointermove", (event) => {
      if (!knob.hasPointerCapture(event.pointerId)) return;
      this.pull(axis, end, this.along(axis, event) - grip);
    });
    return knob;
  }

  /** How far along its rail a pointer is, in cells. */
  private along(axis: number, event: PointerEvent): number {
    const box = this.element.getBoundingClientRect();
    const { from, to } = this.rails[axis];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const [x, y] = [event.clientX - box.left - from.x, event.clientY - box.top - from.y];
    const part = (x * dx + y * dy) / (dx * dx + dy * dy || 1);
    return part * this.situation.space.sizes[axis];
  }

  private edge(axis: number, end: End): number {
    return this.situation.slice[end][axis] + Number(end === "high");
  }

  private pull(axis: number, end: End, to: number): void {
    const { space, slice } = this.situation;
    const layer = Math.round(to) - Number(end === "high");
    if (layer !== slice[end][axis]) this.onSlice(moveEnd(space, slice, axis, end, layer));
  }

  /** Places the rails along the solid in its present rotation. */
  follow(orbit: Orbit): void {
    for (const axis of AXES) this.place(axis, orbit);
  }

  private place(axis: number, orbit: Orbit): void {
    const rail = this.rails[axis], { sizes } = this.situation.space;
    const group = rail.line.parentNode as SVGElement;
    const at = outerEdge(sizes, axis, orbit);
    group.toggleAttribute("data-short", !at);
    if (!at) return;
    const bare = (along: number) => {
      const place: Place = [...at];
      place[axis] = along;
      return orbit.project(...place);
    };
    const [start, end] = [bare(0), bare(sizes[axis])];
    const long = Math.hypot(end.x - start.x, end.y - start.y);
    group.toggleAttribute("data-short", long < SHORTEST);
    const off = offset(start, end, orbit.project(...sizes.map((size) => size / 2) as Place));
    const point = (along: number) => add(bare(along), off);
    rail.from = add(start, off);
    rail.to = add(end, off);
    const angle = Math.atan2(end.y - start.y, end.x - start.x);
    setLine(rail.line, rail.from, rail.to);
    this.putKnob(rail.knobs.low, point(this.edge(axis, "low")), angle, -1);
    this.putKnob(rail.knobs.high, point(this.edge(axis, "high")), angle, 1);
    const middle = point(sizes[axis] / 2);
    rail.name.setAttribute("x", (middle.x + 0.7 * off.x).toFixed(1));
    rail.name.setAttribute("y", (middle.y + 0.7 * off.y + 5).toFixed(1));
  }

  private putKnob(knob: SVGElement, at: Spot, angle: number, way: number): void {
    const [x, y] = [at.x + way * KNOB * Math.cos(angle), at.y + way * KNOB * Math.sin(angle)];
    const turn = (angle * 180) / Math.PI + (way > 0 ? 180 : 0);
    knob.setAttribute("transform",
                      `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})`);
  }
}

/** The lowest of the box's edges along an axis that are part of its outline; null if none is. */
function outerEdge(sizes: Place, axis: number, orbit: Orbit): Place | null {
  const [one, other] = AXES.filter((each) => each !== axis);
  const eye = orbit.eye.toArray();
  const faces = (across: number, far: number) => (
    far ? eye[across] > sizes[across] : eye[across] < 0);
  let best: Place | null = null, lowest = -Infinity;
  for (let corner = 0; corner < 4; corner++) {
    const [first, second] = [corner & 1, corner >> 1];
    if (faces(one, first) === faces(other, second)) continue;
    const place = [...sizes].map((size) => size / 2) as Place;
    place[one] = first ? sizes[one] : 0;
    place[other] = second ? sizes[other] : 0;
    const { x, y } = orbit.project(...place);
    const low = axis === 1 ? -x : y; // upright rails stand at the left
    if (low > lowest) [best, lowest] = [place, low];
  }
  return best;
}

/** The direction from an edge of the outline away from the centre of the box. */
function offset(from: Spot, to: Spot, middle: Spot): Spot {
  const [dx, dy] = [to.x - from.x, to.y - from.y], long = Math.hypot(dx, dy) || 1;
  const inwards = (middle.x - from.x) * -dy + (middle.y - from.y) * dx > 0 ? 1 : -1;
  return { x: (inwards * OFF * dy) / long, y: (-inwards * OFF * dx) / long };
}

function add(one: Spot, other: Spot): Spot {
  return { x: one.x + other.x, y: one.y + other.y };
}

function make(name: string, into: Element, kind = ""): SVGElement {
  const element = document.createElementNS(SVG, name);
  if (kind) element.setAttribute("class", kind);
  into.append(element);
  return element;
}

function setLine(line: SVGElement, from: Spot, to: Spot): void {
  for (const [name, value] of [["x1", from.x], ["y1", from.y], ["x2", to.x], ["y2", to.y]] as const)
    line.setAttribute(name, value.toFixed(1));
}
