/** A game is saved soon after a change, and at once when the page is left. */

import { useEffect, useRef } from "preact/hooks";

const SOON = 400; // milliseconds between a change and its being saved

export function useSaving(save: () => void, changes: unknown[]): void {
  const first = useRef(true);
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
    if (first.current) { first.current = false; return; }
    pending.current ??= setTimeout(now, SOON);
  }, changes);
  useEffect(() => {
    addEventListener("pagehide", now);
    return () => { removeEventListener("pagehide", now); now(); };
  }, []);
}
