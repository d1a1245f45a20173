/** What becomes of a drawing while it is drawn: its faces, their colours, and the verdict. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { boardOf, call, type Puzzle } from "../../../api";
import { type Board, open, type Values } from "../../../model/board";
import type { Report } from "../../../model/report";
import type { Made } from "../answers";
import { useNewest } from "../watching";
import { type Dab, type Draft, type Point, svgOf } from "./draft";

/** How a drawing is read: nothing is shifted, nothing is added. */
export function reading(draft: Draft): Record<string, unknown> {
  return draft.bent ? { keep_curves: true } : { detail: "exact", colour_by: "fill", slopes: "any", min_width: 0, cure: false };
}

export function requestOf(draft: Draft, svg: string, more: Record<string, unknown>): Record<string, unknown> {
  return { name: "drawing.svg", data: btoa(svg), ...reading(draft), ...more };
}

export interface Live {
  /** The faces of what is drawn now; null: none yet, or it cannot be read. */
  found: Faces | null; values: Values | null;
  /** Null where nothing has a colour; the board has the clues of the colours, once they are counted. */
  report: Report | null; clued: Board | null;
  busy: boolean; error: string;
  /** The faces that have a colour, as areas of the drawing. */
  areas: { path: string; rgb: string }[];
}

export class Faces {
  private readonly shapes: Path2D[];
  private readonly origin: Point;

  constructor(readonly key: string, readonly puzzle: Puzzle, readonly board: Board) {
    this.shapes = board.plane!.faces.map(({ path }) => new Path2D(path));
    const numbers = (board.plane!.frame.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    this.origin = [Math.min(...numbers.filter((_, at) => at % 2 === 0)), Math.min(...numbers.filter((_, at) => at % 2 === 1))];
  }

  get offset(): Point {
    return this.origin;
  }

  /** The face at a point of the drawing, or -1. */
  at([x, y]: Point): number {
    const pen = canvas.getContext("2d")!;
    return this.shapes.findIndex((shape) => pen.isPointInPath(shape, x + this.origin[0], y + this.origin[1], "evenodd"));
  }

  spot(face: number): Point {
    const [x, y] = this.board.plane!.faces[face].spot;
    return [x - this.origin[0], y - this.origin[1]];
  }

  /** The outline of a face in the drawing. */
  path(face: number): string {
    return this.board.plane!.faces[face].path.replace(/(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)/g, (_, x: string, y: string) =>
      `${shortened(Number(x) - this.origin[0])} ${shortened(Number(y) - this.origin[1])}`);
  }

  /** A dab for each face that has a colour. */
  dabs(values: ArrayLike<number>): Dab[] {
    return Array.from(values).flatMap((colour, face) => (colour > 0 ? [{ at: this.spot(face), colour }] : []));
  }
}

const canvas = document.createElement("canvas");

function shortened(number: number): number {
  return Math.round(number * 1000) / 1000;
}

/** Colours of the faces of a new drawing: each has that of the face in which its middle was, and dabs decide where
 *  nothing was before. */
function inherited(now: Faces, dabs: Dab[], before: { faces: Faces; values: Values } | null): Values {
  const values = new Int8Array(now.board.cells);
  if (before) values.forEach((_, face) => {
    const old = before.faces.at(now.spot(face));
    if (old >= 0) values[face] = before.values[old];
  });
  else for (const { at, colour } of dabs) {
    const face = now.at(at);
    if (face >= 0) values[face] = colour;
  }
  return values;
}

/** `fresh` counts the times when colours are those of the dabs, and not of the faces before: after undo, say. */
export function useLive(draft: Draft, fresh: number, onDabs: (dabs: Dab[]) => void): Live {
  const svg = useMemo(() => svgOf(draft), [draft.strokes, draft.width, draft.height]);
  const drawn = useNewest(draft.strokes.length ? svg : "", async (signal) => {
    const made = await call<Made>(`make/${draft.family}`, requestOf(draft, svg, QUICK), { signal });
    return new Faces(svg, made.puzzle, open(await boardOf(made.puzzle)));
  });
  const found = drawn.answer?.key === svg ? drawn.answer : null;
  const before = useRef<{ faces: Faces; values: Values; fresh: number } | null>(null);
  const values = useMemo(() => {
    if (!found) return null;
    const last = before.current?.fresh === fresh && before.current.faces !== found ? before.current : null;
    return inherited(found, draft.dabs, last);
  }, [found, draft.dabs, fresh]);
  useEffect(() => {
    if (!found || !values) return;
    const inheriting = before.current?.fresh === fresh && before.current.faces !== found;
    before.current = { faces: found, values, fresh };
    if (inheriting) onDabs(found.dabs(values));
  }, [found, values]);
  const palette = draft.palette.map((rgb, at) => ({ rgb, name: at ? `colour ${at}` : "white", symbol: SYMBOLS[at] }));
  const picture = values && [...values];
  const asked = found && picture ? svg + picture.join() + draft.palette.join() : "";
  const judged = useNewest(asked, async (signal) => {
    const report = await call<Report>("check", { puzzle: { ...found!.puzzle, palette }, picture, rating: false }, { signal });
    return { asked, report, clued: report.puzzle ? open(await boardOf(report.puzzle)) : null };
  });
  const known = judged.answer?.asked === asked ? judged.answer : null;
  return {
    found, values, busy: drawn.busy || judged.busy, error: drawn.busy ? "" : drawn.error || judged.error,
    report: picture?.some(Boolean) ? known?.report ?? null : null, clued: known?.clued ?? null,
    areas: found && values ? [...values].flatMap((colour, face) => (colour > 0 ? [{ path: found.path(face), rgb: draft.palette[colour] }] : [])) : [],
  };
}

const QUICK = { clues: "all", budget: 1 }; // seconds for its labels

const SYMBOLS = [".", "#", ..."abcdefghij"];

/** The finished puzzle, with labels and verdict. Of straight lines, faces become wide enough to be coloured in. */
export async function finished(draft: Draft, live: Live, title: string, signal: AbortSignal): Promise<Puzzle> {
  const svg = svgOf(draft, live.areas);
  const wide = draft.bent ? {} : { min_width: WIDE };
  const made = await call<Made>(`make/${draft.family}`, requestOf(draft, svg, { ...wide, title }), { signal });
  if (!draft.bent) return made.puzzle;
  const palette = draft.palette.map((rgb, at) => ({ rgb, name: at ? `colour ${at}` : "white", symbol: SYMBOLS[at] }));
  const { puzzle } = await call<Report>("check", {
    puzzle: { ...made.puzzle, palette }, picture: [...live.values!], rating: false }, { signal });
  return puzzle!;
}

const WIDE = 3; // mm
