/** Highlighted lines: a translucent box around each, which tints its cubes and shows where broken ones were. */

import {
  BoxGeometry, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3,
} from "./three";
import { FEW } from "./overlay";
import type { Situation } from "./situation";
import { inside } from "./space";
import { boxWires, type Wire } from "./wires";

const MOST = 64; // lines: more at once would be no help
const SWELL = 0.012;
type Corner = [number, number, number];

export class Glow {
  readonly mesh: InstancedMesh<BoxGeometry, MeshBasicMaterial>;

  constructor(private readonly situation: Situation) {
    const material = new MeshBasicMaterial({ transparent: true, opacity: 0.3, depthWrite: false });
    this.mesh = new InstancedMesh(new BoxGeometry(), material, MOST);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2;
  }

  update(): void {
    const boxes = this.boxes();
    boxes.forEach(([low, high], index) => {
      const [start, end] = [new Vector3(...low), new Vector3(...high)];
      const middle = start.clone().add(end).multiplyScalar(0.5);
      this.mesh.setMatrixAt(index, new Matrix4().compose(
        middle, new Quaternion(), end.sub(start).addScalar(2 * SWELL)));
    });
    this.mesh.count = boxes.length;
    this.mesh.material.opacity = boxes.length > FEW ? 0.16 : 0.3;
    this.mesh.visible = boxes.length > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    const [red, green, blue] = this.situation.theme.lit;
    this.mesh.material.color.setRGB(red / 255, green / 255, blue / 255);
  }

  /** The edges of highlighted lines, visible through cubes. */
  wires(): Wire[] {
    const { theme } = this.situation;
    const manner = { colour: theme.lit, alpha: 0.9, width: 1, dash: 0, through: 0.3 };
    const boxes = this.boxes();
    return boxes.length > FEW ? [] : boxes.flatMap(([low, high]) => boxWires(low, high, manner));
  }

  private boxes(): [Corner, Corner][] {
    const { board, space, slice, look } = this.situation;
    return (look.lit ?? []).slice(0, MOST).flatMap((line) => {
      const { cells, group } = board.lines[line];
      const low = space.place(cells[0]), high = space.place(cells[0]);
      low[group] = slice.low[group];
      high[group] = slice.high[group];
      return inside(slice, low) ? [[low, high.map((value) => value + 1)] as [Corner, Corner]] : [];
    });
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}
