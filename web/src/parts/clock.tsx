/** The time of a game. */

import { useEffect, useRef, useState } from "preact/hooks";

export interface Clock { current: number }

/** Seconds of play: it runs while the page is in sight and the puzzle is not solved. */
export function useClock(start: number, running: boolean): Clock {
  const clock = useRef(start);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => { if (!document.hidden) clock.current += 1; }, 1000);
    return () => clearInterval(timer);
  }, [running]);
  return clock;
}

export function Time({ clock }: { clock: Clock }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <>{timeWords(clock.current)}</>;
}

/** A time where there is little room. */
export function timeBrief(seconds: number): string {
  return seconds < 60 ? timeWords(seconds) : `${Math.floor(seconds / 60)} min`;
}

export function timeWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60), rest = Math.floor(seconds % 60);
  return minutes ? `${minutes} min ${rest} s` : `${rest} s`;
}
