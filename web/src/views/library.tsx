/** The library: all puzzles that were kept, to be found again. */

import { useEffect, useState } from "preact/hooks";
import { send, sendForFile } from "../api";
import type { Entry } from "../open";
import { Drop } from "../parts/drop";
import { useKept } from "../parts/kept";
import { Problem } from "../parts/problem";
import { useSession } from "../parts/session";
import { address, go } from "../router";
import { bringing, type Bringing, cameWords, droppedFiles, problemsWords } from "./library/bring";
import { Card, Cover, titleOf } from "./library/card";
import { Cards, fromTheTop } from "./library/cards";
import { Chosen, TagsDialog } from "./library/chosen";
import { Filters, type Wish, WISH } from "./library/filters";
import { Heading } from "./library/heading";
import { isPlain, query, useShelf } from "./library/shelf";
import "./library/library.css";

/** What was done, and how to take it back. */
interface Told { words: string; undo?: () => void }
/** Puzzles whose tags are being set: one with its tags, or many. */
interface Tagging { ids: string[]; tags: string[] | null }

export function LibraryView() {
  const [wish, setWish] = useSession<Wish>("library", WISH);
  const [changes, setChanges] = useState(0);
  const shelf = useShelf(wish, changes);
  const [error, setError] = useState("");
  const [told, setTold] = useState<Told | null>(null);
  const [chosen, setChosen] = useState<Set<string>>(new Set());
  const [choosing, setChoosing] = useState(false);
  const [tagging, setTagging] = useState<Tagging | null>(null);
  const [pictures, setPictures] = useKept("pictures", false);
  const [hidden, setHidden] = useKept("hide-titles", false);
  const [bring, setBring] = useState<Bringing | null>(null);
  const spoilers = { pictures, hidden };
  useEffect(() => { // what was added elsewhere is here when one comes back
    const again = () => { if (!document.hidden) setChanges((count) => count + 1); };
    addEventListener("hashchange", again);
    document.addEventListener("visibilitychange", again);
    return () => {
      removeEventListener("hashchange", again);
      document.removeEventListener("visibilitychange", again);
    };
  }, []);

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
    if (came.entries.length === 1 && came.added + came.existed === 1 && !came.errors.length)
      return go("play", came.entries[0].id);
    setChanges((count) => count + 1);
    setTold({ words: cameWords(came) });
    setError(problemsWords(came));
  };
  const look = (next: Wish) => { fromTheTop(); setWish(next); };
  const restore = (ids: string[]) => act(send("POST", "library/restore", { ids }));
  const bin = (ids: string[], what: string) => act(send("POST", "library/bin", { ids }), {
    words: `${what} ${ids.length === 1 ? "is" : "are"} in the bin.`, undo: () => void restore(ids) });
  const chooseAll = () => {
    setChoosing(true);
    send<{ ids: string[] }>("GET", `library/ids?${query(wish)}`)
      .then(({ ids }) => setChosen(new Set(ids)), (trouble: Error) => setError(trouble.message))
      .finally(() => setChoosing(false));
  };
  const total = shelf.total ?? 0, empty = shelf.total === 0 && !shelf.busy && isPlain(wish);

  return (
    <Drop class="library" onDrop={(event) => void droppedFiles(event).then(take)}>
      <Heading empty={empty} choosing={chosen.size > 0} words={shelf.total === null || shelf.busy ? "" : countWords(wish, total, shelf.counts)} bin={wish.bin} {...spoilers}
               onFiles={take} onText={(text) => take([new File([text], "pasted.txt")])}
               onBin={(on) => { setChosen(new Set()); look({ ...wish, bin: on }); }}
               onPictures={setPictures} onHidden={setHidden} />
      {!empty && <Filters wish={wish} onWish={look} changes={changes} counts={shelf.counts} />}
      <p class="row soft told" role="status">
        {bring ? <><span>Reading {Math.min(bring.done + 1, bring.total).toLocaleString("en")} of {bring.total.toLocaleString("en")}: <bdi>{bring.name}</bdi></span>
          <button onClick={bring.cancel}>Cancel</button></> : told?.words}
        {told?.undo && <button onClick={told.undo}>Put back</button>}
      </p>
      {(error || shelf.problem) && <Problem text={error || shelf.problem} />}
      {chosen.size > 0 && <Chosen ids={[...chosen]} total={total} bin={wish.bin} busy={choosing}
        onAll={chooseAll} onNone={() => setChosen(new Set())}
        onTags={() => setTagging({ ids: [...chosen], tags: null })}
        onExport={() => void act(sendForFile("library/export", { ids: [...chosen] }, "nonograms.zip"))}
        onMove={(ids) => {
          setChosen(new Set());
          void (wish.bin ? restore(ids) : bin(ids, count(ids.length)));
        }} />}
      {shelf.begun.length > 0 && <Continue entries={shelf.begun} hidden={hidden} />}
      {shelf.total !== null && (total ? (
        <Cards total={total} busy={shelf.busy} onRange={shelf.show} card={(index) => {
          const entry = shelf.at(index);
          if (!entry) return <li key={`wait-${index}`} class="card panel waiting-card" aria-hidden="true" />;
          return <Card key={entry.id} entry={entry} spoilers={spoilers} place={[index + 1, total]}
            chosen={chosen.has(entry.id)}
            onChosen={(on) => setChosen((ids) => toggled(ids, entry.id, on))}
            onTags={() => setTagging({ ids: [entry.id], tags: entry.tags })}
            onBin={() => void bin([entry.id], titleOf(entry, hidden))}
            onRestore={() => void restore([entry.id])} />;
        }} />
      ) : <Nothing wish={wish} />)}
      {wish.bin && total > 0 && <EmptyBin onEmpty={() => {
        setChosen(new Set());
        void act(send("DELETE", "library/bin"), { words: "The bin was emptied." });
      }} />}
      {tagging && <TagsDialog tags={tagging.tags} count={tagging.ids.length} onClose={() => setTagging(null)}
        onSet={(add, remove) => void act(send("POST", "library/tags", { ids: tagging.ids, add, remove }),
          tagging.tags ? undefined : { words: `Tags of ${count(tagging.ids.length)} were set.` })} />}
    </Drop>
  );
}

/** Games to go on with, the last played first. */
function Continue({ entries, hidden }: { entries: Entry[]; hidden: boolean }) {
  return (
    <section class="continue" aria-labelledby="continue">
      <h2 id="continue">Continue</h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} class="panel">
            <Cover entry={entry} picture={false} />
            <a href={address("play", entry.id)}><bdi>{titleOf(entry, hidden)}</bdi></a>
          </li>))}
      </ul>
    </section>
  );
}

function countWords(wish: Wish, total: number, counts: ReturnType<typeof useShelf>["counts"]): string {
  const words = [isPlain({ ...wish, bin: false }) ? count(total) : `${total.toLocaleString("en")} found`];
  const unrated = counts?.unrated ?? 0;
  if (unrated && !wish.bin) words.push(`${unrated.toLocaleString("en")} still to be rated`);
  return words.join(" · ");
}

function count(puzzles: number): string {
  return puzzles === 1 ? "1 puzzle" : `${puzzles.toLocaleString("en")} puzzles`;
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
  const searching = !isPlain({ ...wish, bin: false });
  return (
    <div class="panel nothing">
      <h2>{searching ? "Nothing found" : wish.bin ? "The bin is empty" : "No puzzles yet"}</h2>
      {!wish.bin && !searching && <>
        <p>Add puzzle files, or drop them here (all common formats are read), make one from a picture, a 3D model
          or a drawing, or begin with one of ours.</p>
        <a class="button main" href={address("start")}>Puzzles to begin with</a>
      </>}
    </div>
  );
}
