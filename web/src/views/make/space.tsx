/** A preview in space: it is turned to look at it, and the model in it is moved, turned and scaled by hand. */

import { useMemo, useRef, useState } from "preact/hooks";
import type { BoardView, Look as BoardLook } from "../../boards/view";
import type { Board } from "../../model/board";
import { NO_STROKES, Stage } from "../../parts/stage";
import { pictureOf } from "./answers";
import type { Look } from "./making";
import { has, type Settings } from "./settings";
import { type Change, setting, type Work } from "./work";

interface Props { look: Look; board: Board; work: Work; change: Change }

type Hand = "look" | "move" | "turn" | "scale";
type Triple = [number, number, number];

const HANDS: [Hand, string, string][] = [
  ["look", "Look round", "Drag beside it to turn it round"],
  ["move", "Move", "Drag, or arrow keys and page up and down: parts of a voxel count"],
  ["turn", "Turn", "Drag to the side, or left and right keys"],
  ["scale", "Scale", "Drag up and down, or up and down keys"]];
const STEP = { move: 0.05, turn: 5, scale: 0.02 };
const KEYS: Record<string, Triple> = {
  ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], PageUp: [0, 0, -1], PageDown: [0, 0, 1] };
const FARTHEST = 10, LEAST_SCALE = 0.1, MOST_SCALE = 4; // as the options have it

export function SpacePane({ look, board, work, change }: Props) {
  const { family, settings } = work, set = settings[family];
  const view = useRef<BoardView | null>(null);
  const [hand, setHand] = useState<Hand>("look");
  const shown = useMemo<BoardLook>(() => ({ values: pictureOf(look.made.puzzle), finished: true, bare: true }), [look]);
  const placed = (made: BoardView | null) => {
    if (!made) return;
    if (view.current?.camera && made.camera) made.camera = view.current.camera; // as the one before was looked at
    view.current = made;
  };
  const byHand = ["offset", "turn", "scale"].every((name) => has(family, (field) => field.name === name));
  const put = (some: (now: Settings) => Settings) => change(setting((now) => some({ ...now, turn: turned(now, look) })));
  return (
    <div class="space">
      {byHand && <div class="row small hands" role="group" aria-label="By hand">
        {HANDS.map(([name, words, title]) => (
          <button key={name} type="button" aria-pressed={hand === name} title={title} onClick={() => setHand(name)}>{words}</button>))}
        {(set.offset !== null || set.scale !== null) && <button type="button" class="quiet"
          onClick={() => change(setting({ offset: null, scale: null }))}>Find a place</button>}
      </div>}
      <Stage board={board} look={shown} strokes={NO_STROKES} onView={placed} />
      {hand !== "look" && <Grip hand={hand} view={() => view.current} words={wordsOf(hand, set, look)}
        onMove={(by) => put((now) => ({ ...now, offset: moved(now.offset as Triple | null, by) }))}
        onTurn={(by) => put((now) => ({ ...now, turn: around(Number(now.turn) + by) }))}
        onScale={(by) => put((now) => ({ ...now, scale: scaled(Number(now.scale ?? 1) * by) }))} />}
    </div>
  );
}

/** By hand it begins as it is seen: turned as the studio chose. */
function turned(now: Settings, { made }: Look): number {
  return typeof now.turn === "number" ? now.turn : Number(made.summary.turn ?? 0);
}

function moved(now: Triple | null, by: Triple): Triple {
  return [0, 1, 2].map((axis) => round(Math.max(-FARTHEST, Math.min(FARTHEST, (now?.[axis] ?? 0) + by[axis])))) as Triple;
}

function around(degrees: number): number {
  return ((Math.round(degrees) + 180) % 360 + 360) % 360 - 180;
}

function scaled(factor: number): number {
  return round(Math.max(LEAST_SCALE, Math.min(MOST_SCALE, factor)));
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

function wordsOf(hand: Hand, set: Settings, look: Look): string {
  if (hand === "turn") return `Turned by ${turned(set, look)}°`;
  if (hand === "scale") return `Scaled by ${Number(set.scale ?? 1).toFixed(2)}`;
  const at = (set.offset as Triple | null) ?? [0, 0, 0];
  return `Moved by ${at.map((part, axis) => `${"xyz"[axis]} ${part}`).join(", ")} voxels`;
}

interface GripProps {
  hand: Hand; words: string; view: () => BoardView | null;
  onMove: (by: Triple) => void; onTurn: (degrees: number) => void; onScale: (factor: number) => void;
}

/** Lies over the board while the model is in the hand. */
function Grip({ hand, words, view, onMove, onTurn, onScale }: GripProps) {
  const last = useRef<{ x: number; y: number } | null>(null);
  const rest = useRef<Triple>([0, 0, 0]); // less than a step
  /** To the right, up, and towards the viewer, in steps. */
  const act = (by: Triple) => {
    const whole = by.map((part, at) => Math.trunc(part + rest.current[at])) as Triple;
    rest.current = by.map((part, at) => part + rest.current[at] - whole[at]) as Triple;
    if (!whole.some(Boolean)) return;
    if (hand === "turn") return onTurn(whole[0] * STEP.turn);
    if (hand === "scale") return onScale((1 + STEP.scale) ** (whole[1] + whole[0]));
    const bearings = view()?.bearings?.() ?? [];
    const move: Triple = [0, 0, 0];
    bearings.forEach(({ axis, way }, at) => { move[axis] += way * whole[at] * STEP.move; });
    onMove(move);
  };
  const drag = (dx: number, dy: number) => {
    const voxel = Math.max(4, view()?.voxel?.() ?? 20); // pixels
    if (hand === "move") act([dx / voxel / STEP.move, -dy / voxel / STEP.move, 0]);
    else if (hand === "turn") act([dx / 8, 0, 0]);
    else act([0, -dy / 4, 0]);
  };
  return (
    <div class="grip" role="application" tabIndex={0} aria-label={`${HANDS.find(([name]) => name === hand)![1]} the model. ${words}`}
         onPointerDown={(event) => {
           event.currentTarget.setPointerCapture(event.pointerId);
           last.current = { x: event.clientX, y: event.clientY };
           rest.current = [0, 0, 0];
         }}
         onPointerMove={(event) => {
           if (!last.current) return;
           drag(event.clientX - last.current.x, event.clientY - last.current.y);
           last.current = { x: event.clientX, y: event.clientY };
         }}
         onPointerUp={() => { last.current = null; }} onPointerCancel={() => { last.current = null; }}
         onKeyDown={(event) => {
           if (!(event.key in KEYS)) return;
           event.preventDefault();
           rest.current = [0, 0, 0];
           act(KEYS[event.key]);
         }}>
      <output class="small">{words}</output>
    </div>
  );
}
