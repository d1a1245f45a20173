/** The table one plays at: a board, what is in the hand, hints, and the game's record. It knows no
 *  server: its owner passes in where games are stored and who gives advice. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Signs, signsOn } from "../boards/signs";
import type { BoardView, Look, Notice, Strokes } from "../boards/view";
import type { Advisor, Hint } from "../model/advice";
import { type Board, cellName, OPEN } from "../model/board";
import { Game, type Save } from "../model/game";
import { type Mistakes, Progress, solvedPicture } from "../model/progress";
import { useClock } from "./clock";
import { HintPanel } from "./hint";
import { Palette } from "./palette";
import { Reading, useSmall } from "./reading";
import { useSaving } from "./saving";
import { Rules } from "./rules";
import { Settings } from "./settings";
import { Stage } from "./stage";
import { Tools } from "./tools";
import { useKept } from "./kept";
import { useShortcuts } from "./shortcuts";
import { Caption, useMoment, Won } from "./won";
import "./table.css";

interface Props {
  board: Board;
  save?: Save | null;
  onSave: (save: Save) => void;
  /** What to call when another page has added to the game. */
  merging?: { current: ((save: Save) => void) | null };
  advisor: Advisor;
}

const HISTORY = 50; // states that are sent along with a hint, to find the last good one

export function Table({ board, save, onSave, merging, advisor }: Props) {
  const game = useMemo(() => new Game(board, save ?? undefined), [board]);
  const progress = useMemo(() => new Progress(board, game.values), [board]);
  const [turn, setTurn] = useState(0); // counts changes of the game, which is not a value itself
  const [colour, setColour] = useState(1);
  const [mistakes, setMistakes] = useKept<Mistakes>("mistakes", "finished");
  const [wish, setWish] = useKept<Signs>("signs", "auto");
  const signs = signsOn(board, wish);
  const [solution, setSolution] = useState<number[] | null>(null);
  const [hint, setHint] = useState<{ hint: Hint; stage: number } | null>(null);
  const [hovered, setHovered] = useState<number[]>([]);
  const [view, setView] = useState<BoardView | null>(null);
  const [solved, setSolved] = useState(save?.solved === true);
  const [celebrate, setCelebrate] = useState(false);
  const [looks, setLooks] = useState(0); // how often the picture was to be seen for its own sake
  const small = useSmall(view);
  const bare = useMoment(looks);
  const clock = useClock(Number(save?.seconds) || 0, !solved);

  const record = (): Save => (
    { moves: game.moves, done: game.done, seconds: clock.current, solved });
  const keep = useRef(record);
  keep.current = record;
  const saveNow = useSaving(() => onSave(keep.current()));
  const take = (merged: Save) => {
    game.take(merged);
    setHint(null);
    setTurn((count) => count + 1);
    setSolved(merged.solved || solvedPicture(board, game.values) !== null);
  };
  useEffect(() => {
    if (merging) merging.current = take;
    return () => { if (merging) merging.current = null; };
  });

  useEffect(() => {
    if (mistakes === "always") void advisor.solution().then(setSolution, () => setSolution(null));
  }, [mistakes, advisor]);

  const changed = () => {
    saveNow();
    setHint(null);
    setTurn((count) => count + 1);
    if (solvedPicture(board, game.values) && !solved) {
      setSolved(true);
      setCelebrate(true);
      setLooks((count) => count + 1);
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
    signs, bare: bare && finished,
  }), [turn, strokeTurn, mistakes, hint, hovered, solution, picture, signs, bare]);

  const undo = () => { if (game.undo()) changed(); };
  const redo = () => { if (game.redo()) changed(); };
  const { asking, problem, ask } = useAsking(async () => {
    const found = await advisor.hint(game.values, game.history(HISTORY).slice(0, -1));
    // a stage that only repeats would make "Tell me more" look broken
    setHint({ hint: { ...found, stages: [...new Set(found.stages)] }, stage: 0 });
  });
  const more = () => setHint((told) => told && told.stage < told.hint.stages.length - 1
    ? { ...told, stage: told.stage + 1 } : told);
  useShortcuts({ undo, redo, colours: board.palette.length, setColour, view,
                 hint: () => { if (!finished) hint ? more() : ask(); } });

  return (
    <div class={`desk table${small ? " small" : ""}${look.bare ? " bare" : ""}`}>
      {small && <Reading board={board} look={look} />}
      <Stage board={board} look={look} strokes={strokes} onView={setView} />
      {look.bare && <Caption board={board} />}
      <div class="side">
        <div class="panel hand">
          <Palette board={board} colour={colour} onColour={setColour} signs={signs} />
          <Tools view={view} canUndo={game.done > 0} canRedo={game.done < game.moves.length}
                 onUndo={undo} onRedo={redo}
                 onClear={() => { if (game.clear()) { setSolved(false); changed(); } }} />
        </div>
        {celebrate && finished && <Won seconds={clock.current}
          onLook={() => { setCelebrate(false); setLooks((count) => count + 1); }} />}
        <HintPanel shown={hint} finished={finished} busy={asking} error={problem} onAsk={ask}
          onMore={more}
          onDo={() => { if (hint && applyHint(game, hint.hint)) changed(); }}
          onBack={() => { if (hint && goBack(game, hint.hint, HISTORY)) changed(); }}
          onClose={() => setHint(null)} />
        <Settings board={board} clock={clock} mistakes={mistakes} onMistakes={setMistakes}
                  signs={wish} onSigns={setWish} />
        <Rules board={board} />
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
