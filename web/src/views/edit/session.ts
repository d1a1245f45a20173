/** An edit of a puzzle of the library: its document, and the log that every stroke is saved to. */

import { useEffect, useState } from "preact/hooks";
import { boardOf, call, type Puzzle, send } from "../../api";
import { Journal } from "../../journal";
import { type Board, open, type Values } from "../../model/board";
import { History, type Op, type Step } from "../../model/log";
import type { Report } from "../../model/report";
import { forget, type Opened } from "../../open";
import { Document, newSheet } from "./document";

export interface Session {
  document: Document;
  remark: string;
  /** Saves what was done since the last call, or these operations. */
  record: (ops?: Op[]) => void;
  /** How much is saved, in a word; empty before the first change. */
  saved: string;
  /** Counts changes that came from elsewhere. */
  merged: number;
}

interface Told {
  length: number; ids: string[]; steps: Omit<Step, "id">[]; done: number;
  words: Record<string, string>;
}

/** The picture that a puzzle is edited from: the maker's, or else a solution. */
export async function pictureOf(
  puzzle: Puzzle, cells: number,
): Promise<{ picture: Values; remark: string }> {
  if (puzzle.solution)
    return { picture: Int8Array.from((puzzle.solution as unknown[]).flat(3) as number[]), remark: "" };
  const { verdict, solutions } = await call<Report>("solve", { puzzle });
  if (!solutions.length)
    return { picture: new Int8Array(cells), remark: "No picture fits these clues: "
             + "you begin with an empty one." };
  return { picture: Int8Array.from(solutions[0]),
           remark: verdict === "multiple" ? "One of several solutions is shown." : "" };
}

/** The edit of a puzzle as it was left; null until it is there. */
export function useSession(opened: Opened): { session: Session | null; error: string } {
  const [state, setState] = useState<Omit<Session, "saved" | "merged"> | null>(null);
  const [saved, setSaved] = useState("");
  const [merged, setMerged] = useState(0);
  const [error, setError] = useState("");
  useEffect(() => {
    let current = true, journal: Journal | null = null;
    void begin(opened, {
      onSent: () => setSaved("saved"), onMerged: () => setMerged((count) => count + 1),
    }).then((begun) => {
      if (!current) { begun.journal.close(); return; }
      journal = begun.journal;
      const { document, remark } = begun;
      setState({ document, remark, record: (ops = document.changes()) => {
        if (!ops.length) return;
        forget(); // the puzzle is another one now
        setSaved("saving…");
        begun.journal.push(ops);
      } });
    }, (problem: Error) => { if (current) setError(problem.message); });
    return () => { current = false; journal?.close(); };
  }, [opened]);
  return { session: state && { ...state, saved, merged }, error };
}

async function begin(opened: Opened, events: { onSent: () => void; onMerged: () => void }) {
  const path = `library/${opened.entry.id}/edits`;
  const boards = new Map<string, Board>();
  const know = async (history: History) => {
    for (const { id, sheet } of history.steps)
      if (sheet && !boards.has(id)) boards.set(id, open(await boardOf(sheet.puzzle)));
  };
  const read = async () => {
    const told = await send<Told>("GET", path);
    const steps = told.steps.map((step, at) => ({ ...step, id: told.ids[at] }));
    return { history: History.of(steps, told.done, told.words), length: told.length };
  };
  const first = await read();
  const journal: Journal = new Journal(path, first, {
    onSent: events.onSent, reread: read,
    onMerged: () => void know(journal.history).then(() => {
      document.take(journal.history, boardFor);
      forget();
      events.onMerged();
    }, () => {}),
  });
  const { history } = journal;
  await know(history);
  const boardFor = (step: Step) => boards.get(step.id) ?? opened.board;
  const { picture, remark } = history.done.length ? { picture: new Int8Array(opened.board.cells), remark: "" }
    : await pictureOf(opened.puzzle, opened.board.cells).catch((problem: Error) => (
      { picture: new Int8Array(opened.board.cells), remark: problem.message }));
  // Every page that begins here gives this sheet the same name, so that it is in the log once.
  const name = `base-${opened.version.slice(0, 16)}-${first.length}`;
  const document: Document = new Document(
    newSheet(name, opened.puzzle, opened.board, picture, opened.version), history, boardFor);
  return { journal, document, remark: opened.problem || remark };
}
