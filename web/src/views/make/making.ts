/** Looking at what would come out, quickly, and making it, which may take its time. */

import { useEffect, useRef, useState } from "preact/hooks";
import { call, type FileAnswer, type Progress } from "../../api";
import { FAMILIES } from "../../generated/families";
import { type Board, type BoardData, open } from "../../model/board";
import { type Made, rowsOf } from "./answers";
import type { Wish } from "./sources";

/** What would be made, for a wish (`key`); a drawing of it, or a board to turn round. */
export interface Look { key: string; made: Made; svg: string; board: Board | null }

interface Looking { signal: AbortSignal; turns?: boolean }

/** A first look: cells where the picture has rows of them, a board where it has several sides (`turns`),
 *  else a drawing. */
export async function look(family: string, body: Wish, key: string, { signal, turns }: Looking): Promise<Look> {
  const made = await call<Made>(`make/${family}`, body, { signal });
  if (rowsOf(made.puzzle)) return { key, made, svg: "", board: null };
  if (turns && FAMILIES[family].views) {
    const board = open(await call<BoardData>("board", { puzzle: made.puzzle }, { signal }));
    return { key, made, svg: "", board };
  }
  const drawn = await call<FileAnswer>("draw", { puzzle: made.puzzle, kind: "svg", solved: true, clues: false }, { signal });
  return { key, made, svg: drawn.data, board: null };
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
