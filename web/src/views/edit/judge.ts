/** The verdict on a picture that keeps changing: one question at a time, the newest always last. */

import { useEffect, useRef, useState } from "preact/hooks";
import { call, type Puzzle } from "../../api";
import type { Report } from "../../model/report";

export interface Judged { report: Report | null; busy: boolean; error: string }

interface Question { puzzle: Puzzle; picture: number[] }

/** Asks again whenever `turn` changes. What was asked in between and never sent is forgotten. */
export function useJudge(ask: () => Question, turn: unknown, told: (report: Report) => void): Judged {
  const [judged, setJudged] = useState<Judged>({ report: null, busy: true, error: "" });
  const state = useRef({ running: false, again: false, ask, told, gone: false });
  state.current.ask = ask;
  state.current.told = told;

  const run = async () => {
    const now = state.current;
    now.running = true;
    setJudged((before) => ({ ...before, busy: true }));
    performance.mark("edit");
    try {
      const report = await call<Report>("check", now.ask());
      if (now.gone) return;
      setJudged({ report, busy: now.again, error: "" });
      if (!now.again) {
        performance.measure("edit-to-verdict", "edit");
        now.told(report);
      }
    } catch (problem) {
      if (!now.gone) setJudged({ report: null, busy: false, error: (problem as Error).message });
    }
    now.running = false;
    if (now.again && !now.gone) {
      now.again = false;
      void run();
    }
  };
  useEffect(() => {
    if (state.current.running) state.current.again = true;
    else void run();
  }, [turn]);
  useEffect(() => {
    state.current.gone = false;
    return () => { state.current.gone = true; };
  }, []);
  return judged;
}
