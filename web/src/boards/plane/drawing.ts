/** The drawing of an arrangement from back to front: faces, curves, signs and labels, updated
 *  from looks. */

import { type Board, type Plane } from "../../model/board";
import type { Look } from "../view";
import { Faces } from "./faces";
import { type LabelView, labelView } from "./labels";
import { patterns } from "./notices";
import { make, set } from "./svg";

export interface Drawing {
  svg: SVGSVGElement;
  /** The group that is panned and zoomed. */
  root: SVGGElement;
  /** The outline around the faces. */
  frame: SVGPathElement;
  /** The id of what is in it. */
  content: string;
  list: HTMLOListElement;
  show(look: Look): void;
  cursor(face: number | null): void;
  /** Colours of the theme changed. */
  theme(): void;
}

let count = 0; // of drawings, for ids

/** `numbered`: lines are known by the numbers of their curves. */
export function drawing(board: Board, numbered: boolean): Drawing {
  const plane = board.plane!, unit = plane.unit;
  const svg = make("svg", { class: "plane", "aria-hidden": "true" });
  const fills = patterns(svg, unit);
  const root = make("g", {}, svg);
  const id = `plane-${++count}`, content = make("g", { id }, root);
  const layer = (name: string) => make("g", { class: name }, content);
  const frame = make("path", { d: plane.frame, class: "ground" }, layer("grounds"));
  const below = layer("faces"), shine = layer("shine");
  const curves = layer("curves");
  for (const d of plane.curves) make("path", { d, "stroke-width": 0.28 * unit }, curves);
  make("path", { d: plane.frame, class: "frame", "stroke-width": 0.6 * unit }, curves);
  const faces = new Faces(board, below, layer("signs"));
  const noticed = layer("noticed"), way = layer("way");
  const tags = layer("tags");
  for (const tag of plane.tags) numberTag(tag, unit, tags);
  const names = layer("names");
  const list = document.createElement("ol");
  list.className = "clue-list";
  const labelLayer = layer("labels");
  const labels = plane.lines.map((line, index) => labelView(board, line, index, labelLayer, list));
  if (list.childElementCount) list.tabIndex = 0; // it can be scrolled, by keyboard too
  const ring = make("path", { class: "cursor", "stroke-width": 0.9 * unit, d: "" }, layer("cursors"));
  return {
    svg, root, frame, list, content: id,
    show: (look) => {
      set(svg, { class: `plane${look.bare ? " bare" : ""}${look.solved ? " solved" : ""}` });
      faces.show(look);
      notice(plane, look, noticed, fills);
      shineOn(plane, look, shine, way);
      name(plane, numbered && look.named ? (look.lit ?? []).filter((index) => plane.lines[index]) : [], way, names);
      marks(look, labels);
    },
    theme: () => faces.theme(),
    cursor: (face) => set(ring, { d: face === null ? "" : plane.faces[face].path }),
  };
}

function numberTag(tag: Plane["tags"][number], unit: number, parent: Element): void {
  const [x, y] = tag.at, text = String(tag.curve + 1);
  make("path", { d: `M${tag.port.join(" ")}L${x} ${y}`, "stroke-width": 0.2 * unit }, parent);
  make("circle", { cx: x, cy: y, r: tag.radius, "stroke-width": 0.2 * unit }, parent);
  make("text", { x, y, "font-size": tag.radius * (text.length > 2 ? 0.9 : 1.3) }, parent)
    .textContent = text;
}

const NAME = 2.4; // millimetres: the radius of a number on a lit line
const SHARES = [0.5, 0.36, 0.64, 0.22, 0.78]; // of a line: where its number may stand

/** The numbers of the lit curves, on them, as far from each other as these places allow. */
function name(plane: Plane, lit: number[], ways: SVGGElement, layer: SVGGElement): void {
  const tagged = new Set(plane.tags.map(({ curve }) => curve)), placed: DOMPoint[] = [];
  const marks = lit.flatMap((index, at) => {
    const { curve } = plane.lines[index], radius = NAME * plane.unit;
    if (tagged.has(curve)) return [];
    tagged.add(curve);
    const way = ways.children[at] as SVGPathElement, length = way.getTotalLength();
    const room = (spot: DOMPoint) => Math.min(Infinity, ...placed.map(({ x, y }) => Math.hypot(spot.x - x, spot.y - y)));
    const spots = SHARES.map((share) => way.getPointAtLength(share * length));
    const spot = spots.find((one) => room(one) > 2.5 * radius) ?? spots.reduce((best, one) => room(one) > room(best) ? one : best);
    placed.push(spot);
    const mark = make("g", { class: way.className.baseVal, transform: `translate(${spot.x} ${spot.y})` });
    make("circle", { r: radius, "stroke-width": 0.4 * plane.unit }, mark);
    make("text", { "font-size": 1.2 * radius }, mark).textContent = String(curve + 1);
    return [mark];
  });
  layer.replaceChildren(...marks);
}

function notice(
  plane: Plane, look: Look, layer: SVGGElement, fills: Record<string, string>,
): void {
  layer.replaceChildren(...[...(look.notices ?? [])].map(([face, kind]) => make("path", {
    d: plane.faces[face].path, fill: fills[kind], "fill-rule": "evenodd",
    class: `notice ${kind}`, "stroke-width": 0.9 * plane.unit })));
}

/** The faces along highlighted lines, and the paths of these lines. */
function shineOn(plane: Plane, look: Look, shine: SVGGElement, way: SVGGElement): void {
  const lit = (look.lit ?? []).filter((index) => plane.lines[index]), tint = tintsOf(lit);
  shine.replaceChildren(...lit.flatMap((index) => [...new Set(plane.lines[index].cells)].map((face) =>
    make("path", { d: plane.faces[face].path, "fill-rule": "evenodd", class: tint(index) }))));
  way.replaceChildren(...lit.map((index) => make("path", {
    d: plane.lines[index].path, "stroke-width": 0.8 * plane.unit, class: tint(index) })));
}

const TINTS = 4; // that plane.css has

/** The tint of each lit line: by its number where it is alone, so that lines side by side differ; else
 *  one after the other. */
function tintsOf(lit: number[]): (line: number) => string {
  return (line) => `tint-${(lit.length > 1 ? lit.indexOf(line) : line) % TINTS}`;
}

function marks(look: Look, labels: LabelView[]): void {
  const lit = look.lit ?? [], set = new Set(lit), tint = tintsOf(lit);
  labels.forEach((label, index) =>
    label.show(look.marks?.[index], set.has(index) ? tint(index) : "", look.litRuns?.get(index) ?? [],
               look.signs ?? false, look.telling?.has(index) ?? false));
}
