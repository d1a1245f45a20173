/** A game is saved at every change, and once more when the page is left, with the time played. */

import { useEffect, useRef } from "preact/hooks";

/** What to call at every change, right when it is made: the page may be gone a moment later. */
export function useSaving(save: () => void): () => void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const now = () => latest.current();
    addEventListener("pagehide", now);
    return () => { removeEventListener("pagehide", now); now(); };
  }, []);
  return save;
}
