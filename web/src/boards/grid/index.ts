/** The board of a grid on a canvas: clues stay visible, cells zoom and pan. */

import "./grid.css";
import type { Board, Values } from "../../model/board";
import { along, type Frame, gestures, type Spot } from "../gestures";
import { LineSteps } from "../words";
import type { BoardView, Button, Look, MakeBoard, Strokes } from "../view";
import { Drift } from "./drift";
import { Keys } from "./keys";
import { Layout } from "./layout";
import { Painter } from "./painter";
import type { Rooms } from "./rooms";
import { Stroke } from "./stroke";
import { roomierBoth, tokensOf } from "./tokens";
import { dress, Teller } from "./words";

const STILL = 5; // pixels that a click may move

const NO_CLUES: Rooms = { left: 0, top: 0, brief: [0, 0] };

export const gridBoard: MakeBoard = (board, strokes) => new GridView(board, strokes);

class GridView implements BoardView {
  readonly element = document.createElement("div");
  private readonly layout: Layout;
  private readonly painter: Painter;
  private readonly teller = new Teller();
  private readonly observer = new ResizeObserver(() => this.resize());
  private readonly stopping: (() => void)[] = [];
  private look: Look;
  private stroke: Stroke | null = null;
  private cursor = 0;
  /** Whether the keyboard is in use, so that its cursor is shown. */
  private keyboard = false;
  private pressing = false;
  private readonly steps = new LineSteps();
  private readonly drift: Drift;
  /** A change of the layout that waits for the end of a stroke. */
  private late: (() => void) | null = null;

  constructor(private board: Board, private readonly strokes: Strokes) {
    const clues = tokensOf(board), { width, height } = board.grid!;
    this.layout = new Layout(width, height, clues);
    this.look = { values: new Int8Array(board.cells).fill(-1) as Values };
    this.painter = new Painter(board, clues, clues, this.layout, this.look);
    this.drift = new Drift(this.layout, (at) => {
      this.painter.all();
      this.stretch(at, at, false);
    });
    dress(this.element, board);
    this.element.append(...this.painter.canvases, this.teller.element);
    this.listen(width, height);
  }

  show(look: Look): void {
    const before = this.look;
    this.look = look;
    if (!before.signs !== !look.signs) this.reroom();
    if (!before.bare !== !look.bare) { this.reroom(); this.layout.fit(); }
    this.painter.show(look);
    if (this.keyboard && before.values[this.cursor] !== look.values[this.cursor]) this.say(true);
  }

  /** Clues with signs take more room; without clues the picture takes it all. */
  private reroom(): void {
    const clues = tokensOf(this.board, this.look.signs), plain = tokensOf(this.board);
    this.painter.reclue(this.board, clues, plain);
    if (this.look.bare) this.layout.allow(NO_CLUES);
    else this.layout.allow(clues, plain);
  }

  small(): boolean {
    return this.layout.cut;
  }

  reclue(board: Board): void {
    const clues = tokensOf(board, this.look.signs), plain = tokensOf(board), { x, y } = this.layout;
    this.board = board;
    this.painter.reclue(board, clues, plain);
    const rooms = roomierBoth(x, y, clues);
    // The layout does not change during a stroke.
    this.late = () => {
      if (rooms.left !== x.room || rooms.top !== y.room) this.layout.allow(rooms);
    };
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

  magnify(): void {
    if (!this.layout.fitted) return this.fit();
    const { width } = this.board.grid!;
    this.layout.closeTo(this.cursor % width, Math.floor(this.cursor / width));
    this.painter.all();
  }

  private zoomTo(frame: Frame): void {
    if (frame.width || frame.height) this.layout.show(...this.layout.within(frame));
    else this.layout.closeTo(...this.layout.nearestSeen({ x: frame.left, y: frame.top }));
    this.cursor = this.cellOf(this.layout.middle);
    this.painter.all();
  }

  /** Moves the view to a place of the map in the corner; zooms in there if all is in sight. */
  private map(at: Spot): boolean {
    const mapped = this.painter.map, { ratio, fitted } = this.layout;
    if (!mapped) return false;
    const [column, row] = [at.x * ratio - mapped.left, at.y * ratio - mapped.top]
      .map((along) => along / mapped.scale);
    const { width, height } = this.board.grid!;
    const inside = column >= 0 && row >= 0 && column < width && row < height;
    const dragged = this.element.dataset.gesture === "mapping";
    if (!inside && !dragged) return false;
    if (fitted) this.layout.closeTo(column, row);
    else this.layout.centreOn(column, row);
    this.cursor = this.cellOf(this.layout.middle);
    this.painter.all();
    return true;
  }

  viewpoint(): number[] | null {
    return this.layout.viewpoint;
  }

  lookFrom(viewpoint: number[]): void {
    this.layout.lookFrom(viewpoint);
    this.painter.all();
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
    this.teller.stop();
    this.drift.stop();
    this.observer.disconnect();
    for (const stop of this.stopping) stop();
    this.painter.destroy();
    this.element.remove();
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
      zoomTo: (frame) => this.zoomTo(frame),
      map: (at) => this.map(at),
      spacePans: () => !this.keyboard,
    }));
    const board = this;
    new Keys(element, width, height, this.strokes, {
      get cell() { return board.cursor; },
      go: (cell) => this.go(cell),
      nextLine: () => this.nextLine(),
      spacePans: () => !this.keyboard,
    });
    element.addEventListener("pointerdown", () => {
      this.pressing = true;
      this.setKeyboard(false);
    });
    element.addEventListener("pointerup", () => { this.pressing = false; });
    element.addEventListener("focus", () => { // after a tap it comes when the finger has left
      if (!this.pressing && element.matches(":focus-visible")) this.go(this.cursor);
    });
    element.addEventListener("blur", () => this.setKeyboard(false));
    const dark = matchMedia("(prefers-color-scheme: dark)");
    for (const [target, name, act] of [[window, "themechange", repaint], [dark, "change", repaint],
                                       [window, "resize", () => this.resize()]] as const) {
      target.addEventListener(name, act);
      this.stopping.push(() => target.removeEventListener(name, act));
    }
    let pressed: Spot | null = null;
    element.addEventListener("pointerdown", ({ offsetX: x, offsetY: y }) => { pressed = { x, y }; });
    element.addEventListener("click", ({ offsetX: x, offsetY: y }) => {
      const still = pressed && Math.hypot(x - pressed.x, y - pressed.y) < STILL;
      if (still && !this.layout.cellAt({ x, y })) this.strike({ x, y });
    });
    this.observer.observe(element);
  }

  /** Strikes the number of a clue at a spot, or takes that back. */
  private strike(at: Spot): void {
    const { row, column } = this.layout.clueAt(at);
    const line = row ?? (column === undefined ? null : this.board.grid!.height + column);
    const run = line === null ? null : this.painter.numberAt(line, at);
    if (run !== null) this.strokes.strike?.(line!, run);
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

  /** Alt, or `data-strokes="free"` on the element, frees a stroke from its row or column. */
  private move(from: Spot, to: Spot, event: PointerEvent): void {
    this.stretch(from, to, event.altKey);
    this.drift.at(to, this.stroke!.axes);
  }

  private stretch(from: Spot, to: Spot, free: boolean): void {
    const stroke = this.stroke!, step = (0.45 * this.layout.cell) / this.layout.ratio;
    for (const spot of along(from, to, Math.max(0.5, step))) {
      for (const place of stroke.to(this.layout.nearestSeen(spot), free)) {
        this.cursor = this.cellOf(place);
        this.strokes.extend(this.cursor);
      }
    }
    this.painter.over({ stroke: { cell: this.cursor, count: stroke.count } });
  }

  private finish(act: () => void): void {
    this.stroke = null;
    this.drift.stop();
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

  private nextLine(): void {
    this.setKeyboard(true);
    const lines = this.steps.next(this.board, this.cursor);
    this.point(lines.length ? null : this.cursor, lines);
    this.say(true, lines.length ? lines : undefined);
  }

  private setKeyboard(on: boolean): void {
    this.keyboard = on;
    this.painter.over({ cursor: on ? this.cursor : null });
  }

  private say(changed: boolean, lines?: number[]): void {
    this.teller.tell(this.board, this.look, this.cursor, changed, lines);
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
