/** The keyboard on a grid: arrows move a cursor, space fills, x crosses out, c highlights lines. */

import type { Button, Strokes } from "../view";

export interface Cursor {
  readonly cell: number;
  /** Moves the cursor and shows it. */
  go(cell: number): void;
  /** Highlights the next line of the cursor's cell. */
  nextLine(): void;
  /** Returns whether Space pans, because the pointer is in use. */
  spacePans(): boolean;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
const FIVE = 5;

export class Keys {
  private held: string | null = null;

  constructor(element: HTMLElement, private readonly width: number, private readonly height: number,
              private readonly strokes: Strokes, private readonly cursor: Cursor) {
    element.addEventListener("keydown", (event) => this.down(event));
    element.addEventListener("keyup", (event) => keyName(event) === this.held && this.finish());
    element.addEventListener("blur", () => this.finish());
  }

  private down(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const goal = this.goal(event), key = keyName(event);
    if (goal !== null) this.move(goal);
    else if (event.ctrlKey || (key === " " && this.cursor.spacePans())) return;
    else if (key === " " || key === "Enter" || key === "x") this.press(key, event.repeat);
    else if (key === "Escape" && this.held) this.cancel();
    else if (key === "c") this.cursor.nextLine();
    else return;
    event.preventDefault();
  }

  private press(key: string, repeat: boolean): void {
    if (repeat || this.held) return;
    const button: Button = key === "x" ? "cross" : "main";
    this.cursor.go(this.cursor.cell);
    this.strokes.begin(this.cursor.cell, button);
    this.held = key;
    if (key === "Enter") this.finish();
  }

  private finish(): void {
    if (this.held) this.strokes.end();
    this.held = null;
  }

  private cancel(): void {
    this.strokes.cancel();
    this.held = null;
  }

  /** Moves cell by cell, so that a held stroke skips none. */
  private move(goal: number): void {
    const { width } = this;
    let [x, y] = [this.cursor.cell % width, Math.floor(this.cursor.cell / width)];
    const [toX, toY] = [goal % width, Math.floor(goal / width)];
    while (x !== toX || y !== toY) {
      x += Math.sign(toX - x);
      y += Math.sign(toY - y);
      if (this.held) this.strokes.extend(y * width + x);
    }
    this.cursor.go(goal);
  }

  private goal(event: KeyboardEvent): number | null {
    const [x, y] = [this.cursor.cell % this.width, Math.floor(this.cursor.cell / this.width)];
    const [right, bottom] = [this.width - 1, this.height - 1];
    const arrow = ARROWS[event.key], by = event.shiftKey ? FIVE : 1;
    const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
    if (arrow)
      return within(y + arrow[1] * by, bottom) * this.width + within(x + arrow[0] * by, right);
    switch (event.key) {
      case "Home": return event.ctrlKey ? 0 : y * this.width;
      case "End": return (event.ctrlKey ? bottom : y) * this.width + right;
      case "PageUp": return x;
      case "PageDown": return bottom * this.width + x;
      default: return null;
    }
  }
}

function keyName(event: KeyboardEvent): string {
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
