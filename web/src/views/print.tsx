/** A booklet of several puzzles of the library, with the answers at the back. */

import { useEffect, useState } from "preact/hooks";
import { type Puzzle, send } from "../api";
import type { Entry } from "../open";
import { PaperForm } from "../parts/paper";
import { Problem } from "../parts/problem";
import "./share.css";

interface Chosen { entry: Entry; puzzle: Puzzle }

export function PrintView({ ids }: { ids: string }) {
  const [chosen, setChosen] = useState<Chosen[] | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    Promise.all(ids.split(",").map((id) => send<Chosen>("GET", `library/${id}`)))
      .then(setChosen, (problem: Error) => setError(problem.message));
  }, [ids]);
  if (error) return <Problem text={error} />;
  if (!chosen) return <p class="waiting" aria-busy="true">Opening…</p>;
  const move = (at: number, by: number) => {
    const next = [...chosen];
    const [taken] = next.splice(at, 1);
    if (by) next.splice(at + by, 0, taken);
    setChosen(next);
  };
  return (
    <div class="share booklet">
      <h1>A booklet of {chosen.length} puzzles</h1>
      <div class="share-columns">
        <ol class="panel">
          {chosen.map(({ entry }, at) => (
            <li key={entry.id}>
              <span class="row">
                <span class="grow">{entry.title || "Untitled"} <span class="soft small">
                  {entry.family} · {entry.size}</span></span>
                <button aria-label={`Move ${entry.title} up`} disabled={!at}
                        onClick={() => move(at, -1)}>↑</button>
                <button aria-label={`Move ${entry.title} down`} disabled={at === chosen.length - 1}
                        onClick={() => move(at, 1)}>↓</button>
                <button aria-label={`Leave out ${entry.title}`} disabled={chosen.length === 1}
                        onClick={() => move(at, 0)}>×</button>
              </span>
            </li>
          ))}
        </ol>
        <div class="panel"><PaperForm puzzles={chosen.map(({ puzzle }) => puzzle)}
          ratings={chosen.map(({ entry }) => entry.rating?.stars ?? null)} /></div>
      </div>
    </div>
  );
}
