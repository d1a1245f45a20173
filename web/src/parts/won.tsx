/** The moment when it is done: the picture for its own sake, and its name. */

import { useEffect, useState } from "preact/hooks";
import type { Board } from "../model/board";
import { timeWords } from "./clock";
import { Name } from "./name";

const MOMENT = 5000; // milliseconds

/** True for a while each time that the count grows, or until something is pressed. */
export function useMoment(count: number): boolean {
  const [now, setNow] = useState(false);
  useEffect(() => {
    if (!count) return undefined;
    const over = new AbortController(), end = () => { setNow(false); over.abort(); };
    const timer = setTimeout(end, MOMENT);
    setNow(true);
    for (const name of ["pointerdown", "keydown", "wheel"])
      addEventListener(name, end, { signal: over.signal, capture: true });
    return () => { clearTimeout(timer); end(); };
  }, [count]);
  return now;
}

export function Caption({ board }: { board: Board }) {
  return <p class="caption" aria-hidden="true"><Name of={board.title} usual="Solved" /></p>;
}

export function Won({ seconds, onLook }: { seconds: number; onLook: () => void }) {
  return (
    <div class="panel won" role="status">
      <h2>Solved!</h2>
      <p>{seconds >= 5 ? `In ${timeWords(seconds)}. ` : ""}All clues are met.</p>
      <button onClick={onLook}>Look at the picture</button>
    </div>
  );
}
