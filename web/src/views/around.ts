/** The puzzles before and after one in the library, in the order and among those that were last looked for there. */

import { useEffect, useState } from "preact/hooks";
import { send } from "../api";
import type { Entry } from "../open";
import { recall } from "../parts/session";
import { go } from "../router";
import { type Wish, WISH } from "./library/filters";
import { query } from "./library/shelf";

const MANY = 100; // puzzles among which one is looked for that is not solved

interface Around { next?: string; previous?: string }

/** How to get to the next one that is not yet solved, and to the one before. */
export function useAround(id: string): { next?: () => void; previous?: () => void } {
  const [{ next, previous }, setAround] = useState<Around>({});
  useEffect(() => {
    let current = true;
    const wish: Wish = { ...WISH, ...recall("library") as Partial<Wish>, bin: false };
    const show = (found: Around | null) => { if (current && found) setAround(found); return found; };
    around(id, wish).then((found) => show(found) ?? around(id, WISH).then(show))
      .catch(() => {}); // without the list there is no next one; the game itself goes on
    return () => { current = false; };
  }, [id]);
  const to = (other: string | undefined) => other === undefined ? undefined : () => go("play", other);
  return { next: to(next), previous: to(previous) };
}

/** Null if the puzzle is not among them. */
async function around(id: string, wish: Wish): Promise<Around | null> {
  const { ids } = await send<{ ids: string[] }>("GET", `library/ids?${query(wish)}`);
  const at = ids.indexOf(id);
  if (at < 0) return null;
  for (const offset of at ? [at + 1, 0] : [1]) {
    const { entries } = await send<{ entries: Entry[] }>(
      "GET", `library?${query(wish, { offset, limit: MANY })}`);
    const open = entries.find((entry) => !entry.solved && entry.id !== id);
    if (open) return { next: open.id, previous: ids[at - 1] };
  }
  return { next: ids[at + 1] ?? (at ? ids[0] : undefined), previous: ids[at - 1] };
}
