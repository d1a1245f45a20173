/** The clues of the lines in hand, large enough to read, where those around the board are not. */

import { useEffect, useState } from "preact/hooks";
import { inkOn } from "../boards/colours";
import { numbers, type Token } from "../boards/grid/tokens";
import { signPath } from "../boards/signs";
import type { BoardView, Look } from "../boards/view";
import { type Board, isPlain } from "../model/board";

/** Are the clues around this board too small, or cut off? */
export function useSmall(view: BoardView | null, signs: boolean): boolean {
  const [small, setSmall] = useState(false);
  useEffect(() => {
    const look = () => setSmall(view?.small?.() ?? false);
    const watch = new ResizeObserver(look);
    if (view) watch.observe(view.element);
    else look();
    return () => watch.disconnect();
  }, [view, signs]); // a sign takes room of its number
  return small;
}

export function Reading({ board, look }: { board: Board; look: Look }) {
  const lines = look.lit ?? [];
  return (
    <section class="panel reading" aria-label="Clues of the lines in hand" tabIndex={0}>
      {lines.length ? lines.map((line) => <Line key={line} board={board} look={look} line={line} />)
        : <p class="soft small">Tap or point at a cell or a clue: its lines are here to read.
          Two fingers, the wheel or the magnifier zoom in.</p>}
    </section>
  );
}

function Line({ board, look, line }: { board: Board; look: Look; line: number }) {
  const { name, clue } = board.lines[line], mark = look.marks?.[line];
  return (
    <p class={mark?.wrong ? "wrong" : ""}>
      <span class="soft small">{name} </span>
      {numbers(clue, !isPlain(board)).map((token) => (
        <Number key={token.index} board={board} token={token} signs={look.signs ?? false}
                done={mark?.done[token.index] ?? false} />))}
      {mark?.wrong && <span class="small"> cannot be completed</span>}
    </p>
  );
}

interface NumberProps { board: Board; token: Token; signs: boolean; done: boolean }

function Number({ board, token: { text, colour, shape }, signs, done }: NumberProps) {
  const rgb = colour ? board.palette[colour].rgb : null;
  const name = colour ? board.palette[colour].name : undefined;
  return (
    <span class={`number ${shape} ${done ? "done" : ""}`} title={done ? `${name ?? ""} done` : name}
          style={rgb ? { background: rgb, color: inkOn(rgb) } : {}}>
      {signs && colour ? <Sign value={colour} /> : null}{text}
    </span>
  );
}

export function Sign({ value }: { value: number }) {
  return (
    <svg class="sign" viewBox="-1.7 -1.7 3.4 3.4" aria-hidden="true"><path d={signPath(value)} /></svg>
  );
}
