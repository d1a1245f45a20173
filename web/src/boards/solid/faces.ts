/** The exposed faces of cubes: those without a neighbour. Only they are drawn, so a block of 20 x
 *  20 x 20 costs 2400 faces instead of 48000. */

import { OPEN } from "../../model/board";
import type { Place } from "./space";
import type { Situation } from "./situation";
import { NOTICES } from "./theme";

/** For each face, four times, once for each corner: x, y, z, side; red, green, blue, flags; notice
 *  and shadows of corners; its line. (To draw one square many times would need a quarter of that,
 *  but where the processor does the work of a graphics card it takes twice as long.) */
export interface Faces {
  count: number; place: Uint16Array; paint: Uint8Array; marks: Uint8Array; rod: Float32Array;
}

const MARKED = 1; // a flag for the shader; above it the colour, where its sign is shown

/** The axes to the right and up for a viewer of each side, with their directions. */
const RIGHT: [number, number][] = [[2, 1], [2, -1], [0, 1], [0, 1], [0, -1], [0, 1]];
const UP: [number, number][] = [[1, 1], [1, 1], [2, 1], [2, -1], [1, 1], [1, 1]];

export function emptyFaces(room: number): Faces {
  return { count: 0, place: new Uint16Array(16 * room), paint: new Uint8Array(16 * room),
           marks: new Uint8Array(8 * room), rod: new Float32Array(4 * room) };
}

/** Writes the faces of a situation, into the same arrays if they are large enough. */
export function facesOf(situation: Situation, into: Faces): Faces {
  const crowd = new Crowd(situation);
  let faces = into;
  faces.count = 0;
  crowd.eachSeen((place, at) => {
    if (4 * (faces.count + 6) > faces.rod.length) faces = larger(faces);
    addCell(situation, crowd, faces, place, at);
  });
  return faces;
}

function larger(faces: Faces): Faces {
  const next = emptyFaces(faces.rod.length / 2 + 6);
  for (const name of ["place", "paint", "marks", "rod"] as const) next[name].set(faces[name]);
  return { ...next, count: faces.count };
}

/** The occupied cells, padded with an empty border so that neighbours need no bounds checks. */
class Crowd {
  readonly there: Uint8Array;
  readonly steps: Place;

  constructor(private readonly situation: Situation) {
    const { space: { sizes: [width, height, depth] }, look: { values } } = situation;
    this.steps = [1, width + 2, (width + 2) * (height + 2)];
    this.there = new Uint8Array(this.steps[2] * (depth + 2));
    this.eachRow((y, z, from, to, row) => {
      const first = (z * height + y) * width;
      for (let x = from; x <= to; x++) this.there[row + x] = Number(values[first + x] !== 0);
    });
  }

  /** The cells with an exposed face. */
  eachSeen(act: (place: Place, at: number) => void): void {
    const { there, steps: [, up, near] } = this;
    this.eachRow((y, z, from, to, row) => {
      for (let at = row + from; at <= row + to; at++)
        if (there[at] && !(there[at - 1] && there[at + 1] && there[at - up] && there[at + up]
            && there[at - near] && there[at + near])) act([at - row, y, z], at);
    });
  }

  /** Rows along x within the slice; a cell of a row is at `row + x`. */
  private eachRow(
    act: (y: number, z: number, from: number, to: number, row: number) => void): void {
    const { low, high } = this.situation.slice;
    for (let z = low[2]; z <= high[2]; z++)
      for (let y = low[1]; y <= high[1]; y++)
        act(y, z, low[0], high[0], 1 + (y + 1) * this.steps[1] + (z + 1) * this.steps[2]);
  }
}

function addCell(situation: Situation, crowd: Crowd, faces: Faces, place: Place, at: number): void {
  const { space, look } = situation;
  const cell = space.cell(place);
  const notice = look.notices?.get(cell);
  const kind = notice ? NOTICES.indexOf(notice) + 1 : 0;
  const value = look.values[cell];
  const flags = value === OPEN || look.finished || look.heat ? 0
    : MARKED + (situation.signs ? 2 * value : 0);
  const tint = [...situation.tint(cell), flags];
  for (let side = 0; side < 6; side++) {
    const axis = side >> 1, beyond = at + (side & 1 ? 1 : -1) * crowd.steps[axis];
    if (crowd.there[beyond]) continue;
    const face = faces.count++;
    put(faces.place, face, [place[0], place[1], place[2], side]);
    put(faces.paint, face, tint);
    put(faces.marks, face, [kind, shadows(crowd, beyond, side)]);
    put(faces.rod, face, [space.rod(cell, axis)]);
  }
}

/** Writes the same value for all four corners of a face. */
function put(into: Uint16Array | Uint8Array | Float32Array, face: number, values: number[]): void {
  let at = 4 * values.length * face;
  for (let corner = 0; corner < 4; corner++)
    for (let index = 0; index < values.length; index++) into[at++] = values[index];
}

/** The ambient occlusion of each corner of a face: four values from 0 to 3. */
function shadows(crowd: Crowd, beyond: number, side: number): number {
  const { there, steps } = crowd;
  const right = steps[RIGHT[side][0]] * RIGHT[side][1], up = steps[UP[side][0]] * UP[side][1];
  let all = 0;
  for (let corner = 0; corner < 4; corner++) {
    const across = corner & 1 ? right : -right, along = corner & 2 ? up : -up;
    const one = there[beyond + across], other = there[beyond + along];
    const depth = one && other ? 3 : one + other + there[beyond + across + along];
    all |= depth << (2 * corner);
  }
  return all;
}
