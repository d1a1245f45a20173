/** The disc that a finished figure stands on. */

import { CircleGeometry, Color, DoubleSide, Mesh, MeshBasicMaterial } from "./three";
import type { Situation } from "./situation";

export class Turntable {
  readonly mesh: Mesh<CircleGeometry, MeshBasicMaterial>;

  constructor(private readonly situation: Situation) {
    const [width, , depth] = situation.space.sizes;
    this.mesh = new Mesh(new CircleGeometry(0.62 * Math.hypot(width, depth), 72),
                         new MeshBasicMaterial({ transparent: true, opacity: 0.35, side: DoubleSide }));
    this.mesh.rotation.x = -Math.PI / 2;
    this.mesh.visible = false;
  }

  /** It lies under the lowest cube. */
  update(): void {
    const { look, space, theme } = this.situation, [width, , depth] = space.sizes;
    this.mesh.visible = Boolean(look.solved);
    if (!look.solved) return;
    let low = Infinity;
    look.values.forEach((value, cell) => { if (value > 0) low = Math.min(low, space.at(cell, 1)); });
    this.mesh.position.set(width / 2, (Number.isFinite(low) ? low : 0) - 0.03, depth / 2);
    this.mesh.updateMatrixWorld();
    const [red, green, blue] = theme.line;
    this.mesh.material.color = new Color(red / 255, green / 255, blue / 255);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
