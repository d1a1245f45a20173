/** The puzzles before and after one in the library. */

import { useEffect, useState } from "preact/hooks";
import { send } from "../api";
import type { Entry } from "../open";
import { go } from "../router";

const MANY = 200; // puzzles that are looked through

/** How to get to the next one that is not yet solved, and to the one before. */
export function useAround(id: string): { next?: () => void; previous?: () => void } {
  const [ids, setIds] = useState<{ next?: string; previous?: string }>({});
  useEffect(() => {
    let current = true;
    send<{ entries: Entry[] }>("GET", `library?limit=${MANY}`).then(({ entries }) => {
      const at = entries.findIndex((entry) => entry.id === id);
      const later = [...entries.slice(at + 1), ...entries.slice(0, Math.max(0, at))];
      const next = later.find((entry) => !entry.solved) ?? later[0];
      if (current) setIds({ next: next?.id, previous: at > 0 ? entries[at - 1].id : undefined });
    }, () => {}); // without the list there is no next one; the game itself goes on
    return () => { current = false; };
  }, [id]);
  const to = (other: string | undefined) => other && (() => go("play", other));
  return { next: to(ids.next) || undefined, previous: to(ids.previous) || undefined };
}
