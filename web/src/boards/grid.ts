import type { Board } from "../model/board";
import type { BoardView, Strokes } from "./view";

export function gridBoard(_board: Board, _strokes: Strokes): BoardView {
  throw new Error("not yet");
}
