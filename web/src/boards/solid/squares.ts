import { BufferAttribute } from "three";

/** Two triangles for each four corners: left below, right below, left above, right above. */
export function squares(count: number): BufferAttribute {
  const corners = new Uint32Array(6 * count);
  for (let square = 0; square < count; square++)
    for (const [at, corner] of [0, 1, 3, 0, 3, 2].entries()) corners[6 * square + at] = 4 * square + corner;
  return new BufferAttribute(corners, 1);
}
