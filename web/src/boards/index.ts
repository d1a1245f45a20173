/** The board of a family; the 3D one is loaded only when a solid is shown. */

import type { Board } from "../model/board";
import type { BoardView, Strokes } from "./view";

export async function boardView(board: Board, strokes: Strokes): Promise<BoardView> {
  if (board.grid) return (await import("./grid")).gridBoard(board, strokes);
  if (board.plane) return (await import("./plane")).planeBoard(board, strokes);
  return (await import("./solid")).solidBoard(board, strokes);
}
