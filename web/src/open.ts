/** The puzzle of the library that is open, kept while one goes from one page of it to another. */

import { useEffect, useState } from "preact/hooks";
import { boardOf, type Puzzle, send } from "./api";
import { settled } from "./journal";
import { type Board, open } from "./model/board";

/** What the library tells about a puzzle without opening it. Times are milliseconds since 1970. */
export interface Entry {
  id: string; title: string; author: string; family: string; size: string; cells: number;
  colours: number; source: string; tags: string[]; rating: { stars: number; verdict?: string } | null;
  thumbnail: boolean; started: boolean; solved: boolean; seconds: number; share: number;
  added: number; changed: number; played: number | null; binned: number | null; existed: boolean;
}

/** `game` and `version` name the game and the content of the version that was opened; `problem` says why
 *  the latest edits are not in it. */
interface Told { entry: Entry; puzzle: Puzzle; game: string; version: string; problem: string }
export interface Opened extends Told { board: Board }

let kept: Opened | null = null;

/** Forgets what is kept: the puzzle was changed. */
export function forget(): void {
  kept = null;
}

/** Opens a puzzle as it is now; what is kept is the same object as long as its version is. */
export async function openPuzzle(id: string): Promise<Opened> {
  await settled();
  const told = await send<Told>("GET", `library/${id}`);
  if (kept?.entry.id === id && kept.version === told.version && kept.entry.title === told.entry.title
      && kept.problem === told.problem) return kept;
  kept = { ...told, board: open(await boardOf(told.puzzle)) };
  return kept;
}

/** The puzzle under an id: itself, an error to show, or nothing yet. What is kept is shown at once, and
 *  replaced if another page has edited the puzzle meanwhile. */
export function useOpened(id: string): { opened?: Opened; error?: string } {
  const [state, setState] = useState<{ opened?: Opened; error?: string }>(
    () => (kept?.entry.id === id ? { opened: kept } : {}));
  useEffect(() => {
    let current = true;
    openPuzzle(id).then(
      (opened) => current && setState((before) => (before.opened === opened ? before : { opened })),
      (error: Error) => current && setState({ error: error.message }));
    return () => { current = false; };
  }, [id]);
  return state;
}
