/** The numbers of clues, with their circles and squares, as an array texture: one layer for each, so
 *  that mipmaps of small glyphs never mix with neighbours. */

import { DataArrayTexture, LinearFilter, LinearMipmapLinearFilter, RedFormat } from "./three";
import { drawSign } from "../signs";
import type { Label, Shape } from "./tallies";

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif";
const FEW = 48; // glyphs up to which they are drawn large

export class Glyphs {
  readonly texture: DataArrayTexture;
  readonly size: number;
  private readonly index = new Map<string, number>();

  /** Draws all glyphs of these clues; those beyond the texture's limit share a placeholder. With
   *  `signs`, the signs of that many colours come first, and each number shows the sign of its colour. */
  constructor(labels: Label[][], room: number, anisotropy: number, private readonly signs: number) {
    const wanted = new Map<string, Glyph>([["…", ["…", "", 0]]]);
    for (let colour = 1; colour <= signs; colour++) wanted.set(`sign ${colour}`, ["", "", colour]);
    for (const { text, shape, colour } of labels.flat())
      wanted.set(this.key(text, shape, colour), [text, shape, signs && colour]);
    const drawn = [...wanted].slice(0, room);
    const size = this.size = drawn.length <= FEW ? 256 : 128;
    const pixels = new Uint8Array(size * size * drawn.length);
    const pen = penOf(size);
    drawn.forEach(([key, glyph], layer) => {
      this.index.set(key, layer);
      drawGlyph(pen, size, glyph);
      copyRed(pen, size, pixels, layer);
    });
    this.texture = textureOf(pixels, size, drawn.length, anisotropy);
  }

  of({ text, shape, colour }: Label): number {
    return this.index.get(this.key(text, shape, colour)) ?? 0;
  }

  private key(text: string, shape: Shape, colour: number): string {
    return `${text} ${shape} ${this.signs ? colour : 0}`;
  }
}

/** The colour whose sign stands below the number, or alone; 0: no sign. */
type Glyph = [text: string, shape: Shape, sign: number];

function penOf(size: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  return canvas.getContext("2d", { willReadFrequently: true })!;
}

/** The coverage of the glyph: white ink on black. */
function drawGlyph(pen: CanvasRenderingContext2D, size: number, [text, shape, sign]: Glyph): void {
  pen.fillStyle = "#000";
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = pen.strokeStyle = "#fff";
  if (text) writeGlyph(pen, size, size / 2, size / 2, text, shape, sign);
  else drawSign(pen, sign, size / 2, size / 2, size * 0.42, "#fff");
}

/** Draws a number in its shape around a centre, within a square of this size, in the pen's colours.
 *  With a sign it is smaller, and the sign is below it. */
export function writeGlyph(
  pen: CanvasRenderingContext2D, size: number, x: number, y: number, text: string, shape: Shape,
  sign = 0,
): void {
  if (sign) {
    drawSign(pen, sign, x, y + size * 0.36, size * 0.13, pen.fillStyle as string);
    return writeGlyph(pen, size * 0.8, x, y - size * 0.12, text, shape);
  }
  const wide = shape ? 0.56 : 0.8;
  pen.font = `700 ${size * (shape ? 0.56 : 0.74)}px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  const { width } = pen.measureText(text);
  const shrink = Math.min(1, (size * wide) / width);
  pen.font = `700 ${size * (shape ? 0.56 : 0.74) * shrink}px ${FONT}`;
  const box = pen.measureText(text);
  pen.fillText(text, x, y + (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2);
  pen.lineWidth = size * 0.06;
  pen.beginPath();
  if (shape === "circle") pen.arc(x, y, size * 0.44, 0, 7);
  if (shape === "square") pen.rect(x - size * 0.42, y - size * 0.42, size * 0.84, size * 0.84);
  pen.stroke();
}

function copyRed(pen: CanvasRenderingContext2D, size: number, to: Uint8Array, layer: number): void {
  const { data } = pen.getImageData(0, 0, size, size);
  const start = layer * size * size;
  for (let at = 0; at < size * size; at++) to[start + at] = data[4 * at];
}

function textureOf(pixels: Uint8Array<ArrayBuffer>, size: number, layers: number,
                   anisotropy: number): DataArrayTexture {
  const texture = new DataArrayTexture(pixels, size, size, layers);
  texture.format = RedFormat;
  texture.generateMipmaps = true;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.anisotropy = anisotropy;
  texture.needsUpdate = true;
  return texture;
}
