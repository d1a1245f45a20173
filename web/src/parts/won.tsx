/** The moment when it is done: the picture for its own sake, then how it went. */

import { useEffect, useState } from "preact/hooks";
import type { Board } from "../model/board";
import { timeWords } from "./clock";
import { Name } from "./name";
import { recordOf } from "./records";

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

interface Props {
  board: Board; place: string; seconds: number;
  onLook: () => void; onNext?: () => void; share?: string;
}

export function Won({ board, place, seconds, onLook, onNext, share }: Props) {
  const { best, first, puzzles, days } = recordOf(place, seconds);
  const timed = seconds >= 5;
  return (
    <div class="panel won" role="status">
      <h2>Solved!</h2>
      {board.title && <p class="picture-name"><Name of={board.title} usual="" /></p>}
      <p>{timed && <>In <strong>{timeWords(seconds)}</strong>. </>}
        {timed && !first && (best < seconds ? <>Your best time is {timeWords(best)}. </>
          : <>Your best time so far. </>)}
        {puzzles > 1 && <>{puzzles} puzzles solved{days > 1 ? `, ${days} days in a row` : ""}.</>}</p>
      <div class="row">
        {onNext && <button class="main" onClick={onNext} title="Next puzzle (n)">Next</button>}
        <button onClick={onLook}>Look at the picture</button>
        {share && <a class="button" href={share}>Share</a>}
      </div>
    </div>
  );
}
