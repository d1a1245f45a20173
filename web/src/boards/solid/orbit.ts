/** The camera of a solid: its rotation, distance and target. */

import { PerspectiveCamera, Vector3 } from "./three";
import type { Place } from "./space";

const VIEW = 26; // degrees: the vertical field of view
const STEEP = 1.5; // radians of the steepest look up or down: a little less than vertical
const MARGIN = 36; // pixels around the solid, for the rails of its slices

export class Orbit {
  readonly camera = new PerspectiveCamera(VIEW, 1, 0.1, 1000);
  yaw = 0.62;
  pitch = 0.48;
  private distance = 10;
  private readonly target = new Vector3();
  private readonly middle: Vector3;
  private readonly radius: number;
  private readonly girth: number; // the radius of what it sweeps as it turns about the vertical
  private width = 1;
  private height = 1;

  constructor(sizes: Place) {
    this.middle = new Vector3(...sizes).multiplyScalar(0.5);
    this.radius = this.middle.length();
    this.girth = Math.hypot(this.middle.x, this.middle.z);
    this.target.copy(this.middle);
    this.distance = this.fitting;
  }

  /** Resizes the view: a solid that is fully visible stays so, and a zoom keeps its distance. */
  resize(width: number, height: number): void {
    const near = this.distance / this.fitting;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.camera.aspect = this.width / this.height;
    this.distance = near * this.fitting;
    this.place();
  }

  fit(): void {
    this.target.copy(this.middle);
    this.distance = this.fitting;
    this.place();
  }

  /** The distance from which the whole solid is visible in every rotation. */
  private get fitting(): number {
    const half = Math.tan((VIEW * Math.PI) / 360) / this.height;
    const from = (radius: number, room: number) => radius / Math.sin(Math.atan(half * Math.max(1, room - 2 * MARGIN)));
    // Across it is never wider than a cylinder about its vertical axis, whose ends may be nearer than its middle.
    return Math.max(from(this.radius, this.height),
                    Math.min(from(this.radius, this.width), from(this.girth, this.width) + this.middle.y));
  }

  turn(right: number, up: number): void {
    this.yaw -= right;
    this.pitch = Math.max(-STEEP, Math.min(STEEP, this.pitch + up));
    this.place();
  }

  /** Rotates by a drag in pixels: the shorter side of the view is half a turn. */
  drag(dx: number, dy: number): void {
    const scale = Math.PI / Math.min(this.width, this.height);
    this.turn(dx * scale, dy * scale);
  }

  /** Rotation, distance relative to that of `fit`, and target. */
  get viewpoint(): number[] {
    return [this.yaw, this.pitch, this.distance / this.fitting, ...this.target.toArray()];
  }

  lookFrom([yaw, pitch, distance, x, y, z]: number[]): void {
    this.yaw = yaw;
    this.pitch = Math.max(-STEEP, Math.min(STEEP, pitch));
    this.distance = Math.max(2.5, Math.min(1.6, distance) * this.fitting);
    this.target.set(x, y, z);
    this.keepClose();
    this.place();
  }

  /** Zooms about a spot of the screen, which stays in place. */
  zoom(factor: number, x: number, y: number): boolean {
    const before = this.distance;
    this.distance = Math.max(2.5, Math.min(this.fitting * 1.6, before / factor));
    if (Math.abs(this.distance - before) < 1e-6) return false;
    const half = Math.tan((VIEW * Math.PI) / 360);
    const shift = before - this.distance;
    const [across, along] = [(x / this.width) * 2 - 1, 1 - (y / this.height) * 2];
    this.target.addScaledVector(this.right(), across * half * this.camera.aspect * shift)
      .addScaledVector(this.up(), along * half * shift);
    this.keepClose();
    this.place();
    return true;
  }

  /** Keeps the target within the solid: the closer the zoom, the farther it may move. */
  private keepClose(): void {
    const away = this.target.clone().sub(this.middle);
    const room = this.radius * Math.max(0, 1 - this.distance / this.fitting);
    this.target.copy(this.middle).add(away.clampLength(0, room));
  }

  right(): Vector3 {
    return new Vector3(Math.cos(this.yaw), 0, -Math.sin(this.yaw));
  }

  /** The vector from the target to the eye. */
  back(): Vector3 {
    const flat = Math.cos(this.pitch);
    return new Vector3(Math.sin(this.yaw) * flat, Math.sin(this.pitch), Math.cos(this.yaw) * flat);
  }

  up(): Vector3 {
    return this.back().cross(this.right());
  }

  /** Light comes from above the viewer's left shoulder, so that every side can be read. */
  light(): Vector3 {
    return this.right().multiplyScalar(-0.4).addScaledVector(this.up(), 0.8)
      .addScaledVector(this.back(), 0.5).normalize();
  }

  get eye(): Vector3 {
    return this.camera.position;
  }

  /** The rotation about the vertical axis, rounded to quarter turns. */
  get quarter(): number {
    return ((Math.round(this.yaw / (Math.PI / 2)) % 4) + 4) % 4;
  }

  private place(): void {
    const { camera } = this;
    camera.position.copy(this.target).addScaledVector(this.back(), this.distance);
    camera.near = Math.max(0.1, this.distance - 2.2 * this.radius);
    camera.far = this.distance + 2.2 * this.radius;
    camera.up.copy(this.up());
    camera.lookAt(this.target);
    camera.updateMatrixWorld();
    camera.updateProjectionMatrix();
  }

  /** Projects a point of space to the screen. */
  project(x: number, y: number, z: number): { x: number; y: number } {
    const point = new Vector3(x, y, z).project(this.camera);
    return { x: ((point.x + 1) / 2) * this.width, y: ((1 - point.y) / 2) * this.height };
  }

  /** The approximate size of a voxel at the centre, in pixels. */
  get voxel(): number {
    const half = Math.tan((VIEW * Math.PI) / 360);
    return this.height / (2 * half * this.distance);
  }

  /** The direction of the ray from the eye through a spot of the screen. */
  ray(x: number, y: number): Vector3 {
    const point = new Vector3((x / this.width) * 2 - 1, 1 - (y / this.height) * 2, 0.5);
    return point.unproject(this.camera).sub(this.camera.position).normalize();
  }
}
