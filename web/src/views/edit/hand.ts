/** What is in the designer's hand: a pen, a line, a box, a bucket, a frame to select with. Strokes of the pen go
 *  straight into the picture; all others are shown while they are drawn, and become one change at their end. */

import { useMemo, useRef, useState } from "preact/hooks";
import { useHere } from "../../parts/kept";
import type { Button, Strokes } from "../../boards/view";
import type { Board, Values } from "../../model/board";
import type { Changes } from "./cures";
import { area, type Clip, copied, Lattice, pasted, type Place } from "./shapes";

export type Tool = "pen" | "line" | "box" | "frame" | "fill" | "select";

export interface Hand {
  tool: Tool; onTool: (tool: Tool) => void;
  /** Axes along which everything is drawn twice. */
  mirrors: number[]; onMirror: (axis: number) => void;
  lattice: Lattice | null;
  strokes: Strokes;
  /** What would be changed, and what is selected. */
  pending: Changes; selected: number[];
  /** Whether a piece is in the air. */
  floating: boolean; canPaste: boolean;
  copy: () => void; cut: () => void; clear: () => void; paste: () => void;
  move: (by: Place) => void; putDown: () => void; letGo: () => void;
}

interface Frame { low: Place; high: Place }
interface Piece { clip: Clip; at: Place; lifted: Changes }
interface Drawing { start: number; last: number; colour: number; touched: Set<number>; at: Place }

let clipboard: Clip | null = null; // from one puzzle to another

interface Wanted { board: Board; values: () => Values; colour: number; pen: Strokes; apply: (changes: Changes) => void }

export function useHand({ board, values, colour, pen, apply }: Wanted): Hand {
  const lattice = useMemo(() => Lattice.of(board), [board]);
  const [tool, setTool] = useHere<Tool>("tool", "pen");
  const [mirrors, setMirrors] = useState<number[]>([]);
  const [pending, setPending] = useState<Changes>([]);
  const [chosen, setChosen] = useState<{ of: Lattice | null; frame: Frame } | null>(null);
  const [floating, setFloating] = useState<{ of: Lattice | null; piece: Piece } | null>(null);
  const drawing = useRef<Drawing | null>(null);
  // A frame or a piece of a board that has another size by now means nothing.
  const frame = chosen?.of === lattice ? chosen.frame : null, piece = floating?.of === lattice ? floating.piece : null;
  const setFrame = (next: Frame | null) => setChosen(next && { of: lattice, frame: next });
  const setPiece = (next: Piece | null) => setFloating(next && { of: lattice, piece: next });
  const colours = board.palette.length, axes = lattice ? mirrors : [];
  const twice = (cells: Iterable<number>) =>
    new Set([...cells].flatMap((cell) => (axes.length ? lattice!.mirrored(cell, axes) : [cell])));

  const cellsOf = (now: Drawing): Iterable<number> => {
    if (tool === "fill") return area(board, values(), now.last);
    if (!lattice || tool === "pen") return now.touched;
    if (tool === "line") return lattice.line(now.start, now.last);
    return lattice.box(now.start, now.last, tool === "frame");
  };
  const show = (now: Drawing) => setPending([...twice(cellsOf(now))].map((cell) => [cell, now.colour]));
  const shape: Strokes = {
    begin: (cell: number, button: Button) => {
      const rubs = button === "cross" || ((tool === "pen" || tool === "fill") && values()[cell] === colour);
      drawing.current = { start: cell, last: cell, colour: rubs ? 0 : colour, touched: new Set([cell]), at: [] };
      show(drawing.current);
    },
    extend: (cell) => {
      if (!drawing.current) return;
      drawing.current.last = cell;
      drawing.current.touched.add(cell);
      show(drawing.current);
    },
    end: () => {
      const now = drawing.current;
      drawing.current = null;
      setPending([]);
      if (now) apply([...twice(cellsOf(now))].map((cell) => [cell, now.colour]));
    },
    cancel: () => { drawing.current = null; setPending([]); },
  };
  const select: Strokes = {
    begin: (cell) => {
      drawing.current = { start: cell, last: cell, colour: 0, touched: new Set(), at: piece?.at ?? [] };
      if (!piece) setFrame(lattice!.corners(cell, cell));
    },
    extend: (cell) => {
      const now = drawing.current;
      if (!now) return;
      now.last = cell;
      if (!piece) return setFrame(lattice!.corners(now.start, cell));
      const [from, to] = [lattice!.place(now.start), lattice!.place(cell)];
      setPiece({ ...piece, at: now.at.map((at, axis) => at + to[axis] - from[axis]) });
    },
    end: () => { drawing.current = null; },
    cancel: () => { drawing.current = null; },
  };

  const inFrame = (): number[] => frame ? lattice!.box(lattice!.cell(frame.low)!, lattice!.cell(frame.high)!) : [];
  const white = (): Changes => inFrame().map((cell) => [cell, 0]);
  const landing = (): Changes => piece ? [...piece.lifted, ...pasted(lattice!, piece.clip, piece.at, colours)] : [];
  const putDown = () => {
    if (!piece) return;
    const low = piece.at.map((at) => Math.max(0, at));
    const high = piece.at.map((at, axis) => Math.min(lattice!.sides[axis], at + (piece.clip.sides[axis] ?? 1)) - 1);
    apply(settled(landing()));
    setPiece(null);
    setFrame(low.every((at, axis) => at <= high[axis]) ? { low, high } : null);
  };
  const lift = (lifted: Changes) => {
    if (frame) clipboard = copied(lattice!, values(), frame.low, frame.high);
    return lifted;
  };
  return {
    tool, lattice, mirrors: axes, pending: settled([...pending, ...landing()]),
    selected: piece ? pasted(lattice!, piece.clip, piece.at, colours).map(([cell]) => cell) : inFrame(),
    floating: piece !== null, canPaste: clipboard !== null,
    onTool: (next) => { putDown(); setTool(next); setPending([]); if (next !== "select") setFrame(null); },
    onMirror: (axis) => setMirrors((now) => (now.includes(axis) ? now.filter((one) => one !== axis) : [...now, axis])),
    strokes: tool === "select" ? select : tool === "pen" && !axes.length ? pen : shape,
    copy: () => { lift([]); setFrame(frame && { ...frame }); },
    cut: () => { const gone = lift(white()); apply(gone); setFrame(frame && { ...frame }); },
    clear: () => apply(white()),
    paste: () => {
      if (!clipboard || !lattice) return;
      setTool("select");
      setPiece({ clip: clipboard, at: frame?.low ?? lattice.sides.map(() => 0), lifted: [] });
    },
    move: (by) => {
      if (piece) return setPiece({ ...piece, at: piece.at.map((at, axis) => at + (by[axis] ?? 0)) });
      if (frame) // it is lifted, and leaves white behind
        setPiece({ clip: copied(lattice!, values(), frame.low, frame.high), lifted: white(),
                   at: frame.low.map((at, axis) => at + (by[axis] ?? 0)) });
    },
    putDown,
    letGo: () => { if (piece) setPiece(null); else setFrame(null); },
  };
}

/** One colour for each cell: the last that was said. */
function settled(changes: Changes): Changes {
  return [...new Map(changes)];
}
