/** All cubes as one mesh: a square for each exposed face, drawn in one call. */

import {
  BufferAttribute, BufferGeometry, DataTexture, DynamicDrawUsage, GLSL3, Mesh, NearestFilter,
  RawShaderMaterial, Vector3,
} from "./three";
import { type CubeScene, sameScene, sceneOf } from "./cube-scene";
import { emptyFaces, type Faces, facesOf } from "./faces";
import { Glyphs } from "./glyphs";
import type { Orbit } from "./orbit";
import { Rods } from "./rods";
import { CUBE_FRAGMENT, CUBE_VERTEX } from "./shaders";
import type { Situation } from "./situation";
import { squares } from "./squares";
import type { Label } from "./tallies";
import { NOTICES, type Rgb, rgbOf } from "./theme";

const FIRST_ROOM = 1024;

export class Cubes {
  readonly mesh: Mesh<BufferGeometry, RawShaderMaterial>;
  private faces: Faces = emptyFaces(FIRST_ROOM);
  private glyphs: Glyphs;
  private rods: Rods;
  private labels: Label[][];
  private signs = 0;
  private scene: CubeScene | null = null;
  private readonly palette: DataTexture;

  /** `layers` and `anisotropy` are the graphics card's limits for textures. */
  constructor(private readonly situation: Situation, private readonly layers: number,
              private readonly anisotropy: number) {
    this.labels = situation.labels;
    this.glyphs = new Glyphs(this.labels, layers, anisotropy, situation.signs);
    this.rods = new Rods(situation, this.glyphs);
    this.palette = paletteOf(situation);
    this.mesh = new Mesh(geometryOf(this.faces), this.material());
    this.mesh.frustumCulled = false;
  }

  private material(): RawShaderMaterial {
    const value = <T>(given: T) => ({ value: given });
    return new RawShaderMaterial({
      glslVersion: GLSL3, defines: {}, vertexShader: CUBE_VERTEX, fragmentShader: CUBE_FRAGMENT,
      uniforms: {
        light: value(new Vector3()), quarter: value(0), stride: value(this.rods.stride),
        rods: value(this.rods.texture), glyphs: value(this.glyphs.texture),
        size: value(this.glyphs.size), palette: value(this.palette),
        notices: value([]), wrong: value(new Vector3()), lit: value(new Vector3()),
      },
    });
  }

  get count(): number {
    return this.faces.count;
  }

  /** After a change of the look, the clues, the slice or the theme. */
  update(): void {
    const { told, board, look } = this.situation;
    const { labels, signs } = this.situation;
    if (told && (this.labels !== labels || this.signs !== signs)) this.relabel();
    this.rods.update();
    this.theme();
    this.define({ TOLD: told, TINTED: board.palette.length > 2, SIGNED: signs > 0,
                  NOTED: Boolean(look.notices?.size || look.marks?.some((mark) => mark.wrong)) });
    // Highlights lines under the pointer; the mesh does not change.
    const scene = sceneOf(this.situation);
    if (!sameScene(scene, this.scene)) this.build();
    this.scene = scene;
  }

  private build(): void {
    const faces = facesOf(this.situation, this.faces);
    if (faces !== this.faces) {
      this.faces = faces;
      this.mesh.geometry.dispose();
      this.mesh.geometry = geometryOf(faces);
    }
    for (const name of ["place", "paint", "marks", "rod"]) {
      const attribute = this.mesh.geometry.getAttribute(name) as BufferAttribute;
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, 4 * faces.count * attribute.itemSize);
      attribute.needsUpdate = true;
    }
    this.mesh.geometry.setDrawRange(0, 6 * faces.count);
    this.mesh.visible = faces.count > 0;
  }

  /** Writes other clues, once they are visible. */
  private relabel(): void {
    this.glyphs.texture.dispose();
    this.rods.texture.dispose();
    this.labels = this.situation.labels;
    this.signs = this.situation.signs;
    this.glyphs = new Glyphs(this.labels, this.layers, this.anisotropy, this.signs);
    this.rods = new Rods(this.situation, this.glyphs);
    const { uniforms } = this.mesh.material;
    uniforms.glyphs.value = this.glyphs.texture;
    uniforms.size.value = this.glyphs.size;
    uniforms.rods.value = this.rods.texture;
    uniforms.stride.value = this.rods.stride;
  }

  /** Sets the shader's definitions; a combination is compiled on first use. */
  private define(wanted: Record<string, boolean>): void {
    const { material } = this.mesh;
    for (const [name, on] of Object.entries(wanted)) {
      if (name in material.defines === on) continue;
      if (on) material.defines[name] = "";
      else delete material.defines[name];
      material.needsUpdate = true;
    }
  }

  private theme(): void {
    const { uniforms } = this.mesh.material;
    const { theme } = this.situation;
    uniforms.notices.value = [theme.ink, ...NOTICES.map((name) => theme.notices[name])].map(vector);
    uniforms.wrong.value = vector(theme.wrong);
    uniforms.lit.value = vector(theme.lit);
  }

  /** After a turn. */
  turn(orbit: Orbit, hasty: boolean): void {
    const { uniforms } = this.mesh.material;
    this.define({ HASTY: hasty });
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

function geometryOf(faces: Faces): BufferGeometry {
  const geometry = new BufferGeometry();
  const put = (name: string, attribute: BufferAttribute) => geometry.setAttribute(
    name, attribute.setUsage(DynamicDrawUsage));
  put("place", new BufferAttribute(faces.place, 4));
  put("paint", new BufferAttribute(faces.paint, 4, true));
  put("marks", new BufferAttribute(faces.marks, 2));
  put("rod", new BufferAttribute(faces.rod, 1));
  return geometry.setIndex(squares(faces.rod.length / 4));
}

function paletteOf(situation: Situation): DataTexture {
  const colours = situation.board.palette.flatMap(({ rgb }) => [...rgbOf(rgb), 255]);
  const texture = new DataTexture(new Uint8Array(colours), colours.length / 4, 1);
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}
