/** The board of solids: cubes in space, or one layer at a time. Both views share strokes, the
 *  cursor, slices and announcements. */

import type { Board } from "../../model/board";
import { gestures, type Spot } from "../gestures";
import type { BoardView, Button, Look, Strokes } from "../view";
import { ByLayers } from "./by-layers";
import { Handles } from "./handles";
import { InSpace } from "./in-space";
import { keys } from "./keys";
import { Panel } from "./panel";
import { type Ground, Pointing } from "./pointing";
import { type Sight, Situation } from "./situation";
import { inside, moveEnd, type Place, type Slice } from "./space";
import { themeOf } from "./theme";
import { LineSteps, lineWords } from "../words";
import { boardWords, cursorWords, sliceWords } from "./voice";
import "./solid.css";

const TURN = Math.PI / 8;
const STILL = 5; // pixels that a click may move
const NO_3D = "This browser shows no 3D here, so the solid is shown by layers.";
const LOST = "The 3D picture was lost; until it is back, the solid is shown by layers.";

export function solidBoard(board: Board, strokes: Strokes): BoardView {
  return new SolidBoard(board, strokes);
}

class SolidBoard implements BoardView, Ground {
  readonly element = document.createElement("div");
  private readonly field = document.createElement("div");
  private readonly live = document.createElement("p");
  private readonly situation: Situation;
  private readonly space: InSpace | null;
  private readonly layers: ByLayers;
  private readonly panel: Panel;
  private readonly handles: Handles;
  private readonly ending = new AbortController();
  private readonly steps = new LineSteps();
  private readonly watcher = new ResizeObserver(() => this.resize());
  private flat = false;
  private lost = false;
  private held = false;
  private fresh = true;

  constructor(board: Board, private readonly strokes: Strokes) {
    this.situation = new Situation(board, themeOf());
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
    const { element, live } = this;
    element.className = "solid";
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    element.setAttribute("aria-label", boardWords(this.situation.board));
    live.className = "unseen";
    live.setAttribute("aria-live", "polite");
    element.append(this.field, this.handles.element, this.panel.element, live);
  }

  private listen(): void {
    const { signal } = this.ending;
    const stop = gestures(this.field, new Pointing(this.situation, this.strokes, this));
    signal.addEventListener("abort", stop);
    let pressed: Spot = { x: 0, y: 0 };
    this.field.addEventListener("pointerdown", ({ offsetX: x, offsetY: y }) => { pressed = { x, y }; }, { signal });
    this.field.addEventListener("click", ({ offsetX: x, offsetY: y }) => {
      const number = this.flat && Math.hypot(x - pressed.x, y - pressed.y) < STILL
        ? this.layers.numberAt({ x, y }) : null;
      if (number) this.strokes.strike?.(...number);
    }, { signal });
    keys(this.element, {
      move: (...steps) => this.moveCursor(...steps), turn: (right, up) => this.turn(right, up),
      press: (button) => this.press(button), release: () => this.release(),
      peel: (near, by) => this.peel(near, by), flip: () => this.space && this.setFlat(!this.flat),
      whole: () => this.setSlice(this.situation.space.whole()), nextLine: () => this.nextLine(),
    }, signal);
    this.element.addEventListener("focus", () => (
      this.setFocused(this.element.matches(":focus-visible"))), { signal });
    this.element.addEventListener("blur", () => this.setFocused(false), { signal });
    addEventListener("themechange", () => this.retheme(), { signal });
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
      matchMedia(query).addEventListener("change", () => this.retheme(), { signal });
    const canvas = this.space?.element;
    canvas?.addEventListener("webglcontextlost", () => this.setLost(true), { signal });
    canvas?.addEventListener("webglcontextrestored", () => this.setLost(false), { signal });
    this.watcher.observe(this.element);
  }

  get sight(): Sight {
    return this.flat || !this.space ? this.layers : this.space;
  }

  /** Designers draw as they like; players would rather not break what lies beside. */
  get free(): boolean {
    return this.element.dataset.strokes === "free";
  }

  /** `data-adds` on the element: a designer puts cubes onto faces. */
  get adds(): boolean {
    return this.element.dataset.adds === "true";
  }

  touched(): void {
    this.setFocused(false);
  }

  clueAt(at: Spot): number | null {
    return this.flat ? this.layers.clueAt(at) : null;
  }

  show(look: Look): void {
    const { situation } = this;
    const before = situation.look.values[situation.cursor], last = situation.look;
    situation.look = look;
    this.celebrate(last, look);
    if (look.hinted && look.lit?.join() !== last.lit?.join()) this.faceLine(look.lit![0]);
    // An empty solid begins in the view by layers.
    if (this.fresh && !look.values.some(Boolean)) this.setFlat(true);
    this.fresh = false;
    this.sight.changed();
    if (situation.focused && look.values[situation.cursor] !== before) this.say();
  }

  /** A figure that is finished stands on a turntable, whole and without handles. */
  private celebrate(before: Look, look: Look): void {
    if (!look.bare === !before.bare && !look.solved === !before.solved) return;
    if (look.bare && this.space && !this.lost) {
      this.setSlice(this.situation.space.whole());
      if (this.flat) this.setFlat(false);
      this.space.fit();
    }
    this.handles.element.toggleAttribute("hidden", this.flat || Boolean(look.solved));
    this.space?.spin(Boolean(look.bare) && !this.flat);
  }

  /** Brings a line into sight: the camera turns to it, or its layer is chosen. */
  private faceLine(line: number): void {
    const { board, space, slice } = this.situation, { cells, group } = board.lines[line];
    const place = space.place(cells[0]);
    if (!this.flat) {
      if (!inside(slice, place) || !inside(slice, space.place(cells[cells.length - 1])))
        this.setSlice(space.whole());
      return this.space!.faceAxis(group);
    }
    const axis = this.layers.axis === group ? (group + 1) % 3 : this.layers.axis;
    if (axis !== this.layers.axis || place[axis] !== this.layers.layer) this.setLayer(axis, place[axis]);
  }

  reclue(board: Board): void {
    this.situation.reclue(board);
    this.sight.changed();
  }

  private setFlat(flat: boolean): void {
    const { situation, layers } = this;
    this.flat = flat || !this.space;
    if (this.flat) layers.choose(layers.axis, situation.space.at(situation.cursor, layers.axis));
    this.handles.element.toggleAttribute("hidden", this.flat || Boolean(situation.look.solved));
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
  }

  private setFocused(focused: boolean): void {
    if (focused === this.situation.focused) return;
    this.situation.focused = focused;
    this.sight.changed();
    if (focused) this.say();
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
    this.live.textContent = sliceWords(this.situation.slice, axis);
  }

  private nextLine(): void {
    const { situation: { board, cursor, look } } = this, lines = this.steps.next(board, cursor);
    this.setFocused(true);
    this.strokes.hover?.(lines.length ? null : cursor, lines);
    this.live.textContent = lines.length ? lineWords(board, look, lines[0]) : cursorWords(this.situation);
  }

  private say(): void {
    this.live.textContent = cursorWords(this.situation);
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

  viewpoint(): number[] | null {
    return this.space?.orbit.viewpoint ?? null;
  }

  lookFrom(viewpoint: number[]): void {
    this.space?.orbit.lookFrom(viewpoint);
    this.space?.resize();
    this.sight.changed();
  }

  centre(cell: number): Spot | null {
    const at = this.sight.centre(cell);
    const box = this.field.getBoundingClientRect();
    return at && { x: at.x + box.left, y: at.y + box.top };
  }

  get camera(): [number, number] | undefined {
    return this.space ? [this.space.orbit.yaw, this.space.orbit.pitch] : undefined;
  }

  set camera(camera: [number, number] | undefined) {
    if (camera) this.space?.look(...camera);
  }

  bearings(): { axis: number; way: number }[] {
    return this.space?.bearings() ?? [{ axis: 0, way: 1 }, { axis: 1, way: 1 }, { axis: 2, way: 1 }];
  }

  voxel(): number {
    return this.space?.orbit.voxel ?? 20;
  }

  focusCell(cell: number): void {
    const { situation } = this;
    situation.cursor = cell;
    this.element.focus({ preventScroll: true });
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
