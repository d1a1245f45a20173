/** The board of solids: cubes in space, or one layer at a time. Whatever way it is looked at, strokes,
 *  the cursor, slices and what is said aloud are one. */

import { type Board, cellName, OPEN } from "../../model/board";
import { along, gestures, type Spot } from "../gestures";
import type { BoardView, Button, Look, Strokes } from "../view";
import { ByLayers } from "./by-layers";
import { Handles } from "./handles";
import { InSpace } from "./in-space";
import { keys } from "./keys";
import { Panel } from "./panel";
import { type Sight, Situation } from "./situation";
import { type Hit, inside, moveEnd, NAMES, type Place, type Slice } from "./space";
import { Straight } from "./straight";
import { clueWords } from "./tallies";
import { themeOf } from "./theme";
import "./solid.css";

const GRAIN = 5; // pixels between the spots of a stroke that are looked at
const TURN = Math.PI / 8;
const NO_3D = "This browser shows no 3D here, so the solid is shown by layers.";
const LOST = "The 3D picture was lost; until it is back, the solid is shown by layers.";

export function solidBoard(board: Board, strokes: Strokes): BoardView {
  return new SolidBoard(board, strokes);
}

class SolidBoard implements BoardView {
  readonly element = document.createElement("div");
  private readonly field = document.createElement("div");
  private readonly live = document.createElement("p");
  private readonly situation: Situation;
  private readonly space: InSpace | null;
  private readonly layers: ByLayers;
  private readonly panel: Panel;
  private readonly handles: Handles;
  private readonly ending = new AbortController();
  private readonly watcher = new ResizeObserver(() => this.resize());
  private flat = false;
  private lost = false;
  private first: Hit | null = null;
  private last = -1;
  private before = false;
  private straight: Straight | null = null;
  private held = false;
  private fresh = true;

  constructor(private board: Board, private readonly strokes: Strokes) {
    this.situation = new Situation(board, themeOf());
    this.situation.cursor = this.situation.space.cell([0, ...topFront(this.situation)]);
    this.layers = new ByLayers(this.situation);
    this.space = InSpace.on(this.situation);
    this.handles = new Handles(this.situation, (slice) => this.setSlice(slice));
    this.panel = new Panel(this.situation, {
      layers: (on) => this.setFlat(on), slice: (slice) => this.setSlice(slice),
      layer: (axis, layer) => this.setLayer(axis, layer),
    });
    if (this.space) this.space.onFrame = () => this.handles.follow(this.space!.orbit);
    this.build();
    this.listen();
    this.setFlat(!this.space);
  }

  private build(): void {
    const { element, live, board } = this;
    const { width, height, depth } = board.solid!;
    element.className = "solid";
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    element.setAttribute("aria-label", `${board.title || "Solid"}: ${width} by ${height} by ${depth} cells. `
      + "Arrow keys and page up and down move, space marks, x breaks, l shows layers.");
    live.className = "unseen";
    live.setAttribute("aria-live", "polite");
    element.append(this.field, this.handles.element, this.panel.element, live);
  }

  private listen(): void {
    const { signal } = this.ending;
    const stop = gestures(this.field, {
      begin: (at, button, event) => !event.altKey && this.begin(at, button, event.shiftKey),
      move: (from, to) => this.move(from, to),
      end: () => this.end(), cancel: () => { this.first = null; this.strokes.cancel(); },
      hover: (at) => this.hover(at),
      pan: (dx, dy) => this.sight.drag(dx, dy),
      zoom: (factor, at) => this.sight.zoom(factor, at),
    });
    signal.addEventListener("abort", stop);
    keys(this.element, {
      move: (...steps) => this.moveCursor(...steps), turn: (right, up) => this.turn(right, up),
      press: (button) => this.press(button), release: () => this.release(),
      peel: (near, by) => this.peel(near, by), flip: () => this.space && this.setFlat(!this.flat),
      whole: () => this.setSlice(this.situation.space.whole()),
    }, signal);
    this.element.addEventListener("focus", () => this.setFocused(this.element.matches(":focus-visible")), { signal });
    this.element.addEventListener("blur", () => this.setFocused(false), { signal });
    addEventListener("themechange", () => this.retheme(), { signal });
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
      matchMedia(query).addEventListener("change", () => this.retheme(), { signal });
    const canvas = this.space?.element;
    canvas?.addEventListener("webglcontextlost", () => this.setLost(true), { signal });
    canvas?.addEventListener("webglcontextrestored", () => this.setLost(false), { signal });
    this.watcher.observe(this.element);
  }

  private get sight(): Sight {
    return this.flat || !this.space ? this.layers : this.space;
  }

  show(look: Look): void {
    const { situation } = this;
    const before = situation.look.values[situation.cursor];
    situation.look = look;
    // Where there is nothing to be seen in space, one begins by layers.
    if (this.fresh && !look.values.some(Boolean)) this.setFlat(true);
    this.fresh = false;
    this.sight.changed();
    if (situation.focused && look.values[situation.cursor] !== before) this.say();
  }

  reclue(board: Board): void {
    this.board = board;
    this.situation.reclue(board);
    this.sight.changed();
  }

  private setFlat(flat: boolean): void {
    const { situation, layers } = this;
    this.flat = flat || !this.space;
    if (this.flat) layers.choose(layers.axis, situation.space.at(situation.cursor, layers.axis));
    this.handles.element.toggleAttribute("hidden", this.flat);
    this.field.replaceChildren(this.sight.element);
    this.refresh();
    this.resize();
  }

  private setLost(lost: boolean): void {
    this.lost = lost;
    this.setFlat(lost);
  }

  private refresh(): void {
    const words = !this.space ? NO_3D : this.lost ? LOST : "";
    this.panel.show({ layers: this.flat, axis: this.layers.axis, layer: this.layers.layer,
                      hasSpace: this.space !== null && !this.lost, words });
    this.sight.changed();
  }

  private resize(): void {
    if (!this.field.clientWidth) return;
    if (this.flat) this.layers.resize(this.panel.element.offsetHeight + 8);
    else this.space!.resize();
  }

  private retheme(): void {
    this.situation.theme = themeOf();
    this.sight.changed();
  }

  private setSlice(slice: Slice): void {
    const { situation } = this;
    situation.slice = slice;
    const place = situation.space.place(situation.cursor);
    const held = place.map((at, axis) => (
      Math.max(slice.low[axis], Math.min(slice.high[axis], at)))) as Place;
    situation.cursor = situation.space.cell(held);
    this.refresh();
  }

  private setLayer(axis: number, layer: number): void {
    const { situation, layers } = this;
    layers.choose(axis, layer);
    const place = situation.space.place(situation.cursor);
    place[axis] = layers.layer;
    situation.cursor = situation.space.cell(place);
    this.refresh();
    if (layers.axis !== axis) this.resize();
  }

  private setFocused(focused: boolean): void {
    if (focused === this.situation.focused) return;
    this.situation.focused = focused;
    this.sight.changed();
    if (focused) this.say();
  }

  // -- pointing --

  /** With the shift key a stroke is about the empty cells in front of the faces that it goes over:
   *  so cubes are put onto others. */
  private begin(at: Spot, button: Button, before: boolean): boolean {
    this.setFocused(false);
    const hit = this.sight.hit(at);
    const cell = hit && this.meant(hit, before);
    if (!hit || cell === null) return false;
    this.first = hit;
    this.before = before;
    this.straight = new Straight(this.situation.space, hit.cell);
    this.last = this.situation.cursor = cell;
    this.strokes.begin(cell, button);
    return true;
  }

  private meant({ cell, side }: Hit, before: boolean): number | null {
    if (!before || side < 0) return cell;
    const { space, slice } = this.situation;
    return space.step(cell, side >> 1, side & 1 ? 1 : -1, slice);
  }

  private move(from: Spot, to: Spot): void {
    for (const at of along(from, to, GRAIN)) {
      const hit = this.sight.hit(at);
      if (!hit || !this.first || !this.sight.follows(this.first, hit)) continue;
      const straight = { cell: this.straight!.to(hit.cell), side: hit.side };
      if (!this.sight.reaches(straight)) continue;
      const cell = this.meant(straight, this.before);
      if (cell === null || cell === this.last) continue;
      this.last = cell;
      this.strokes.extend(cell);
    }
  }

  private end(): void {
    this.first = null;
    this.strokes.end();
  }

  private hover(at: Spot | null): void {
    const hit = at && this.sight.hit(at);
    const { hover, space } = this.situation;
    const clue = at && !hit && this.flat ? this.layers.clueAt(at) : null;
    this.field.toggleAttribute("data-empty", !hit && !this.flat);
    if (clue === null && hover?.cell === hit?.cell && hover?.side === hit?.side) return;
    this.situation.hover = hit;
    this.sight.changed();
    const line = clue ?? (hit && hit.side >= 0 ? space.rod(hit.cell, hit.side >> 1) : -1);
    this.strokes.hover?.(hit?.cell ?? null, line < 0 ? [] : [line]);
  }

  // -- by keyboard --

  private moveCursor(right: number, up: number, near: number): void {
    const to = this.sight.step(this.situation.cursor, right, up, near);
    if (to !== null) this.focusCell(to);
    if (to !== null && this.held) this.strokes.extend(to);
    this.setFocused(true);
    this.say();
    this.strokes.hover?.(this.situation.cursor, []);
  }

  private press(button: Button): void {
    this.setFocused(true);
    this.held = true;
    this.strokes.begin(this.situation.cursor, button);
  }

  private release(): void {
    if (this.held) this.strokes.end();
    this.held = false;
  }

  private turn(right: number, up: number): void {
    if (!this.flat) this.space!.glide(right * TURN, up * TURN);
  }

  private peel(near: boolean, by: number): void {
    if (this.flat || !this.space) return this.moveCursor(0, 0, -by);
    const { axis, way } = this.space.bearings()[2];
    const end = (way > 0) === near ? "high" : "low";
    const { space, slice } = this.situation;
    const to = slice[end][axis] + (end === "high" ? -by : by);
    this.setSlice(moveEnd(space, slice, axis, end, to));
    this.live.textContent = `${NAMES[axis]} from ${this.situation.slice.low[axis] + 1} `
      + `to ${this.situation.slice.high[axis] + 1}`;
  }

  private say(): void {
    const { board, situation: { cursor, look, space } } = this;
    const value = look.values[cursor];
    const state = value === OPEN ? "untouched" : value === 0 ? (look.finished ? "empty" : "broken away")
      : board.palette.length === 2 ? "marked" : board.palette[value].name;
    const clues = look.finished ? [] : space.rods(cursor).map((line, axis) => (
      `${NAMES[axis]} ${line < 0 ? "not told" : clueWords(board.lines[line].clue, board)}`));
    const notice = look.notices?.get(cursor);
    this.live.textContent = [cellName(board, cursor), state, notice ?? "", ...clues].filter(Boolean).join("; ");
  }

  // -- for the page --

  fit(): void {
    this.resize();
    this.sight.fit();
  }

  zoom(factor: number): void {
    const { clientWidth: width, clientHeight: height } = this.field;
    this.sight.zoom(factor, { x: width / 2, y: height / 2 });
  }

  centre(cell: number): Spot | null {
    const at = this.sight.centre(cell);
    const box = this.field.getBoundingClientRect();
    return at && { x: at.x + box.left, y: at.y + box.top };
  }

  focusCell(cell: number): void {
    const { situation } = this;
    situation.cursor = cell;
    const place = situation.space.place(cell);
    if (!inside(situation.slice, place)) this.setSlice(situation.space.whole());
    if (this.flat && situation.space.at(cell, this.layers.axis) !== this.layers.layer)
      this.setLayer(this.layers.axis, situation.space.at(cell, this.layers.axis));
    this.sight.changed();
  }

  destroy(): void {
    this.release();
    this.ending.abort();
    this.watcher.disconnect();
    this.layers.destroy();
    this.space?.destroy();
    this.element.remove();
  }
}

/** The cursor begins at the top of the front. */
function topFront({ space }: Situation): [number, number] {
  return [space.sizes[1] - 1, space.sizes[2] - 1];
}
