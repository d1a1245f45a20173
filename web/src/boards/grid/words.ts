/** The board in words, for those who hear it. */

import { type Board, cellName, isTally, OPEN } from "../../model/board";
import type { Look } from "../view";

export const KEYS = "Arrow keys move, with Shift by five cells; Home, End, Page Up and Page Down "
  + "go to the ends. Space or Enter fills, x crosses out; hold one of them while moving to go on. "
  + "Escape takes a stroke back.";

export function boardLabel(board: Board): string {
  const { width, height } = board.grid!;
  const title = board.title ? `${board.title}, n` : "N";
  const many = (count: number, name: string) => `${count} ${name}${count > 1 ? "s" : ""}`;
  return `${title}onogram, ${many(width, "column")} by ${many(height, "row")}`;
}

/** A cell, and those of its lines that are worth a word. */
export function tell(board: Board, look: Look, cell: number, lines: number[]): string {
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

function lineWords(board: Board, look: Look, line: number): string {
  const { name, clue } = board.lines[line], mark = look.marks?.[line];
  const colours = board.palette.length > 2;
  const part = (count: number | null, colour: number) =>
    `${count ?? "unknown"}${colours ? ` ${board.palette[colour].name}` : ""}`;
  const parts = isTally(clue) ? clue.counts.map(([total], index) => part(total, index + 1))
    : clue.map(([length, colour]) => part(length, colour));
  const done = mark?.done.filter(Boolean).length ?? 0, all = mark?.done.length ?? 0;
  const some = done === all ? ", done" : `, ${done} of ${all} done`;
  const state = mark?.wrong ? ", cannot be completed" : done ? some : "";
  return `${name}: ${parts.join(" ") || "0"}${state}`;
}
