/** What is in the hand: a colour, or the cross. */

import type { Board } from "../model/board";
import { inkOn } from "../boards/colours";

interface Props { board: Board; colour: number; onColour: (colour: number) => void; edit?: boolean }

export function Palette({ board, colour, onColour, edit = false }: Props) {
  const order = [...board.palette.keys()].slice(1).concat(0);
  const solid = board.family === "solid";
  return (
    <div class="palette" role="radiogroup" aria-label="Paint with">
      {order.map((value) => (
        <button key={value} role="radio" aria-checked={value === colour}
                class="swatch" title={name(board, value, solid, edit)}
                aria-label={name(board, value, solid, edit)} onClick={() => onColour(value)}
                style={{ background: value || edit ? board.palette[value].rgb : undefined,
                         color: value || edit ? inkOn(board.palette[value].rgb) : undefined }}>
          {value === 0 && !edit ? "×" : value === colour ? "✓" : ""}
        </button>
      ))}
    </div>
  );
}

function name(board: Board, value: number, solid: boolean, edit: boolean): string {
  if (value === 0) return edit ? "White" : solid ? "Break" : "Cross out";
  const colour = board.palette[value].name;
  return `${colour[0]?.toUpperCase() ?? ""}${colour.slice(1)}`;
}
