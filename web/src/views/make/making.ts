/** Looking at what would come out, quickly, and making it, which may take its time. */

import { useEffect, useRef, useState } from "preact/hooks";
import { call, type FileAnswer, type Progress } from "../../api";
import { type Made, rowsOf } from "./answers";
import type { Wish } from "./sources";

export interface Look { made: Made; svg: string }

/** A first look: cells where the picture has rows of them, else a drawing. */
export async function look(family: string, body: Wish, signal: AbortSignal): Promise<Look> {
  const made = await call<Made>(`make/${family}`, body, { signal });
  if (rowsOf(made.puzzle)) return { made, svg: "" };
  const drawn = await call<FileAnswer>("draw", { puzzle: made.puzzle, kind: "svg", solved: true, clues: false }, { signal });
  return { made, svg: drawn.data };
}

export interface Making {
  progress: Progress | null;
  /** What went wrong, and with which wish. */
  failed: { key: string; words: string };
  make: (family: string, wish: Wish, key: string) => Promise<Made | null>;
  cancel: () => void;
}

/** One puzzle at a time, with progress; to cancel ends the work, and so does leaving the page. */
export function useMaking(): Making {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failed, setFailed] = useState({ key: "", words: "" });
  const running = useRef<AbortController | null>(null);
  const cancel = () => running.current?.abort();
  useEffect(() => cancel, []);
  const make = async (family: string, wish: Wish, key: string) => {
    const { signal } = running.current = new AbortController();
    setProgress({ share: null, words: "" });
    setFailed({ key: "", words: "" });
    try {
      return await call<Made>(`make/${family}`, wish, { signal, progress: setProgress });
    } catch (problem) {
      if (!signal.aborted) setFailed({ key, words: (problem as Error).message });
      return null;
    } finally {
      setProgress(null);
    }
  };
  return { progress, failed, make, cancel };
}
