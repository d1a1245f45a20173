/** A solid by layers: one at a time, flat, like a grid. Every cell can be pointed at, also empty
 *  ones, and no 3D is needed. Clues of rods within the layer stand beside it, those of rods
 *  through it in the cells. */

import type { Spot } from "../gestures";
import { cellAt, columnsOf, type Flat, flatOf, rowsOf, spotOf } from "./flat";
import { CLUE, GAP, LayerPainter, MOST } from "./layer-painter";
import type { Sight, Situation } from "./situation";
import type { Hit } from "./space";

/** Where the layer is drawn: its left top corner and the size of a cell, in CSS pixels. */
export interface Frame { left: number; top: number; cell: number }

const MARGIN = 10;

export class ByLayers implements Sight {
  readonly element = document.createElement("canvas");
  axis = 2;
  layer: number;
  private fitted: Frame = { left: 0, top: 0, cell: 1 };
  private frame: Frame = { left: 0, top: 0, cell: 1 };
  private pending = 0;
  private readonly painter: LayerPainter;
  private size = { width: 1, height: 1 };
  /** Room at the top for the controls over the board. */
  private ceiling = 0;

  constructor(private readonly situation: Situation) {
    this.layer = situation.space.sizes[2] - 1;
    this.painter = new LayerPainter(this.element, situation);
  }

  get flat(): Flat {
    return flatOf(this.axis);
  }

  /** Shows another layer, perhaps of another axis. */
  choose(axis: number, layer: number): void {
    const turned = axis !== this.axis;
    this.axis = axis;
    this.layer = Math.max(0, Math.min(this.situation.space.sizes[axis] - 1, layer));
    if (turned) this.fit();
    this.changed();
  }

  changed(): void {
    this.pending ||= requestAnimationFrame(() => {
      this.pending = 0;
      this.painter.paint(this.flat, this.layer, this.frame, this.size);
    });
  }

  resize(ceiling = this.ceiling): void {
    this.ceiling = ceiling;
    const { clientWidth: width, clientHeight: height } = this.element.parentElement ?? this.element;
    if (!width || !height) return;
    const zoomed = this.frame.cell / this.fitted.cell;
    this.size = { width, height };
    this.element.width = Math.round(width * devicePixelRatio);
    this.element.height = Math.round(height * devicePixelRatio);
    this.fit();
    if (zoomed > 1.01) this.zoom(zoomed, { x: width / 2, y: height / 2 });
    this.painter.paint(this.flat, this.layer, this.frame, this.size);
  }

  /** Fits the layer with its clues into the view. */
  fit(): void {
    const { space } = this.situation;
    const columns = columnsOf(space, this.flat), rows = rowsOf(space, this.flat);
    const { left, top } = this.painter.margins(this.flat);
    const wide = this.size.width - 2 * MARGIN, high = this.size.height - this.ceiling - 2 * MARGIN;
    const cell = Math.max(4, Math.min(wide / (columns + left), high / (rows + top), 72));
    this.fitted = {
      cell,
      left: (this.size.width - (columns - left) * cell) / 2,
      top: this.ceiling + MARGIN + (high - (rows - top) * cell) / 2,
    };
    this.frame = { ...this.fitted };
    this.changed();
  }

  zoom(factor: number, at: Spot = { x: this.size.width / 2, y: this.size.height / 2 }): boolean {
    const least = this.fitted.cell, most = Math.max(least, 96);
    const cell = Math.max(least, Math.min(most, this.frame.cell * factor));
    const scale = cell / this.frame.cell;
    if (Math.abs(scale - 1) < 1e-6) return false;
    this.frame = { cell, left: at.x + (this.frame.left - at.x) * scale,
                   top: at.y + (this.frame.top - at.y) * scale };
    this.drag(0, 0);
    return true;
  }

  /** Pans within the zoomed layer. */
  drag(dx: number, dy: number): void {
    const { space } = this.situation;
    const { left, top } = this.painter.margins(this.flat);
    const { cell } = this.frame;
    const slide = (to: number, before: number, count: number, room: number, fitted: number) => {
      const high = MARGIN + before * cell, low = room - MARGIN - count * cell;
      return low >= high - 1 ? fitted : Math.max(low, Math.min(high, to));
    };
    this.frame.left = slide(this.frame.left + dx, left, columnsOf(space, this.flat),
                            this.size.width, this.fitted.left);
    const { ceiling } = this;
    this.frame.top = ceiling + slide(this.frame.top + dy - ceiling, top, rowsOf(space, this.flat),
                                     this.size.height - ceiling, this.fitted.top - ceiling);
    this.changed();
  }

  hit({ x, y }: Spot): Hit | null {
    const { space } = this.situation;
    const column = Math.floor((x - this.frame.left) / this.frame.cell);
    const row = Math.floor((y - this.frame.top) / this.frame.cell);
    if (column < 0 || row < 0 || column >= columnsOf(space, this.flat)
      || row >= rowsOf(space, this.flat)) return null;
    return { cell: cellAt(space, this.flat, this.layer, column, row), side: -1 };
  }

  /** The line whose clue is at a spot beside the layer; -1 if it is hidden. */
  clueAt({ x, y }: Spot): number | null {
    const { space } = this.situation;
    const { left, top, cell } = this.frame;
    const columns = columnsOf(space, this.flat), rows = rowsOf(space, this.flat);
    const column = Math.floor((x - left) / cell), row = Math.floor((y - top) / cell);
    const in_ = (at: number, count: number) => at >= 0 && at < count;
    const rod = (at: [number, number], axis: number) => space.rod(
      cellAt(space, this.flat, this.layer, ...at), axis);
    if (column < 0 && in_(row, rows)) return rod([0, row], this.flat.across.axis);
    if (row < 0 && in_(column, columns)) return rod([column, 0], this.flat.down.axis);
    return null;
  }

  /** The number at a spot beside the layer, as [line, number of its clue]. */
  numberAt(at: Spot): [line: number, run: number] | null {
    const line = this.clueAt(at);
    if (line === null || line < 0) return null;
    const { left, top, cell } = this.frame, labels = this.situation.numbers(line).slice(0, MOST);
    const away = at.x < left ? left - at.x : top - at.y;
    const label = labels[labels.length - 1 - Math.round(away / (CLUE * cell) - GAP)];
    return label ? [line, label.count] : null;
  }

  follows(): boolean {
    return true;
  }

  reaches(): boolean {
    return true;
  }

  centre(cell: number): Spot | null {
    const { space } = this.situation;
    if (space.at(cell, this.axis) !== this.layer) return null;
    const { column, row } = spotOf(space, this.flat, cell);
    const at = { x: this.frame.left + (column + 0.5) * this.frame.cell,
                 y: this.frame.top + (row + 0.5) * this.frame.cell };
    const seen = at.x >= 0 && at.y >= this.ceiling
      && at.x < this.size.width && at.y < this.size.height;
    return seen ? at : null;
  }

  step(cell: number, right: number, up: number, near: number): number | null {
    const { space } = this.situation;
    const { across, down, axis } = this.flat;
    const sign = (back: boolean) => (back ? -1 : 1);
    let at: number | null = space.step(cell, across.axis, right * sign(across.back));
    if (at !== null) at = space.step(at, down.axis, -up * sign(down.back));
    return at === null ? null : space.step(at, axis, near);
  }

  destroy(): void {
    cancelAnimationFrame(this.pending);
    this.pending = -1;
  }
}
