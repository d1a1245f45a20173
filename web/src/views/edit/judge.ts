/** The verdict on a picture that keeps changing: one question at a time, the newest always last. The
 *  verdict comes first; the rating, which takes longer, when the pen rests. */

import { useEffect, useRef, useState } from "preact/hooks";
import { call, type Puzzle } from "../../api";
import type { Report } from "../../model/report";

export interface Judged { report: Report | null; busy: boolean; error: string }

interface Question { puzzle: Puzzle; picture: number[] }

/** Asks again whenever `turn` changes. What was asked in between and never sent is forgotten. */
export function useJudge(ask: () => Question, turn: unknown): Judged {
  const [judged, setJudged] = useState<Judged>({ report: null, busy: true, error: "" });
  const state = useRef({ running: false, again: false, ask, gone: false });
  state.current.ask = ask;

  const run = async () => {
    const now = state.current;
    now.running = true;
    do {
      now.again = false;
      setJudged((before) => ({ ...before, busy: true }));
      try {
        await judge(now.ask());
      } catch (problem) {
        if (!now.gone) setJudged({ report: null, busy: false, error: (problem as Error).message });
      }
    } while (now.again && !now.gone);
    now.running = false;
  };
  const judge = async (question: Question) => {
    const now = state.current;
    const passed = () => now.again || now.gone;
    performance.mark("edit");
    const verdict = await call<Report>("check", { ...question, rating: false });
    if (passed()) return;
    performance.measure("edit-to-verdict", "edit");
    setJudged({ report: verdict, busy: false, error: "" });
    if (verdict.verdict !== "unique") return;
    const rated = await call<Report>("check", question);
    if (!passed()) setJudged({ report: rated, busy: false, error: "" });
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
