/** A booklet of several puzzles of the library, with the answers at the back. */

import { useEffect, useState } from "preact/hooks";
import { send } from "../api";
import type { Entry } from "../open";
import { Closed } from "../parts/closed";
import { Name } from "../parts/name";
import { PaperForm } from "../parts/paper";
import { Stars } from "../parts/stars";
import { type Chosen, rate } from "./print/ratings";
import "./share.css";

export function PrintView({ ids }: { ids: string }) {
  const [chosen, setChosen] = useState<Chosen[] | null>(null);
  const [error, setError] = useState("");
  const [unrated, setUnrated] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const rated = (id: string, rating: Entry["rating"]) => setChosen((now) => now && now.map(
      (one) => one.entry.id === id ? { ...one, entry: { ...one.entry, rating } } : one));
    Promise.all(ids.split(",").map((id) => send<Chosen>("GET", `library/${id}`)))
      .then((found) => { setChosen(found); void rate(found, abort.signal, setUnrated, rated); },
            (problem: Error) => setError(problem.message));
    return () => abort.abort();
  }, [ids]);
  if (error) return <Closed text={error} />;
  if (!chosen) return <p class="waiting" aria-busy="true">Opening…</p>;
  const move = (at: number, by: number) => {
    const next = [...chosen];
    const [taken] = next.splice(at, 1);
    if (by) next.splice(at + by, 0, taken);
    setChosen(next);
  };
  return (
    <div class="share booklet">
      <h1>A booklet of {chosen.length === 1 ? "one puzzle" : `${chosen.length} puzzles`}</h1>
      <div class="share-columns">
        <ol class="panel">
          {chosen.map(({ entry }, at) => (
            <Line key={entry.id} entry={entry} at={at} last={at === chosen.length - 1}
                  onMove={(by) => move(at, by)} />))}
        </ol>
        <div class="panel">
          <PaperForm puzzles={chosen.map(({ puzzle }) => puzzle)}
                     ratings={chosen.map(({ entry }) => entry.rating?.stars ?? null)} />
          <div class="small soft told" role="status">
            {unrated > 0 && `How hard are they? ${unrated} to go; what is saved now has no stars for them.`}</div>
        </div>
      </div>
    </div>
  );
}

interface LineProps { entry: Entry; at: number; last: boolean; onMove: (by: number) => void }

/** A puzzle of the booklet, to be moved up (-1), down (1) or out (0). */
function Line({ entry, at, last, onMove }: LineProps) {
  const title = entry.title || "Untitled";
  return (
    <li class="row">
      <span class="grow"><span class="soft">{at + 1}.</span> <Name of={entry.title} />{" "}
        <span class="soft small facts">{entry.family} · {entry.size}</span>{" "}
        {entry.rating && <Stars stars={entry.rating.stars} />}</span>
      <span class="moves">
        <button aria-label={`Move ${title} up`} title="Up" disabled={!at}
                onClick={() => onMove(-1)}>↑</button>
        <button aria-label={`Move ${title} down`} title="Down" disabled={last}
                onClick={() => onMove(1)}>↓</button>
        <button aria-label={`Leave out ${title}`} title="Leave out" disabled={last && !at}
                onClick={() => onMove(0)}>×</button>
      </span>
    </li>
  );
}
