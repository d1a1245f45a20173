/** The first page: what nonograms are, a puzzle to play now, and starters of every family. */

import { useEffect, useRef, useState } from "preact/hooks";
import { call, send } from "../api";
import { FAMILIES } from "../generated/families";
import type { Starter } from "../generated/api";
import { labelOf } from "../model/words";
import type { Entry } from "../open";
import { Problem } from "../parts/problem";
import { address, go } from "../router";
import { Emblem } from "./emblem";
import "./start.css";

export function StartView() {
  const [starters, setStarters] = useState<Starter[] | null>(null);
  const [error, setError] = useState("");
  const coming = useRef<Promise<Starter[]> | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    coming.current = call<Starter[]>("starters", {}, { signal: abort.signal });
    coming.current.then(setStarters, (problem: Error) => {
      if (!abort.signal.aborted) setError(problem.message);
    });
    return () => abort.abort();
  }, []);
  const play = (starter: Starter) => void keep(starter)
    .then(({ id }) => go("play", id), (problem: Error) => setError(problem.message));
  const playNow = () => void coming.current!.then(firstUnsolved)
    .then(({ id }) => go("play", id), (problem: Error) => setError(problem.message));
  return (
    <div class="start">
      <section class="welcome">
        <Emblem />
        <h1>Pictures hidden in numbers</h1>
        <p class="lead">A nonogram is solved by logic alone: each number is a certain fact, and each fact
          brings out a piece of the picture. Play one, learn how in five minutes, or make your own.</p>
        <div class="row">
          <button class="main large" onClick={playNow}>Play now</button>
          <a class="button large" href={address("tutorial")}>Learn it in five minutes</a>
          <a class="button large" href={address("make")}>Make from a picture</a>
        </div>
        {error && <Problem text={error} />}
      </section>
      <h2 class="unseen">Five families</h2>
      <ul class="families">
        {Object.values(FAMILIES).map(({ name, puzzle: [, many], introduction }) => {
          const own = (starters ?? []).filter(({ family }) => family === name);
          return (
            <li key={name} class="panel family">
              <div class="picture" aria-hidden="true">
                {own[0] && <><img alt="" src={svg(own[0].cover)} /><img alt="" src={svg(own[0].picture)} /></>}
              </div>
              <div class="words">
                <h3>{labelOf(many)}</h3>
                <p>{introduction}</p>
              </div>
              <a class="button how" href={address("tutorial", name)}>How it works
                <span class="unseen">: {many}</span></a>
              <div class="starters" aria-busy={!starters && !error}>
                {own.slice(1).map((starter) => <Play key={starter.title} starter={starter}
                  onPlay={() => play(starter)} />)}
              </div>
            </li>
          );
        })}
        <li class="panel family">
          <div class="picture" aria-hidden="true"><svg viewBox="0 0 48 48" class="plus"><path d="M24 12v24M12 24h24" /></svg></div>
          <div class="words">
            <h3>Your own</h3>
            <p>A picture, a 3D model, a drawing or a word becomes a puzzle; files of other programs are read.</p>
          </div>
          <div class="starters">
            <a class="button" href={address("make")}>Make a puzzle</a>
            <a class="button" href={address("library")}>Your library</a>
          </div>
        </li>
      </ul>
    </div>
  );
}

function Play({ starter, onPlay }: { starter: Starter; onPlay: () => void }) {
  const { size, colours, cover, family } = starter;
  const words = `${size}${colours > 1 ? `, ${colours} colours` : ""}`;
  return (
    <button class="starter" onClick={onPlay} title={`Play: ${words}`}
            aria-label={`Play a ${FAMILIES[family].puzzle[0]}: ${words}`}>
      <img alt="" src={svg(cover)} /><span class="small">{size}</span>
    </button>
  );
}

const svg = (text: string) => `data:image/svg+xml,${encodeURIComponent(text)}`;

/** Puts a starter into the library; one that is there already stays as it is. */
async function keep({ puzzle }: Starter): Promise<Entry> {
  const { entries } = await send<{ entries: Entry[] }>(
    "POST", "library", { puzzles: [{ puzzle, tags: ["starter"] }] });
  return entries[0];
}

/** The next starter to play: family by family, the easiest first. */
async function firstUnsolved(starters: Starter[]): Promise<Entry> {
  const rank = new Map<Starter, number>(), seen = new Map<string, number>();
  for (const starter of starters) {
    const count = seen.get(starter.family) ?? 0;
    rank.set(starter, count);
    seen.set(starter.family, count + 1);
  }
  const order = starters.filter((starter) => rank.get(starter)! > 0)
    .sort((one, other) => rank.get(one)! - rank.get(other)!);
  let entry = await keep(order[0]);
  for (let at = 1; entry.solved && at < order.length; at++) entry = await keep(order[at]);
  return entry;
}
