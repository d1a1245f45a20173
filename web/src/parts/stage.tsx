/** A board on the page: makes the view of its family, and shows it each new look. */

import { kindOf } from "../boards/kind";
import { useEffect, useRef } from "preact/hooks";
import type { BoardView, Look, Strokes } from "../boards/view";
import type { Board } from "../model/board";
import { recallHere, rememberHere } from "./kept";

interface Props {
  board: Board;
  /** The same board with the clues of a picture that is being changed. */
  clued?: Board;
  look: Look;
  strokes: Strokes;
  /** Called with the view once it is there, and with null when it is gone. */
  onView?: (view: BoardView | null) => void;
}

export function Stage({ board, clued, look, strokes, onView }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<BoardView | null>(null);
  // A view is made once for a board; it always finds the newest look and strokes here.
  const latest = useRef({ look, strokes, onView, clued });
  latest.current = { look, strokes, onView, clued };

  useEffect(() => {
    let current = true;
    const address = location.hash;
    const remember = () => {
      const from = view.current?.viewpoint?.();
      if (view.current) rememberHere("viewpoint", from ? { cells: board.cells, from } : null, address);
    };
    addEventListener("pagehide", remember);
    const forward: Strokes = {
      begin: (cell, button) => latest.current.strokes.begin(cell, button),
      extend: (cell) => latest.current.strokes.extend(cell),
      end: () => latest.current.strokes.end(),
      cancel: () => latest.current.strokes.cancel(),
      hover: (cell, lines) => latest.current.strokes.hover?.(cell, lines),
      strike: (line, run) => latest.current.strokes.strike?.(line, run),
    };
    void kindOf(board).load().then((make) => {
      if (!current || !holder.current) return; // the page was left meanwhile
      const made = make(board, forward);
      
      view.current = made;
      Object.assign(made.element, { boardView: made }); // so that tests can ask where cells are
      holder.current.replaceChildren(made.element);
      if (latest.current.clued) made.reclue(latest.current.clued);
      made.show(latest.current.look);
      made.fit();
      const kept = recallHere("viewpoint") as { cells: number; from: number[] } | null;
      if (kept?.cells === board.cells && kept.from.every(Number.isFinite)) made.lookFrom?.(kept.from);
      latest.current.onView?.(made);
    });
    return () => {
      current = false;
      removeEventListener("pagehide", remember);
      remember();
      view.current?.destroy();
      view.current = null;
      latest.current.onView?.(null);
    };
  }, [board]);

  useEffect(() => { if (clued) view.current?.reclue(clued); }, [clued]);
  useEffect(() => view.current?.show(look), [look]);
  return <div class="stage" ref={holder} data-family={board.family} />;
}

/** For boards that are only looked at. */
export const NO_STROKES: Strokes = { begin() {}, extend() {}, end() {}, cancel() {} };
