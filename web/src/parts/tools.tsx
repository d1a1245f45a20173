/** Undo, redo, zoom, the whole screen, start over. */

import { useEffect, useState } from "preact/hooks";
import type { BoardView } from "../boards/view";

interface Props {
  view: BoardView | null;
  canUndo: boolean; canRedo: boolean;
  onUndo: () => void; onRedo: () => void; onClear?: () => void; onScreen?: () => void;
  /** On a phone, where the tools are at hand and the rest is below the board. */
  onHint?: () => void;
}

export function Tools({ view, canUndo, canRedo, onUndo, onRedo, onClear, onScreen, onHint }: Props) {
  return (
    <div class="tools" role="toolbar" aria-label="Tools">
      <button onClick={onUndo} disabled={!canUndo} aria-label="Undo" title="Undo (u)">↶<span class="word"> Undo</span></button>
      <button onClick={onRedo} disabled={!canRedo} aria-label="Redo" title="Redo (r)">↷<span class="word"> Redo</span></button>
      <span class="zooms">
        <button onClick={() => view?.zoom(0.8)} class="step" aria-label="Smaller" title="Smaller (−)">−</button>
        <button class="fit" onClick={() => view?.fit()} title="All of it (f)">Fit</button>
        <button onClick={() => view?.zoom(1.25)} class="step" aria-label="Larger" title="Larger (+)">+</button>
        {view?.magnify && <Magnifier view={view} />}
        {onScreen && document.fullscreenEnabled && <button class="screen" onClick={onScreen}
          aria-label="Full screen" title="Full screen (w)"><svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M1 6V1h5v2H3v3zm9-5h5v5h-2V3h-3zM1 10h2v3h3v2H1zm12 0h2v5h-5v-2h3z" /></svg></button>}
      </span>
      {onHint && <button class="main ask" onClick={onHint}>Hint</button>}
      {onClear && <button class="quiet over" onClick={onClear} disabled={!canUndo}>Start over</button>}
    </div>
  );
}

/** A press here, and then a tap or a drag on the board, zooms to a place or a part of it. */
function Magnifier({ view }: { view: BoardView }) {
  const [on, setOn] = useState(false), { element } = view;
  useEffect(() => {
    const done = () => setOn(false);
    element.addEventListener("framed", done);
    return () => element.removeEventListener("framed", done);
  }, [element]);
  const press = (event: MouseEvent) => {
    if (!event.detail) return view.magnify!(); // by keyboard
    if (on) delete element.dataset.frame;
    else element.dataset.frame = "";
    setOn(!on);
  };
  return <button class="magnifier" aria-pressed={on} onClick={press} aria-label="Zoom to a part"
    title="Zoom to a part: then tap or drag on the board (z, or drag with the shift key)">
    <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M7 1a6 6 0 1 0 3.5 10.9l3.3 3.3 1.4-1.4-3.3-3.3A6 6 0 0 0 7 1m0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8" />
    </svg></button>;
}

/** The element on the whole screen, or back from there. */
export function toggleScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void element?.requestFullscreen?.();
}
