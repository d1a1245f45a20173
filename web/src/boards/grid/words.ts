/** The board in words, for screen readers. */

import { type Board, cellName, OPEN } from "../../model/board";
import type { Look } from "../view";
import { lineWords } from "../words";

const KEYS = "Arrow keys move, with Shift by five cells; Home, End, Page Up and Page Down "
  + "go to the ends. Space or Enter fills, x crosses out; hold one of them while moving to go on. "
  + "Escape takes a stroke back; c lights the lines of the cell one by one.";

/** The name of the board and how to use it. */
export function dress(element: HTMLElement, board: Board): void {
  element.className = "grid-board";
  element.tabIndex = 0;
  element.setAttribute("role", "application");
  element.setAttribute("aria-roledescription", "nonogram board");
  element.setAttribute("aria-label", boardLabel(board));
  element.setAttribute("aria-description", KEYS);
}

function boardLabel(board: Board): string {
  const { width, height } = board.grid!;
  const title = board.title ? `${board.title}, n` : "N";
  const many = (count: number, name: string) => `${count} ${name}${count > 1 ? "s" : ""}`;
  return `${title}onogram, ${many(width, "column")} by ${many(height, "row")}`;
}

/** A cell in words, with those of its lines that carry information. */
function words(board: Board, look: Look, cell: number, lines: number[]): string {
  return [`${cellName(board, cell)}: ${valueWord(board, look, cell)}`,
          ...lines.map((line) => lineWords(board, look, line))].join(". ");
}

function valueWord(board: Board, look: Look, cell: number): string {
  const value = look.values[cell];
  const word = value === OPEN ? "open" : value === 0 ? "crossed out" : board.palette[value].name;
  const notice = look.notices?.get(cell);
  const hard = look.heat?.[cell] ?? NaN;
  const heat = Number.isNaN(hard) ? "" : `, difficulty ${Math.round(hard * 10)}`;
  return `${word}${notice ? `, ${notice}` : ""}${heat}`;
}

const SOON = 120; // milliseconds before a place is announced, so that only the last of several is

/** Announces the cursor's cell, with those of its lines that are new, or all when the cell changed. */
export class Teller {
  readonly element = document.createElement("div");
  private told = -1;
  private timer = 0;

  constructor() {
    this.element.className = "unseen";
    this.element.setAttribute("aria-live", "polite");
  }

  tell(board: Board, look: Look, cell: number, changed: boolean, wanted?: number[]): void {
    const before = board.through[this.told] ?? [];
    const lines = wanted ?? board.through[cell].filter((line) => changed || !before.includes(line));
    this.stop();
    this.timer = window.setTimeout(() => {
      this.told = cell;
      this.element.textContent = words(board, look, cell, lines);
    }, SOON);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
