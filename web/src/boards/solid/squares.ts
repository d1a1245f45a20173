import { BufferAttribute } from "./three";

const TRIANGLES = [0, 1, 3, 0, 3, 2];

/** Two triangles for each four corners: left below, right below, left above, right above. */
export function squares(count: number): BufferAttribute {
  const corners = new Uint32Array(6 * count);
  for (let square = 0; square < count; square++)
    TRIANGLES.forEach((corner, at) => { corners[6 * square + at] = 4 * square + corner; });
  return new BufferAttribute(corners, 1);
}
