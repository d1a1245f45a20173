/** Edit a puzzle: paint its picture, and see at every stroke what becomes of the puzzle. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { boardOf, type Puzzle, send } from "../api";
import { kindOf } from "../boards/kind";
import type { BoardView, Look, Notice, Strokes } from "../boards/view";
import { type Board, open, type Values } from "../model/board";
import { reclued } from "../model/clues";
import { type Report } from "../model/report";
import type { Entry, Opened } from "../open";
import { Name } from "../parts/name";
import { Palette } from "../parts/palette";
import { Problem } from "../parts/problem";
import { Stage } from "../parts/stage";
import { Tools } from "../parts/tools";
import { useShortcuts } from "../parts/shortcuts";
import { VerdictBadge } from "../parts/verdict";
import { go } from "../router";
import { type Changes, Cures } from "./edit/cures";
import { canAddColour, changeGrid, recolour } from "./edit/document";
import { useJudge } from "./edit/judge";
import { type Session, useSession } from "./edit/session";
import { SizePanel } from "./edit/size";
import { Versions } from "./edit/versions";
import { WordsPanel } from "./edit/words";
import "./edit/edit.css";

export function EditView({ opened }: { opened: Opened }) {
  const { session, error } = useSession(opened);
  if (error) return <Problem text={error} />;
  if (!session) return <p class="waiting" aria-busy="true">Opening…</p>;
  return <Editor opened={opened} session={session} />;
}

function Editor({ opened, session }: { opened: Opened; session: Session }) {
  const { document, remark, record, saved, merged } = session;
  const [turn, setTurn] = useState(0); // counts changes that are judged
  const [stroke, setStroke] = useState(0); // ... and those within a stroke
  const [colour, setColour] = useState(1);
  const [proposed, setProposed] = useState<Changes>([]);
  const [view, setView] = useState<BoardView | null>(null);
  const { board, game } = document.sheet;
  const puzzle = document.puzzle;
  const changed = () => { // saved first, then judged
    record();
    setTurn((count) => count + 1);
  };
  useEffect(() => { if (merged) setTurn((count) => count + 1); }, [merged]);
  const ask = () => ({ puzzle: document.puzzle, picture: [...document.sheet.game.values] });
  const { report, busy, error } = useJudge(ask, turn);
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
        <small class="soft" role="status"> {saved}</small></h1>
      {remark && <p class="soft">{remark}</p>}
      {error && <Problem text={error} />}
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
          <WordsPanel puzzle={puzzle} onWords={(words) => {
            record(document.describe(words));
            changed();
          }} />
          <Versions id={opened.entry.id} turn={turn} onVersion={(...version) => {
            document.turn(...version);
            changed();
          }} />
          <button onClick={() => void asNew(report?.puzzle ?? puzzle)}>Save as a new puzzle</button>
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

async function asNew(puzzle: Puzzle): Promise<void> {
  const { entries } = await send<{ entries: Entry[] }>("POST", "library", { puzzles: [{ puzzle }] });
  go("edit", entries[0].id);
}
