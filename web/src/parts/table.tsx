/** The table one plays at: a board, what is in the hand, hints, and the game's record. It knows no
 *  server: who keeps the game and who gives advice is told by its owner. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardView, Look, Notice, Strokes } from "../boards/view";
import type { Advisor, Hint } from "../model/advice";
import { type Board, cellName, OPEN } from "../model/board";
import { Game, type Save } from "../model/game";
import { type Mistakes, Progress, solvedPicture } from "../model/progress";
import { HintPanel } from "./hint";
import { Palette } from "./palette";
import { Stage } from "./stage";
import { Tools } from "./tools";
import { useKept } from "./kept";
import { useShortcuts } from "./shortcuts";
import "./table.css";

interface Props {
  board: Board;
  save?: Save | null;
  onSave: (save: Save) => void;
  advisor: Advisor;
  make: Parameters<typeof Stage>[0]["make"];
}

const HISTORY = 50; // states that are sent along with a hint, to find the last good one

export function Table({ board, save, onSave, advisor, make }: Props) {
  const game = useMemo(() => new Game(board, save ?? undefined), [board]);
  const progress = useMemo(() => new Progress(board, game.values), [board]);
  const [turn, setTurn] = useState(0); // counts changes of the game, which is not a value itself
  const [colour, setColour] = useState(1);
  const [mistakes, setMistakes] = useKept<Mistakes>("mistakes", "finished");
  const [solution, setSolution] = useState<number[] | null>(null);
  const [hint, setHint] = useState<{ hint: Hint; stage: number } | null>(null);
  const [hovered, setHovered] = useState<number[]>([]);
  const [view, setView] = useState<BoardView | null>(null);
  const [solved, setSolved] = useState(save?.solved === true);
  const [celebrate, setCelebrate] = useState(false);
  const clock = useClock(Number(save?.seconds) || 0, !solved);

  const record = (): Save => (
    { moves: game.moves, done: game.done, seconds: clock.current, solved });
  const keep = useRef(record);
  keep.current = record;
  useSaving(() => onSave(keep.current()), [turn, solved]);

  useEffect(() => {
    if (mistakes === "always") void advisor.solution().then(setSolution, () => setSolution(null));
  }, [mistakes, advisor]);

  const changed = () => {
    setHint(null);
    setTurn((count) => count + 1);
    if (solvedPicture(board, game.values) && !solved) {
      setSolved(true);
      setCelebrate(true);
    }
  };

  const strokes: Strokes = {
    begin: (cell, button) => { game.begin(cell, button === "cross" ? 0 : colour); redraw(); },
    extend: (cell) => { game.extend(cell); redraw(); },
    end: () => { if (game.end()) changed(); },
    cancel: () => { game.cancel(); redraw(); },
    hover: (cell, lines) => setHovered(lines.length ? lines : cell === null ? [] : board.through[cell]),
  };
  const [strokeTurn, setStrokeTurn] = useState(0);
  const redraw = () => setStrokeTurn((count) => count + 1);

  const picture = useMemo(() => (solved ? solvedPicture(board, game.values) : null),
                          [turn, strokeTurn, solved]);
  const finished = picture !== null;
  const look = useMemo<Look>(() => ({
    values: picture ?? game.values.slice(),
    finished,
    marks: progress.update(game.values, mistakes),
    notices: noticesOf(game, hint, mistakes === "always" ? solution : null),
    lit: hint?.hint.line_indices.length ? hint.hint.line_indices : hovered,
  }), [turn, strokeTurn, mistakes, hint, hovered, solution, picture]);

  const undo = () => { if (game.undo()) changed(); };
  const redo = () => { if (game.redo()) changed(); };
  const { asking, problem, ask } = useAsking(async () => {
    const found = await advisor.hint(game.values, game.history(HISTORY).slice(0, -1));
    setHint({ hint: found, stage: 0 });
  });
  const more = () => setHint((told) => told && told.stage < told.hint.stages.length - 1
    ? { ...told, stage: told.stage + 1 } : told);
  useShortcuts({ undo, redo, colours: board.palette.length, setColour, view,
                 hint: () => { if (!finished) hint ? more() : ask(); } });

  return (
    <div class="desk table">
      <Stage board={board} look={look} strokes={strokes} onView={setView} make={make} />
      <div class="side">
        <div class="panel hand">
          <Palette board={board} colour={colour} onColour={setColour} />
          <Tools view={view} canUndo={game.done > 0} canRedo={game.done < game.moves.length}
                 onUndo={undo} onRedo={redo}
                 onClear={() => { if (game.clear()) { setSolved(false); changed(); } }} />
        </div>
        {celebrate && finished && <Won seconds={clock.current} onClose={() => setCelebrate(false)} />}
        <HintPanel shown={hint} finished={finished} busy={asking} error={problem} onAsk={ask}
          onMore={more}
          onDo={() => { if (hint && applyHint(game, hint.hint)) changed(); }}
          onBack={() => { if (hint && goBack(game, hint.hint, HISTORY)) changed(); }}
          onClose={() => setHint(null)} />
        <Settings mistakes={mistakes} onMistakes={setMistakes} clock={clock} />
      </div>
      <p class="unseen" aria-live="polite">{said(board, hint)}</p>
    </div>
  );
}

/** Asks for a hint, one at a time, and tells what went wrong. */
function useAsking(hint: () => Promise<void>) {
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState("");
  const ask = () => {
    if (asking) return;
    setAsking(true);
    setProblem("");
    hint().catch((trouble: Error) => setProblem(trouble.message)).finally(() => setAsking(false));
  };
  return { asking, problem, ask };
}

function noticesOf(
  game: Game, shown: { hint: Hint; stage: number } | null, solution: number[] | null,
): Map<number, Notice> {
  const notices = new Map<number, Notice>();
  if (solution) {
    game.values.forEach((value, cell) => {
      if (value !== OPEN && value !== solution[cell]) notices.set(cell, "wrong");
    });
  }
  const last = shown && shown.stage >= shown.hint.stages.length - 1;
  if (shown && last) {
    for (const cell of shown.hint.wrong) notices.set(cell, "wrong");
    for (const [cell, colours] of shown.hint.cells) if (colours.length === 1) notices.set(cell, "hint");
  }
  return notices;
}

/** Writes what the hint says; what it only narrows down cannot be written. */
function applyHint(game: Game, hint: Hint): boolean {
  return game.set(hint.cells.filter(([, colours]) => colours.length === 1)
    .map(([cell, colours]) => [cell, colours[0]]));
}

/** Back to the last state without a mistake: moves are undone, so they can be redone. */
function goBack(game: Game, hint: Hint, limit: number): boolean {
  if (hint.last_good === null) return false;
  const sent = Math.min(game.done, limit - 1); // states before the present one that were sent
  for (let count = sent - hint.last_good; count > 0; count--) game.undo();
  return true;
}

function said(board: Board, shown: { hint: Hint; stage: number } | null): string {
  if (!shown) return "";
  const cells = shown.hint.cells.slice(0, 6).map(([cell]) => cellName(board, cell)).join("; ");
  const last = shown.stage >= shown.hint.stages.length - 1;
  return `${shown.hint.stages[shown.stage]} ${last ? cells : ""}`;
}

function Won({ seconds, onClose }: { seconds: number; onClose: () => void }) {
  return (
    <div class="panel won" role="status">
      <h2>Solved!</h2>
      <p>{seconds >= 5 ? `In ${timeWords(seconds)}. ` : ""}All clues are met.</p>
      <button onClick={onClose}>Look at the picture</button>
    </div>
  );
}

export function timeWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60), rest = Math.floor(seconds % 60);
  return minutes ? `${minutes} min ${rest} s` : `${rest} s`;
}

interface SettingsProps {
  mistakes: Mistakes; onMistakes: (mistakes: Mistakes) => void; clock: Clock;
}

function Settings({ mistakes, onMistakes, clock }: SettingsProps) {
  const [timer, setTimer] = useKept<boolean>("timer", false);
  return (
    <details class="panel settings">
      <summary>Settings{timer ? <span class="timer"> · <Time clock={clock} /></span> : null}</summary>
      <label>Show mistakes
        <select value={mistakes} onChange={(event) => onMistakes(event.currentTarget.value as Mistakes)}>
          <option value="off">never</option>
          <option value="finished">in finished lines</option>
          <option value="always">at once</option>
        </select>
      </label>
      <label class="row"><input type="checkbox" checked={timer}
        onChange={(event) => setTimer(event.currentTarget.checked)} /> Show the time</label>
      <p class="small soft">Keys: arrows, space to fill, x to cross out, 1–9 colours, u undo,
        r redo, h hint, + and − zoom, f fit.</p>
    </details>
  );
}

interface Clock { current: number }

/** Seconds of play: it runs while the page is in sight and the puzzle is not solved. */
function useClock(start: number, running: boolean): Clock {
  const clock = useRef(start);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => { if (!document.hidden) clock.current += 1; }, 1000);
    return () => clearInterval(timer);
  }, [running]);
  return clock;
}

function Time({ clock }: { clock: Clock }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <>{timeWords(clock.current)}</>;
}

const SOON = 400; // milliseconds between a change and its being saved

/** Saves soon after a change, and at once when the page is left. */
function useSaving(save: () => void, changes: unknown[]): void {
  const first = useRef(true);
  const pending = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef(save);
  latest.current = save;
  const now = () => {
    if (pending.current === null) return;
    clearTimeout(pending.current);
    pending.current = null;
    latest.current();
  };
  useEffect(() => {
    if (first.current) { first.current = false; return; }
    pending.current ??= setTimeout(now, SOON);
  }, changes);
  useEffect(() => {
    addEventListener("pagehide", now);
    return () => { removeEventListener("pagehide", now); now(); };
  }, []);
}
