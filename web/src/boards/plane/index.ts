/** The board of sloped and curved nonograms: faces in a frame, with labels around it. */

import { type Board, cellName, OPEN } from "../../model/board";
import { along, type Frame, gestures, type Spot } from "../gestures";
import type { BoardView, Button, Look, Strokes } from "../view";
import { LineSteps, lineWords } from "../words";
import { drawing } from "./drawing";
import { BESIDE_SIGN } from "./labels";
import { PlaneMap } from "./map";
import { type Direction, neighbour } from "./neighbours";
import { Ways } from "./ways";
import "./plane.css";

const CLOSEST = 40; // the greatest zoom, relative to the whole board
const CLOSER = 3; // the zoom of `magnify`
const EDGE = 8; // pixels of margin around the whole board
const READABLE = 9; // pixels of letters

/** `crossing`: all lines of a face are lit together, because each has a direction of its own. */
export function planeBoard(board: Board, strokes: Strokes, crossing = false): BoardView {
  return new PlaneBoard(board, strokes, crossing);
}

class PlaneBoard implements BoardView {
  readonly element = document.createElement("div");
  private picture;
  private overview: PlaneMap;
  private readonly live = document.createElement("p");
  private readonly size = new ResizeObserver(() => this.resized());
  private readonly stopGestures: () => void;
  private readonly steps = new LineSteps();
  private readonly repaint = () => {
    this.picture.theme();
    if (this.look) this.picture.show(this.look);
  };
  private look: Look | null = null;
  private scale = 1;
  private least = 0.01;
  private left = 0;
  private top = 0;
  private fitted = true;
  private face = 0;
  private painting: Button | null = null;

  private readonly ways: Ways;

  constructor(private board: Board, private readonly strokes: Strokes,
              private readonly crossing: boolean) {
    this.ways = new Ways(board);
    this.picture = drawing(board, !crossing);
    this.overview = new PlaneMap(board.plane!, this.picture.content);
    this.live.className = "unseen";
    this.live.setAttribute("aria-live", "polite");
    this.dress();
    this.stopGestures = gestures(this.element, {
      begin: (at, button) => this.begin(at, button),
      move: (from, to) => this.move(from, to),
      end: () => this.strokes.end(),
      cancel: () => this.strokes.cancel(),
      hover: (at) => this.hover(at),
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (factor, at) => this.zoomAt(factor, at),
      zoomTo: (frame) => this.zoomTo(frame),
      map: (at) => this.map(at),
    });
    this.element.addEventListener("click", (event) => this.strike(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("keyup", (event) => this.keyUp(event));
    this.element.addEventListener("focus", () => this.picture.cursor(
      this.element.matches(":focus-visible") ? this.face : null));
    this.element.addEventListener("blur", () => { this.picture.cursor(null); this.lift(); });
    this.size.observe(this.element);
    addEventListener("themechange", this.repaint);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.repaint);
  }

  private dress(): void {
    const { element, board } = this;
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    element.setAttribute("aria-label", `${board.words.kind} of ${board.cells} ${board.words.cell[1]}`);
    element.setAttribute("aria-description", "Arrow keys move, space fills, "
      + "x crosses out, c lights the lines of the face one by one.");
    element.append(this.picture.svg, this.overview.element, this.live);
    if (this.picture.list.childElementCount) element.append(this.picture.list);
  }

  show(look: Look): void {
    const turned = Boolean(look.bare) !== Boolean(this.look?.bare);
    this.look = look;
    this.picture.show(look);
    if (turned) this.fit();
  }

  /** Redraws the labels, which may have moved. */
  reclue(board: Board): void {
    const before = this.picture;
    this.board = board;
    this.picture = drawing(board, !this.crossing);
    before.svg.replaceWith(this.picture.svg);
    this.overview.element.remove();
    this.overview = new PlaneMap(board.plane!, this.picture.content);
    this.picture.svg.after(this.overview.element);
    before.list.remove();
    if (this.picture.list.childElementCount) this.element.append(this.picture.list);
    if (this.look) this.picture.show(this.look);
    this.resized();
    this.place();
  }

  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    this.fitted = true;
    this.scale = this.fitting();
    const all = this.whole();
    this.left = width / 2 - this.scale * (all.x + all.width / 2);
    this.top = height / 2 - this.scale * (all.y + all.height / 2);
    this.place();
  }

  /** What is fitted into the view: all of the board, or the finished picture alone. */
  private whole(): { x: number; y: number; width: number; height: number } {
    const { width, height } = this.board.plane!;
    return this.look?.bare ? this.picture.frame.getBBox() : { x: 0, y: 0, width, height };
  }

  zoom(factor: number): void {
    this.zoomAt(factor, { x: this.element.clientWidth / 2, y: this.element.clientHeight / 2 });
  }

  magnify(): void {
    if (!this.fitted) return this.fit();
    const [x, y] = this.board.plane!.faces[this.face].spot;
    this.zoomTo({ left: this.left + this.scale * x, top: this.top + this.scale * y, width: 0, height: 0 });
  }

  private zoomTo({ left, top, width, height }: Frame): void {
    const { clientWidth, clientHeight } = this.element;
    const factor = width || height ? Math.min(clientWidth / width, clientHeight / height) : CLOSER;
    const middle = { x: left + width / 2, y: top + height / 2 };
    if (this.zoomAt(factor, middle)) this.pan(clientWidth / 2 - middle.x, clientHeight / 2 - middle.y);
  }

  /** Moves the view to a place of the map. */
  private map(at: Spot): boolean {
    const box = this.element.getBoundingClientRect();
    const dragged = this.element.dataset.gesture === "mapping";
    const place = this.overview.placeAt(box.left + at.x, box.top + at.y, dragged);
    if (!place) return false;
    this.pan(box.width / 2 - this.left - this.scale * place[0], box.height / 2 - this.top - this.scale * place[1]);
    return true;
  }

  viewpoint(): number[] | null {
    return this.fitted ? null
      : [this.scale / this.fitting(), this.left / this.scale, this.top / this.scale];
  }

  lookFrom([zoom, left, top]: number[]): void {
    this.scale = Math.max(1, Math.min(CLOSEST, zoom)) * this.fitting();
    [this.left, this.top] = [left * this.scale, top * this.scale];
    this.fitted = false;
    this.pan(0, 0);
  }

  centre(cell: number): { x: number; y: number } | null {
    const [x, y] = this.board.plane!.faces[cell].spot;
    const box = this.element.getBoundingClientRect();
    const at = { x: this.left + this.scale * x, y: this.top + this.scale * y };
    const seen = at.x >= 0 && at.y >= 0 && at.x <= box.width && at.y <= box.height;
    return seen ? { x: box.left + at.x, y: box.top + at.y } : null;
  }

  focusCell(cell: number): void {
    this.face = cell;
    this.element.focus();
    this.picture.cursor(cell);
    this.tell();
  }

  destroy(): void {
    this.stopGestures();
    this.size.disconnect();
    removeEventListener("themechange", this.repaint);
    matchMedia("(prefers-color-scheme: dark)").removeEventListener("change", this.repaint);
    this.element.remove();
  }

  small(): boolean {
    const sizes = this.board.plane!.lines.flatMap(({ label }) => label?.boxes ?? [])
      .map(({ size }) => this.look?.signs ? BESIDE_SIGN * size : size);
    return Math.min(Infinity, ...sizes) * this.scaleOf(this.board.plane!) < READABLE;
  }

  /** The scale at which all is in sight; that of before where the element has no size, because it was
   *  taken out of the page. */
  private fitting(): number {
    return this.least = this.scaleOf(this.whole());
  }

  private scaleOf({ width, height }: { width: number; height: number }): number {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !clientHeight) return this.least;
    return Math.max(0.01, Math.min((clientWidth - 2 * EDGE) / width, (clientHeight - 2 * EDGE) / height));
  }

  private resized(): void {
    if (this.fitted) this.fit();
    else this.pan(0, 0);
  }

  private place(): void {
    this.picture.root.setAttribute(
      "transform", `translate(${this.left} ${this.top}) scale(${this.scale})`);
    const { clientWidth, clientHeight } = this.element;
    this.element.toggleAttribute("data-zoomed", !this.fitted);
    this.overview.show(this.fitted ? null : { left: -this.left / this.scale, top: -this.top / this.scale,
      width: clientWidth / this.scale, height: clientHeight / this.scale });
  }

  /** Keeps part of the board visible. */
  private pan(dx: number, dy: number): void {
    const { width, height } = this.board.plane!;
    const within = (at: number, size: number, room: number) =>
      Math.max(Math.min(at, room * 0.75), room * 0.25 - size);
    this.left = within(this.left + dx, this.scale * width, this.element.clientWidth);
    this.top = within(this.top + dy, this.scale * height, this.element.clientHeight);
    if (dx || dy) this.fitted = false;
    this.place();
  }

  private zoomAt(factor: number, at: Spot): boolean {
    const least = this.fitting();
    const scale = Math.max(least, Math.min(CLOSEST * least, this.scale * factor));
    if (Math.abs(scale / this.scale - 1) < 1e-6) return false;
    if (scale === least) { this.fit(); return true; }
    const grown = scale / this.scale;
    this.left = at.x - grown * (at.x - this.left);
    this.top = at.y - grown * (at.y - this.top);
    this.scale = scale;
    this.fitted = false;
    this.pan(0, 0);
    return true;
  }

  /** Returns what is at a spot: a face, or the line of a label. */
  private at({ x, y }: Spot): { face: number | null; line: number | null } {
    const box = this.element.getBoundingClientRect();
    for (const element of document.elementsFromPoint(box.left + x, box.top + y)) {
      if (!this.element.contains(element)) continue;
      const face = (element as SVGElement).dataset?.face;
      const line = element.closest<HTMLElement | SVGElement>("[data-line]")?.dataset.line;
      if (face !== undefined) return { face: Number(face), line: null };
      if (line !== undefined) return { face: null, line: Number(line) };
    }
    return { face: null, line: null };
  }

  private begin(at: Spot, button: Button): boolean {
    this.element.focus({ preventScroll: true });
    const { face } = this.at(at);
    if (face === null) return false;
    this.face = face;
    this.picture.cursor(null);
    this.strokes.begin(face, button);
    return true;
  }

  private move(from: Spot, to: Spot): void {
    for (const spot of along(from, to, 4)) {
      const { face } = this.at(spot);
      if (face !== null) this.strokes.extend(face);
    }
  }

  private hover(at: Spot | null): void {
    const { face, line } = at ? this.at(at) : { face: null, line: null };
    const near = at && face !== null && !this.crossing ? this.ways.nearest(
      face, (at.x - this.left) / this.scale, (at.y - this.top) / this.scale) : line;
    const pointed = `${face} ${near}`;
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    this.strokes.hover?.(face, near === null ? [] : [near]);
  }

  /** Strikes the number of a label that was clicked, or takes that back. */
  private strike(event: MouseEvent): void {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const box = under.find((element) => element.closest(".box"))?.closest(".box");
    const label = box?.closest<SVGElement>("[data-line]");
    if (!box || !label || !this.element.contains(label)) return;
    const run = [...label.querySelectorAll(".box")].indexOf(box);
    this.strokes.strike?.(Number(label.dataset.line), run);
  }

  private pointed = "";

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow")) this.step(event.key as Direction);
    else if (event.key === " " || event.key === "Enter") this.press("main", event.repeat);
    else if (event.key.toLowerCase() === "x") this.press("cross", event.repeat);
    else if (event.key.toLowerCase() === "c") this.nextLine();
    else return;
    event.preventDefault();
  }

  private nextLine(): void {
    const lines = this.steps.next(this.board, this.face);
    this.picture.cursor(this.face);
    this.strokes.hover?.(lines.length ? null : this.face, lines);
    if (lines.length && this.look) this.live.textContent = lineWords(this.board, this.look, lines[0]);
    else this.tell();
  }

  private keyUp(event: KeyboardEvent): void {
    if ([" ", "Enter", "x", "X"].includes(event.key)) this.lift();
  }

  /** A held key continues its stroke while the cursor moves. */
  private press(button: Button, repeated: boolean): void {
    if (repeated || this.painting) return;
    this.painting = button;
    this.strokes.begin(this.face, button);
  }

  private lift(): void {
    if (this.painting) this.strokes.end();
    this.painting = null;
    this.tell();
  }

  private step(direction: Direction): void {
    const next = neighbour(this.board.plane!, this.face, direction);
    if (next === null) return;
    this.face = next;
    this.picture.cursor(next);
    if (this.painting) this.strokes.extend(next);
    this.strokes.hover?.(next, []);
    this.tell();
  }

  private tell(): void {
    if (document.activeElement !== this.element) return;
    const value = this.look?.values[this.face] ?? OPEN;
    const shown = value === OPEN ? "open" : value === 0 ? "white" : this.board.palette[value].name;
    this.live.textContent = `${cellName(this.board, this.face)}, ${shown}`;
  }
}
