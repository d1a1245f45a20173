/** The size of a grid: a row or a column more or less on any side; mirrored and turned. */

import type { Change } from "./document";
import { Sides } from "./toolbox";

interface Props { width: number; height: number; onChange: (change: Change) => void }

type Side = "left" | "top" | "right" | "bottom";
const NOTHING = { left: 0, top: 0, right: 0, bottom: 0 };
const MOST = 200; // cells along a side
const SIDES: Side[] = ["top", "left", "right", "bottom"];

export function SizePanel({ width, height, onChange }: Props) {
  return (
    <details class="panel size">
      <summary>Size: {width} × {height}</summary>
      <Sides sides={[width, height]} names={["Columns", "Rows"]} most={MOST}
             onSides={([w, h]) => onChange({ left: 0, top: 0, right: w - width, bottom: h - height })} />
      <div class="sides">
        {SIDES.map((side) => (
          <span key={side} class={side}>
            <button aria-label={`One less at the ${side}`} title={`One less at the ${side}`}
                    onClick={() => onChange({ ...NOTHING, [side]: -1 })}>−</button>
            <button aria-label={`One more at the ${side}`} title={`One more at the ${side}`}
                    onClick={() => onChange({ ...NOTHING, [side]: 1 })}>+</button>
          </span>
        ))}
      </div>
      <div class="row">
        <button onClick={() => onChange("mirror")}>Mirror ↔</button>
        <button onClick={() => onChange("flip")}>Mirror ↕</button>
        <button onClick={() => onChange("turn")}>Turn ↻</button>
      </div>
      <div class="row">Move the picture
        <span class="moves">
          <button aria-label="Left" onClick={() => onChange({ left: -1, right: 1, top: 0, bottom: 0 })}>←</button>
          <button aria-label="Right" onClick={() => onChange({ left: 1, right: -1, top: 0, bottom: 0 })}>→</button>
          <button aria-label="Up" onClick={() => onChange({ left: 0, right: 0, top: -1, bottom: 1 })}>↑</button>
          <button aria-label="Down" onClick={() => onChange({ left: 0, right: 0, top: 1, bottom: -1 })}>↓</button>
        </span>
      </div>
    </details>
  );
}
