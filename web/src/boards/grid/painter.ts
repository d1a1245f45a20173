/** Keeps the two canvases of a grid up to date: cells and clues below, the overlay above. Paints
 *  once per frame, and below only what changed. */

import { type Board, range } from "../../model/board";
import type { Look } from "../view";
import { dots, drawCells, drawSome } from "./cells";
import { Gutters, NO_MARK, NO_RUNS, same, type Strip } from "./gutters";
import type { Layout } from "./layout";
import { drawOver, type Over } from "./over";
import { type Shades, shadesOf } from "../shades";
import { type Keys, keysOf, Tiles } from "./tiles";
import type { Clues } from "./tokens";

const MANY = 500; // changed cells from which on painting all is quicker
const CORNER = 34; // CSS pixels that the overview map needs

export class Painter {
  readonly canvases: HTMLCanvasElement[];
  private readonly pens: CanvasRenderingContext2D[];
  private shades: Shades;
  private tiles: Tiles;
  private frame = 0;
  private whole = true;
  private readonly hovered = new Set<number>();
  private overlay: Omit<Over, "lit"> = { cursor: null, stroke: null };
  /** The keys that the cells are to show, and those that are painted. */
  private keys: Keys;
  private painted: Keys;
  private strips: Strip[] = [];
  private drawn: Gutters | null = null;
  /** The overview map as it is painted: its place, and device pixels of a cell; null where there is none. */
  map: { left: number; top: number; scale: number } | null = null;

  /** `plain`: the clues without signs, where these have no room. */
  constructor(private board: Board, private clues: Clues, private plain: Clues,
              private readonly layout: Layout, private look: Look) {
    this.canvases = [0, 1].map(() => document.createElement("canvas"));
    this.pens = this.canvases.map((canvas) => canvas.getContext("2d")!);
    for (const canvas of this.canvases) canvas.setAttribute("aria-hidden", "true");
    this.shades = shadesOf(board, false);
    this.tiles = this.newTiles();
    this.keys = this.painted = keysOf(look);
  }

  show(look: Look): void {
    const before = this.look;
    this.look = look;
    const differs = (name: "finished" | "signs" | "bare") => !before[name] !== !look[name];
    if (differs("finished") || differs("signs") || differs("bare")) this.theme();
    this.keys = keysOf(look);
    this.soon();
  }

  /** Sets other clues; the layout places them. */
  reclue(board: Board, clues: Clues, plain: Clues): void {
    this.board = board;
    this.clues = clues;
    this.plain = plain;
    this.drawn = null;
    this.all();
  }

  /** Repaints with other colours. */
  theme(): void {
    this.shades = shadesOf(this.board, Boolean(this.look.finished));
    this.tiles = this.newTiles();
    this.drawn = null;
    this.all();
  }

  all(): void {
    this.whole = true;
    this.soon();
  }

  over(change: Partial<Omit<Over, "lit">> & { hover?: number[] }): void {
    const { hover, ...rest } = change;
    if (hover) {
      this.hovered.clear();
      for (const line of hover) this.hovered.add(line);
    }
    this.overlay = { ...this.overlay, ...rest };
    this.soon();
  }

  /** Sets the size in CSS pixels; paints at once to avoid flicker. */
  resize(width: number, height: number, ratio: number): void {
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    const same = this.canvases[0].width === wide && this.canvases[0].height === high;
    if (same && this.layout.ratio === ratio) return;
    for (const canvas of this.canvases) [canvas.width, canvas.height] = [wide, high];
    this.layout.resize(width, height, ratio);
    this.whole = true;
    this.paint();
  }

  /** The run whose number is at a spot of a line's clue; null: none is near. */
  numberAt(line: number, at: { x: number; y: number }): number | null {
    return this.gutters().numberAt(line, at.x * this.layout.ratio, at.y * this.layout.ratio);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
  }

  private soon(): void {
    this.frame ||= requestAnimationFrame(() => this.paint());
  }

  private paint(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { layout, tiles } = this;
    if (tiles.cell !== layout.cell || tiles.ratio !== layout.ratio) this.tiles = this.newTiles();
    const changed = this.whole ? [] : this.changedCells();
    const all = this.whole || changed.length > MANY
      || (changed.length && (!layout.edges || this.look.bare));
    if (all) this.paintAll();
    else this.paintSome(changed);
    this.whole = false;
    this.canvases[0].parentElement?.toggleAttribute("data-zoomed", !layout.fitted);
    drawOver(this.pens[1], this.board, layout, this.tiles, this.look,
             { ...this.overlay, lit: this.lit() });
  }

  private paintAll(): void {
    const [pen] = this.pens, { canvas } = pen;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    drawCells(pen, this.board, this.layout, this.tiles, this.keys, this.look.bare);
    this.painted = this.keys;
    this.strips = this.stripsNow();
    this.map = null;
    if (this.look.bare) return;
    this.gutters().drawAll(this.strips);
    this.paintFrame();
    this.paintCorner();
  }

  private paintSome(cells: number[]): void {
    if (cells.length) {
      drawSome(this.pens[0], this.board, this.layout, this.tiles, this.keys, cells);
      this.painted = this.keys;
      this.paintCorner();
    }
    this.paintStrips();
  }

  private changedCells(): number[] {
    const { keys, painted } = this, changed: number[] = [];
    for (let cell = 0; cell < keys.length; cell++)
      if (keys[cell] !== painted[cell]) changed.push(cell);
    return changed;
  }

  private paintStrips(): void {
    if (this.look.bare) return;
    const before = this.strips, now = this.stripsNow();
    this.strips = now;
    this.gutters().draw(range(now.length).filter((line) => !same(before[line], now[line])), now);
  }

  private gutters(): Gutters {
    const clues = this.layout.tight ? this.plain : this.clues;
    if (this.drawn?.clues !== clues)
      this.drawn = new Gutters(this.board, clues, this.layout, this.pens[0], this.shades);
    return this.drawn;
  }

  private stripsNow(): Strip[] {
    const lit = this.lit(), { marks, litRuns, telling } = this.look;
    return this.board.lines.map((_, line) => (
      { lit: lit.has(line), mark: marks?.[line] ?? NO_MARK, runs: litRuns?.get(line) ?? NO_RUNS,
        tells: telling?.has(line) ?? false }));
  }

  private lit(): Set<number> {
    if (this.look.bare || this.look.solved) return new Set();
    return new Set([...this.hovered, ...(this.look.lit ?? [])]);
  }

  private newTiles(): Tiles {
    const { finished = false, signs = false, bare = false } = this.look;
    return new Tiles(this.shades, this.layout.cell, this.layout.ratio, finished,
                     signs && !finished, bare);
  }

  private paintFrame(): void {
    const { x, y, ratio } = this.layout, [pen] = this.pens, width = Math.round(1.5 * ratio);
    pen.fillStyle = this.shades.frame;
    pen.fillRect(x.edge - width, y.edge - width, width, y.stop - y.edge + 2 * width);
    pen.fillRect(x.edge - width, y.edge - width, x.stop - x.edge + 2 * width, width);
    pen.fillRect(x.stop, y.edge - width, width, y.stop - y.edge + 2 * width);
    pen.fillRect(x.edge - width, y.stop, x.stop - x.edge + 2 * width, width);
  }

  /** The overview map with the visible part. */
  private paintCorner(): void {
    const { x, y, ratio } = this.layout, [pen] = this.pens, gap = Math.round(4 * ratio);
    const [wide, high] = [x.edge - x.start - 2 * gap, y.edge - y.start - 2 * gap];
    const { width, height } = this.board.grid!;
    const scale = Math.min(wide / width, high / height);
    pen.clearRect(x.start, y.start, wide + 1.5 * gap, high + 1.5 * gap);
    this.map = null;
    if (this.layout.fitted && !this.look.values.some((value) => value > 0)) return;
    if (Math.min(wide, high) < CORNER * ratio || scale * Math.min(width, height) < 8) return;
    const [left, top] = [x.start + gap, y.start + gap];
    this.map = { left, top, scale };
    pen.imageSmoothingEnabled = scale < 1;
    pen.drawImage(dots(this.board, this.tiles, this.keys, false), left, top,
                  width * scale, height * scale);
    pen.strokeStyle = this.shades.rule;
    pen.lineWidth = 1;
    pen.strokeRect(left - 0.5, top - 0.5, width * scale + 1, height * scale + 1);
    if (this.layout.fitted) return;
    const part = (one: typeof x) => [(one.edge - one.origin) / this.layout.cell * scale,
                                     (one.stop - one.edge) / this.layout.cell * scale];
    const [[fromX, sizeX], [fromY, sizeY]] = [part(x), part(y)];
    pen.strokeStyle = this.shades.cursor;
    pen.lineWidth = Math.round(1.5 * ratio);
    pen.strokeRect(left + fromX, top + fromY, sizeX, sizeY);
  }
}
