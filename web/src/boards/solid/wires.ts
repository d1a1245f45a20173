/** Lines of any width in space: frames, cursors, outlines of broken cubes. Hidden parts show
 *  through cubes with the opacity that each line has. */

import {
  BufferAttribute, BufferGeometry, DoubleSide, GLSL3, GreaterDepth, Group, LessEqualDepth, Mesh,
  RawShaderMaterial, Vector2,
} from "./three";
import { squares } from "./squares";
import type { Rgb } from "./theme";

type Corner = [number, number, number];
export interface Wire {
  from: Corner; to: Corner; colour: Rgb; alpha: number; width: number;
  /** The length of a dash and its gap, in cells; 0: a solid line. */
  dash: number;
  /** Its opacity behind cubes. */
  through: number;
}
export type Manner = Omit<Wire, "from" | "to">;

const VERTEX = /* glsl */ `
precision highp float;
in vec3 from, to;
in vec4 colour;
in vec3 manner; // width, dash, through
uniform mat4 viewMatrix, projectionMatrix;
uniform vec2 room;
out vec4 tint;
out float along;
flat out float dash;

void main() {
  vec2 corner = vec2(2 * (gl_VertexID & 1) - 1, (gl_VertexID >> 1) & 1);
  vec4 one = viewMatrix * vec4(from, 1.0), other = viewMatrix * vec4(to, 1.0);
  float near = -0.1;
  if (one.z > near && other.z < near) one = mix(one, other, (one.z - near) / (one.z - other.z));
  if (other.z > near && one.z < near) other = mix(other, one, (other.z - near) / (other.z - one.z));
  vec4 start = projectionMatrix * one, end = projectionMatrix * other;
  vec2 way = (end.xy / end.w - start.xy / start.w) * room;
  way = length(way) > 0.0001 ? normalize(way) : vec2(1, 0);
  vec4 here = corner.y < 0.5 ? start : end;
  vec2 off = 0.5 * (corner.x * vec2(-way.y, way.x) + (2.0 * corner.y - 1.0) * way) * manner.x;
  here.xy += off * 2.0 / room * here.w;
  gl_Position = here;
  along = corner.y * distance(from, to);
  dash = manner.y;
  tint = colour;
#ifdef HIDDEN
  tint.a *= manner.z;
#endif
}`;

const FRAGMENT = /* glsl */ `
precision highp float;
in vec4 tint;
in float along;
flat in float dash;
out vec4 seen;
void main() {
  if (dash > 0.0 && fract(along / dash) > 0.5) discard;
  seen = vec4(tint.rgb * tint.a, tint.a);
}`;

export class Wires {
  readonly group = new Group();
  private geometry = new BufferGeometry();
  private readonly materials: RawShaderMaterial[];
  readonly room = { value: new Vector2(1, 1) };

  constructor() {
    // Draws the lines twice: the visible parts, and those behind cubes.
    this.materials = [wireMaterial(this.room, false), wireMaterial(this.room, true)];
    for (const material of this.materials) {
      const mesh = new Mesh(this.geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = 3;
      this.group.add(mesh);
    }
  }

  show(wires: Wire[]): void {
    const geometry = wireGeometry(wires);
    this.geometry.dispose();
    this.geometry = geometry;
    for (const mesh of this.group.children) (mesh as Mesh).geometry = geometry;
    this.group.visible = wires.length > 0;
  }

  dispose(): void {
    this.geometry.dispose();
    for (const material of this.materials) material.dispose();
  }
}

function wireMaterial(room: { value: Vector2 }, hidden: boolean): RawShaderMaterial {
  return new RawShaderMaterial({
    glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: { room },
    transparent: true, premultipliedAlpha: true, depthWrite: false, side: DoubleSide,
    depthFunc: hidden ? GreaterDepth : LessEqualDepth, defines: hidden ? { HIDDEN: "" } : {},
  });
}

function wireGeometry(wires: Wire[]): BufferGeometry {
  const geometry = new BufferGeometry();
  const put = (name: string, size: number, values: (wire: Wire) => number[]) => {
    const all = wires.flatMap((wire) => {
      const each = values(wire);
      return [...each, ...each, ...each, ...each];
    });
    geometry.setAttribute(name, new BufferAttribute(new Float32Array(all), size));
  };
  put("from", 3, (wire) => wire.from);
  put("to", 3, (wire) => wire.to);
  put("colour", 4, (wire) => [...wire.colour.map((value) => value / 255), wire.alpha]);
  put("manner", 3, (wire) => [wire.width, wire.dash, wire.through]);
  return geometry.setIndex(squares(wires.length));
}

/** The twelve edges of a box. */
export function boxWires(low: Corner, high: Corner, manner: Manner): Wire[] {
  const wires: Wire[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (let ends = 0; ends < 4; ends++) {
      const from: Corner = [...low], to: Corner = [...low];
      const [one, other] = [0, 1, 2].filter((each) => each !== axis);
      from[one] = to[one] = ends & 1 ? high[one] : low[one];
      from[other] = to[other] = ends & 2 ? high[other] : low[other];
      to[axis] = high[axis];
      wires.push({ ...manner, from, to });
    }
  return wires;
}

/** The edges of a cell's cube, a little larger than it is. */
export function cubeWires([x, y, z]: Corner, manner: Manner, swell = 0.015): Wire[] {
  return boxWires([x - swell, y - swell, z - swell],
                  [x + 1 + swell, y + 1 + swell, z + 1 + swell], manner);
}
