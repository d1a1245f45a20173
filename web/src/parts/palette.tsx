/** What is in the hand: a colour, or the cross. */

import { useRef } from "preact/hooks";
import type { Board } from "../model/board";
import { inkOn } from "../boards/colours";
import { BLACK, isInk } from "../boards/shades";
import { Sign } from "./reading";

interface Props {
  board: Board; colour: number; onColour: (colour: number) => void; edit?: boolean;
  /** With the sign of each colour on it. */
  signs?: boolean;
}

const ARROWS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function Palette({ board, colour, onColour, edit = false, signs = false }: Props) {
  const order = [...board.palette.keys()].slice(1).concat(0);
  const group = useRef<HTMLDivElement>(null);
  const moved = (event: KeyboardEvent) => { // a group of radio buttons is one stop of the keyboard
    if (!(event.key in ARROWS)) return;
    event.preventDefault();
    const at = (order.indexOf(colour) + ARROWS[event.key] + order.length) % order.length;
    onColour(order[at]);
    (group.current!.children[at] as HTMLElement).focus();
  };
  return (
    <div class="palette" role="radiogroup" aria-label="Paint with" ref={group} onKeyDown={moved}>
      {order.map((value) => (
        <button key={value} role="radio" aria-checked={value === colour} type="button"
                tabIndex={value === colour ? 0 : -1}
                class="swatch" title={name(board, value, edit)}
                aria-label={name(board, value, edit)} onClick={() => onColour(value)}
                style={value || edit ? paint(board, value, edit) : {}}>
          {value === 0 && !edit ? "×" : signs && value ? <Sign value={value} />
            : value === colour ? "✓" : ""}
        </button>
      ))}
    </div>
  );
}

/** A swatch looks as the cells do: black is the ink of the board. */
function paint(board: Board, value: number, edit: boolean) {
  const { rgb } = board.palette[value];
  if (isInk(board, value)) return edit ? { background: BLACK, color: inkOn(BLACK) }
    : { background: "var(--cell-ink)", color: "var(--paper)" };
  return { background: rgb, color: inkOn(rgb) };
}

function name(board: Board, value: number, edit: boolean): string {
  if (value === 0) return edit ? "White" : capital(board.words.cross_out);
  return capital(board.palette[value].name);
}

function capital(words: string): string {
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}
