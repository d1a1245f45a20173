/** A board: a nonogram of any family as a page gets it (draw/board.py makes it), and its lines.
 *
 *  cell    a place to colour: a number from 0 on
 *  value   what a cell shows: OPEN, 0 (white, crossed out) or a colour of the palette
 *  line    reads some of the cells, in order, and carries one clue
 */

export const OPEN = -1;

export interface Colour { name: string; rgb: string; symbol: string }
/** Runs in order: [length or null where it is blotted, colour]. */
export type Runs = [number | null, number][];
/** For each colour from 1 on: [total, groups (3 is 3 or more)]; null is not told. */
export interface Tally { counts: [number | null, number | null][] }
export type Clue = Runs | Tally;
export type Family = "grid" | "solid" | "sloped" | "curved";
export type Point = [number, number];

export interface Box {
  text: string; colour: number; at: Point; angle: number; size: number; path: string; chip: string;
}
export interface PlaneLine {
  name: string; curve: number; back: boolean; cells: number[]; path: string;
  label?: { leader: string; boxes: Box[] };
}
/** Millimetres from the top left corner; paths as in SVG. */
export interface Plane {
  width: number; height: number; unit: number; frame: string;
  faces: { path: string; spot: Point; room: number }[];
  curves: string[]; lines: PlaneLine[];
  tags: { curve: number; at: Point; port: Point; radius: number }[];
}

export interface BoardData {
  family: Family; title: string; author: string; description: string;
  palette: Colour[]; cells: number; given: [number, number][]; clues: Clue[];
  grid?: { width: number; height: number };
  /** `rods` tells which of all rods have a clue and so are lines. */
  solid?: { width: number; height: number; depth: number; rods: number[] };
  plane?: Plane;
}

export interface Line { name: string; cells: number[]; clue: Clue; group: number }

export interface Board extends BoardData {
  lines: Line[];
  /** For each cell the lines that read it, by index. */
  through: number[][];
}

/** What a cell shows: OPEN, 0 or a colour; one for each cell. */
export type Values = Int8Array;

export function isTally(clue: Clue): clue is Tally {
  return !Array.isArray(clue);
}

/** Is it black and white, whatever its two colours are called? */
export function isPlain(board: BoardData): boolean {
  return board.palette.length === 2;
}

export function open(data: BoardData): Board {
  const ways = data.grid ? gridLines(data.grid) : data.solid ? solidLines(data.solid)
    : data.plane!.lines.map(({ name, cells, back }) => ({ name, cells, group: Number(back) }));
  const lines = ways.map((way, index) => ({ ...way, clue: data.clues[index] }));
  const through: number[][] = Array.from({ length: data.cells }, () => []);
  lines.forEach((line, index) => {
    for (const cell of new Set(line.cells)) through[cell].push(index);
  });
  return { ...data, lines, through };
}

type Way = Omit<Line, "clue">;

function gridLines({ width, height }: { width: number; height: number }): Way[] {
  const rows = range(height).map((y) => (
    { name: `row ${y + 1}`, group: 0, cells: range(width).map((x) => y * width + x) }));
  const columns = range(width).map((x) => (
    { name: `column ${x + 1}`, group: 1, cells: range(height).map((y) => y * width + x) }));
  return [...rows, ...columns];
}

function solidLines(solid: NonNullable<BoardData["solid"]>): Way[] {
  const all = rods(solid);
  return solid.rods.map((rod) => all[rod]);
}

/** Rods along x, then y, then z; those of an axis by the x, the y, the z of their first cells. */
function rods(size: { width: number; height: number; depth: number }): Way[] {
  const sides = [size.width, size.height, size.depth];
  const steps = [1, size.width, size.width * size.height];
  const found: Way[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const across = [0, 1, 2].filter((other) => other !== axis);
    for (let x = 0; x < (axis === 0 ? 1 : sides[0]); x++)
      for (let y = 0; y < (axis === 1 ? 1 : sides[1]); y++)
        for (let z = 0; z < (axis === 2 ? 1 : sides[2]); z++) {
          const place = [x, y, z];
          const start = x + y * steps[1] + z * steps[2];
          const where = across.map((other) => `${"xyz"[other]} ${place[other] + 1}`).join(", ");
          found.push({ name: `${"xyz"[axis]} rod at ${where}`, group: axis,
                       cells: range(sides[axis]).map((at) => start + at * steps[axis]) });
        }
  }
  return found;
}

/** A cell in words, as the command line has it. */
export function cellName(board: BoardData, cell: number): string {
  if (board.grid) {
    const { width } = board.grid;
    return `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`;
  }
  if (board.solid) {
    const { width, height } = board.solid;
    const [x, y, z] = [cell % width, Math.floor(cell / width) % height,
                       Math.floor(cell / (width * height))];
    return `x ${x + 1}, y ${y + 1}, z ${z + 1}`;
  }
  return `face ${cell + 1}`;
}

/** The values to begin with: what is given, all else open. */
export function blank(board: BoardData): Values {
  const values = new Int8Array(board.cells).fill(OPEN);
  for (const [cell, colour] of board.given) values[cell] = colour;
  return values;
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
