/** Cubes that break: for a moment their pieces fly apart. Nothing is left of them, so a picture that is
 *  still is the same with and without. */

import { BoxGeometry, Color, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from "./three";
import type { Situation } from "./situation";

const LAST = 380; // milliseconds
const MOST = 48; // cubes at once: more break without a show
const PIECES = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => new Vector3(bits & 1, bits >> 1 & 1, bits >> 2)
  .multiplyScalar(0.5).subScalar(0.25));

export class Shards {
  readonly mesh: InstancedMesh<BoxGeometry, MeshBasicMaterial>;
  private before: ArrayLike<number> = [];
  private broken: { middle: Vector3; start: number }[] = [];

  constructor(private readonly situation: Situation) {
    this.mesh = new InstancedMesh(new BoxGeometry(0.46, 0.46, 0.46),
                                  new MeshBasicMaterial({ transparent: true, opacity: 0.9 }), 8 * MOST);
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
  }

  /** Looks what has broken since the last look. Several at once are a picture that was opened. */
  update(now: number): void {
    const { values } = this.situation.look, { before } = this;
    this.before = values;
    if (before.length !== values.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const found: number[] = [];
    for (let cell = 0; cell < values.length && found.length <= MOST; cell++)
      if (values[cell] === 0 && before[cell] !== 0) found.push(cell);
    if (!found.length || found.length > MOST || this.situation.look.finished) return;
    for (const cell of found) {
      const [x, y, z] = this.situation.space.place(cell);
      this.broken.push({ middle: new Vector3(x + 0.5, y + 0.5, z + 0.5), start: now });
    }
    this.broken = this.broken.slice(-MOST);
    const [red, green, blue] = this.situation.theme.cube;
    this.mesh.material.color = new Color(red / 255, green / 255, blue / 255);
  }

  /** Moves the pieces; true while some are in the air. */
  fly(now: number): boolean {
    this.broken = this.broken.filter(({ start }) => now - start < LAST);
    let count = 0;
    for (const { middle, start } of this.broken) {
      const share = Math.max(0, (now - start) / LAST), size = 1 - share;
      for (const piece of PIECES) {
        const at = middle.clone().addScaledVector(piece, 1 + 2.4 * share);
        at.y -= 0.9 * share * share;
        this.mesh.setMatrixAt(count++, new Matrix4().compose(
          at, new Quaternion().setFromAxisAngle(piece.clone().normalize(), 2 * share),
          new Vector3(size, size, size)));
      }
    }
    this.mesh.count = count;
    this.mesh.visible = count > 0;
    this.mesh.instanceMatrix.needsUpdate = count > 0;
    return count > 0;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}
