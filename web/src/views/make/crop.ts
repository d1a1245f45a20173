/** A part of a picture. */

/** Left, top, width and height, in pixels of the picture. */
export type Crop = [number, number, number, number];
/** The same as shares of its sides. */
export type Shares = [number, number, number, number];

const LEAST = 0.02; // of a side: less is a click, which takes the frame away

export function between([ax, ay]: [number, number], [bx, by]: [number, number]): Shares {
  return [Math.min(ax, bx), Math.min(ay, by), Math.abs(bx - ax), Math.abs(by - ay)];
}

/** A rectangle that was drawn, in pixels; next to nothing is no rectangle. */
export function cropped(
  from: [number, number], to: [number, number], [wide, high]: [number, number],
): Crop | null {
  const [left, top, width, height] = between(from, to);
  if (width < LEAST || height < LEAST) return null;
  const x = Math.floor(left * wide), y = Math.floor(top * high);
  return [x, y, Math.max(1, Math.min(wide - x, Math.round(width * wide))),
          Math.max(1, Math.min(high - y, Math.round(height * high)))];
}

/** Columns and rows in the proportions of a picture, rounded as the studio rounds. */
export function sizeFor(longer: number, [wide, high]: [number, number]): [number, number] {
  const most = Math.max(wide, high);
  return [Math.max(1, even(longer * wide / most)), Math.max(1, even(longer * high / most))];
}

/** To the nearest, and a half to the even one. */
function even(number: number): number {
  const nearest = Math.round(number);
  return number % 1 === 0.5 && nearest % 2 ? nearest - 1 : nearest;
}
