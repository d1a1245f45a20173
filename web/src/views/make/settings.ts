/** What can be set, for each family; the names are those of the API and of the command line.
 *
 *  A few names are the page's own, where one field of the API takes several kinds of values: they
 *  have a capital, as in `shareOf`, and `requestOf` puts them together.
 */

import type { Field, Value } from "../../parts/field";
import type { Family } from "./kinds";

export type Settings = Record<string, Value>;

const STARS: [string, string][] = [["", "any"], ...[1, 2, 3, 4, 5].map((stars) =>
  [String(stars), "★".repeat(stars)] as [string, string])];

const title: Field = { name: "title", label: "Title", kind: "text", usual: "", most: 200,
                       empty: "that of the source" };
const seed: Field = { name: "seed", label: "Seed: another number, another choice", kind: "number",
                      usual: 0, min: 0, max: 2 ** 31 - 1, more: true };
const colours: Field = { name: "colours", label: "Colours", kind: "range", usual: 1, min: 1, max: 12 };
const budget = (usual: number): Field => ({
  name: "budget", label: "Time to look", kind: "range", usual, min: 1, max: 7, unit: "s", more: true });

const GRID: Field[] = [
  { name: "threshold", label: "Threshold", kind: "choice", usual: "auto", when: (set) => set.colours === 1,
    options: [["auto", "automatic"], ["sweep", "the best of several"], ["hand", "by hand"]] },
  { name: "lightnessOf", label: "Dark is below", kind: "range", usual: 0.5, min: 0.02, max: 0.98,
    step: 0.02, when: (set) => set.threshold === "hand" && set.colours === 1 },
  colours,
  { name: "background", label: "Background", kind: "colour", usual: "", when: (set) => Number(set.colours) > 1 },
  { name: "dither", label: "Dither", kind: "choice", usual: "none", when: (set) => set.colours === 1,
    options: [["none", "none"], ["floyd", "Floyd and Steinberg"], ["ordered", "ordered"]] },
  { name: "invert", label: "Invert", kind: "check", usual: false, when: (set) => set.colours === 1 },
  { name: "trim", label: "Trim the border", kind: "check", usual: false },
  { name: "level", label: "Level", kind: "choice", usual: "line",
    options: [["line", "single lines solve it"], ["probe", "probing solves it"],
              ["unique", "one solution is enough"]] },
  { name: "ratingFrom", label: "Stars from", kind: "choice", usual: "", options: STARS, half: true },
  { name: "ratingTo", label: "to", kind: "choice", usual: "", options: STARS, half: true },
  { name: "variants", label: "Variants, each harder", kind: "range", usual: 1, min: 1, max: 8 },
  title,
  { name: "smooth", label: "Smooth", kind: "range", usual: 0, min: 0, max: 10, more: true },
  { name: "best_size", label: "Best size: this or less", kind: "check", usual: false, more: true },
  seed, budget(5),
];

const SOLID: Field[] = [
  { name: "size", label: "Size, along the longest side", kind: "range", usual: 16, min: 3, max: 40 },
  { name: "up", label: "Up", kind: "choice", usual: "y", half: true,
    options: ["y", "z", "x", "-y", "-z", "-x"].map((axis) => [axis, axis.replace("-", "−")]) },
  { name: "turn", label: "Turn", kind: "number", usual: 0, min: -360, max: 360, unit: "°", half: true },
  { name: "voxelizer", label: "Voxelizer", kind: "choice", usual: "winding",
    options: [["winding", "winding numbers"], ["parity", "rays along z"],
              ["vote", "rays along three axes"]] },
  { name: "samples", label: "Samples along a side of a cell", kind: "range", usual: 1, min: 1, max: 8 },
  { name: "threshold", label: "Threshold: share that makes it solid", kind: "range", usual: 0.5,
    min: 0.05, max: 1, step: 0.05, when: (set) => Number(set.samples) > 1 },
  { name: "thin", label: "Thin walls are kept", kind: "check", usual: false },
  { name: "fill", label: "Fill hollows", kind: "check", usual: false },
  { name: "largest", label: "Largest piece only", kind: "check", usual: false },
  { ...colours, label: "Colours, if the model has them" },
  { name: "clues", label: "Clues", kind: "choice", usual: "all",
    options: [["all", "all of them"], ["minimal", "as few as will do"], ["share", "a share"]] },
  { name: "shareOf", label: "Share of the clues", kind: "range", usual: 0.5, min: 0.05, max: 0.95,
    step: 0.05, when: (set) => set.clues === "share" },
  title,
  { name: "place", label: "Place among the cells", kind: "choice", usual: "recognisable", more: true,
    options: [["recognisable", "recognisable"], ["line-solvable", "single lines solve it"],
              ["centre", "in the centre"]] },
  { name: "repair", label: "Repair: voxels to change at most", kind: "range", usual: 0, min: 0,
    max: 20, more: true },
  { name: "level", label: "Level", kind: "choice", usual: "line", more: true,
    options: [["line", "single lines solve it"], ["probe", "probing solves it"]] },
  seed, budget(6),
];

const size: Field = { name: "size", label: "Size of the frame", kind: "number", usual: "", min: 1,
                      max: 10_000, unit: "mm", empty: "as drawn", more: true };
const colourBy: Field = {
  name: "colour_by", label: "Colour by", kind: "choice", usual: "auto", more: true,
  options: [["auto", "automatic"], ["parity", "inside the outlines"], ["fill", "fills of the shapes"]] };
const LABELS: Field[] = [
  { name: "labels", label: "Labels", kind: "choice", usual: "auto",
    options: [["auto", "the best of all"], ["maxsat", "MaxSAT"], ["dynamic", "dynamic programming"],
              ["two-sat", "shortest leaders (2-SAT)"], ["none", "none"]] },
  { name: "boxWidth", label: "Box, width", kind: "number", usual: "", min: 0.1, max: 100, unit: "mm",
    empty: "auto", more: true, half: true },
  { name: "boxHeight", label: "height", kind: "number", usual: "", min: 0.1, max: 100, unit: "mm",
    empty: "auto", more: true, half: true },
  { name: "max_extension", label: "Longest leader", kind: "number", usual: "", min: 0, max: 1000,
    unit: "mm", empty: "auto", more: true, half: true },
  { name: "gap", label: "Gap", kind: "number", usual: 0.5, min: 0, max: 100, step: 0.1, unit: "mm",
    more: true, half: true },
  { name: "balanced", label: "Balanced: a label at either end", kind: "check", usual: false, more: true },
];

const SLOPED: Field[] = [
  { name: "widest", label: "Widest: the narrowest face as wide as can be", kind: "check", usual: false },
  { name: "min_width", label: "Minimal width", kind: "range", usual: 3, min: 0, max: 10, step: 0.25,
    unit: "mm", when: (set) => !set.widest },
  { name: "objective", label: "Objective: shifts of lines", kind: "choice", usual: "squares",
    options: [["squares", "least squares"], ["sum", "least sum"], ["max", "least maximum"]] },
  { name: "slopes", label: "Slopes", kind: "choice", usual: "0,45,90,135",
    options: [["0,45,90,135", "multiples of 45°"], ["0,30,60,90,120,150", "multiples of 30°"],
              ["any", "any"], ["list", "a list"]] },
  { name: "slopesOf", label: "Degrees, or rises like 1/2", kind: "text", usual: "0,90", most: 400,
    when: (set) => set.slopes === "list" },
  { name: "snap", label: "Snap edges to the slopes", kind: "check", usual: false },
  { name: "snapDegrees", label: "Off by", kind: "number", usual: 3, min: 0, max: 20, unit: "°", half: true,
    when: (set) => set.snap === true },
  { name: "snapMm", label: "join within", kind: "number", usual: 0.5, min: 0, max: 100, step: 0.1,
    unit: "mm", half: true, when: (set) => set.snap === true },
  { name: "split", label: "Split points where three lines meet", kind: "check", usual: false,
    when: (set) => !set.widest },
  { name: "cure", label: "Cure several solutions by a line", kind: "check", usual: true },
  ...LABELS.slice(0, 1), title, ...LABELS.slice(1), colourBy, size, seed, budget(6),
];

const CURVED: Field[] = [
  { name: "keep_curves", label: "Keep the curves as they are, and add none", kind: "check", usual: false },
  { name: "curves", label: "Curves in all", kind: "number", usual: "", min: 1, max: 200,
    empty: "as few as will do", when: (set) => !set.keep_curves },
  { ...seed, more: false, when: (set) => !set.keep_curves },
  { name: "tries", label: "Tries", kind: "number", usual: "", min: 1, max: 10 ** 7,
    empty: "as time allows", when: (set) => !set.keep_curves },
  ...LABELS.slice(0, 1), title,
  { name: "min_width", label: "Faces not narrower than", kind: "number", usual: "", min: 0.1,
    max: 100, step: 0.1, unit: "mm", empty: "auto", more: true },
  { name: "min_distance", label: "Crossings not nearer than", kind: "number", usual: "", min: 0.1,
    max: 100, step: 0.1, unit: "mm", empty: "auto", more: true },
  { name: "min_angle", label: "Crossings not flatter than", kind: "number", usual: 20, min: 5,
    max: 60, unit: "°", more: true },
  { name: "snap", label: "Join ends that miss by", kind: "number", usual: "", min: 0, max: 100,
    step: 0.1, unit: "mm", empty: "next to nothing", more: true },
  ...LABELS.slice(1), colourBy, size, budget(6),
];

export const FIELDS: Record<Family, Field[]> = { grid: GRID, solid: SOLID, sloped: SLOPED, curved: CURVED };

export function usual(family: Family): Settings {
  return Object.fromEntries(FIELDS[family].map(({ name, usual }) => [name, usual]));
}

/** The fields of a request: what differs from what the API does anyway. */
export function requestOf(family: Family, set: Settings): Record<string, unknown> {
  const asked: Record<string, unknown> = {};
  for (const field of FIELDS[family]) {
    if (field.when && !field.when(set)) continue;
    if (/[A-Z]/.test(field.name) || set[field.name] === field.usual) continue;
    asked[field.name] = set[field.name];
  }
  return { ...asked, ...together(family, asked, set) };
}

function together(family: Family, asked: Settings | object, set: Settings): Record<string, unknown> {
  if (family === "grid") return ofGrid(asked as Settings, set);
  if (family === "solid") return set.clues === "share" ? { clues: Number(set.shareOf) } : {};
  const more: Record<string, unknown> = {};
  if (set.boxWidth && set.boxHeight) more.box = [set.boxWidth, set.boxHeight];
  if (family === "sloped" && set.slopes === "list") more.slopes = set.slopesOf;
  if (family === "sloped" && set.snap) more.snap = [set.snapDegrees, set.snapMm];
  return more;
}

function ofGrid(asked: Settings, set: Settings): Record<string, unknown> {
  const more: Record<string, unknown> = {};
  if (asked.threshold === "hand") more.threshold = set.lightnessOf;
  if (set.ratingFrom || set.ratingTo) {
    const from = Number(set.ratingFrom || 1), to = Number(set.ratingTo || 5);
    more.rating = [Math.min(from, to), Math.max(from, to)];
  }
  return more;
}

/** A first look, quickly: nothing is changed, searched for or labelled. */
export function previewOf(family: Family, asked: Record<string, unknown>): Record<string, unknown> {
  return { ...asked, ...{
    grid: { preview: true, variants: 1 },
    solid: { place: "centre", clues: "all", repair: 0, budget: 0.4 },
    sloped: { labels: "none", budget: 1 },
    curved: { labels: "none", budget: 0.5 },
  }[family] };
}
