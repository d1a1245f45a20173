/** Undo, redo, zoom, the whole screen, start over. */

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
        <button onClick={() => view?.fit()} title="All of it (f)">Fit</button>
        <button onClick={() => view?.zoom(1.25)} class="step" aria-label="Larger" title="Larger (+)">+</button>
        {onScreen && document.fullscreenEnabled && <button class="screen" onClick={onScreen}
          aria-label="Full screen" title="Full screen (w)"><svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M1 6V1h5v2H3v3zm9-5h5v5h-2V3h-3zM1 10h2v3h3v2H1zm12 0h2v5h-5v-2h3z" /></svg></button>}
      </span>
      {onHint && <button class="main ask" onClick={onHint}>Hint</button>}
      {onClear && <button class="quiet over" onClick={onClear} disabled={!canUndo}>Start over</button>}
    </div>
  );
}

/** The element on the whole screen, or back from there. */
export function toggleScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void element?.requestFullscreen?.();
}
