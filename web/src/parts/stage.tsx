/** A board on the page: makes the view of its family, and shows it each new look. */

import { useEffect, useRef } from "preact/hooks";
import type { BoardView, Look, Strokes } from "../boards/view";
import type { Board } from "../model/board";

interface Props {
  board: Board;
  /** The same board with the clues of a picture that is being changed. */
  clued?: Board;
  look: Look;
  strokes: Strokes;
  /** Called with the view once it is there, and with null when it is gone. */
  onView?: (view: BoardView | null) => void;
  /** How to make the view: `boardView` of the studio, which loads what it needs; the player of a
   *  single file has its boards inside. */
  make: (board: Board, strokes: Strokes) => Promise<BoardView> | BoardView;
}

export function Stage({ board, clued, look, strokes, onView, make }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<BoardView | null>(null);
  // A view is made once for a board; it always finds the newest look and strokes here.
  const latest = useRef({ look, strokes, onView, clued });
  latest.current = { look, strokes, onView, clued };

  useEffect(() => {
    let current = true;
    const forward: Strokes = {
      begin: (cell, button) => latest.current.strokes.begin(cell, button),
      extend: (cell) => latest.current.strokes.extend(cell),
      end: () => latest.current.strokes.end(),
      cancel: () => latest.current.strokes.cancel(),
      hover: (cell, lines) => latest.current.strokes.hover?.(cell, lines),
    };
    void Promise.resolve(make(board, forward)).then((made) => {
      if (!current || !holder.current) return made.destroy(); // the page was left meanwhile
      view.current = made;
      Object.assign(made.element, { boardView: made }); // so that tests can ask where cells are
      holder.current.replaceChildren(made.element);
      if (latest.current.clued) made.reclue(latest.current.clued);
      made.show(latest.current.look);
      made.fit();
      latest.current.onView?.(made);
    });
    return () => {
      current = false;
      view.current?.destroy();
      view.current = null;
      latest.current.onView?.(null);
    };
  }, [board, make]);

  useEffect(() => { if (clued) view.current?.reclue(clued); }, [clued]);
  useEffect(() => view.current?.show(look), [look]);
  return <div class="stage" ref={holder} data-family={board.family} />;
}

/** For boards that are only looked at. */
export const NO_STROKES: Strokes = { begin() {}, extend() {}, end() {}, cancel() {} };
