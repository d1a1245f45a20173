/** Edit a puzzle: paint its picture, and see at every stroke what becomes of the puzzle. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { boardOf, call, type Puzzle, send } from "../api";
import { kindOf } from "../boards/kind";
import type { BoardView, Look, Notice, Strokes } from "../boards/view";
import { type Board, open, type Values } from "../model/board";
import { reclued } from "../model/clues";
import { type Report } from "../model/report";
import { type Entry, forget, type Opened } from "../open";
import { Name } from "../parts/name";
import { Palette } from "../parts/palette";
import { Problem } from "../parts/problem";
import { Stage } from "../parts/stage";
import { Tools } from "../parts/tools";
import { useShortcuts } from "../parts/shortcuts";
import { VerdictBadge } from "../parts/verdict";
import { go } from "../router";
import { type Changes, Cures } from "./edit/cures";
import { canAddColour, changeGrid, Document, recolour } from "./edit/document";
import { useJudge } from "./edit/judge";
import { SizePanel } from "./edit/size";
import { WordsPanel } from "./edit/words";
import "./edit/edit.css";

export function EditView({ opened }: { opened: Opened }) {
  const [picture, setPicture] = useState<Values | null>(null);
  const [remark, setRemark] = useState("");
  useEffect(() => {
    const told = ({ picture: found, remark: words }: Beginning) => {
      setRemark(words);
      setPicture(found);
    };
    void beginning(opened).then(told, (problem: Error) =>
      told({ picture: new Int8Array(opened.board.cells), remark: problem.message }));
  }, [opened]);
  if (!picture) return <p class="waiting" aria-busy="true">Opening…</p>;
  return <Editor opened={opened} picture={picture} remark={remark} />;
}

interface Beginning { picture: Values; remark: string }

/** The maker's picture, or else a solution. */
async function beginning({ puzzle, board }: Opened): Promise<Beginning> {
  if (puzzle.solution) {
    const cells = (puzzle.solution as unknown[]).flat(3) as number[];
    return { picture: Int8Array.from(cells), remark: "" };
  }
  const { verdict, solutions } = await call<Report>("solve", { puzzle });
  if (!solutions.length)
    return { picture: new Int8Array(board.cells), remark: "No picture fits these clues: "
             + "you begin with an empty one." };
  return { picture: Int8Array.from(solutions[0]),
           remark: verdict === "multiple" ? "One of several solutions is shown." : "" };
}

function Editor({ opened, picture, remark }: { opened: Opened } & Beginning) {
  const document = useMemo(() => new Document(opened.puzzle, opened.board, picture), [opened]);
  const [turn, setTurn] = useState(0); // counts changes that are judged
  const [stroke, setStroke] = useState(0); // ... and those within a stroke
  const [colour, setColour] = useState(1);
  const [proposed, setProposed] = useState<Changes>([]);
  const [view, setView] = useState<BoardView | null>(null);
  const saving = useSaving(opened.entry);
  const { board, puzzle, game } = document.sheet;
  const changed = () => setTurn((count) => count + 1);
  const ask = () => ({ puzzle: document.sheet.puzzle, picture: [...document.sheet.game.values] });
  const { report, busy, error } = useJudge(ask, turn, (found) => {
    if (turn > 0 && found.puzzle) saving.keep(found.puzzle);
  });
  const clued = useClued(board, game.values, report, turn + stroke);

  const strokes: Strokes = {
    begin: (cell, button) => { game.begin(cell, button === "cross" ? 0 : colour); redraw(); },
    extend: (cell) => { game.extend(cell); redraw(); },
    end: () => { if (game.end()) changed(); },
    cancel: () => { game.cancel(); redraw(); },
  };
  const redraw = () => setStroke((count) => count + 1);
  const look = useMemo<Look>(() => ({
    values: shown(game.values, proposed), finished: true,
    notices: noticesOf(busy ? null : report, proposed),
  }), [turn, stroke, report, busy, proposed]);
  const undo = () => { if (document.undo()) changed(); };
  const redo = () => { if (document.redo()) changed(); };
  const apply = (changes: Changes) => { if (game.set(changes)) changed(); };
  useShortcuts({ undo, redo, colours: board.palette.length, setColour, view });

  return (
    <>
      <h1>Edit <Name of={String(puzzle.title ?? "")} usual="this puzzle" />
        <small class="soft" role="status"> {saving.words}</small></h1>
      {remark && <p class="soft">{remark}</p>}
      {error && <Problem text={error} />}
      {saving.error && <Problem text={saving.error} />}
      <div class="desk edit">
        <Stage board={board} clued={clued} look={look} strokes={strokes}
               onView={(made) => { if (made) made.element.dataset.strokes = "free"; setView(made); }} />
        <div class="side">
          {report && <VerdictBadge report={report} busy={busy} />}
          <div class="panel hand">
            <Palette board={board} colour={colour} onColour={setColour} edit />
            <Tools view={view} canUndo={document.canUndo} canRedo={document.canRedo} onUndo={undo}
                   onRedo={redo} />
            <Colours board={board} colour={colour}
                     onColour={(at, rgb) => { recolour(document, at, rgb); setColour(at); changed(); }} />
          </div>
          {report && <Marks report={report} />}
          {report && !(report.verdict === "unique" && report.line_solvable) &&
            <Cures ask={ask} onShow={setProposed} onApply={apply} />}
          {board.grid && <SizePanel {...board.grid}
            onChange={(change) => { changeGrid(document, change); changed(); }} />}
          <WordsPanel puzzle={puzzle} onWords={(words) => { document.describe(words); changed(); }} />
          <button onClick={() => void saving.asNew(report?.puzzle ?? puzzle)}>Save as a new puzzle</button>
        </div>
      </div>
    </>
  );
}

/** What a proposal would look like, while it is pointed at. */
function shown(values: Values, proposed: Changes): Values {
  const next = values.slice();
  for (const [cell, colour] of proposed) next[cell] = colour;
  return next;
}

function noticesOf(report: Report | null, proposed: Changes): Map<number, Notice> {
  const notices = new Map<number, Notice>();
  for (const cell of report?.stuck_cells ?? []) notices.set(cell, "stuck");
  for (const cell of report?.ambiguous_cells ?? []) notices.set(cell, "ambiguous");
  for (const [cell] of proposed) notices.set(cell, "changed");
  return notices;
}

/** The board with the clues of the picture. Labels may need other places, which the studio finds;
 *  other numbers are counted right here. */
function useClued(board: Board, values: Values, report: Report | null, turn: number): Board {
  const placed = kindOf(board).placedClues;
  const [labelled, setLabelled] = useState(board);
  const counted = useMemo(() => reclued(board, values), [board, turn]);
  useEffect(() => {
    if (!placed || !report?.puzzle) return undefined;
    let current = true;
    void boardOf(report.puzzle).then((data) => { if (current) setLabelled(open(data)); }, () => {});
    return () => { current = false; };
  }, [report]);
  return placed ? labelled : counted;
}

function Marks({ report }: { report: Report }) {
  if (report.verdict === "unique" && report.line_solvable) return null;
  const ambiguous = report.ambiguous_cells.length, stuck = report.stuck_cells.length;
  return (
    <p class="small soft marks">
      {ambiguous > 0 && <>{ambiguous} cells differ between solutions (marked). </>}
      {!ambiguous && stuck > 0 && <>{stuck} cells stay open line by line (hatched). </>}
    </p>
  );
}

interface ColoursProps { board: Board; colour: number; onColour: (at: number, rgb: string) => void }

function Colours({ board, colour, onColour }: ColoursProps) {
  return (
    <div class="row small">
      <label class="row">This colour <input type="color" value={board.palette[colour].rgb}
        onChange={(event) => onColour(colour, event.currentTarget.value)} /></label>
      {canAddColour(board) && <button onClick={() => onColour(board.palette.length, "#d62728")}>
        Add a colour</button>}
    </div>
  );
}

const SOON = 500; // milliseconds

/** Changes are kept in the library soon after they were made. */
function useSaving(entry: Entry) {
  const [words, setWords] = useState("");
  const [error, setError] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<Puzzle | null>(null);
  const now = () => {
    clearTimeout(timer.current);
    const puzzle = waiting.current;
    waiting.current = null;
    if (!puzzle) return;
    forget();
    send("PUT", `library/${entry.id}`, { puzzle, title: String(puzzle.title ?? "") }).then(
      () => { setWords("saved"); setError(""); },
      (problem: Error) => setError(`Not saved: ${problem.message}`));
  };
  useEffect(() => {
    addEventListener("pagehide", now);
    return () => { removeEventListener("pagehide", now); now(); };
  }, []);
  return {
    words, error,
    keep: (puzzle: Puzzle) => {
      waiting.current = puzzle;
      setWords("saving…");
      clearTimeout(timer.current);
      timer.current = setTimeout(now, SOON);
    },
    asNew: async (puzzle: Puzzle) => {
      const { entries } = await send<{ entries: Entry[] }>("POST", "library", { puzzles: [{ puzzle }] });
      go("edit", entries[0].id);
    },
  };
}
