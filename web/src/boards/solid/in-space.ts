/** A solid in space: cubes that are rotated, sliced, marked and broken. It is drawn only when
 *  something changed. */

import { LinearSRGBColorSpace, Scene, WebGLRenderer } from "./three";
import type { Spot } from "../gestures";
import { Cubes } from "./cubes";
import { Glow } from "./glow";
import { Orbit } from "./orbit";
import { Shards } from "./shards";
import { Turntable } from "./turntable";
import { pick } from "./pick";
import type { Sight, Situation } from "./situation";
import { AXES, type Hit, type Place } from "./space";
import { overlay } from "./overlay";
import { Wires } from "./wires";

const SHARPEST = 2; // device pixels per CSS pixel at most
const SLOW = 30; // milliseconds: frames that take longer are drawn coarser while it moves
/** Steps of lower quality: first less filtering of slanted numbers, then fewer pixels. */
const SPARE = [1, 1, 0.8, 0.64, 0.5];
const SPIN = 0.0006; // radians in a millisecond, on the turntable
const SEEN = 0.45; // of a face turned towards the eye, from which on its numbers are read
const TILT = 0.8, ASIDE = 0.55; // radians from level and from straight on, for a line to be read
const GLIDE = 160; // milliseconds of a rotation by keyboard
const LONG = 1200; // milliseconds: a longer gap means that the solid stood still
const STILL = 140; // milliseconds without motion after which it is drawn in full quality

export class InSpace implements Sight {
  readonly element: HTMLCanvasElement;
  readonly orbit: Orbit;
  /** The last frame's time from its beginning to the next one, in milliseconds, while it moves. */
  pace = 0;
  /** Called after each frame, to move the overlays. */
  onFrame: () => void = () => {};
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly cubes: Cubes;
  private readonly glow: Glow;
  private readonly wires = new Wires();
  private readonly shards: Shards;
  private readonly table: Turntable;
  private spinning = 0;
  private frame = 0;
  private timer = 0;
  private stale = true;
  private lastFrame = 0;
  private took = 0;
  /** Frames since it began to move; 0 while it is still. */
  private moving = 0;
  /** The step of SPARE in use, and the one that this machine needed last. */
  private spared = 0;
  private needed = 0;
  private size = { width: 1, height: 1 };

  /** Returns null where the browser cannot draw in 3D. */
  static on(situation: Situation): InSpace | null {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("webgl2", {
      antialias: true, alpha: true, premultipliedAlpha: true, powerPreference: "low-power" });
    return context && new InSpace(situation, canvas, context);
  }

  private constructor(private readonly situation: Situation, canvas: HTMLCanvasElement,
                      context: WebGL2RenderingContext) {
    this.renderer = new WebGLRenderer({ canvas, context, alpha: true, antialias: true });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.element = canvas;
    this.orbit = new Orbit(situation.space.sizes);
    const { capabilities } = this.renderer;
    const layers = context.getParameter(context.MAX_ARRAY_TEXTURE_LAYERS) as number;
    this.cubes = new Cubes(situation, layers, Math.min(4, capabilities.getMaxAnisotropy()));
    this.glow = new Glow(situation);
    this.shards = new Shards(situation);
    this.table = new Turntable(situation);
    this.scene.add(this.cubes.mesh, this.glow.mesh, this.wires.group, this.shards.mesh, this.table.mesh);
    this.scene.matrixWorldAutoUpdate = false;
  }

  get faces(): number {
    return this.cubes.count;
  }

  changed(): void {
    this.stale = true;
    this.soon();
  }

  private soon(): void {
    this.frame ||= requestAnimationFrame((time) => this.draw(time));
  }

  private draw(time: number): void {
    this.frame = 0;
    if (this.stale) this.update();
    if (this.shards.fly(performance.now())) this.soon();
    this.cubes.turn(this.orbit, this.spared > 0);
    this.renderer.render(this.scene, this.orbit.camera);
    this.onFrame();
    this.keepPace(time);
  }

  /** Slow machines draw fewer pixels while it moves, and all of them as soon as it is still. */
  private keepPace(time: number): void {
    const took = time - this.lastFrame;
    this.lastFrame = time;
    if (took < LONG) this.took = took;
    if (!this.moving) return;
    if (this.moving++ > 1) this.pace = this.pace ? 0.6 * this.pace + 0.4 * took : took;
    if (this.pace <= SLOW || this.spared === SPARE.length - 1) return;
    this.spare(this.spared + 1);
    this.needed = Math.min(this.spared, 2); // full quality is tried again: the machine may have been slow for a moment only
    this.pace = 0;
  }

  private moved(): void {
    if (!this.moving) this.spare(this.needed);
    this.moving ||= 1;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.moving = this.pace = 0;
      this.spare(0);
    }, Math.min(LONG, Math.max(STILL, 2.5 * this.took))); // frames may be far apart
    this.soon();
  }

  private spare(step: number): void {
    if (step === this.spared) return;
    this.spared = step;
    this.renderer.setPixelRatio(this.ratio);
    this.soon();
  }

  private get ratio(): number {
    return Math.min(SHARPEST, devicePixelRatio) * SPARE[this.spared];
  }

  private update(): void {
    this.stale = false;
    this.cubes.update();
    this.glow.update();
    this.shards.update(performance.now());
    this.table.update();
    this.wires.show([...overlay(this.situation), ...this.glow.wires()]);
  }

  look(yaw: number, pitch: number): void {
    this.orbit.turn(this.orbit.yaw - yaw, pitch - this.orbit.pitch);
    this.moved();
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element.parentElement ?? this.element;
    if (!width || !height) return;
    this.size = { width, height };
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height);
    this.wires.room.value.set(width, height);
    this.orbit.resize(width, height);
    // At once: a canvas that changed its size is empty until it is drawn.
    cancelAnimationFrame(this.frame);
    this.draw(performance.now());
  }

  fit(): void {
    this.orbit.fit();
    this.soon();
  }

  drag(dx: number, dy: number): void {
    this.orbit.drag(dx, dy);
    this.moved();
  }

  /** Animates a rotation; immediate where reduced motion is preferred. */
  glide(right: number, up: number): void {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const start = performance.now();
    let done = 0;
    const step = (time: number) => {
      if (this.frame < 0) return;
      const share = calm ? 1 : Math.max(0, Math.min(1, (time - start) / GLIDE));
      this.orbit.turn(right * (share - done), up * (share - done));
      done = share;
      this.moved();
      if (share < 1) requestAnimationFrame(step);
    };
    step(start);
  }

  /** Turns on a turntable until it is told to stop; not for those who want no motion. */
  spin(on: boolean): void {
    cancelAnimationFrame(this.spinning);
    this.spinning = 0;
    if (!on || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let last = performance.now();
    const step = (time: number) => {
      if (this.frame < 0) return;
      this.orbit.turn(-SPIN * Math.min(100, Math.max(0, time - last)), 0);
      last = time;
      this.moved();
      this.spinning = requestAnimationFrame(step);
    };
    this.spinning = requestAnimationFrame(step);
  }

  /** Turns so that the numbers of a line along this axis are seen. */
  faceAxis(axis: number): void {
    const back = this.orbit.back().toArray();
    if (Math.abs(back[axis]) >= SEEN) return;
    if (axis === 1) return this.glide(0, (back[1] < 0 ? -1 : 1) * TILT - this.orbit.pitch);
    const up = Math.sign(this.orbit.pitch) * Math.min(Math.abs(this.orbit.pitch), 0.5) - this.orbit.pitch;
    // Half way between straight on and the corner; of the four places the nearest.
    const around = (axis === 0 ? [1, -1] : [0, 2]).flatMap((quarter) =>
      [-ASIDE, ASIDE].map((aside) => quarter * Math.PI / 2 + aside));
    const turns = around.map((yaw) => Math.atan2(Math.sin(yaw - this.orbit.yaw), Math.cos(yaw - this.orbit.yaw)));
    const turn = turns.reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one));
    this.glide(-turn, up);
  }

  zoom(factor: number, at: Spot = { x: this.size.width / 2, y: this.size.height / 2 }): boolean {
    const zoomed = this.orbit.zoom(factor, at.x, at.y);
    if (zoomed) this.moved();
    return zoomed;
  }

  hit({ x, y }: Spot): Hit | null {
    const { eye } = this.orbit;
    const way = this.orbit.ray(x, y);
    return pick(this.situation, eye.toArray(), way.toArray());
  }

  /** A stroke stays on the side and in the layer in which it began: what is behind a cube that was
   *  broken is safe. */
  follows(first: Hit, next: Hit): boolean {
    const axis = first.side >> 1;
    const { space } = this.situation;
    return next.side === first.side && space.at(next.cell, axis) === space.at(first.cell, axis);
  }

  reaches({ cell, side }: Hit): boolean {
    const { space, slice, look: { values } } = this.situation;
    const beyond = space.step(cell, side >> 1, side & 1 ? 1 : -1, slice);
    return values[cell] !== 0 && (beyond === null || values[beyond] === 0);
  }

  /** The centre of the largest visible face of a cube, or null. */
  centre(cell: number): Spot | null {
    const place = this.situation.space.place(cell);
    const towards = this.orbit.eye.toArray().map((value, axis) => value - place[axis] - 0.5);
    const order = [...AXES].sort((one, other) => Math.abs(towards[other]) - Math.abs(towards[one]));
    for (const axis of order) {
      const middle = place.map((value) => value + 0.5) as Place;
      middle[axis] += 0.5 * Math.sign(towards[axis]);
      const at = this.orbit.project(...middle);
      if (this.shows(at) && this.hit(at)?.cell === cell) return at;
    }
    return null;
  }

  private shows({ x, y }: Spot): boolean {
    return x >= 0 && y >= 0 && x < this.size.width && y < this.size.height;
  }

  /** Which axis goes most nearly to the right, up, and towards the viewer, and which way. */
  bearings(): { axis: number; way: number }[] {
    const best = (direction: number[], taken: number[]) => {
      const free = AXES.filter((axis) => !taken.includes(axis));
      const axis = free.reduce((one, other) => (
        Math.abs(direction[other]) > Math.abs(direction[one]) ? other : one));
      return { axis, way: direction[axis] < 0 ? -1 : 1 };
    };
    const near = best(this.orbit.back().toArray(), []);
    const right = best(this.orbit.right().toArray(), [near.axis]);
    return [right, best(this.orbit.up().toArray(), [near.axis, right.axis]), near];
  }

  step(cell: number, right: number, up: number, near: number): number | null {
    const by = [right, up, near];
    const { space, slice } = this.situation;
    return this.bearings().reduce<number | null>((at, { axis, way }, index) => (
      at === null || !by[index] ? at : space.step(at, axis, way * by[index], slice)), cell);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.spinning);
    clearTimeout(this.timer);
    this.frame = -1; // nothing is drawn any more
    for (const part of [this.cubes, this.glow, this.wires, this.shards, this.table]) part.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}
