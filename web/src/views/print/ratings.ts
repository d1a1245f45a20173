/** Stars for a booklet: puzzles without a report are checked, one after another, and the
 *  library keeps what was found. */

import { call, type Puzzle, send } from "../../api";
import type { Report } from "../../model/report";
import type { Entry } from "../../open";

export interface Chosen { entry: Entry; puzzle: Puzzle }

/** Tells how many are left, and each rating; a puzzle that cannot be rated has no stars. */
export async function rate(
  chosen: Chosen[], signal: AbortSignal,
  left: (count: number) => void, rated: (id: string, rating: Entry["rating"]) => void,
): Promise<void> {
  const waiting = chosen.filter(({ entry }) => !entry.rating);
  for (const [at, { entry, puzzle }] of waiting.entries()) {
    left(waiting.length - at);
    const { rating } = await call<Report>("check", { puzzle }, { signal }).catch(() => ({ rating: null }));
    if (signal.aborted) return;
    if (rating) {
      rated(entry.id, rating);
      void send("PUT", `library/${entry.id}`, { rating }).catch(() => undefined); // it is found again
    }
  }
  left(0);
}
