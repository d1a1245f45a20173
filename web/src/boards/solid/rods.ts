/** What the faces of cubes say, as a texture for the shader: for each line one texel that heads it,
 *  then one for each of its numbers. A change of marks changes this and nothing else.
 *
 *  head    how many numbers; 1 the line is wrong, 2 it is lit
 *  number  its glyph (two bytes); its colour; 1 it is done, 2 it is pointed at
 */

import { DataTexture, NearestFilter, RGBAIntegerFormat, UnsignedByteType } from "./three";
import type { Glyphs } from "./glyphs";
import type { Situation } from "./situation";
import type { Label } from "./tallies";

const WIDTH = 1024;

export class Rods {
  readonly texture: DataTexture;
  /** Texels from the head of one line to that of the next. */
  readonly stride: number;
  private readonly data: Uint8Array<ArrayBuffer>;
  private readonly labels: Label[][];

  constructor(private readonly situation: Situation, private readonly glyphs: Glyphs) {
    const labels = this.labels = situation.labels;
    this.stride = 1 + labels.reduce((most, each) => Math.max(most, each.length), 0);
    const height = Math.max(1, Math.ceil((labels.length * this.stride) / WIDTH));
    this.data = new Uint8Array(4 * WIDTH * height);
    this.texture = integers(this.data, WIDTH, height);
    this.update();
  }

  update(): void {
    const { labels, situation: { told } } = this;
    for (let line = 0; line < labels.length; line++)
      this.write(line, told ? labels[line].length : 0);
    this.texture.needsUpdate = true;
  }

  private write(line: number, count: number): void {
    const { situation, data } = this;
    let at = 4 * line * this.stride;
    data[at] = count;
    data[at + 1] = Number(situation.wrong(line)) + 2 * Number(situation.lit(line));
    for (const label of this.labels[line]) {
      const glyph = this.glyphs.of(label);
      at += 4;
      data[at] = glyph & 255;
      data[at + 1] = glyph >> 8;
      data[at + 2] = label.colour;
      data[at + 3] = Number(situation.done(line, label))
        + 2 * Number(situation.pointed(line, label));
    }
  }
}

function integers(data: Uint8Array<ArrayBuffer>, width: number, height: number): DataTexture {
  const texture = new DataTexture(data, width, height, RGBAIntegerFormat, UnsignedByteType);
  texture.internalFormat = "RGBA8UI";
  texture.minFilter = texture.magFilter = NearestFilter;
  return texture;
}
