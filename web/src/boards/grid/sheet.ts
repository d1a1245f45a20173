/** Small images as arrays of pixels. Copying them is many times faster than a canvas call for
 *  each: a board of 100 by 100 has thousands of them at every step of a zoom. */

export type Pixels = Uint32Array<ArrayBuffer>;
type Pen = CanvasRenderingContext2D;

const SPARE = 4;

/** A cache of images of one size; all missing ones are drawn at once. */
export class Sheet<Key> {
  private readonly made = new Map<Key, Pixels>();

  constructor(readonly width: number, readonly height: number,
              private readonly draw: (pen: Pen, key: Key) => void) {}

  /** Returns the images of all these keys. */
  need(keys: Iterable<Key>): (key: Key) => Pixels {
    const missing = [...keys].filter((key) => !this.made.has(key));
    if (missing.length) this.make(missing);
    return (key) => this.made.get(key)!;
  }

  private make(keys: Key[]): void {
    const { width, height } = this, canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height * keys.length;
    const pen = canvas.getContext("2d", { willReadFrequently: true })!;
    keys.forEach((key, index) => {
      pen.save();
      pen.translate(0, index * height);
      pen.beginPath();
      pen.rect(0, 0, width, height);
      pen.clip();
      this.draw(pen, key);
      pen.restore();
    });
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    const all: Pixels = new Uint32Array(data.buffer);
    keys.forEach((key, index) =>
      this.made.set(key, all.subarray(index * width * height, (index + 1) * width * height)));
  }
}

/** A buffer of pixels to compose and then show. */
export class Blit {
  /** Large buffers are reused: every frame of a zoom needs the same sizes. */
  private static readonly spare = new Map<string, Blit>();
  readonly pixels: Pixels;
  private readonly image: ImageData;

  /** Returns an uninitialised buffer, to be filled completely. */
  static of(width: number, height: number): Blit {
    const size = `${width} ${height}`, { spare } = Blit;
    const blit = spare.get(size) ?? new Blit(width, height);
    spare.delete(size);
    spare.set(size, blit);
    if (spare.size > SPARE) spare.delete(spare.keys().next().value!);
    return blit;
  }

  constructor(readonly width: number, readonly height: number) {
    this.image = new ImageData(Math.max(1, width), Math.max(1, height));
    this.pixels = new Uint32Array(this.image.data.buffer as ArrayBuffer);
  }

  show(pen: Pen, x: number, y: number): void {
    pen.putImageData(this.image, x, y);
  }

  fill(x: number, y: number, width: number, height: number, colour: number): void {
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)];
    const [top, bottom] = [Math.max(0, y), Math.min(this.height, y + height)];
    if (left >= right || top >= bottom) return;
    if (right - left === this.width)
      return void this.pixels.fill(colour, top * right, bottom * right);
    for (let row = top; row < bottom; row++)
      this.pixels.fill(colour, row * this.width + left, row * this.width + right);
  }

  /** Copies the first pixel row to all others. */
  repeat(): void {
    const { pixels, width } = this;
    for (let row = 1; row < this.height; row++) pixels.copyWithin(row * width, 0, width);
  }

  /** Copies the middle `wide` columns of an image, centred at (x, y). */
  stamp(picture: Pixels, width: number, height: number, wide: number, x: number, y: number): void {
    const skip = (width - wide) >> 1, left = x - (wide >> 1), top = y - (height >> 1);
    const [from, to] = [Math.max(0, -left), Math.min(wide, this.width - left)];
    for (let row = Math.max(0, -top); row < Math.min(height, this.height - top); row++) {
      const source = row * width + skip, goal = (top + row) * this.width + left;
      for (let at = from; at < to; at++) this.pixels[goal + at] = picture[source + at];
    }
  }
}

/** Returns a colour in the byte order of pixels: red in the lowest byte. */
export function packed(rgb: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(rgb.slice(at, at + 2), 16));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
