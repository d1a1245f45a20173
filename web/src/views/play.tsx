/** Play a puzzle of the library; the game is kept there, move by move. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { send } from "../api";
import { Journal } from "../journal";
import { serverAdvisor } from "../model/advice";
import { blank } from "../model/board";
import type { Move, Save } from "../model/game";
import { changes, History, type Line, newId, type Op, replayed } from "../model/log";
import { forget, type Opened } from "../open";
import { Name } from "../parts/name";
import { Problem } from "../parts/problem";
import { say, unsay } from "../messages";
import { Table } from "../parts/table";
import { address } from "../router";
import { useAround } from "./around";

export function PlayView({ opened }: { opened: Opened }) {
  const { entry, puzzle, board } = opened;
  const around = useAround(entry.id);
  const advisor = useMemo(() => serverAdvisor(puzzle), [puzzle]);
  const { save, error, keep, merging } = useGame(opened);
  if (error) return <Problem text={error} />;
  if (save === undefined) return <p class="waiting" aria-busy="true">Opening…</p>;
  return (
    <>
      <h1><Name of={entry.title} />
        {entry.author && <small class="soft"> by <bdi>{entry.author}</bdi></small>}</h1>
      <Table board={board} save={save} onSave={keep} merging={merging} advisor={advisor} place={entry.id}
             share={address("share", entry.id)} around={around} />
    </>
  );
}

/** A game as the library tells it. */
interface Told {
  game: string; length: number; ids: string[]; moves: Move[]; done: number; seconds: number;
  solved: boolean; struck: [number, number][];
}

/** What the table shows of the log: its moves, under the ids that they have there. */
interface Shown extends Line<Move> {
  ids: Map<Move, string>; seconds: number; solved: boolean; struck: ReadonlySet<string>; share?: number;
}

/** The game of a puzzle: as it was left, and again whenever another page has added to it. */
function useGame({ entry, board, game }: Opened) {
  const [save, setSave] = useState<Save | undefined>(undefined);
  const [error, setError] = useState("");
  const journal = useRef<Journal | null>(null);
  const shown = useRef<Shown | null>(null);
  const merging = useRef<((save: Save) => void) | null>(null);
  const path = `library/${entry.id}/game`;

  useEffect(() => {
    let current = true;
    const read = async () => {
      const told = await send<Told>("GET", `${path}?game=${game}`);
      const steps = told.moves.map((move, at) => ({ id: told.ids[at], move }));
      const history = History.of(steps, told.done);
      history.struck = new Set(told.struck.map((number) => number.join(" ")));
      history.solved = told.solved;
      return { told, history, length: told.length, game: told.game };
    };
    const show = (seconds: number) => {
      const { history } = journal.current!;
      const steps = replayed(history.steps, blank(board));
      const ids = new Map(history.steps.map((step, at) => [steps[at], step.id]));
      const { struck, solved } = history;
      shown.current = { steps, done: history.done.length, ids, seconds, solved, struck };
      const next = { moves: steps, done: history.done.length, seconds, solved, struck: numbersOf(struck) };
      if (merging.current) merging.current(next);
      else setSave(next);
    };
    read().then((begin) => {
      if (!current) return;
      journal.current = new Journal(path, begin, {
        onMerged: () => show(shown.current!.seconds),
        onOther: () => {
          forget();
          say("version", "This puzzle was edited on another page. You go on with the version that you "
              + "began; open it again for the new one.");
        },
        reread: read,
      });
      show(begin.told.seconds);
    }, (problem: Error) => { if (current) setError(problem.message); });
    return () => {
      current = false;
      journal.current?.close();
      journal.current = null;
      unsay("version");
    };
  }, [path, game]);

  const keep = ({ moves, done, seconds, solved, struck: now = [], share }: Save) => {
    const before = shown.current;
    if (!before || !journal.current) return;
    const struck = new Set(now.map((number) => number.join(" ")));
    const after: Shown = { steps: [...moves], done, ids: before.ids, seconds, solved, struck, share };
    const ops = changes<Move>(before, after, (move) => before.ids.get(move)!, (move) => {
      const op: Op = { id: newId(), move };
      before.ids.set(move, op.id);
      return op;
    });
    ops.push(...strikes(before.struck, struck));
    const played = seconds - before.seconds;
    if (!ops.length && moves.length && (played || solved !== before.solved)) ops.push({ id: newId() });
    if (!ops.length) return;
    const last = ops[ops.length - 1];
    if (played) last.seconds = played;
    // Only what this page knows better: another one may have solved it meanwhile.
    if (solved !== before.solved) last.solved = solved;
    if (share !== before.share) last.share = share;
    shown.current = after;
    journal.current.push(ops);
  };
  return { save, error, keep, merging };
}

/** The operations that lead from some struck numbers to others. */
function strikes(before: ReadonlySet<string>, after: ReadonlySet<string>): Op[] {
  const changed = [...before, ...after].filter((name) => before.has(name) !== after.has(name));
  return numbersOf(new Set(changed)).map(([line, run]) => (
    { id: newId(), strike: [line, run, Number(after.has(`${line} ${run}`))] }));
}

function numbersOf(struck: ReadonlySet<string>): [number, number][] {
  return [...struck].map((name) => name.split(" ").map(Number) as [number, number]);
}
