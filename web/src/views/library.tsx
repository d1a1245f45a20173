/** The library: all puzzles that were kept, to be found again. */

import { useEffect, useState } from "preact/hooks";
import { send } from "../api";
import type { Entry } from "../open";
import { Drop } from "../parts/drop";
import { useKept } from "../parts/kept";
import { Problem } from "../parts/problem";
import { go } from "../router";
import { bringing, type Bringing, cameWords, droppedFiles, problemsWords } from "./library/bring";
import { Card } from "./library/card";
import { Chosen } from "./library/chosen";
import { Filters, type Wish, WISH } from "./library/filters";
import { Heading } from "./library/heading";
import "./library/library.css";

interface Page { entries: Entry[]; total: number }
/** What was done, and how to take it back. */
interface Told { words: string; undo?: () => void }

const MANY = 60; // entries at a time

export function LibraryView() {
  const [wish, setWish] = useState<Wish>(WISH);
  const [limit, setLimit] = useState(MANY);
  const [changes, setChanges] = useState(0);
  const { shown, problem } = useShown(wish, limit, changes);
  const [error, setError] = useState("");
  const [told, setTold] = useState<Told | null>(null);
  const [chosen, setChosen] = useState<Set<string>>(new Set());
  const [pictures, setPictures] = useKept("pictures", false);
  const [bring, setBring] = useState<Bringing | null>(null);

  const act = (work: Promise<unknown>, done?: Told) => {
    setError("");
    setTold(null);
    return work.then(() => setTold(done ?? null), (trouble: Error) => setError(trouble.message))
      .finally(() => setChanges((count) => count + 1));
  };
  const take = async (files: File[]) => {
    if (!files.length) return;
    setError("");
    setTold(null);
    const came = await bringing(files, setBring);
    setBring(null);
    if (came.entries.length === 1 && !came.errors.length) return go("play", came.entries[0].id);
    setChanges((count) => count + 1);
    setTold({ words: cameWords(came) });
    setError(problemsWords(came));
  };
  const restore = (ids: string[]) => act(forAll(ids, "POST", "/restore"));
  const bin = (ids: string[], what: string) => act(forAll(ids, "DELETE"), {
    words: `${what} ${ids.length === 1 ? "is" : "are"} in the bin.`, undo: () => void restore(ids) });

  return (
    <Drop class="library" onDrop={(event) => void droppedFiles(event).then(take)}>
      <Heading onFiles={take} onText={(text) => take([new File([text], "pasted.txt")])} />
      <Filters wish={wish} onWish={(next) => { setWish(next); setLimit(MANY); }} changes={changes}
               pictures={pictures} onPictures={setPictures} />
      <p class="row soft told" role="status">
        {bring ? <>Reading {bring.done + 1} of {bring.total}: <bdi>{bring.name}</bdi></> : told?.words}
        {told?.undo && <button onClick={told.undo}>Put back</button>}
      </p>
      {(error || problem) && <Problem text={error || problem} />}
      {chosen.size > 0 && <Chosen ids={[...chosen]} bin={wish.bin}
        onAll={() => setChosen(new Set([...chosen, ...(shown?.entries ?? []).map(({ id }) => id)]))}
        onNone={() => setChosen(new Set())}
        onMove={(ids) => {
          setChosen(new Set());
          void (wish.bin ? restore(ids) : bin(ids, count(ids.length)));
        }} />}
      {shown && (shown.total ? (
        <>
          <ul class="cards">
            {shown.entries.map((entry) => (
              <Card key={entry.id} entry={entry} picture={pictures || entry.solved}
                chosen={chosen.has(entry.id)}
                onChosen={(on) => setChosen((ids) => toggled(ids, entry.id, on))}
                onTags={(tags) => void act(send("PUT", `library/${entry.id}`, { tags }))}
                onBin={() => void bin([entry.id], entry.title || "Untitled")}
                onRestore={() => void restore([entry.id])} />))}
          </ul>
          {shown.total > shown.entries.length &&
            <button onClick={() => setLimit(limit + MANY)}>
              Show more ({shown.total - shown.entries.length} left)</button>}
        </>
      ) : <Nothing wish={wish} />)}
      {wish.bin && shown && shown.total > 0 && <EmptyBin onEmpty={() => {
        setChosen(new Set());
        void act(send("DELETE", "library/bin"), { words: "The bin was emptied." });
      }} />}
    </Drop>
  );
}

/** The entries that are wished for; while one types a search, not every letter is asked for. */
function useShown(wish: Wish, limit: number, changes: number) {
  const [shown, setShown] = useState<Page | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let current = true;
    const query = new URLSearchParams({ ...wish, bin: String(wish.bin), limit: String(limit) });
    const wait = setTimeout(() => send<Page>("GET", `library?${query}`).then(
      (page) => { if (current) { setShown(page); setProblem(""); } },
      (trouble: Error) => { if (current) setProblem(trouble.message); }), wish.search ? 150 : 0);
    return () => { current = false; clearTimeout(wait); };
  }, [wish, limit, changes]);
  return { shown, problem };
}

async function forAll(ids: string[], method: string, what = ""): Promise<void> {
  for (const id of ids) await send(method, `library/${id}${what}`, method === "POST" ? {} : undefined);
}

function count(puzzles: number): string {
  return puzzles === 1 ? "1 puzzle" : `${puzzles} puzzles`;
}

function toggled(ids: Set<string>, id: string, on: boolean): Set<string> {
  const next = new Set(ids);
  if (on) next.add(id); else next.delete(id);
  return next;
}

/** What cannot be taken back is asked for twice. */
function EmptyBin({ onEmpty }: { onEmpty: () => void }) {
  const [sure, setSure] = useState(false);
  if (!sure) return <div><button onClick={() => setSure(true)}>Empty the bin</button></div>;
  return (
    <div class="row panel" role="group" aria-label="Empty the bin">
      <span>What is in the bin will be gone for good, with its games.</span>
      <button onClick={onEmpty}>Forget it all</button>
      <button class="quiet" onClick={() => setSure(false)}>Keep it</button>
    </div>
  );
}

function Nothing({ wish }: { wish: Wish }) {
  const searching = wish.search || wish.tag || wish.family;
  return (
    <div class="panel nothing">
      <h2>{searching ? "Nothing found" : wish.bin ? "The bin is empty" : "No puzzles yet"}</h2>
      {!wish.bin && !searching && <p>Make one from a picture, a 3D model or a drawing, or drop puzzle
        files here: all common formats are read.</p>}
    </div>
  );
}
