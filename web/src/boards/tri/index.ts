/** The board of triddlers: triangles in an outline, with clues that go on with their lines. It is
 *  drawn as the faces of a plane are; this module says where triangles and clues are. */

import {
  type Board, type Box, isHidden, type Plane, type PlaneLine, type Point, type Runs,
} from "../../model/board";
import { planeBoard } from "../plane";
import type { BoardView, Strokes } from "../view";
import { corners, exit, linesOf, outline, type Sides, sidesOf, triangles } from "./geometry";
import "./tri.css";

const EDGE = 7; // millimetres of a triangle
const HEIGHT = Math.sqrt(3) / 2; // of a triangle, in edges
const BOX = 0.86; // length of a clue's box along its line, in edges
const TEXT = 0.5; // size of numbers, in edges
const CHIP = 0.86; // of a box: the part that has its colour
const MARGIN = 1.5; // millimetres around all of it

export function triBoard(board: Board, strokes: Strokes): BoardView {
  const view = planeBoard(placed(board), strokes, true);
  view.element.classList.add("tri");
  const reclue = view.reclue.bind(view);
  view.reclue = (other) => reclue(placed(other));
  return view;
}

/** The board as the plane's modules take it. */
function placed(board: Board): Board {
  return { ...board, plane: planeOf(board) };
}

function planeOf(board: Board): Plane {
  const sides = sidesOf(board);
  const ways = linesOf(sides);
  const first = [0, 1, 2].map((group) => ways.findIndex((way) => way.group === group));
  const labels = ways.map(({ group }, index) =>
    isHidden(board.clues[index]) ? []
      : boxesOf(sides, group, index - first[group], board.clues[index] as Runs));
  const points = [...outline(sides), ...labels.flat().flatMap(({ ring }) => ring)].map(inMm);
  const [left, top] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis])) - MARGIN);
  const [right, bottom] = [0, 1].map((axis) =>
    Math.max(...points.map((point) => point[axis])) + MARGIN);
  const at = (point: Point): Point => {
    const [x, y] = inMm(point);
    return [short(x - left), short(y - top)];
  };
  const path = (ring: Point[]) => `M${ring.map((point) => at(point).join(" ")).join("L")}Z`;
  const cells = triangles(sides, sides[0] + sides[1]);
  return {
    width: short(right - left), height: short(bottom - top), unit: 1, frame: path(outline(sides)),
    faces: cells.map((triangle) => {
      const ring = corners(triangle);
      return { path: path(ring), spot: at(middle(ring)), room: EDGE * HEIGHT / 3 };
    }),
    curves: cells.filter(({ up }) => up).map((triangle) => path(corners(triangle))),
    lines: ways.map((way, index): PlaneLine => {
      const ends = [way.cells[0], way.cells[way.cells.length - 1]]
        .map((cell) => at(middle(corners(cells[cell]))));
      return {
        name: way.name, curve: index, back: false, cells: way.cells,
        path: `M${ends[0].join(" ")}L${ends[1].join(" ")}`,
        label: { leader: "", boxes: labels[index].map(({ text, colour, ring }): Box => ({
          text, colour, at: at(middle(ring)), angle: 0, size: TEXT * EDGE, path: path(ring),
          chip: path(ring.map((point) => towards(middle(ring), point, CHIP))) })) },
      };
    }),
    tags: [],
  };
}

interface Number { text: string; colour: number; ring: Point[] }

/** The boxes of a clue in the order of its runs. Numbers stand in the order of the blocks: the last
 *  one of a row and of a rising line is next to the outline, of a falling line the first one. */
function boxesOf(sides: Sides, group: number, number: number, clue: Runs): Number[] {
  const { edge: [[px, py], [qx, qy]], out } = exit(sides, group, number);
  const runs: Runs = clue.length ? clue : [[0, 0]];
  return runs.map(([length, colour], index) => {
    const near = group === 2 ? index : runs.length - 1 - index;
    const [from, to] = [near * BOX, (near + 1) * BOX];
    const ring: Point[] = [
      [px + out[0] * from, py + out[1] * from], [qx + out[0] * from, qy + out[1] * from],
      [qx + out[0] * to, qy + out[1] * to], [px + out[0] * to, py + out[1] * to]];
    return { text: length === null ? "?" : String(length), colour, ring };
  });
}

function inMm([x, y]: Point): Point {
  return [x * EDGE / 2, y * EDGE * HEIGHT];
}

function middle(ring: Point[]): Point {
  return [0, 1].map((axis) =>
    ring.reduce((sum, point) => sum + point[axis], 0) / ring.length) as Point;
}

function towards([x, y]: Point, [v, w]: Point, part: number): Point {
  return [x + (v - x) * part, y + (w - y) * part];
}

function short(value: number): number {
  return Math.round(value * 1000) / 1000;
}
