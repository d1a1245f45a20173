/** The picture of the start page: a small puzzle that is solved while one reads. */

import { range } from "../model/board";

/** Rows of the picture, a letter for each colour. */
const PICTURE = [
  "....rk....",
  "...rrk....",
  "..rrrkoo..",
  ".rrrrkooo.",
  "rrrrrkoooo",
  ".....k....",
  "kkkkkkkkkk",
  ".kkkkkkkk.",
  "bbkkkkkkbb",
  "bbbbbbbbbb",
];
const PAINTS: Record<string, string> = { r: "#d9483b", o: "#f2a33c", k: "#8a5a33", b: "#3f8fc4" };
const SIDE = PICTURE.length, ROOM = 4; // cells: of the picture, and of the clues beside it

export function Emblem() {
  const rows = PICTURE.map((row) => runs(row));
  const columns = range(SIDE).map((x) => runs(PICTURE.map((row) => row[x]).join("")));
  const order = range(SIDE).sort((one, other) => filled(other) - filled(one)); // long blocks are found first
  return (
    <svg class="emblem" viewBox={`${-ROOM} ${-ROOM} ${SIDE + ROOM + 0.1} ${SIDE + ROOM + 0.1}`} aria-hidden="true">
      {rows.map((row, y) => row.map((letter, at) => chip(letter, at - row.length, y)))}
      {columns.map((column, x) => column.map((letter, at) => chip(letter, x, at - column.length)))}
      <rect class="ground" width={SIDE} height={SIDE} />
      {PICTURE.map((row, y) => (
        <g key={y} class="found" style={{ "--turn": order.indexOf(y) }}>
          {[...row].map((letter, x) => letter !== "."
            && <rect key={x} x={x} y={y} width="1" height="1" fill={PAINTS[letter]} />)}
        </g>))}
      <path class="lines" d={range(SIDE + 1).map((at) => `M${at} 0v${SIDE}M0 ${at}h${SIDE}`).join("")} />
    </svg>
  );
}

/** The colour of each block of a line. */
function runs(line: string): string[] {
  return [...line.matchAll(/([^.])\1*/g)].map(([block]) => block);
}

function filled(row: number): number {
  return PICTURE[row].replaceAll(".", "").length;
}

/** The number of a block. */
function chip(block: string, x: number, y: number) {
  return (
    <g key={`${x} ${y}`}>
      <rect x={x + 0.08} y={y + 0.08} width=".84" height=".84" rx=".16" fill={PAINTS[block[0]]} />
      <text x={x + 0.5} y={y + 0.53}>{block.length}</text>
    </g>
  );
}
