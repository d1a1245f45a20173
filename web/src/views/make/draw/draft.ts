/** A drawing for puzzles of lines or curves: strokes in a frame, snapping, and the SVG that `make` reads.
 *
 *  Lengths are millimetres from the frame's top left corner, y down. A straight stroke stands for the whole line
 *  through its two points; a bent one goes smoothly through its points, and on to the frame at both ends.
 */

export type Point = [number, number];
export interface Stroke { id: number; points: Point[] }
/** A point inside a face that has a colour. */
export interface Dab { at: Point; colour: number }
export interface Draft {
  family: string; bent: boolean; width: number; height: number;
  strokes: Stroke[]; dabs: Dab[]; palette: string[];
}

export const SIDE = 100; // mm of the frame's longer side

export function emptyDraft(family: string, bent: boolean, ratio = 1): Draft {
  return { family, bent, width: ratio >= 1 ? SIDE : round(SIDE * ratio), height: ratio >= 1 ? round(SIDE / ratio) : SIDE,
           strokes: [], dabs: [], palette: ["#ffffff", "#000000"] };
}

function round(number: number): number {
  return Math.round(number * 1000) / 1000;
}

const away = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by);

export const KEPT = "nonoforge-draft"; // in this browser

/** The drawing that was left last, if it can be gone on with. */
export function lastDraft(): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null") as Draft | null;
    return kept && Array.isArray(kept.strokes) && Array.isArray(kept.dabs) && kept.strokes.length ? kept : null;
  } catch {
    return null;
  }
}

// Lines.

type Frame = Pick<Draft, "width" | "height">;

function corners({ width, height }: Frame): Point[] {
  return [[0, 0], [width, 0], [width, height], [0, height]];
}

/** The two points at which a line leaves the frame; null if it misses it. */
export function chord(frame: Frame, [from, to]: Point[]): [Point, Point] | null {
  const side = ([x, y]: Point) => (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
  const all = corners(frame), found: Point[] = [];
  all.forEach((corner, at) => {
    const next = all[(at + 1) % 4], [a, b] = [side(corner), side(next)];
    if (Math.abs(a) < 1e-9 || (a < 0) === (b < 0)) { if (Math.abs(a) < 1e-9) found.push(corner); return; }
    if (Math.abs(b) < 1e-9) return;
    const share = a / (a - b);
    found.push([corner[0] + share * (next[0] - corner[0]), corner[1] + share * (next[1] - corner[1])]);
  });
  const far = found.find((point) => away(point, found[0]) > 1e-6);
  return far ? [found[0], far] : null;
}

/** The part of the frame on one side of a line. */
function half(frame: Frame, points: Point[]): Point[] | null {
  const ends = chord(frame, points);
  if (!ends) return null;
  const [from, to] = points, side = ([x, y]: Point) => (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
  const kept = corners(frame).filter((corner) => side(corner) > 1e-9), all = [...kept, ...ends];
  const middle: Point = [all.reduce((sum, [x]) => sum + x, 0) / all.length, all.reduce((sum, [, y]) => sum + y, 0) / all.length];
  const angle = ([x, y]: Point) => Math.atan2(y - middle[1], x - middle[0]);
  return kept.length ? all.sort((one, other) => angle(one) - angle(other)) : null; // it is convex
}

// Curves.

/** Where a curve that ends at a point, coming from another, goes on to the frame. */
function toFrame(frame: Frame, from: Point, end: Point): Point {
  const [dx, dy] = [end[0] - from[0], end[1] - from[1]];
  const reach = ([[end[0], dx, frame.width], [end[1], dy, frame.height]] as const)
    .map(([at, by, side]) => (by > 1e-9 ? (side - at) / by : by < -1e-9 ? -at / by : Infinity));
  const share = Math.max(0, Math.min(...reach));
  return Number.isFinite(share) ? within(frame, [end[0] + share * dx, end[1] + share * dy]) : end;
}

function within({ width, height }: Frame, [x, y]: Point): Point {
  return [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(height, y))];
}

export function onFrame({ width, height }: Frame, [x, y]: Point): boolean {
  return Math.min(x, y, width - x, height - y) < 1e-6;
}

/** The nearest point of the frame. */
function nearestOnFrame({ width, height }: Frame, [x, y]: Point): Point {
  const gaps = [x, y, width - x, height - y], least = gaps.indexOf(Math.min(...gaps));
  return [[0, y], [x, 0], [width, y], [x, height]][least] as Point;
}

const NEAR = 5; // mm: an end as near to the frame is meant to be on it

/** A curve that was drawn by hand: fewer points, and both ends on the frame. */
export function bent(frame: Frame, drawn: Point[]): Point[] | null {
  const inside = drawn.map((point) => within(frame, point));
  const points = thinned(inside, TOLERANCE);
  if (points.length < 2 || away(points[0], points[points.length - 1]) < 1) return null;
  const ended = (list: Point[]): Point[] => {
    const [end, before] = [list[list.length - 1], list[list.length - 2]];
    if (onFrame(frame, end)) return list;
    const close = nearestOnFrame(frame, end);
    if (away(close, end) <= NEAR) return [...list.slice(0, -1), close];
    return [...list, toFrame(frame, before, end)];
  };
  const whole = ended(ended(points).reverse()).reverse();
  return whole.map(([x, y]): Point => [round(x), round(y)]);
}

const TOLERANCE = 1.2; // mm

/** Fewer points that stay close (Ramer, Douglas and Peucker). */
function thinned(points: Point[], tolerance: number): Point[] {
  if (points.length < 3) return points;
  const [first, last] = [points[0], points[points.length - 1]], length = away(first, last);
  let far = 0, at = 0;
  points.forEach(([x, y], index) => {
    const off = length < 1e-9 ? away([x, y], first)
      : Math.abs((last[0] - first[0]) * (first[1] - y) - (first[0] - x) * (last[1] - first[1])) / length;
    if (off > far) [far, at] = [off, index];
  });
  if (far <= tolerance) return [first, last];
  return [...thinned(points.slice(0, at + 1), tolerance), ...thinned(points.slice(at), tolerance).slice(1)];
}

/** The path of a smooth curve through points: its tangents are parallel to the neighbours' chord (Catmull and Rom). */
export function curvePath(points: Point[]): string {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))];
  const show = ([x, y]: Point) => `${round(x)} ${round(y)}`;
  return `M${show(points[0])}` + points.slice(1).map((to, index) => {
    const from = points[index], before = at(index - 1), after = at(index + 2), length = away(from, to);
    const handle = (start: Point, one: Point, other: Point, sign: number): Point => {
      const [dx, dy] = [other[0] - one[0], other[1] - one[1]], size = Math.hypot(dx, dy) || 1;
      return [start[0] + (sign * dx * length) / size / 3, start[1] + (sign * dy * length) / size / 3];
    };
    return `C${show(handle(from, before, to, 1))} ${show(handle(to, from, after, -1))} ${show(to)}`;
  }).join("");
}

export function strokePath(draft: Draft, { points }: Stroke): string {
  if (draft.bent) return curvePath(points);
  const ends = chord(draft, points);
  return ends ? `M${ends[0].join(" ")}L${ends[1].join(" ")}` : "";
}

// Snapping.

export interface Snapping { grid: number; slopes: number[]; near: number }

/** Points to which others are drawn: where lines cross, and where strokes meet the frame. */
export function anchors(draft: Draft): Point[] {
  const found: Point[] = corners(draft);
  if (draft.bent) return [...found, ...draft.strokes.flatMap(({ points }) => [points[0], points[points.length - 1]])];
  const lines = draft.strokes.map(({ points }) => points);
  lines.forEach((line, at) => {
    found.push(...chord(draft, line) ?? []);
    for (const other of lines.slice(0, at)) {
      const meets = crossing(line, other);
      if (meets && meets[0] >= 0 && meets[1] >= 0 && meets[0] <= draft.width && meets[1] <= draft.height) found.push(meets);
    }
  });
  return found;
}

function crossing([a, b]: Point[], [c, d]: Point[]): Point | null {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]], det = ux * vy - uy * vx;
  if (Math.abs(det) < 1e-9) return null;
  const share = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / det;
  return [a[0] + share * ux, a[1] + share * uy];
}

/** The anchor that is near, or else the point of the grid. */
export function snapped(draft: Draft, point: Point, { grid, near }: Snapping): Point {
  const best = anchors(draft).reduce<Point | null>((found, one) =>
    (away(one, point) <= near && (!found || away(one, point) < away(found, point)) ? one : found), null);
  if (best) return best;
  if (!grid) return point;
  return within(draft, [Math.round(point[0] / grid) * grid, Math.round(point[1] / grid) * grid]);
}

/** The second point of a line, turned about the first to the nearest slope that is allowed; the point that is near
 *  counts where any is. */
export function sloped(draft: Draft, from: Point, to: Point, snapping: Snapping): Point {
  if (!snapping.slopes.length) return snapped(draft, to, snapping);
  const angle = Math.atan2(from[1] - to[1], to[0] - from[0]), length = away(from, to);
  const off = (slope: number) => Math.abs(((angle - (slope * Math.PI) / 180) % Math.PI + 1.5 * Math.PI) % Math.PI - Math.PI / 2);
  const slope = snapping.slopes.reduce((one, other) => (off(other) < off(one) ? other : one));
  const turn = (slope * Math.PI) / 180, way = Math.cos(angle - turn) < 0 ? -1 : 1;
  return [from[0] + way * length * Math.cos(turn), from[1] - way * length * Math.sin(turn)];
}

// The SVG.

/** What `make` reads: of straight strokes the halves of the frame that they bound, whose edges are the lines; of
 *  bent ones the curves themselves. `faces` are areas with their colours. */
export function svgOf(draft: Draft, faces: { path: string; rgb: string }[] = []): string {
  const { width, height, strokes } = draft;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">`;
  const box = `d="M0 0H${width}V${height}H0z"`;
  if (draft.bent) {
    const curves = strokes.map((stroke) => `<path class="line" fill="none" stroke="#000000" d="${strokePath(draft, stroke)}"/>`);
    return `${head}<path class="frame picture" fill="none" stroke="#800080" ${box}/>${curves.join("")}</svg>`;
  }
  const plain = faces.length ? "#ffffff" : "#000000"; // something must have a colour
  const halves = strokes.flatMap(({ points }) => {
    const polygon = half(draft, points);
    return polygon ? [`<path fill="${plain}" d="M${polygon.map((point) => point.map(precise).join(" ")).join("L")}z"/>`] : [];
  });
  const areas = faces.map(({ path, rgb }) => `<path fill="${rgb}" d="${path}"/>`);
  return `${head}${halves.join("")}${areas.join("")}</svg>`;
}

function precise(number: number): number {
  return Math.round(number * 1e6) / 1e6;
}
