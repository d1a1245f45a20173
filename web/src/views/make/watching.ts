/** The newest answer to a question that keeps changing, for a page to show. */

import { useEffect, useRef, useState } from "preact/hooks";
import { type Change, Line, type Newest } from "./newest";

/** Asks whenever `key` changes; an empty key asks nothing. */
export function useNewest<Answer>(
  key: string, ask: (signal: AbortSignal) => Promise<Answer>,
): Newest<Answer> {
  const [state, setState] = useState<Newest<Answer>>({ answer: null, busy: false, error: "" });
  const line = useRef(new Line(setState as (change: Change<unknown>) => void)).current as Line<Answer>;
  line.ask = ask;
  useEffect(() => line.wish(key), [key]);
  useEffect(() => () => line.leave(), []);
  return state;
}
