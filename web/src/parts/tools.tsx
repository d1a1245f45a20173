/** Undo, redo, zoom, start over. */

import type { BoardView } from "../boards/view";

interface Props {
  view: BoardView | null;
  canUndo: boolean; canRedo: boolean;
  onUndo: () => void; onRedo: () => void; onClear?: () => void;
}

export function Tools({ view, canUndo, canRedo, onUndo, onRedo, onClear }: Props) {
  return (
    <div class="tools" role="toolbar" aria-label="Tools">
      <button onClick={onUndo} disabled={!canUndo} title="Undo (u)">↶ Undo</button>
      <button onClick={onRedo} disabled={!canRedo} title="Redo (r)">↷ Redo</button>
      <span class="zooms">
        <button onClick={() => view?.zoom(0.8)} aria-label="Smaller" title="Smaller (−)">−</button>
        <button onClick={() => view?.fit()} title="All of it (f)">Fit</button>
        <button onClick={() => view?.zoom(1.25)} aria-label="Larger" title="Larger (+)">+</button>
      </span>
      {onClear && <button class="quiet" onClick={onClear} disabled={!canUndo}>Start over</button>}
    </div>
  );
}
