/** The tools of the designer, as buttons, with keys for each. */

import { useEffect, useRef } from "preact/hooks";
import { NumberBox } from "../../parts/number";
import type { Hand, Tool } from "./hand";
import type { Place } from "./shapes";

const TOOLS: [tool: Tool, name: string, key: string, needs: boolean, icon: string][] = [
  ["pen", "Pen", "p", false, "M4 20l2-6L16 4l4 4L10 18z"], ["line", "Line", "n", true, "M4 20L20 4"],
  ["box", "Box", "b", true, "M4 5h16v14H4z"], ["frame", "Frame", "o", true, "M4 5h16v14H4zM8 9h8v6H8z"],
  ["fill", "Fill", "g", false, "M5 12l7-8 7 8-7 7zM20 15c2 3 1 5 0 5s-2-2 0-5z"],
  ["select", "Select", "s", true, "M4 4h4M12 4h4M20 4v4M20 12v4M20 20h-4M12 20H8M4 20v-4M4 12V8"]];
const AXES = ["↔", "↕", "⤢"], AXIS_NAMES = ["left and right", "up and down", "front and back"];
const ARROWS: Record<string, Place> = { ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, -1, 0], ArrowDown: [0, 1, 0],
                                        PageUp: [0, 0, 1], PageDown: [0, 0, -1] };

export function Toolbox({ hand, flips }: { hand: Hand; flips: boolean }) {
  useKeys(hand, flips);
  const { tool, onTool, lattice, mirrors, onMirror } = hand;
  return (
    <>
      <div class="toolbox" role="group" aria-label="Draw with">
        {TOOLS.filter(([, , , needs]) => !needs || lattice).map(([name, words, key, , icon]) => (
          <button key={name} type="button" aria-pressed={tool === name} title={`${words} (${key})`} onClick={() => onTool(name)}>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d={icon} /></svg><span>{words}</span></button>))}
      </div>
      {lattice && <div class="row small mirrors" role="group" aria-label="Mirror what is drawn">
        <span aria-hidden="true">Mirror</span>
        {lattice.sides.map((_, axis) => (
          <button key={axis} type="button" aria-pressed={mirrors.includes(axis)} aria-label={`Draw mirrored, ${AXIS_NAMES[axis]}`}
                  title={`Draw mirrored, ${AXIS_NAMES[axis]}`} onClick={() => onMirror(axis)}>{AXES[axis]}</button>))}
      </div>}
      {tool === "select" && <Selection hand={hand} />}
    </>
  );
}

function Selection({ hand }: { hand: Hand }) {
  const { floating, selected, canPaste, copy, cut, clear, paste, putDown, letGo } = hand;
  if (floating) return (
    <div class="row small" role="group" aria-label="The piece">
      <button type="button" class="main" onClick={putDown} title="Put down (enter)">Put down</button>
      <button type="button" onClick={letGo} title="Let go (escape)">Cancel</button>
      <span class="soft">Drag it, or use the arrow keys.</span>
    </div>
  );
  return (
    <div class="row small" role="group" aria-label="The selection">
      <button type="button" disabled={!selected.length} onClick={copy} title="Copy (ctrl c)">Copy</button>
      <button type="button" disabled={!selected.length} onClick={cut} title="Cut (ctrl x)">Cut</button>
      <button type="button" disabled={!canPaste} onClick={paste} title="Paste (ctrl v)">Paste</button>
      <button type="button" disabled={!selected.length} onClick={clear} title="Clear (delete)">Clear</button>
      <button type="button" disabled={!selected.length} onClick={() => hand.move([0, 0, 0])}>Lift</button>
      {!selected.length && <span class="soft">Drag over what is meant.</span>}
    </div>
  );
}

/** Keys that work wherever one is on the page, but not while something is typed. */
function useKeys(hand: Hand, flips: boolean): void {
  const latest = useRef({ hand, flips });
  latest.current = { hand, flips };
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if ((event.target as HTMLElement).closest?.("input, select, textarea") || event.altKey) return;
      if (!act(event, latest.current.hand, latest.current.flips)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", pressed, true); // before the board, whose cursor the arrows move
    return () => removeEventListener("keydown", pressed, true);
  }, []);
}

function act(event: KeyboardEvent, hand: Hand, flips: boolean): boolean {
  const key = event.key.toLowerCase(), control = event.ctrlKey || event.metaKey;
  if (control) {
    if (key === "c" && hand.selected.length) hand.copy();
    else if (key === "x" && hand.selected.length) hand.cut();
    else if (key === "v" && hand.canPaste) hand.paste();
    else return false;
    return true;
  }
  if (hand.tool === "select" && hand.floating) {
    const [x, y, z] = ARROWS[event.key] ?? [];
    if (event.key in ARROWS) hand.move([x, flips ? -y : y, z]);
    else if (key === "enter") hand.putDown();
    else if (key === "escape") hand.letGo();
    else return false;
    return true;
  }
  if (hand.tool === "select" && hand.selected.length && (key === "delete" || key === "backspace")) hand.clear();
  else if (hand.tool === "select" && hand.selected.length && key === "escape") hand.letGo();
  else {
    const found = TOOLS.find(([, , letter, needs]) => letter === key && (!needs || hand.lattice));
    if (!found) return false;
    hand.onTool(found[0]);
  }
  return true;
}

interface SidesProps { sides: number[]; names: string[]; most: number; onSides: (sides: number[]) => void }

/** Sides that are typed: the picture keeps its first corner. */
export function Sides({ sides, names, most, onSides }: SidesProps) {
  return (
    <div class="numbers">
      {sides.map((side, axis) => (
        <label key={names[axis]} class="small">{names[axis]}
          <NumberBox min={1} max={most} value={side} onNumber={(given) => {
            if (given !== null && Number.isInteger(given) && given >= 1 && given <= most && given !== side)
              onSides(sides.map((old, at) => (at === axis ? given : old)));
          }} />
        </label>))}
    </div>
  );
}
