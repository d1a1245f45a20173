/** What `check` and `explain` answer; the names are those of the API. */

import type { Puzzle } from "../api";
import type { FlawRecord } from "../generated/api";
import type { Step } from "./advice";

export interface Rating {
  stars: number; rung: number; technique: string; work: number; effort: number; hardest: number; narrowest: number | null;
  rounds: number; settled: number; uses: Record<string, number>;
}

export interface Report {
  verdict: "unique" | "multiple" | "none" | "unknown";
  level: string; line_solvable: boolean; solutions: number[][]; complete: boolean; seconds: number;
  conflict_lines: number[]; known: number[] | null; why: string;
  rating: Rating | null; unrated: string;
  classic: { passes: number; settlements: number; fruitful: number; open: number } | null;
  stuck_cells: number[]; ambiguous_cells: number[]; differing_cells: number[];
  contradiction: string[]; about: string;
  sentence: string; difficulty: string; advice: string[]; details: string[];
  puzzle: Puzzle | null;
  ready: boolean; flaws: FlawRecord[];
}

/** What of a report a badge shows; `make` answers it too. */
export type Verdict = Pick<Report, "verdict" | "line_solvable" | "rating"> & Partial<Pick<Report, "flaws">>;

export interface Explained {
  solved: boolean; why: string; end: string; broken_line: number | null; open_cells: number;
  steps: Step[]; state: number[]; cell_steps: number[]; cell_rungs: number[];
}

/** What keeps a puzzle from players, the most important first. */
export function seriousFlaws(report: Verdict): FlawRecord[] {
  return (report.flaws ?? []).filter((flaw) => flaw.serious);
}

/** A verdict in a few words. */
export function verdictWords(report: Verdict): string {
  const [worst] = seriousFlaws(report);
  if (report.verdict === "unique" && worst) return `Not ready: ${worst.words}`;
  if (report.verdict === "unique")
    return report.line_solvable ? "One solution, line by line" : "One solution, but not line by line";
  return { multiple: "More than one solution", none: "No solution", unknown: "Not decided" }[report.verdict];
}
