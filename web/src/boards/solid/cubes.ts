/** All cubes as one mesh: a square for each face that borders on nothing, drawn in one call. */

import {
  BufferAttribute, DataTexture, DynamicDrawUsage, GLSL3, InstancedBufferAttribute,
  InstancedBufferGeometry, Mesh, NearestFilter, RawShaderMaterial, Vector3,
} from "three";
import { isPlain } from "../../model/board";
import { emptyFaces, type Faces, facesOf } from "./faces";
import { Glyphs } from "./glyphs";
import type { Orbit } from "./orbit";
import { Rods } from "./rods";
import { CUBE_FRAGMENT, CUBE_VERTEX } from "./shaders";
import type { Situation } from "./situation";
import { NOTICES, type Rgb, rgbOf } from "./theme";

const FIRST_ROOM = 1024;

export class Cubes {
  readonly mesh: Mesh<InstancedBufferGeometry, RawShaderMaterial>;
  private faces: Faces = emptyFaces(FIRST_ROOM);
  private readonly glyphs: Glyphs;
  private readonly rods: Rods;
  private readonly palette: DataTexture;

  constructor(private readonly situation: Situation, layers: number, anisotropy: number) {
    this.glyphs = new Glyphs(situation.labels, layers, anisotropy);
    this.rods = new Rods(situation, this.glyphs);
    this.palette = paletteOf(situation);
    this.mesh = new Mesh(geometryOf(this.faces), this.material());
    this.mesh.frustumCulled = false;
  }

  private material(): RawShaderMaterial {
    const value = <T>(given: T) => ({ value: given });
    return new RawShaderMaterial({
      glslVersion: GLSL3, vertexShader: CUBE_VERTEX, fragmentShader: CUBE_FRAGMENT,
      uniforms: {
        light: value(new Vector3()), quarter: value(0), stride: value(this.rods.stride),
        rods: value(this.rods.texture), glyphs: value(this.glyphs.texture),
        palette: value(this.palette), plain: value(isPlain(this.situation.board)),
        notices: value([]), wrong: value(new Vector3()), lit: value(new Vector3()),
      },
    });
  }

  get count(): number {
    return this.faces.count;
  }

  /** After a change of the look, the slice or the theme. */
  update(): void {
    const faces = facesOf(this.situation, this.faces);
    if (faces !== this.faces) {
      this.faces = faces;
      this.mesh.geometry.dispose();
      this.mesh.geometry = geometryOf(faces);
    }
    for (const name of ["place", "paint", "marks", "rod"]) {
      const attribute = this.mesh.geometry.getAttribute(name) as InstancedBufferAttribute;
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, faces.count * attribute.itemSize);
      attribute.needsUpdate = true;
    }
    this.mesh.geometry.instanceCount = faces.count;
    this.mesh.visible = faces.count > 0;
    this.rods.update();
    this.theme();
  }

  private theme(): void {
    const { uniforms } = this.mesh.material;
    const { theme } = this.situation;
    uniforms.notices.value = [theme.ink, ...NOTICES.map((name) => theme.notices[name])].map(vector);
    uniforms.wrong.value = vector(theme.wrong);
    uniforms.lit.value = vector(theme.lit);
  }

  /** After a turn. */
  turn(orbit: Orbit): void {
    const { uniforms } = this.mesh.material;
    uniforms.light.value = orbit.light();
    uniforms.quarter.value = orbit.quarter;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    for (const texture of [this.glyphs.texture, this.rods.texture, this.palette]) texture.dispose();
  }
}

export function vector(rgb: Rgb): Vector3 {
  return new Vector3(...rgb).multiplyScalar(1 / 255);
}

function geometryOf(faces: Faces): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const corners = new Float32Array([-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5]);
  geometry.setAttribute("corner", new BufferAttribute(corners, 2));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const put = (name: string, attribute: InstancedBufferAttribute) => geometry.setAttribute(
    name, attribute.setUsage(DynamicDrawUsage));
  put("place", new InstancedBufferAttribute(faces.place, 4));
  put("paint", new InstancedBufferAttribute(faces.paint, 4, true));
  put("marks", new InstancedBufferAttribute(faces.marks, 4));
  put("rod", new InstancedBufferAttribute(faces.rod, 1));
  return geometry;
}

function paletteOf(situation: Situation): DataTexture {
  const colours = situation.board.palette.flatMap(({ rgb }) => [...rgbOf(rgb), 255]);
  const texture = new DataTexture(new Uint8Array(colours), colours.length / 4, 1);
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}
