/** Plays and edits the puzzle of a notebook. The page stands in a frame: the widget around it hands
 *  over the puzzle and keeps the game, and Python behind the widget gives hints and judges edits. */

import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { kindOf } from "../boards/kind";
import type { BoardView, Look, Notice, Strokes } from "../boards/view";
import type { Advisor, Hint } from "../model/advice";
import { blank, type BoardData, open } from "../model/board";
import { reclued } from "../model/clues";
import { Game, type Save } from "../model/game";
import { Name } from "./name";
import { Palette } from "./palette";
import { Problem } from "./problem";
import { useShortcuts } from "./shortcuts";
import { Stage } from "./stage";
import { Table } from "./table";
import { Tools } from "./tools";
import "./hosted.css";

interface Given { board: BoardData; game: Partial<Save> | null; theme: string }
/** A picture and what it makes of the puzzle: its board, the verdict in words, cells to mark. */
interface Draft { board: BoardData; picture: number[]; words: string[]; ready: boolean; marked: number[] }
interface Message extends Given { kind: "puzzle" | "answer"; id?: string; answer?: unknown; error?: string }

type Settle = { resolve: (answer: unknown) => void; reject: (trouble: Error) => void };
const waiting = new Map<string, Settle>();
const own = Math.random().toString(36).slice(2); // other frames of the same widget hear all answers
let count = 0;

function tell(message: object): void {
  parent.postMessage({ nonoforge: message }, "*");
}

/** Asks Python. */
function ask<Answer>(what: string, more: object): Promise<Answer> {
  const id = `${own}-${count++}`;
  return new Promise<Answer>((resolve, reject) => {
    waiting.set(id, { resolve: resolve as Settle["resolve"], reject });
    tell({ kind: "ask", id, ask: what, ...more });
  });
}

function settle({ id = "", answer, error }: Message): void {
  const found = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) found?.resolve(answer);
  else found?.reject(new Error(error));
}

function hostAdvisor(): Advisor {
  let found: Promise<number[] | null> | undefined;
  return {
    hint: (values, history) => ask<Hint>("hint", {
      values: [...values], history: history.map((state) => [...state]) }),
    solution: () => found ??= ask<number[] | null>("solution", {}),
  };
}

export function startHosted(): void {
  render(<Hosted />, document.getElementById("app")!);
}

function Hosted() {
  const [given, setGiven] = useState<Given | null>(null);
  const [turn, setTurn] = useState(0); // counts puzzles
  const [draft, setDraft] = useState<Draft | null>(null);
  const [trouble, setTrouble] = useState("");
  const [solved, setSolved] = useState(false); // until then the title may give the answer away
  const show = (next: Given) => {
    setSolved(next.game?.solved === true);
    document.documentElement.dataset.theme = next.theme;
    setGiven(next);
    setTurn((number) => number + 1);
    setDraft(null);
  };
  useEffect(() => {
    const heard = ({ source, data }: MessageEvent<{ nonoforge?: Message }>) => {
      if (source !== parent || !data.nonoforge) return;
      if (data.nonoforge.kind === "puzzle") show(data.nonoforge);
      else settle(data.nonoforge);
    };
    addEventListener("message", heard);
    tell({ kind: "ready" });
    return () => removeEventListener("message", heard);
  }, []);
  const board = useMemo(() => given && open(given.board), [turn]);
  const advisor = useMemo(hostAdvisor, [turn]);
  if (!given || !board) return <p class="waiting" aria-busy="true">Opening…</p>;
  const edit = () => {
    setTrouble("");
    ask<Draft>("edit", { picture: null }).then(setDraft, (problem: Error) => setTrouble(problem.message));
  };
  const played = (save: Save) => {
    const game = new Game(board, save);
    setSolved(save.solved);
    tell({ kind: "game", save, values: [...game.values] });
  };
  return (
    <>
      <header class="bar"><h1 class="title"><Name of={draft || solved ? board.title : ""} usual="Nonogram" /></h1>
        {draft ? <button onClick={() => show({ ...given, board: draft.board, game: null })}>Play</button>
          : <button onClick={edit} title="Paint the picture, which shows the solution">Edit</button>}</header>
      {trouble && <Problem text={trouble} />}
      <main>{draft ? <Editor key={turn} begin={draft} onDraft={setDraft} />
        : <Table key={turn} board={board} save={asSave(given.game)} onSave={played} advisor={advisor} />}</main>
    </>
  );
}

function asSave(game: Partial<Save> | null): Save | null {
  return game && Array.isArray(game.moves) ? { done: 0, seconds: 0, solved: false, moves: [], ...game } : null;
}

function Editor({ begin, onDraft }: { begin: Draft; onDraft: (draft: Draft) => void }) {
  const board = useMemo(() => open(begin.board), []);
  const game = useMemo(() => {
    const values = blank(board);
    values.set(begin.picture);
    return new Game(board, undefined, { values, rubbed: 0 });
  }, []);
  const [draft, setDraft] = useState(begin);
  const [turn, setTurn] = useState(0);
  const [busy, setBusy] = useState(0); // edits that Python has not judged yet
  const [colour, setColour] = useState(1);
  const [view, setView] = useState<BoardView | null>(null);
  const [trouble, setTrouble] = useState("");
  const redraw = () => setTurn((number) => number + 1);
  const changed = () => {
    redraw();
    setBusy((number) => number + 1);
    ask<Draft>("edit", { picture: [...game.values] }).then((next) => {
      setTrouble("");
      setDraft(next);
      onDraft(next);
    }, (problem: Error) => setTrouble(problem.message)).finally(() => setBusy((number) => number - 1));
  };
  const strokes: Strokes = {
    begin: (cell, button) => { game.begin(cell, button === "cross" ? 0 : colour); redraw(); },
    extend: (cell) => { game.extend(cell); redraw(); },
    end: () => { if (game.end()) changed(); },
    cancel: () => { game.cancel(); redraw(); },
  };
  const undo = () => { if (game.undo()) changed(); };
  const redo = () => { if (game.redo()) changed(); };
  useShortcuts({ undo, redo, colours: board.palette.length, setColour, view });
  const clued = useMemo(() => (kindOf(board).placedClues ? open(draft.board) : reclued(board, game.values)),
                        [turn, draft]);
  const look = useMemo<Look>(() => ({
    values: game.values.slice(), finished: true,
    notices: busy ? undefined : new Map<number, Notice>(draft.marked.map((cell) => [cell, "ambiguous"])),
  }), [turn, draft, busy]);
  return (
    <div class="desk edit">
      <Stage board={board} clued={clued} look={look} strokes={strokes} onView={setView} />
      <div class="side">
        <div class="panel hand">
          <Palette board={board} colour={colour} onColour={setColour} edit />
          <Tools view={view} canUndo={game.done > 0} canRedo={game.done < game.moves.length} onUndo={undo} onRedo={redo} />
        </div>
        {trouble && <Problem text={trouble} />}
        <div class={`panel verdict-words${draft.ready ? " ready" : ""}`} role="status" aria-busy={busy > 0}>
          {draft.words.map((words) => <p key={words}>{words}</p>)}</div>
      </div>
    </div>
  );
}
