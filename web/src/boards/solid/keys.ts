/** A solid by keyboard.
 *
 *  arrows              the cursor, right, left, up and down as one sees it
 *  page up, page down  the cursor, towards you and away: by layers one further, one back
 *  space, x            mark and break; held, with arrows: a stroke
 *  shift and arrows    turn the solid
 *  [ ]                 take away the nearest layer, put it back; { } the same at the far end
 *  \                   all layers again
 *  l                   in space, or by layers
 *  c                   the rods of the cell at the cursor, one by one
 */

import type { Button } from "../view";

export interface Commands {
  move(right: number, up: number, near: number): void;
  turn(right: number, up: number): void;
  press(button: Button): void;
  release(): void;
  peel(near: boolean, by: number): void;
  whole(): void;
  nextLine(): void;
  flip(): void;
}

type Steps = [right: number, up: number, near: number];
const STEPS: Record<string, Steps> = {
  ArrowRight: [1, 0, 0], ArrowLeft: [-1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1], PageDown: [0, 0, -1],
};
const BUTTONS: Record<string, Button> = { " ": "main", x: "cross", X: "cross" };
const PEELS: Record<string, [boolean, number]> = {
  "[": [true, 1], "]": [true, -1], "{": [false, 1], "}": [false, -1],
};

/** Listens to an element; keys that are not meant for a solid go on to the page. */
export function keys(element: HTMLElement, commands: Commands, signal: AbortSignal): void {
  element.addEventListener("keydown", (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!pressed(event, commands)) return;
    event.preventDefault();
    event.stopPropagation();
  }, { signal });
  element.addEventListener("keyup", (event) => {
    if (event.key in BUTTONS) commands.release();
  }, { signal });
  element.addEventListener("blur", () => commands.release(), { signal });
}

function pressed(event: KeyboardEvent, commands: Commands): boolean {
  const { key } = event;
  const steps = STEPS[key];
  if (steps && event.shiftKey && !steps[2]) commands.turn(steps[0], steps[1]);
  else if (steps) commands.move(...steps);
  else if (key in BUTTONS) { if (!event.repeat) commands.press(BUTTONS[key]); }
  else if (key in PEELS) commands.peel(...PEELS[key]);
  else if (key === "\\") commands.whole();
  else if (key === "c" || key === "C") commands.nextLine();
  else if (key === "l" || key === "L") commands.flip();
  else return false;
  return true;
}
