/** The table one plays at: a board, what is in the hand, hints, and the game's record. It knows no
 *  server: its owner passes in where games are stored and who gives advice. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Signs, signsOn } from "../boards/signs";
import type { BoardView, LineMark, Look, Notice, Strokes } from "../boards/view";
import type { Advisor, Hint } from "../model/advice";
import { kindOf } from "../boards/kind";
import { type Board, cellName, OPEN, range, type Values } from "../model/board";
import { finishing } from "../model/finish";
import { Game, type Save } from "../model/game";
import { type Mistakes, Progress, solvedPicture } from "../model/progress";
import { useClock } from "./clock";
import { HintPanel } from "./hint";
import { Palette } from "./palette";
import { Reading, useSmall } from "./reading";
import { useSaving } from "./saving";
import { Rules } from "./rules";
import { noteSolved } from "./records";
import { HELPS, type Helps, Settings } from "./settings";
import { signal } from "./signals";
import { Stage } from "./stage";
import { Tools, toggleScreen } from "./tools";
import { Trial } from "./trial";
import { useHere, useKept } from "./kept";
import { useShortcuts } from "./shortcuts";
import { useMoment, Won } from "./won";
import "./table.css";

interface Props {
  board: Board;
  save?: Save | null;
  onSave: (save: Save) => void;
  /** What to call when another page has added to the game. */
  merging?: { current: ((save: Save) => void) | null };
  /** Under what name best times are kept; where the puzzle is shared; the puzzles around it. */
  place?: string; share?: string; around?: { next?: () => void; previous?: () => void };
  advisor: Advisor;
}

const HISTORY = 50; // states that are sent along with a hint, to find the last good one

export function Table({ board, save, onSave, merging, advisor, place = "", share, around }: Props) {
  const game = useMemo(() => new Game(board, save ?? undefined), [board]);
  const progress = useMemo(() => new Progress(board, game.values), [board]);
  // Like the game no state of Preact: what is saved is what holds now, and not what was drawn last.
  const also = useMemo(() => alsoOf(board, game, save), [board]);
  const { solved, struck } = also;
  const [turn, setTurn] = useState(0); // counts changes of the game, which is not a value itself
  const [colour, setColour] = useHere("colour", 1, (kept) => kept < board.palette.length);
  const [mistakes, setMistakes] = useKept<Mistakes>("mistakes", "finished");
  const [wish, setWish] = useKept<Signs>("signs", "auto");
  const signs = signsOn(board, wish);
  const [solution, setSolution] = useState<number[] | null>(null);
  const [hint, setHint] = useState<{ hint: Hint; stage: number } | null>(null);
  const [hovered, setHovered] = useState<number[]>([]);
  const [view, setView] = useState<BoardView | null>(null);
  const [helps, setHelps] = useKept<Helps>("helps", HELPS);
  const [trial, setTrial] = useState<number | null>(null); // moves done before it was begun
  const [checked, setChecked] = useState<{ words: string; wrong: number[] } | null>(null);
  const desk = useRef<HTMLDivElement>(null);
  const [looks, setLooks] = useState(0); // how often the picture was to be seen for its own sake
  const small = useSmall(view, signs);
  const bare = useMoment(looks);
  const clock = useClock(Number(save?.seconds) || 0, !solved);

  const record = (): Save => {
    progress.update(game.values, mistakes);
    return { moves: game.moves, done: game.done, seconds: clock.current, solved: also.solved, share: progress.share,
             struck: [...also.struck].map((name) => name.split(" ").map(Number) as [number, number]) };
  };
  const saveNow = useSaving(() => onSave(record()));
  const take = (merged: Save) => {
    game.take(merged);
    Object.assign(also, alsoOf(board, game, merged));
    setHint(null);
    setTurn((count) => count + 1);
  };
  useEffect(() => {
    if (merging) merging.current = take;
    return () => { if (merging) merging.current = null; };
  });

  useEffect(() => {
    if (mistakes === "always") void advisor.solution().then(setSolution, () => setSolution(null));
  }, [mistakes, advisor]);

  const changed = () => {
    const won = !also.solved && solvedPicture(board, game.values) !== null;
    also.solved ||= won;
    saveNow();
    setHint(null);
    setChecked(null);
    setTurn((count) => count + 1);
    if (trial !== null && game.done < trial) setTrial(null);
    if (won) {
      setTrial(null);
      noteSolved(place, clock.current);
      setLooks((count) => count + 1);
      signal("win", helps);
    }
  };

  /** After a stroke: what is left of lines that are finished, in the same move. */
  const stroked = () => {
    const before = progress.done;
    const move = game.moves[game.done - 1], touched = move.filter((_, at) => at % 3 === 0);
    const marked = touched.some((cell) => game.values[cell] > 0);
    if (helps.crosses && !kindOf(board).standing && marked) {
      const lines = game.done === 1 ? board.lines.keys() : touched.flatMap((cell) => board.through[cell]);
      game.addTo(finishing(board, game.values, lines));
    }
    changed();
    progress.update(game.values, mistakes);
    signal(progress.done > before ? "line" : "mark", helps);
  };

  const strike = (line: number, runs: number[]) => {
    if (finished || !runs.length) return;
    const names = runs.map((run) => `${line} ${run}`), all = names.every((name) => struck.has(name));
    also.struck = new Set([...[...struck].filter((name) => !names.includes(name)), ...(all ? [] : names)]);
    saveNow();
    redraw();
  };
  const strokes: Strokes = {
    begin: (cell, button) => { game.begin(cell, button === "cross" ? 0 : colour); redraw(); },
    extend: (cell) => { game.extend(cell); redraw(); },
    end: () => { if (game.end()) stroked(); },
    cancel: () => { game.cancel(); redraw(); },
    strike: (line, run) => strike(line, [run]),
    hover: (cell, lines) => setHovered(lines.length ? lines : cell === null ? [] : board.through[cell]),
  };
  const [strokeTurn, setStrokeTurn] = useState(0);
  const redraw = () => setStrokeTurn((count) => count + 1);

  const picture = useMemo(() => (solved ? solvedPicture(board, game.values) : null),
                          [turn, strokeTurn, solved]);
  const finished = picture !== null;
  const tried = useMemo(() => (trial === null ? [] : game.moves.slice(trial, game.done)
    .flatMap((move) => move.filter((_, at) => at % 3 === 0))), [turn, trial]);
  const look = useMemo<Look>(() => ({
    values: picture ?? game.values.slice(),
    finished,
    marks: withStruck(progress.update(game.values, mistakes), struck),
    telling: helps.telling && !finished ? progress.telling : undefined,
    notices: finished ? undefined
      : noticesOf(game, hint, mistakes === "always" ? solution : null, tried, checked?.wrong ?? []),
    lit: finished ? [] : hint?.hint.line_indices.length ? hint.hint.line_indices : hovered,
    solved: finished, hinted: Boolean(hint?.hint.line_indices.length),
    named: Boolean(hint?.hint.line_indices.length),
    signs, bare: bare && finished,
  }), [turn, strokeTurn, mistakes, hint, hovered, solution, picture, signs, bare, tried, checked, struck, helps]);

  const undo = () => { if (game.undo()) changed(); };
  const redo = () => { if (game.redo()) changed(); };
  const { asking, problem, ask } = useAsking(async () => {
    const found = await advisor.hint(game.values, game.history(HISTORY).slice(0, -1));
    // a stage that only repeats would make "Tell me more" look broken
    setHint({ hint: { ...found, stages: [...new Set(found.stages)] }, stage: 0 });
  });
  const more = () => setHint((told) => told && told.stage < told.hint.stages.length - 1
    ? { ...told, stage: told.stage + 1 } : told);
  const check = () => void mistakesIn(board, game.values, advisor)
    .then(setChecked, (trouble: Error) => setChecked({ words: trouble.message, wrong: [] }));
  const begin = () => { setTrial(game.done); redraw(); };
  const drop = () => {
    const changes = trial !== null && game.done > trial;
    while (trial !== null && game.done > trial) game.undo();
    setTrial(null);
    if (changes) changed();
  };
  const startOver = () => {
    if (!game.clear()) return;
    clock.current = 0;
    Object.assign(also, { solved: false, struck: new Set() });
    setTrial(null);
    changed();
  };
  useShortcuts({ undo, redo, colours: board.palette.length, setColour, view,
                 hint: () => { if (!finished) hint ? more() : ask(); },
                 more: { e: hovered.length === 1 ? () => strike(hovered[0], range(look.marks![hovered[0]].done.length))
                           : undefined,
                         k: finished ? undefined : check, w: () => toggleScreen(desk.current),
                         t: finished ? undefined : () => (trial === null ? begin() : setTrial(null)),
                         n: around?.next, p: around?.previous } });

  return (
    <div ref={desk} class={`desk table${small ? " small" : ""}${look.bare ? " bare" : ""}${
      finished ? " finished" : ""}${hint ? " hinting" : ""}`}>
      {small && !finished && <Reading board={board} look={look} />}
      <Stage board={board} look={look} strokes={strokes} onView={setView} />
      <div class="side">
        <div class="panel hand">
          <Palette board={board} colour={colour} onColour={setColour} signs={signs} />
          <Tools view={view} canUndo={game.done > 0} canRedo={game.done < game.moves.length}
                 onUndo={undo} onRedo={redo} onClear={startOver}
                 onScreen={() => toggleScreen(desk.current)}
                 onHint={finished ? undefined : () => (hint ? more() : ask())} />
        </div>
        {finished && <Won board={board} place={place} seconds={clock.current} share={share}
          onNext={around?.next} onLook={() => setLooks((count) => count + 1)} />}
        {!finished && <HintPanel shown={hint} finished={finished} busy={asking} error={problem} onAsk={ask}
          onCheck={check} checked={checked?.words ?? ""}
          onMore={more}
          onDo={() => { if (hint && applyHint(game, hint.hint)) changed(); }}
          onBack={() => { if (hint && goBack(game, hint.hint, HISTORY)) changed(); }}
          onClose={() => setHint(null)} places={() => placesOf(board, hint?.hint, view)}>
          <Trial on={trial !== null} changed={trial !== null && game.done > trial} onBegin={begin}
                 onKeep={() => setTrial(null)} onDrop={drop} />
        </HintPanel>}
        <button class="quiet start-over" onClick={startOver} disabled={!game.done}>Start over</button>
        <Settings board={board} clock={clock} helps={helps} onHelps={setHelps} mistakes={mistakes} onMistakes={setMistakes}
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

/** What a game has beside its moves: whether it is solved, and the numbers that were struck by hand ("line run"). */
interface Also { solved: boolean; struck: ReadonlySet<string> }

function alsoOf(board: Board, game: Game, save?: Save | null): Also {
  return { solved: save?.solved === true || solvedPicture(board, game.values) !== null,
           struck: new Set((save?.struck ?? []).map((number) => number.join(" "))) };
}

/** The marks of lines with the numbers that were struck by hand. */
function withStruck(marks: LineMark[], struck: ReadonlySet<string>): LineMark[] {
  if (!struck.size) return marks;
  return marks.map((mark, line) => (
    { ...mark, done: mark.done.map((done, run) => done || struck.has(`${line} ${run}`)) }));
}

/** What is wrong with the marks: by the only solution, or where there are several, by a hint. */
async function mistakesIn(
  board: Board, values: Values, advisor: Advisor,
): Promise<{ words: string; wrong: number[] }> {
  const solution = await advisor.solution();
  if (!solution) {
    const { kind, stages, wrong } = await advisor.hint(values, []);
    return kind === "mistake" ? { words: stages[0], wrong } : { words: "No mistakes so far.", wrong: [] };
  }
  const wrong = solution.flatMap((colour, cell) =>
    values[cell] !== OPEN && values[cell] !== colour ? [cell] : []);
  const [one, many] = board.words.cell;
  return { wrong, words: !wrong.length ? "No mistakes so far."
    : `${wrong.length === 1 ? `1 ${one} is` : `${wrong.length} ${many} are`} wrong; marked on the board.` };
}

/** Where the cells that a hint is about are on the screen; a board of which others are in sight is shown whole. */
function placesOf(board: Board, hint: Hint | undefined, view: BoardView | null): number[] {
  if (!hint || !view) return [];
  const cells = hint.cells.length ? hint.cells.map(([cell]) => cell)
    : hint.wrong.length ? hint.wrong : hint.line_indices.flatMap((line) => board.lines[line].cells);
  const places = () => cells.flatMap((cell) => view.centre(cell)?.y ?? []);
  if (cells.length && !places().length && !view.bearings) view.fit();
  return places();
}

function noticesOf(
  game: Game, shown: { hint: Hint; stage: number } | null, solution: number[] | null,
  tried: number[], wrong: number[],
): Map<number, Notice> {
  const notices = new Map<number, Notice>(tried.map((cell) => [cell, "changed"]));
  for (const cell of wrong) notices.set(cell, "wrong");
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
