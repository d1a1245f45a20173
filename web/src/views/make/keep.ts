/** Into the library with it. */

import { type Puzzle, send } from "../../api";
import type { Rating } from "../../model/report";
import type { Entry } from "../../open";
import { markSeen } from "../../parts/spoiler";

interface Kept { puzzle: Puzzle; rating: Rating | null }

export async function keep(made: Kept[]): Promise<Entry[]> {
  const { entries } = await send<{ entries: Entry[] }>("POST", "library",
    { puzzles: made.map(({ puzzle }) => ({ puzzle })) });
  await Promise.all(made.map(({ rating }, at) => rating?.stars
    && send("PUT", `library/${entries[at].id}`, { rating })));
  markSeen(...entries.map(({ id }) => id)); // its picture was seen when it was made
  return entries;
}
