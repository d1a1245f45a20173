/** The library: all puzzles that were kept, to be found again. */

import { useEffect, useRef, useState } from "preact/hooks";
import { send } from "../api";
import type { Entry } from "../open";
import { useKept } from "../parts/kept";
import { Problem } from "../parts/problem";
import { address, go } from "../router";
import { Card } from "./library/card";
import { Filters, type Wish, WISH } from "./library/filters";
import { bringing, type Bringing, droppedFiles } from "./library/bring";
import "./library/library.css";

interface Page { entries: Entry[]; total: number }

const MANY = 60; // entries at a time

export function LibraryView() {
  const [wish, setWish] = useState<Wish>(WISH);
  const [shown, setShown] = useState<Page | null>(null);
  const [limit, setLimit] = useState(MANY);
  const [changes, setChanges] = useState(0);
  const [error, setError] = useState("");
  const [chosen, setChosen] = useState<Set<string>>(new Set());
  const [pictures, setPictures] = useKept("pictures", false);
  const [bring, setBring] = useState<Bringing | null>(null);
  const again = () => setChanges((count) => count + 1);

  useEffect(() => {
    let current = true;
    const query = new URLSearchParams({ ...wish, bin: String(wish.bin), limit: String(limit) });
    const wait = setTimeout(() => send<Page>("GET", `library?${query}`).then(
      (page) => { if (current) { setShown(page); setError(""); } },
      (problem: Error) => { if (current) setError(problem.message); }), wish.search ? 150 : 0);
    return () => { current = false; clearTimeout(wait); };
  }, [wish, limit, changes]);

  const take = async (files: File[]) => {
    setError("");
    const came = await bringing(files, setBring);
    setBring(null);
    again();
    if (came.errors.length) setError(came.errors.slice(0, 5).join("\n"));
    else if (came.entries.length === 1) go("play", came.entries[0].id);
  };
  const act = (work: Promise<unknown>) =>
    work.then(again, (problem: Error) => setError(problem.message));

  return (
    <div class="library" onDragOver={(event) => event.preventDefault()}
         onDrop={(event) => { event.preventDefault(); void droppedFiles(event).then(take); }}>
      <Heading onFiles={take} onText={(text) => take([new File([text], "pasted.txt")])} />
      <Filters wish={wish} onWish={(next) => { setWish(next); setLimit(MANY); }} changes={changes}
               pictures={pictures} onPictures={setPictures} />
      {bring && <p class="soft" role="status">Reading {bring.done} of {bring.total}: {bring.name}</p>}
      {error && <Problem text={error} />}
      {chosen.size > 0 && <Chosen ids={[...chosen]} onNone={() => setChosen(new Set())} bin={wish.bin}
        onBin={() => act(Promise.all([...chosen].map((id) => send("DELETE", `library/${id}`)))
          .then(() => setChosen(new Set())))} />}
      {shown && (shown.total ? (
        <>
          <ul class="cards">
            {shown.entries.map((entry) => (
              <Card key={entry.id} entry={entry} picture={pictures || entry.solved}
                chosen={chosen.has(entry.id)}
                onChosen={(on) => setChosen((ids) => toggled(ids, entry.id, on))}
                onTags={(tags) => act(send("PUT", `library/${entry.id}`, { tags }))}
                onBin={() => act(send("DELETE", `library/${entry.id}`))}
                onRestore={() => act(send("POST", `library/${entry.id}/restore`, {}))} />))}
          </ul>
          {shown.total > shown.entries.length &&
            <button onClick={() => setLimit(limit + MANY)}>
              Show more ({shown.total - shown.entries.length} left)</button>}
        </>
      ) : <Nothing wish={wish} />)}
      {wish.bin && shown && shown.total > 0 &&
        <button onClick={() => act(send("DELETE", "library/bin"))}>Empty the bin for good</button>}
    </div>
  );
}

function toggled(ids: Set<string>, id: string, on: boolean): Set<string> {
  const next = new Set(ids);
  if (on) next.add(id); else next.delete(id);
  return next;
}

interface HeadingProps { onFiles: (files: File[]) => void; onText: (text: string) => void }

function Heading({ onFiles, onText }: HeadingProps) {
  const files = useRef<HTMLInputElement>(null), folder = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  const [text, setText] = useState("");
  const picked = (input: HTMLInputElement) => {
    onFiles([...input.files ?? []]);
    input.value = "";
  };
  return (
    <>
      <div class="row heading">
        <h1>Library</h1>
        <a class="button main" href={address("make")}>Make a puzzle</a>
        <button onClick={() => files.current!.click()}>Add files</button>
        <button onClick={() => folder.current!.click()}>Add a folder</button>
        <button onClick={() => setPasting(!pasting)} aria-expanded={pasting}>Paste</button>
        <a class="button" href="api/library/export" download>Export all</a>
        <input ref={files} type="file" multiple hidden aria-label="Puzzle files"
               onChange={(event) => picked(event.currentTarget)} />
        <input ref={folder} type="file" multiple hidden aria-label="A folder of puzzles"
               {...{ webkitdirectory: true }} onChange={(event) => picked(event.currentTarget)} />
      </div>
      {pasting && (
        <form class="panel paste" onSubmit={(event) => {
          event.preventDefault();
          setPasting(false);
          setText("");
          onText(text);
        }}>
          <label>A share string, or a puzzle in any text format
            <textarea rows={5} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
          <button class="main" disabled={!text.trim()}>Add it</button>
        </form>
      )}
    </>
  );
}

interface ChosenProps { ids: string[]; bin: boolean; onNone: () => void; onBin: () => void }

function Chosen({ ids, bin, onNone, onBin }: ChosenProps) {
  return (
    <div class="row panel chosen" role="status">
      <span>{ids.length} chosen</span>
      <a class="button main" href={address("print", ids.join(","))}>Print a booklet</a>
      {!bin && <button onClick={onBin}>Move to the bin</button>}
      <button class="quiet" onClick={onNone}>None</button>
    </div>
  );
}

function Nothing({ wish }: { wish: Wish }) {
  const searching = wish.search || wish.tag || wish.family;
  return (
    <div class="panel nothing">
      <h2>{wish.bin ? "The bin is empty" : searching ? "Nothing found" : "No puzzles yet"}</h2>
      {!wish.bin && !searching && <p>Make one from a picture, a 3D model or a drawing, or drop puzzle
        files here: all common formats are read.</p>}
    </div>
  );
}

