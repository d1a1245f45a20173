/** Keys that work wherever one is on a page with a board, but not while something is typed. */

import { useEffect, useRef } from "preact/hooks";
import type { BoardView } from "../boards/view";

interface Shortcuts {
  undo: () => void; redo: () => void; hint?: () => void; colours: number;
  /** Further keys, by their letters. */
  more?: Record<string, (() => void) | undefined>;
  setColour: (colour: number) => void; view: BoardView | null;
}

export function useShortcuts(keys: Shortcuts): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if ((event.target as HTMLElement).closest?.("input, select, textarea")) return;
      if (shortcut(event, latest.current)) event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

function shortcut(event: KeyboardEvent, keys: Shortcuts): boolean {
  const key = event.key.toLowerCase(), control = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  if (control && key === "z") event.shiftKey ? keys.redo() : keys.undo();
  else if (control && key === "y") keys.redo();
  else if (control) return false;
  else if (key === "u") keys.undo();
  else if (key === "r") keys.redo();
  else if (key === "h") keys.hint?.();
  else if (keys.more?.[key]) keys.more[key]!();
  else if (key === "f") keys.view?.fit();
  else if (key === "z" && keys.view?.magnify) keys.view.magnify();
  else if (key === "+" || key === "=") keys.view?.zoom(1.25);
  else if (key === "-") keys.view?.zoom(0.8);
  else if (/^[0-9]$/.test(key) && Number(key) < keys.colours) keys.setColour(Number(key));
  else return false;
  return true;
}
