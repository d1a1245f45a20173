/** A game is saved soon after a change, and at once when the page is left. */

import { useEffect, useRef } from "preact/hooks";

const SOON = 400; // milliseconds between a change and its being saved

/** What to call at every change, right when it is made: the page may be gone a moment later. */
export function useSaving(save: () => void): () => void {
  const pending = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef(save);
  latest.current = save;
  const now = () => {
    if (pending.current === null) return;
    clearTimeout(pending.current);
    pending.current = null;
    latest.current();
  };
  useEffect(() => {
    addEventListener("pagehide", now);
    return () => { removeEventListener("pagehide", now); now(); };
  }, []);
  return () => { pending.current ??= setTimeout(now, SOON); };
}
