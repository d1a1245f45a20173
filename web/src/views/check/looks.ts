/** Looks of the board beside a report: a step of the solving path, a solution, or a heat map. */

import { kindOf } from "../../boards/kind";
import type { Look, Notice } from "../../boards/view";
import { blank, type Board, OPEN } from "../../model/board";
import type { WatchAnswer } from "../../generated/api";
import type { Explained, Report } from "../../model/report";

export type Shown = "path" | "solution" | "other" | "heat" | "when" | "open";

/** The state after a number of steps, with the last one marked. */
export function stepLook(board: Board, explained: Explained, at: number): Look {
  const values = blank(board);
  for (const step of explained.steps.slice(0, at))
    for (const [cell, colours] of step.cells) if (colours.length === 1) values[cell] = colours[0];
  const step = explained.steps[at - 1];
  return {
    values, finished: explained.solved && at === explained.steps.length,
    lit: step?.line_indices ?? [], named: true,
    notices: new Map((step?.cells ?? []).map(([cell]) => [cell, "hint" as Notice])),
  };
}

/** What the steps lead to, before anyone looks at them. */
export function endLook({ state, solved }: Explained): Look {
  return { values: Int8Array.from(state), finished: solved };
}

/** The state of a method after a number of steps: the line it examined, and the cells that changed. */
export function filmLook(film: WatchAnswer, at: number): Look {
  const values = Int8Array.from(film.start);
  for (const step of film.steps.slice(0, at)) for (const [cell, value] of step.changes) values[cell] = value;
  const step = film.steps[at - 1];
  const notice: Notice = step?.kind === "break" ? "wrong" : step?.depth ? "changed" : "hint";
  return {
    values, finished: at === film.steps.length && !values.includes(OPEN),
    lit: step?.line == null ? [] : [step.line], named: true,
    notices: marked((step?.changes ?? []).map(([cell]) => cell), notice),
  };
}

/** A solution, with the cells marked that differ in other solutions. */
export function solutionLook(report: Report, which: number): Look {
  return { values: Int8Array.from(report.solutions[which]), finished: true,
           notices: marked(report.differing_cells, "ambiguous") };
}

/** The heat of each cell, 0 to 1: how hard its technique is, or how late its step comes. */
export function heatLook(board: Board, explained: Explained, when: boolean): Look {
  const values = Int8Array.from(explained.state);
  const found = when ? explained.cell_steps : explained.cell_rungs;
  const most = Math.max(1, when ? explained.steps.length : HARDEST);
  const heat = Float32Array.from(found, (value) => (value < 0 ? NaN : Math.min(1, value / most)));
  return { values: kindOf(board).heatOnPicture ? values : values.map(() => OPEN), heat, finished: true };
}

export const HARDEST = 6; // contradictions; harder techniques have the same shade

/** The decided cells, with the open ones marked; for a contradiction its lines. */
export function openLook(board: Board, report: Report): Look {
  const first = report.solutions[0];
  const values = report.known ? Int8Array.from(report.known)
    : first ? Int8Array.from(first) : blank(board);
  const open = report.verdict === "multiple" ? report.ambiguous_cells : report.stuck_cells;
  if (first && report.verdict !== "multiple") for (const cell of open) values[cell] = OPEN;
  return { values, lit: report.conflict_lines, named: true,
           notices: marked(open, report.verdict === "multiple" ? "ambiguous" : "stuck") };
}

function marked(cells: number[], notice: Notice): Map<number, Notice> {
  return new Map(cells.map((cell) => [cell, notice]));
}
