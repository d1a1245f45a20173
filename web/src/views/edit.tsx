/** Edit a puzzle: paint its picture, and see at every stroke what becomes of the puzzle. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { boardOf, type Puzzle, send } from "../api";
import { kindOf } from "../boards/kind";
import type { BoardView, Look, Notice, Strokes } from "../boards/view";
import { type Board, open, type Values } from "../model/board";
import { reclued } from "../model/clues";
import { type Report } from "../model/report";
import type { Entry, Opened } from "../open";
import { useHere } from "../parts/kept";
import { Name } from "../parts/name";
import { Palette } from "../parts/palette";
import { Problem } from "../parts/problem";
import { markSeen, Spoiler, useSpoiler } from "../parts/spoiler";
import { Stage } from "../parts/stage";
import { Tools } from "../parts/tools";
import { useShortcuts } from "../parts/shortcuts";
import { VerdictBadge } from "../parts/verdict";
import { go } from "../router";
import { type Changes, Cures } from "./edit/cures";
import { canAddColour, changeGrid, freshColour, recolour } from "./edit/document";
import { useHand } from "./edit/hand";
import { useJudge } from "./edit/judge";
import { rebuilt } from "./edit/rebuilt";
import { type Session, useSession } from "./edit/session";
import { SizePanel } from "./edit/size";
import { Sides, Toolbox } from "./edit/toolbox";
import { Versions } from "./edit/versions";
import { WordsPanel } from "./edit/words";
import "./edit/edit.css";

export function EditView({ opened }: { opened: Opened }) {
  const { covered, uncover } = useSpoiler(opened);
  return covered ? <Spoiler opened={opened} page="Edit" onUncover={uncover} /> : <Begin opened={opened} />;
}

function Begin({ opened }: { opened: Opened }) {
  const { session, error } = useSession(opened);
  if (error) return <Problem text={error} />;
  if (!session) return <p class="waiting" aria-busy="true">Opening…</p>;
  return <Editor opened={opened} session={session} />;
}

function Editor({ opened, session }: { opened: Opened; session: Session }) {
  const { document, remark, record, saved, merged } = session;
  const [turn, setTurn] = useState(0); // counts changes that are judged
  const [stroke, setStroke] = useState(0); // ... and those within a stroke
  const [colour, setColour] = useHere("colour", 1, (kept) => kept < document.sheet.board.palette.length);
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

  const pen: Strokes = {
    begin: (cell, button) => { game.begin(cell, button === "cross" ? 0 : colour); redraw(); },
    extend: (cell) => { game.extend(cell); redraw(); },
    end: () => { if (game.end()) changed(); },
    cancel: () => { game.cancel(); redraw(); },
  };
  const redraw = () => setStroke((count) => count + 1);
  const apply = (changes: Changes) => { if (game.set(changes)) changed(); };
  const hand = useHand({ board, values: () => document.sheet.game.values, colour, pen, apply });
  const [onion, setOnion] = useState(true);
  const look = useMemo<Look>(() => ({
    values: shown(game.values, [...proposed, ...hand.pending]), finished: true, onion,
    notices: noticesOf(busy ? null : report, proposed, hand.selected),
  }), [turn, stroke, report, busy, proposed, onion, String(hand.pending), String(hand.selected)]);
  const undo = () => { if (document.undo()) changed(); };
  const redo = () => { if (document.redo()) changed(); };
  const [trouble, setTrouble] = useState("");
  /** Another size or further colours of a board that the studio makes. */
  const rebuild = (sides: number[], palette: Board["palette"]) => {
    setTrouble("");
    return rebuilt(document.puzzle, board, game.values, sides, palette).then((next) => {
      document.turn(next.puzzle, next.board, next.picture);
      changed();
    }, (problem: Error) => setTrouble(problem.message));
  };
  const paint = (at: number, rgb: string) => {
    const more = at === board.palette.length && kindOf(board).moreColours === undefined;
    if (!more) { recolour(document, at, rgb); setColour(at); changed(); return; }
    const palette = [...board.palette, { ...freshColour(board, at), rgb }];
    void rebuild(hand.lattice!.sides, palette).then(() => setColour(at));
  };
  useShortcuts({ undo, redo, colours: board.palette.length, setColour, view });

  return (
    <>
      <h1>Edit <Name of={String(puzzle.title ?? "")} usual="this puzzle" />
        <small class="soft" role="status"> {saved}</small></h1>
      {remark && <p class="soft">{remark}</p>}
      {error && <Problem text={error} />}
      <div class="desk edit">
        <Stage board={board} clued={clued} look={look} strokes={hand.strokes}
               onView={(made) => { if (made) made.element.dataset.strokes = "free"; setView(made); }} />
        <div class="side">
          {report && <VerdictBadge report={report} busy={busy} />}
          <div class="panel hand">
            <Palette board={board} colour={colour} onColour={setColour} edit />
            <Tools view={view} canUndo={document.canUndo} canRedo={document.canRedo} onUndo={undo}
                   onRedo={redo} />
            <Toolbox hand={hand} flips={board.solid !== undefined} />
            <Colours board={board} colour={colour} onColour={paint} />
            {board.solid && <SolidHand view={view} onion={onion} onOnion={setOnion} />}
          </div>
          {report && <Marks report={report} />}
          {report && !(report.verdict === "unique" && report.line_solvable) &&
            <Cures ask={ask} turn={turn} onShow={setProposed} onApply={apply} />}
          {board.solid && <details class="panel size">
            <summary>Size: {hand.lattice!.sides.join(" × ")}</summary>
            <Sides sides={hand.lattice!.sides} names={["Width", "Height", "Depth"]} most={40}
                   onSides={(sides) => void rebuild(sides, board.palette)} />
            <p class="small soft">The corner at the left, at the bottom and at the back stays. All clues are shown again.</p>
          </details>}
          {trouble && <Problem text={trouble} />}
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

interface SolidHandProps { view: BoardView | null; onion: boolean; onOnion: (onion: boolean) => void }

/** How strokes and layers of a solid work. */
function SolidHand({ view, onion, onOnion }: SolidHandProps) {
  const [adds, setAdds] = useState(false);
  useEffect(() => { if (view) view.element.dataset.adds = String(adds); }, [view, adds]);
  return (
    <div class="row small">
      <button type="button" aria-pressed={adds} title="Strokes put cubes onto the faces that they go over (also: shift)"
              onClick={() => setAdds(!adds)}>Add cubes to faces</button>
      <label class="row"><input type="checkbox" checked={onion} onChange={() => onOnion(!onion)} /> Show the layers beside it faintly</label>
    </div>
  );
}

function noticesOf(report: Report | null, proposed: Changes, selected: number[]): Map<number, Notice> {
  const notices = new Map<number, Notice>();
  for (const cell of report?.stuck_cells ?? []) notices.set(cell, "stuck");
  for (const cell of report?.ambiguous_cells ?? []) notices.set(cell, "ambiguous");
  for (const [cell] of proposed) notices.set(cell, "changed");
  for (const cell of selected) notices.set(cell, "hint");
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
  markSeen(entries[0].id);
  go("edit", entries[0].id);
}
