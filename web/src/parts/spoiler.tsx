/** Asks before a page shows the solution of a puzzle that is not solved yet. Puzzles that were solved, made or
 *  painted here are no secret. */

import { useState } from "preact/hooks";
import type { Opened } from "../open";
import { go } from "../router";
import { useKept } from "./kept";

const SEEN = "nonoforge-seen", MOST_SEEN = 2000; // puzzles, the latest last

function seen(): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(SEEN) ?? "[]") as unknown;
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return []; // storage that is closed, or holds something else
  }
}

/** Remembers puzzles whose picture the user knows. */
export function markSeen(...ids: string[]): void {
  try {
    const kept = seen().filter((id) => !ids.includes(id));
    localStorage.setItem(SEEN, JSON.stringify([...kept, ...ids].slice(-MOST_SEEN)));
  } catch {
    // Without storage it is asked again.
  }
}

/** Whether the solution must stay covered, and how to uncover it. */
export function useSpoiler({ entry }: Opened): { covered: boolean; uncover: (always: boolean) => void } {
  const [always, setAlways] = useKept<boolean>("uncovered", false);
  const [open, setOpen] = useState(() => entry.solved || seen().includes(entry.id));
  return {
    covered: !always && !open,
    uncover: (ever) => {
      markSeen(entry.id);
      setOpen(true);
      if (ever) setAlways(true);
    },
  };
}

interface Props { opened: Opened; page: string; onUncover: (always: boolean) => void }

export function Spoiler({ opened: { entry }, page, onUncover }: Props) {
  const [always, setAlways] = useState(false);
  return (
    <section class="panel spoiler">
      <h2>Show the solution?</h2>
      <p>{page} shows the picture of this puzzle, and you have not solved it yet.</p>
      <div class="row">
        <button class="main" onClick={() => onUncover(always)}>Show it</button>
        <button onClick={() => go("play", entry.id)}>Play it first</button>
      </div>
      <label class="row small"><input type="checkbox" checked={always}
        onChange={(event) => setAlways(event.currentTarget.checked)} /> Do not ask again</label>
    </section>
  );
}
