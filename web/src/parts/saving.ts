/** A game is saved at every change, and once more when the page is left, with the time played. */

import { useEffect, useRef, useState } from "preact/hooks";

/** What to call at every change, right when it is made: the page may be gone a moment later. What
 *  follows from the change (whether it is solved) is saved when the page has been drawn with it. */
export function useSaving(save: () => void): () => void {
  const latest = useRef(save);
  latest.current = save;
  // A count and not a flag: an effect of an earlier render may run after the change and before its own render.
  const [changes, setChanges] = useState(0);
  useEffect(() => { if (changes) latest.current(); }, [changes]);
  useEffect(() => {
    const now = () => latest.current();
    addEventListener("pagehide", now);
    return () => { removeEventListener("pagehide", now); now(); };
  }, []);
  return () => {
    latest.current();
    setChanges((count) => count + 1);
  };
}
