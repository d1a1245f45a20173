/** Kinds of boards: what the page asks of each, whatever the family of a puzzle. The server names the
 *  kind of a puzzle's board (`board.board`); each kind is a folder here with a `kind.ts`.
 *
 *  Kinds register themselves when their `kind.ts` is loaded: `boards/index.ts` loads all of them for
 *  the studio, `boards/flat.ts` those without 3D, which the player of a single file has inside. */

import type { BoardData, Way } from "../model/board";
import type { MakeBoard } from "./view";

export interface BoardKind {
  /** The lines of a board, in the order of its clues. */
  lines(board: BoardData): Way[];
  /** A cell in words, as the command line has it. */
  cellName(board: BoardData, cell: number): string;
  /** Loads the module that shows it. */
  load(): Promise<MakeBoard>;
  /** How lines are announced in hints: `the faces above line 3`. */
  before?: string;
  /** A puzzle of one colour is also solved when all cells that are not crossed out are right. */
  standing?: boolean;
  /** More of how to play: gestures, and keys after the arrows and at the end of the list. */
  gestures?: string;
  moreArrows?: string;
  moreKeys?: string;
  /** Heat maps are drawn on the finished picture instead of on open cells. */
  heatOnPicture?: boolean;
  /** Whether the picture can be given further colours while it is edited. */
  moreColours?: boolean;
  /** Where cells have coordinates: the sides of the board along x, y (and z); x counts fastest. */
  sides?(board: BoardData): number[];
  /** Whether the server places the clues again after an edit. */
  placedClues?: boolean;
}

const KINDS = new Map<string, BoardKind>();

export function register(name: string, kind: BoardKind): void {
  KINDS.set(name, kind);
}

export function kindOf(board: BoardData): BoardKind {
  const kind = KINDS.get(board.board);
  if (!kind) throw new Error(`This page cannot show a board of the kind “${board.board}”.`);
  return kind;
}
