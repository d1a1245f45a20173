/** Pointing at a flat board: mouse, pen, fingers and wheel become strokes, pans and zooms.
 *
 *  A stroke is the left button, a finger or a pen; with the right button or after a long press it
 *  crosses. Two fingers zoom and pan, and take back the stroke that the first of them began. The
 *  wheel zooms; the middle button, a drag with the space bar held, and a drag that begins beside
 *  the board (where `begin` says no) pan. A drag with the shift key, or after `data-frame` was set on
 *  the element, frames a part to zoom to; one that begins on the overview map moves the view. So
 *  nothing that zooms or pans ever paints.
 */

import "./board.css";
import type { Button } from "./view";

/** CSS pixels from the element's top left corner. */
export interface Spot { x: number; y: number }

/** A rectangle in CSS pixels from the element's top left corner. */
export interface Frame { left: number; top: number; width: number; height: number }

/** The actions of a board. */
export interface Actions {
  /** Begins a stroke. Returns false where there is nothing to paint: the drag then pans. */
  begin(at: Spot, button: Button, event: PointerEvent): boolean;
  /** Continues the stroke in a straight line; everything between the spots (see `along`) is painted. */
  move(from: Spot, to: Spot, event: PointerEvent): void;
  end(): void;
  /** Cancels the stroke: the gesture became a pan or a zoom. */
  cancel(): void;
  /** The pointer is at a spot, or has left (null). Taps report it too, so that labels can be tapped. */
  hover(at: Spot | null): void;
  /** Pans by pixels; `from` is where the drag began. */
  pan(dx: number, dy: number, from: Spot): void;
  /** Zooms about a spot, which stays in place. Returns false at the limit of zooming. */
  zoom(factor: number, at: Spot): boolean;
  /** Zooms to a part; a frame without size is a spot to zoom in at. */
  zoomTo?(frame: Frame): void;
  /** Moves the view to a spot of the overview map; returns false where there is no map. */
  map?(at: Spot): boolean;
  /** Returns whether a held space bar pans; it does not while it paints at the keyboard's cursor. */
  spacePans?(): boolean;
}

export const LONG_PRESS = 350; // milliseconds
const SLOP = 6; // pixels that a finger may move within a tap
const WHIRL = 400; // milliseconds between turns of the wheel that belong together

type Doing = "nothing" | "waiting" | "stroking" | "panning" | "pinching" | "framing" | "mapping";

/** Listens to the element; call the returned function to stop. */
export function gestures(element: HTMLElement, actions: Actions): () => void {
  const pointing = new Pointing(element, actions);
  return () => pointing.stop();
}

/** Spots from one to the other, no further apart than `step`, without the first. */
export function* along(from: Spot, to: Spot, step: number): Generator<Spot> {
  const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step));
  const [dx, dy] = [(to.x - from.x) / count, (to.y - from.y) / count];
  for (let at = 1; at <= count; at++) yield { x: from.x + dx * at, y: from.y + dy * at };
}

class Pointing {
  private doing: Doing = "nothing";
  private readonly down = new Map<number, Spot>();
  private first: PointerEvent | null = null;
  private start: Spot = { x: 0, y: 0 };
  private last: Spot = { x: 0, y: 0 };
  private timer = 0;
  private space = false;
  private turned = -Infinity;
  private readonly frame = document.createElement("div");
  private readonly listening = new AbortController();

  constructor(private readonly element: HTMLElement, private readonly actions: Actions) {
    element.classList.add("board");
    this.frame.className = "framed";
    this.on("pointerdown", (event) => this.press(event));
    this.on("pointermove", (event) => this.moved(event));
    this.on("pointerup", (event) => this.release(event, false));
    this.on("pointercancel", (event) => this.release(event, true));
    this.on("pointerleave", (event) => this.leave(event));
    this.on("wheel", (event) => this.wheel(event));
    this.on("contextmenu", (event) => event.preventDefault());
    this.on("mousedown", (event) => event.button === 1 && event.preventDefault());
    this.on("keydown", (event) => this.key(event));
    this.on("keyup", (event) => event.key === " " && this.hold(false));
    this.on("blur", () => this.hold(false));
  }

  stop(): void {
    this.giveUp();
    this.listening.abort();
  }

  private on<K extends keyof HTMLElementEventMap>(
    name: K, act: (event: HTMLElementEventMap[K]) => unknown): void {
    const options = { signal: this.listening.signal, passive: false };
    this.element.addEventListener(name, (event) => void act(event), options);
  }

  private spot(event: MouseEvent): Spot {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private set(doing: Doing): void {
    this.doing = doing;
    this.element.dataset.gesture = doing;
  }

  private press(event: PointerEvent): void {
    const at = this.spot(event);
    this.down.set(event.pointerId, at);
    this.element.setPointerCapture(event.pointerId);
    if (this.down.size > 1) return this.pinch();
    this.first = event;
    this.start = this.last = at;
    if (event.button === 1 || (event.button === 0 && this.space)) return this.set("panning");
    if (event.button === 0 && this.actions.map?.(at)) return this.set("mapping");
    if (event.button === 0 && this.actions.zoomTo && (event.shiftKey || "frame" in this.element.dataset))
      return this.set("framing");
    if (event.button === 2) return this.begin(at, "cross");
    if (event.button !== 0) return;
    if (event.pointerType === "mouse") return this.begin(at, "main");
    this.set("waiting");
    this.timer = window.setTimeout(() => this.longPress(), LONG_PRESS);
  }

  private begin(at: Spot, button: Button): void {
    clearTimeout(this.timer);
    this.set(this.actions.begin(at, button, this.first!) ? "stroking" : "panning");
  }

  private longPress(): void {
    this.begin(this.last, "cross");
    if (this.doing === "stroking") navigator.vibrate?.(15);
  }

  private moved(event: PointerEvent): void {
    const at = this.spot(event);
    if (!this.down.has(event.pointerId)) return void this.actions.hover(at);
    if (this.doing === "pinching") return this.spread(event.pointerId, at);
    this.down.set(event.pointerId, at);
    if (this.chord(event)) return this.giveUp();
    if (this.doing === "waiting" && distance(at, this.last) > SLOP) this.begin(this.last, "main");
    if (this.doing === "stroking") this.stroke(event);
    else if (this.doing === "panning") this.drag(at);
    else if (this.doing === "mapping") this.actions.map!(at);
    else if (this.doing === "framing") this.showFrame(at);
  }

  /** The part between where the drag began and a spot; a spot alone while the pointer has hardly moved. */
  private framed(at: Spot): Frame {
    const { start } = this;
    const [width, height] = [Math.abs(at.x - start.x), Math.abs(at.y - start.y)];
    if (Math.max(width, height) < SLOP) return { left: start.x, top: start.y, width: 0, height: 0 };
    return { left: Math.min(start.x, at.x), top: Math.min(start.y, at.y), width, height };
  }

  private showFrame(at: Spot): void {
    for (const [name, value] of Object.entries(this.framed(at)))
      this.frame.style.setProperty(name, `${value}px`);
    this.element.append(this.frame);
  }

  private endFrame(at: Spot | null): void {
    this.frame.remove();
    delete this.element.dataset.frame;
    if (at) this.actions.zoomTo!(this.framed(at));
    this.element.dispatchEvent(new Event("framed"));
  }

  /** Cancels the stroke if another mouse button is pressed during it. */
  private chord(event: PointerEvent): boolean {
    return this.doing === "stroking" && event.pointerType === "mouse" && event.button > -1;
  }

  private stroke(event: PointerEvent): void {
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length ? events : [event]) {
      const at = this.spot(each);
      this.actions.move(this.last, at, each);
      this.last = at;
    }
    this.actions.hover(this.last);
  }

  private drag(at: Spot): void {
    this.actions.pan(at.x - this.last.x, at.y - this.last.y, this.start);
    this.last = at;
  }

  private pinch(): void {
    this.giveUp();
    if (this.down.size === 2) this.set("pinching");
  }

  private spread(id: number, at: Spot): void {
    const before = [...this.down.values()];
    this.down.set(id, at);
    const after = [...this.down.values()];
    if (after.length !== 2) return;
    const [from, to] = [middle(before), middle(after)];
    this.actions.pan(to.x - from.x, to.y - from.y, from);
    const apart = (spots: Spot[]) => Math.max(1, distance(...pair(spots)));
    this.actions.zoom(apart(after) / apart(before), to);
  }

  private release(event: PointerEvent, cancelled: boolean): void {
    const at = this.down.get(event.pointerId);
    if (!at) return;
    this.down.delete(event.pointerId);
    // After a pinch the remaining finger does nothing until all are lifted.
    if (this.down.size) return void (this.doing === "pinching" && this.set("nothing"));
    if (cancelled) this.giveUp();
    else if (this.doing === "waiting") this.tap(at);
    if (this.doing === "stroking") this.actions.end();
    if (this.doing === "framing") this.endFrame(at);
    this.set("nothing");
  }

  /** A lifted finger does not clear the hover: the tapped spot stays highlighted. */
  private leave(event: PointerEvent): void {
    if (event.pointerType !== "touch" && this.doing === "nothing") this.actions.hover(null);
  }

  private tap(at: Spot): void {
    this.actions.hover(at);
    this.begin(at, "main");
  }

  private giveUp(): void {
    clearTimeout(this.timer);
    if (this.doing === "stroking") this.actions.cancel();
    if (this.doing === "framing" || "frame" in this.element.dataset) this.endFrame(null);
    this.set("nothing");
  }

  private wheel(event: WheelEvent): void {
    const unit = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 400 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      const [dx, dy] = [event.deltaX || event.deltaY, event.deltaX ? event.deltaY : 0];
      return this.actions.pan(-dx * unit, -dy * unit, this.spot(event));
    }
    const turn = event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002);
    const factor = Math.exp(-Math.max(-0.7, Math.min(0.7, turn)));
    const zoomed = this.actions.zoom(factor, this.spot(event));
    // At the limit of zooming the page may scroll, but not within the same turn of the wheel.
    if (zoomed || event.ctrlKey || event.timeStamp - this.turned < WHIRL) {
      event.preventDefault();
      this.turned = event.timeStamp;
    }
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Escape") this.giveUp();
    if (event.key !== " " || !this.actions.spacePans?.()) return;
    event.preventDefault();
    this.hold(true);
  }

  private hold(space: boolean): void {
    this.space = space;
    this.element.toggleAttribute("data-grab", space);
  }
}

function distance(one: Spot, other: Spot): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle(spots: Spot[]): Spot {
  const [one, other] = pair(spots);
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function pair(spots: Spot[]): [Spot, Spot] {
  return [spots[0], spots[1] ?? spots[0]];
}
