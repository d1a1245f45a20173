/** Where everything of a grid is, in device pixels: the clues to the left and above stay in sight,
 *  the cells scroll under them.
 *
 *      corner | clues of columns
 *      -------+-----------------
 *      clues  | cells
 */

import type { Frame, Spot } from "../gestures";
import { type Gutter, gutterOf, type Rooms } from "./rooms";

/** Along one axis: cells, of the board or of a part. */
export interface Span { from: number; count: number }

/** Along one axis. */
export interface Axis {
  /** How many cells, and the room of the longest clue in units of the letter size. */
  cells: number; room: number;
  /** The room that most clues need: where cells would be small, longer ones are cut off. */
  brief: number;
  view: number;
  /** Letter size; where the clues begin and end; where the first cell is; where cells stop. */
  font: number; start: number; edge: number; origin: number; stop: number;
  /** How far the cells are scrolled, and the clues where they are too long. */
  scroll: number; scrollMost: number; slide: number; slideMost: number;
}

const LARGEST = 80; // CSS pixels of a cell when all is shown
const CLOSEST = 72; // and when zoomed in
const SMALL = 12; // CSS pixels: below this, long clues are cut off and clues have no signs
const COMFORTABLE = 30; // CSS pixels of a cell that is zoomed in at
const MARGIN = 5;
const LEAST = 4; // device pixels from which on a cell is a whole number of them, and has edges

export class Layout {
  readonly x: Axis;
  readonly y: Axis;
  ratio = 1;
  /** Device pixels of a cell. */
  cell = 8;
  /** CSS pixels of a cell, as zoomed; what is shown is rounded. */
  private wish = 8;
  private least = 1;
  fitted = true;

  /** Whether long clues are cut off to make cells larger. */
  cut = false;

  constructor(width: number, height: number, rooms: Rooms, private plain = rooms) {
    this.x = axis(width, rooms.left, rooms.brief[0]);
    this.y = axis(height, rooms.top, rooms.brief[1]);
  }

  /** Sets the size of the view, in CSS pixels. A board that was fully visible stays so. */
  resize(width: number, height: number, ratio: number): void {
    this.ratio = ratio;
    this.x.view = Math.round(width * ratio);
    this.y.view = Math.round(height * ratio);
    this.cut = false;
    this.least = this.largestFit();
    if (this.least < SMALL) {
      this.cut = true;
      this.least = this.largestFit();
    }
    if (this.fitted || this.wish < this.least) this.fit();
    else this.arrange();
  }

  /** Clues need this much room, and that without signs. */
  allow(rooms: Rooms, plain = rooms): void {
    this.plain = plain;
    [this.x.room, this.y.room] = [rooms.left, rooms.top];
    [this.x.brief, this.y.brief] = rooms.brief;
    this.resize(this.x.view / this.ratio, this.y.view / this.ratio, this.ratio);
  }

  fit(): void {
    this.wish = this.least;
    this.fitted = true;
    this.x.scroll = this.y.scroll = this.x.slide = this.y.slide = 0;
    this.arrange();
  }

  /** Zooms about a spot; returns false at the limits of zooming. */
  zoom(factor: number, at: Spot): boolean {
    const wish = Math.max(this.least, Math.min(Math.max(CLOSEST, this.least), this.wish * factor));
    if (Math.abs(wish - this.wish) < 1e-6) return false;
    const [u, v] = [this.under(this.x, at.x), this.under(this.y, at.y)];
    this.wish = wish;
    this.fitted = wish <= this.least;
    this.arrange();
    this.x.scroll = this.x.edge + u * this.cell - at.x * this.ratio;
    this.y.scroll = this.y.edge + v * this.cell - at.y * this.ratio;
    this.arrange();
    return true;
  }

  /** Zooms so that these cells fill the view, in the middle of it. */
  show(across: Span, down: Span): void {
    const parts: [Axis, Span][] = [[this.x, across], [this.y, down]];
    const room = (one: Axis) => one.view - MARGIN * this.ratio - one.edge;
    let [low, high] = [this.least, Math.max(CLOSEST, this.least)];
    for (let step = 0; step < 16; step++) {
      this.wish = (low + high) / 2;
      this.arrange();
      if (parts.every(([one, { count }]) => count * this.cell <= room(one))) low = this.wish;
      else high = this.wish;
    }
    this.wish = low;
    this.fitted = low <= this.least + 1e-6;
    this.arrange();
    for (const [one, { from, count }] of parts)
      one.scroll = (from + count / 2) * this.cell - room(one) / 2;
    this.arrange();
  }

  /** Zooms in until cells are of a comfortable size, with this one in the middle. */
  closeTo(column: number, row: number): void {
    const size = Math.max(COMFORTABLE, 2 * this.least) * this.ratio;
    const span = (one: Axis, at: number): Span => {
      const count = Math.max(1, Math.min(one.cells, Math.floor((one.view - one.edge + one.start) / size)));
      return { from: at + 0.5 - count / 2, count };
    };
    this.show(span(this.x, column), span(this.y, row));
  }

  /** Moves the view so that a place, in cells, is in its middle. */
  centreOn(column: number, row: number): void {
    for (const [one, at] of [[this.x, column], [this.y, row]] as const)
      one.scroll = at * this.cell - (one.stop - one.edge) / 2;
    this.arrange();
  }

  /** The cell in the middle of the view, as [column, row]. */
  get middle(): [number, number] {
    return [this.x, this.y].map((one) => {
      const [from, to] = this.seen(one);
      return (from + to) >> 1;
    }) as [number, number];
  }

  /** The cells in a frame, in whole cells. */
  within(frame: Frame): [Span, Span] {
    const [[left, top], [right, bottom]] = [this.nearestSeen({ x: frame.left, y: frame.top }),
      this.nearestSeen({ x: frame.left + frame.width, y: frame.top + frame.height })];
    return [{ from: left, count: right - left + 1 }, { from: top, count: bottom - top + 1 }];
  }

  /** The zoom and the first cells in sight; null if all are. */
  get viewpoint(): number[] | null {
    return this.fitted ? null
      : [this.wish / this.least, this.x.scroll / this.cell, this.y.scroll / this.cell];
  }

  lookFrom([zoom, x, y]: number[]): void {
    this.wish = Math.max(this.least, Math.min(Math.max(CLOSEST, this.least), this.least * zoom));
    this.fitted = this.wish <= this.least;
    this.arrange();
    this.x.scroll = x * this.cell;
    this.y.scroll = y * this.cell;
    this.arrange();
  }

  pan(dx: number, dy: number, from?: Spot): void {
    this.drag(this.x, dx * this.ratio, from?.x);
    this.drag(this.y, dy * this.ratio, from?.y);
    this.arrange();
  }

  /** A drag that began on clues that are too long scrolls the clues along its axis. */
  private drag(one: Axis, by: number, from?: number): void {
    const onClues = from !== undefined && from * this.ratio < one.edge && one.slideMost > 0;
    if (onClues) one.slide += by;
    else one.scroll -= by;
  }

  /** Scrolls as little as needed to show the cell with a neighbour on each side. */
  reveal(x: number, y: number): boolean {
    const before = [this.x.scroll, this.y.scroll];
    this.bring(this.x, x);
    this.bring(this.y, y);
    this.arrange();
    return this.x.scroll !== before[0] || this.y.scroll !== before[1];
  }

  private bring(one: Axis, at: number): void {
    const room = one.view - MARGIN * this.ratio - one.edge, size = this.cell;
    one.scroll = Math.min(one.scroll, Math.max(0, at - 1) * size);
    one.scroll = Math.max(one.scroll, (at + 2) * size - room);
  }

  /** The cell at a spot, as [column, row]; null beside the cells. */
  cellAt(at: Spot): [number, number] | null {
    const [x, y] = [at.x * this.ratio, at.y * this.ratio];
    const inside = x >= this.x.edge && x < this.x.stop && y >= this.y.edge && y < this.y.stop;
    return inside ? this.nearest(at) : null;
  }

  /** The cell at a spot or nearest to it. */
  nearest(at: Spot): [number, number] {
    const place = (one: Axis, value: number) =>
      Math.max(0, Math.min(one.cells - 1, Math.floor(this.under(one, value))));
    return [place(this.x, at.x), place(this.y, at.y)];
  }

  /** The visible cell at a spot or nearest to it. */
  nearestSeen(at: Spot): [number, number] {
    const [column, row] = this.nearest(at);
    const [[left, right], [top, bottom]] = [this.seen(this.x), this.seen(this.y)];
    return [Math.max(left, Math.min(right, column)), Math.max(top, Math.min(bottom, row))];
  }

  /** The line whose clue is at a spot: a row, a column, or neither. */
  clueAt(at: Spot): { row?: number; column?: number } {
    const [x, y] = [at.x * this.ratio, at.y * this.ratio];
    const overX = x >= this.x.edge && x < this.x.stop, overY = y >= this.y.edge && y < this.y.stop;
    const [column, row] = this.nearest(at);
    if (overY && x >= this.x.start && x < this.x.edge) return { row };
    if (overX && y >= this.y.start && y < this.y.edge) return { column };
    return {};
  }

  /** The first and the last visible cell. */
  seen(one: Axis): [number, number] {
    const first = Math.floor((one.edge - one.origin) / this.cell);
    const last = Math.ceil((one.stop - one.origin) / this.cell) - 1;
    return [Math.max(0, first), Math.min(one.cells - 1, last)];
  }

  /** The device pixel where a cell begins. */
  at(one: Axis, cell: number): number {
    return one.origin + Math.round(cell * this.cell);
  }

  /** Whether there is no room for signs on clues. */
  get tight(): boolean {
    return this.cell < SMALL * this.ratio;
  }

  get edges(): boolean {
    return this.cell >= LEAST;
  }

  private under(one: Axis, value: number): number {
    return (value * this.ratio - one.origin) / this.cell;
  }

  private arrange(): void {
    this.cell = whole(this.wish * this.ratio);
    for (const one of [this.x, this.y]) this.place(one);
  }

  private place(one: Axis): void {
    const margin = Math.round(MARGIN * this.ratio), view = one.view - 2 * margin;
    const extent = Math.round(one.cells * this.cell);
    const { font, size, over } = this.gutter(one, view, extent);
    const spare = view - size - extent;
    one.font = font;
    one.slideMost = over;
    one.slide = clamp(one.slide, over);
    one.scrollMost = Math.max(0, -spare);
    one.scroll = clamp(Math.round(one.scroll), one.scrollMost);
    one.start = margin + Math.max(0, Math.floor(spare / 2));
    one.edge = one.start + size;
    one.origin = one.edge - one.scroll;
    one.stop = Math.min(one.origin + extent, one.view - (one.scrollMost ? 0 : margin));
  }

  private gutter(one: Axis, view: number, extent: number): Gutter {
    const { plain, cell, ratio, cut } = this, [room, brief] = !this.tight ? [one.room, one.brief]
      : one === this.x ? [plain.left, plain.brief[0]] : [plain.top, plain.brief[1]];
    return gutterOf({ room, brief, view, extent, cell, ratio, cut });
  }

  /** The largest cell, in CSS pixels, with which the whole board is visible. */
  private largestFit(): number {
    let [low, high] = [0.05, LARGEST];
    for (let step = 0; step < 24; step++) {
      const middle = (low + high) / 2;
      if (this.fits(middle)) low = middle;
      else high = middle;
    }
    return whole(low * this.ratio, Math.floor) / this.ratio;
  }

  private fits(wish: number): boolean {
    this.cell = wish * this.ratio;
    return [this.x, this.y].every((one) => {
      const view = one.view - 2 * Math.round(MARGIN * this.ratio), extent = one.cells * this.cell;
      const { size, over } = this.gutter(one, view, extent);
      return (this.cut || over <= 0) && size + extent <= view;
    });
  }
}

function axis(cells: number, room: number, brief: number): Axis {
  return { cells, room, brief, view: 1, font: 1, start: 0, edge: 0, origin: 0, stop: 0,
           scroll: 0, scrollMost: 0, slide: 0, slideMost: 0 };
}

function whole(size: number, round = Math.round): number {
  return size < LEAST ? size : round(size);
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
