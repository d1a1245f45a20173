/** The board of a grid, on a canvas: clues that stay in sight, cells that zoom and pan. */

import "./grid.css";
import type { Board, Values } from "../../model/board";
import { along, gestures, type Spot } from "../gestures";
import type { BoardView, Button, Look, MakeBoard, Strokes } from "../view";
import { Keys } from "./keys";
import { Layout } from "./layout";
import { Painter } from "./painter";
import { Stroke } from "./stroke";
import { roomier, stepOf, tokensOf } from "./tokens";
import { boardLabel, KEYS, tell } from "./words";

const SOON = 120; // milliseconds before a place is told, so that only the last of many is

export const gridBoard: MakeBoard = (board, strokes) => new GridView(board, strokes);

class GridView implements BoardView {
  readonly element = document.createElement("div");
  private readonly layout: Layout;
  private readonly painter: Painter;
  private readonly live = document.createElement("div");
  private readonly observer = new ResizeObserver(() => this.resize());
  private readonly stopping: (() => void)[] = [];
  private look: Look;
  private stroke: Stroke | null = null;
  private cursor = 0;
  private told = -1;
  /** Is the keyboard at work, so that its cursor is shown? */
  private keyboard = false;
  private pressing = false;
  private timer = 0;
  /** A change of the layout that waits for the end of a stroke. */
  private late: (() => void) | null = null;

  constructor(private board: Board, private readonly strokes: Strokes) {
    const clues = tokensOf(board), { width, height } = board.grid!;
    this.layout = new Layout(width, height, clues.left, clues.top);
    this.look = { values: new Int8Array(board.cells).fill(-1) as Values };
    this.painter = new Painter(board, clues, this.layout, this.look);
    this.dress();
    this.listen(width, height);
  }

  show(look: Look): void {
    const before = this.look;
    this.look = look;
    this.painter.show(look);
    if (this.keyboard && before.values[this.cursor] !== look.values[this.cursor]) this.say(true);
  }

  reclue(board: Board): void {
    const clues = tokensOf(board), { width, height } = board.grid!, { x, y } = this.layout;
    this.board = board;
    this.painter.reclue(board, clues);
    const [left, top] = [roomier(x.room, clues.left, width, clues.chips ? 1.3 : 1.08),
                         roomier(y.room, clues.top, height, stepOf(clues))];
    // Nothing moves under the pointer while it paints.
    this.late = () => { if (left !== x.room || top !== y.room) this.layout.allow(left, top); };
    if (!this.stroke) this.settle();
  }

  private settle(): void {
    this.late?.();
    this.late = null;
    this.painter.all();
  }

  fit(): void {
    this.resize();
    this.layout.fit();
    this.painter.all();
  }

  zoom(factor: number): void {
    const { x, y, ratio } = this.layout;
    const middle = { x: (x.edge + x.stop) / 2 / ratio, y: (y.edge + y.stop) / 2 / ratio };
    if (this.keyboard) Object.assign(middle, this.spotOf(this.cursor));
    if (this.layout.zoom(factor, middle)) this.painter.all();
  }

  centre(cell: number): { x: number; y: number } | null {
    const spot = this.spotOf(cell), box = this.element.getBoundingClientRect();
    return this.layout.cellAt(spot) ? { x: box.left + spot.x, y: box.top + spot.y } : null;
  }

  focusCell(cell: number): void {
    this.element.focus({ preventScroll: true });
    this.go(cell);
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.observer.disconnect();
    for (const stop of this.stopping) stop();
    this.painter.destroy();
    this.element.remove();
  }

  private dress(): void {
    const { element, live } = this;
    element.className = "grid-board";
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    element.setAttribute("aria-roledescription", "nonogram board");
    element.setAttribute("aria-label", boardLabel(this.board));
    element.setAttribute("aria-description", KEYS);
    live.className = "unseen";
    live.setAttribute("aria-live", "polite");
    element.append(...this.painter.canvases, live);
  }

  private listen(width: number, height: number): void {
    const { element } = this, repaint = () => this.painter.theme();
    this.stopping.push(gestures(element, {
      begin: (at, button, event) => this.begin(at, button, event),
      move: (from, to, event) => this.move(from, to, event),
      end: () => this.finish(() => this.strokes.end()),
      cancel: () => this.finish(() => this.strokes.cancel()),
      hover: (at) => this.hover(at),
      pan: (dx, dy, from) => { this.layout.pan(dx, dy, from); this.painter.all(); },
      zoom: (factor, at) => this.layout.zoom(factor, at) && (this.painter.all(), true),
      spacePans: () => !this.keyboard,
    }));
    const board = this;
    new Keys(element, width, height, this.strokes, {
      get cell() { return board.cursor; },
      go: (cell) => this.go(cell),
      spacePans: () => !this.keyboard,
    });
    element.addEventListener("pointerdown", () => {
      this.pressing = true;
      this.setKeyboard(false);
    });
    element.addEventListener("pointerup", () => { this.pressing = false; });
    element.addEventListener("focus", () => { if (!this.pressing) this.go(this.cursor); });
    element.addEventListener("blur", () => this.setKeyboard(false));
    const dark = matchMedia("(prefers-color-scheme: dark)");
    for (const [target, name, act] of [[window, "themechange", repaint], [dark, "change", repaint],
                                       [window, "resize", () => this.resize()]] as const) {
      target.addEventListener(name, act);
      this.stopping.push(() => target.removeEventListener(name, act));
    }
    this.observer.observe(element);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth && clientHeight)
      this.painter.resize(clientWidth, clientHeight, Math.min(3, window.devicePixelRatio || 1));
  }

  // Pointing

  private begin(at: Spot, button: Button, event: PointerEvent): boolean {
    const place = this.layout.cellAt(at);
    if (!place) return false;
    this.stroke = new Stroke(place, event.altKey || this.element.dataset.strokes === "free");
    this.cursor = this.cellOf(place);
    this.strokes.begin(this.cursor, button);
    return true;
  }

  /** Alt, or `data-strokes="free"` on the element, lets a stroke go where it likes. */
  private move(from: Spot, to: Spot, event: PointerEvent): void {
    const stroke = this.stroke!, step = (0.45 * this.layout.cell) / this.layout.ratio;
    for (const spot of along(from, to, Math.max(0.5, step))) {
      for (const place of stroke.to(this.layout.nearestSeen(spot), event.altKey)) {
        this.cursor = this.cellOf(place);
        this.strokes.extend(this.cursor);
      }
    }
    this.painter.over({ stroke: { cell: this.cursor, count: stroke.count } });
  }

  private finish(act: () => void): void {
    this.stroke = null;
    this.painter.over({ stroke: null });
    act();
    if (this.late) this.settle();
  }

  private hover(at: Spot | null): void {
    const place = at && this.layout.cellAt(at), clue = at && !place ? this.layout.clueAt(at) : {};
    const rows = this.board.grid!.height;
    const cell = this.stroke ? this.cursor : place ? this.cellOf(place) : null;
    const lines = clue.row !== undefined ? [clue.row]
      : clue.column !== undefined ? [rows + clue.column] : [];
    if (!this.keyboard && cell !== null) this.cursor = cell;
    this.point(cell, lines);
  }

  private pointed = "";

  private point(cell: number | null, lines: number[]): void {
    const pointed = `${cell} ${lines}`;
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    this.painter.over({ hover: cell === null ? lines : this.board.through[cell] });
    this.strokes.hover?.(cell, lines);
  }

  // The keyboard's cursor

  private go(cell: number): void {
    this.cursor = cell;
    this.setKeyboard(true);
    const { width } = this.board.grid!;
    if (this.layout.reveal(cell % width, Math.floor(cell / width))) this.painter.all();
    this.point(cell, []);
    this.say(false);
  }

  private setKeyboard(on: boolean): void {
    this.keyboard = on;
    this.painter.over({ cursor: on ? this.cursor : null });
  }

  /** Tells where the cursor is; of its lines those that are new, or all when the cell changed. */
  private say(changed: boolean): void {
    const before = this.board.through[this.told] ?? [];
    const lines = this.board.through[this.cursor]
      .filter((line) => changed || !before.includes(line));
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.told = this.cursor;
      this.live.textContent = tell(this.board, this.look, this.cursor, lines);
    }, SOON);
  }

  private cellOf([column, row]: [number, number]): number {
    return row * this.board.grid!.width + column;
  }

  private spotOf(cell: number): Spot {
    const { width } = this.board.grid!, { x, y, ratio, cell: size } = this.layout;
    return { x: (x.origin + ((cell % width) + 0.5) * size) / ratio,
             y: (y.origin + (Math.floor(cell / width) + 0.5) * size) / ratio };
  }
}
