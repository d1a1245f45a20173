/** A first game that teaches the rules: each step waits for the player's move, praises or corrects. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { call } from "../api";
import type { BoardView, Look, Notice, Strokes } from "../boards/view";
import type { Lesson, TutorialAnswer } from "../generated/api";
import { FAMILIES } from "../generated/families";
import { type Board, type BoardData, open, OPEN } from "../model/board";
import { Game } from "../model/game";
import { Progress, solvedPicture } from "../model/progress";
import { Closed } from "../parts/closed";
import { Palette } from "../parts/palette";
import { useShortcuts } from "../parts/shortcuts";
import { Stage } from "../parts/stage";
import { address } from "../router";
import "./tutorial.css";

const ORDER = Object.keys(FAMILIES);

export function TutorialView({ family }: { family: string }) {
  const [answer, setAnswer] = useState<TutorialAnswer | null>(null);
  const [error, setError] = useState("");
  const name = family || ORDER[0];
  useEffect(() => {
    const abort = new AbortController();
    call<TutorialAnswer>("tutorial", { family: name }, { signal: abort.signal }).then(setAnswer,
      (problem: Error) => { if (!abort.signal.aborted) setError(problem.message); });
    return () => abort.abort();
  }, [name]);
  if (error) return <Closed text={error} />;
  return answer ? <FirstGame family={name} answer={answer} />
    : <p class="waiting" aria-busy="true">Opening…</p>;
}

/** What was said about the last move. */
interface Remark { good: boolean; words: string }

function FirstGame({ family, answer }: { family: string; answer: TutorialAnswer }) {
  const board = useMemo(() => open(answer.board as BoardData), [answer]);
  const game = useMemo(() => new Game(board), [board]);
  const progress = useMemo(() => new Progress(board, game.values), [board]);
  const [at, setAt] = useState(0);
  const [turn, setTurn] = useState(0);
  const [colour, setColour] = useState(1);
  const [remark, setRemark] = useState<Remark | null>(null);
  const [shown, setShown] = useState(false);
  const [view, setView] = useState<BoardView | null>(null);
  const step: Lesson | undefined = answer.steps[at];
  const redraw = () => setTurn((count) => count + 1);

  const finish = () => {
    game.set(step!.cells);
    setRemark({ good: true, words: step!.praise });
    setShown(false);
    setColour(1);
    setAt(at + 1);
  };
  /** Looks at a stroke: what is not certain by this step's lines is taken back. */
  const judge = () => {
    const move = game.moves[game.done - 1], wrong = step && mistake(board, step, move);
    if (!step) return;
    if (wrong) {
      game.undo();
      setRemark({ good: false, words: wrong });
      setShown(true);
    } else if (isDone(board, game, step)) finish();
    else setRemark(null);
  };
  const strokes: Strokes = {
    begin: (cell, button) => { if (step) game.begin(cell, button === "cross" ? 0 : colour); redraw(); },
    extend: (cell) => { game.extend(cell); redraw(); },
    end: () => { if (game.end()) judge(); redraw(); },
    cancel: () => { game.cancel(); redraw(); },
  };
  const undo = () => { if (step && game.done && !remark?.good) game.undo(); redraw(); };
  useShortcuts({ undo, redo: () => undefined, colours: board.palette.length, setColour, view });

  const look = useMemo<Look>(() => {
    const picture = step ? null : solvedPicture(board, game.values);
    const notices = new Map<number, Notice>();
    if (shown && step) for (const [cell, value] of step.cells)
      if (game.values[cell] !== value) notices.set(cell, "hint");
    return {
      values: picture ?? game.values.slice(), finished: picture !== null, bare: picture !== null,
      solved: picture !== null,
      marks: progress.update(game.values, "off"), lit: step?.lines ?? [], notices,
    };
  }, [turn, at, shown]);

  const next = ORDER[ORDER.indexOf(family) + 1];
  const [, many] = FAMILIES[family].puzzle;
  return (
    <div class="desk tutorial">
      <Stage board={board} look={look} strokes={strokes} onView={setView} />
      <div class="side">
        <div class="panel lesson">
          <p class="small soft">{`Tutorial ${ORDER.indexOf(family) + 1} of ${ORDER.length} · ${many}`}</p>
          <h1>{step ? `Step ${at + 1} of ${answer.steps.length}` : "Solved!"}</h1>
          <div aria-live="polite">
            {remark && <p class={remark.good ? "remark good" : "remark bad"}>
              <span aria-hidden="true">{remark.good ? "✓" : "↶"}</span> {remark.words}</p>}
            {step && <p>{step.words}</p>}
          </div>
          {step ? <>
            <Palette board={board} colour={colour} onColour={setColour} />
            <div class="row">
              <button onClick={() => setShown(true)} disabled={shown}>Show me where</button>
              <button class="quiet" onClick={finish}>Do it for me</button>
            </div>
          </> : <div class="row">
            {next && <a class="button main" href={address("tutorial", next)}>Next: {FAMILIES[next].puzzle[1]}</a>}
            <a class={next ? "button" : "button main"} href={address("start")}>{next ? "Enough for now" : "Choose a puzzle"}</a>
          </div>}
        </div>
        {step && <p class="row small">
          <a href={address("start")}>Leave the tutorial</a>
          {next && <a href={address("tutorial", next)}>Skip to {FAMILIES[next].puzzle[1]}</a>}
        </p>}
      </div>
    </div>
  );
}

/** What is wrong with a move, in words for the player; nothing if it follows from the step's lines. */
function mistake(board: Board, step: Lesson, move: number[]): string {
  const wanted = new Map(step.cells), { words } = board;
  for (let index = 0; index < move.length; index += 3) {
    const cell = move[index], after = move[index + 2];
    if (after === OPEN) continue;
    if (!wanted.has(cell)) return step.lines.length
      ? `Not yet: that ${words.cell[0]} does not follow from the lit line. Look along it.`
      : `That ${words.cell[0]} was settled before.`;
    if (wanted.get(cell) !== after) return after === 0
      ? `That ${words.cell[0]} is needed: the number asks for it.`
      : `That ${words.cell[0]} is not filled: the number leaves no room for it there.`;
  }
  return "";
}

/** A step is done when all its filled cells are; crosses count where there is nothing to fill. */
function isDone(board: Board, game: Game, step: Lesson): boolean {
  if (!step.lines.length) return solvedPicture(board, game.values) !== null;
  const fills = step.cells.filter(([, value]) => value > 0);
  return (fills.length ? fills : step.cells).every(([cell, value]) => game.values[cell] === value);
}
