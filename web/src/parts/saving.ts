/** A game is saved at every change, and once more when the page is left, with the time played. */

import { useEffect, useRef } from "preact/hooks";

/** What to call at every change, right when it is made: the page may be gone a moment later. What
 *  follows from the change (whether it is solved) is saved when the page has been drawn with it. */
export function useSaving(save: () => void): () => void {
  const latest = useRef(save), pending = useRef(false);
  latest.current = save;
  useEffect(() => {
    if (!pending.current) return;
    pending.current = false;
    latest.current();
  });
  useEffect(() => {
    const now = () => latest.current();
    addEventListener("pagehide", now);
    return () => { removeEventListener("pagehide", now); now(); };
  }, []);
  return () => {
    pending.current = true;
    latest.current();
  };
}
