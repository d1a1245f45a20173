/** The faces of cubes that can be seen from somewhere: those that border on nothing. They are all
 *  that is drawn, so a block of 20 x 20 x 20 costs 2400 faces instead of 48000. */

import { OPEN } from "../../model/board";
import { AXES, type Place } from "./space";
import type { Situation } from "./situation";
import { NOTICES } from "./theme";

/** For each face, four times, once for each corner: x, y, z, side; red, green, blue, flags; notice
 *  and shadows of corners; its line. (To draw one square many times would need a quarter of that,
 *  but where the processor does the work of a graphics card it takes twice as long.) */
export interface Faces {
  count: number; place: Uint16Array; paint: Uint8Array; marks: Uint8Array; rod: Float32Array;
}

export const MARKED = 1, CELL_OPEN = 2;

/** Right and up of each side as its viewer has them: an axis, and its direction. */
const RIGHT: [number, number][] = [[2, 1], [2, -1], [0, 1], [0, 1], [0, -1], [0, 1]];
const UP: [number, number][] = [[1, 1], [1, 1], [2, 1], [2, -1], [1, 1], [1, 1]];

export function emptyFaces(room: number): Faces {
  return { count: 0, place: new Uint16Array(16 * room), paint: new Uint8Array(16 * room),
           marks: new Uint8Array(8 * room), rod: new Float32Array(4 * room) };
}

/** Writes the faces of a situation; into the same arrays, if they are large enough. */
export function facesOf(situation: Situation, into: Faces): Faces {
  const crowd = new Crowd(situation);
  const room = crowd.count();
  const faces = 4 * room <= into.rod.length ? into : emptyFaces(Math.ceil(room * 1.25));
  faces.count = 0;
  crowd.each((place, at) => addCell(situation, crowd, faces, place, at));
  return faces;
}

/** Which cells are there, with a border of nothing around, so that looking around needs no care. */
class Crowd {
  readonly there: Uint8Array;
  readonly steps: Place;

  constructor(private readonly situation: Situation) {
    const [width, height, depth] = situation.space.sizes;
    this.steps = [1, width + 2, (width + 2) * (height + 2)];
    this.there = new Uint8Array(this.steps[2] * (depth + 2));
    const { space, look: { values } } = situation;
    this.every((place, at) => {
      this.there[at] = Number(values[space.cell(place)] !== 0);
    });
  }

  each(act: (place: Place, at: number) => void): void {
    this.every((place, at) => { if (this.there[at]) act(place, at); });
  }

  count(): number {
    let faces = 0;
    this.each((_, at) => {
      for (const step of this.steps)
        faces += Number(!this.there[at - step]) + Number(!this.there[at + step]);
    });
    return faces;
  }

  private every(act: (place: Place, at: number) => void): void {
    const { low, high } = this.situation.slice;
    const place: Place = [0, 0, 0];
    for (let z = low[2]; z <= high[2]; z++)
      for (let y = low[1]; y <= high[1]; y++)
        for (let x = low[0]; x <= high[0]; x++) {
          place[0] = x; place[1] = y; place[2] = z;
          act(place, x + 1 + (y + 1) * this.steps[1] + (z + 1) * this.steps[2]);
        }
  }
}

function addCell(situation: Situation, crowd: Crowd, faces: Faces, place: Place, at: number): void {
  const { space, look } = situation;
  const cell = space.cell(place);
  const notice = look.notices?.get(cell);
  const kind = notice ? NOTICES.indexOf(notice) + 1 : 0;
  const [red, green, blue] = situation.tint(cell);
  const value = look.values[cell];
  const flags = value === OPEN ? CELL_OPEN : look.finished || look.heat ? 0 : MARKED;
  for (const axis of AXES)
    for (let end = 0; end < 2; end++) {
      const beyond = at + (end ? 1 : -1) * crowd.steps[axis];
      if (crowd.there[beyond]) continue;
      const side = 2 * axis + end, face = faces.count++;
      put(faces.place, face, [place[0], place[1], place[2], side]);
      put(faces.paint, face, [red, green, blue, flags]);
      put(faces.marks, face, [kind, shadows(crowd, beyond, side)]);
      put(faces.rod, face, [space.rod(cell, axis)]);
    }
}

/** The same for all four corners of a face. */
function put(into: Uint16Array | Uint8Array | Float32Array, face: number, values: number[]): void {
  let at = 4 * values.length * face;
  for (let corner = 0; corner < 4; corner++)
    for (let index = 0; index < values.length; index++) into[at++] = values[index];
}

/** How deep each corner of a face lies in the shadow of cubes around it: four times 0 to 3. */
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
