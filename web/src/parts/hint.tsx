/** Hints in stages: where to look, which clue, why, do it. One at a time, and only when asked. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Hint } from "../model/advice";
import { Problem } from "./problem";

interface Props {
  shown: { hint: Hint; stage: number } | null;
  finished: boolean; busy: boolean; error: string;
  onAsk: () => void;
  /** Looks for mistakes; what was found last. */
  onCheck: () => void; checked: string;
  /** Further buttons beside it. */
  children?: ComponentChildren;
  onMore: () => void; onDo: () => void; onBack: () => void; onClose: () => void;
  /** How far down the window the cells are that the hint is about, in pixels. */
  places: () => number[];
}

export function HintPanel(props: Props) {
  const { shown, finished, busy, error, onAsk, onCheck, checked, onMore, onDo, onBack, onClose } = props;
  const panel = useFollowing([shown?.stage]);
  useLayoutEffect(() => { if (shown && panel.current) uncover(panel.current, props.places()); }, [shown]);
  if (!shown) {
    return (
      <div class="panel hints" ref={panel}>
        <div class="row asking">
          <button class="main" onClick={onAsk} disabled={finished} aria-disabled={busy} title="Hint (h)">
            {busy ? "Looking…" : "Hint"}</button>
          <button onClick={onCheck} disabled={finished} title="Look for mistakes (k)">Check</button>
          {props.children}
        </div>
        {checked && <p class="checked" role="status">{checked}</p>}
        {error && <Problem text={error} />}
      </div>
    );
  }
  const { hint, stage } = shown;
  const last = stage >= hint.stages.length - 1;
  return (
    <div class={`panel hints ${hint.kind}`} ref={panel}>
      <h2>{hint.kind === "mistake" ? "Something is wrong" : "Hint"}</h2>
      {told(hint, stage).map((text) => <p key={text}>{text}</p>)}
      <div class="row">
        {!last && <button class="main" onClick={onMore}>Tell me more</button>}
        {last && hint.kind === "step" && <button class="main" onClick={onDo}>Do it</button>}
        {hint.kind === "mistake" && hint.last_good !== null &&
          <button onClick={onBack}>Back to where it was right</button>}
        <button class="quiet" onClick={onClose}>Close</button>
      </div>
    </div>
  );
}

/** On a phone the hint lies over the board: at its end where it hides fewer of the cells. */
function uncover(panel: HTMLElement, places: number[]): void {
  delete panel.dataset.at;
  if (getComputedStyle(panel).position !== "fixed") return;
  const low = panel.getBoundingClientRect().top;
  panel.dataset.at = "top";
  const high = panel.getBoundingClientRect().bottom;
  const hidden = (from: number, to: number) => places.filter((y) => y >= from && y <= to).length;
  if (hidden(low, Infinity) <= hidden(-Infinity, high)) delete panel.dataset.at;
}

/** The button that was pressed is gone: the keyboard goes on with the one in its place. */
function useFollowing(changes: unknown[]) {
  const panel = useRef<HTMLDivElement>(null);
  const begun = useRef(false);
  useLayoutEffect(() => { // before the next key can come
    if (begun.current && document.activeElement === document.body)
      panel.current?.querySelector("button")?.focus({ preventScroll: true });
    begun.current = true;
  }, changes);
  return panel;
}

/** Each stage of a step says what the one before said, and more; of a mistake, something else. */
function told(hint: Hint, stage: number): string[] {
  const stages = hint.stages.slice(0, stage + 1);
  return hint.kind === "step" ? stages.slice(-1) : stages;
}
