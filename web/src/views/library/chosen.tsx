/** What can be done with the puzzles that are ticked, however many they are. */

import { useEffect, useRef, useState } from "preact/hooks";
import { address } from "../../router";

export const MAX_PRINTED = 500; // puzzles of a booklet

interface Props {
  ids: string[]; total: number; bin: boolean;
  /** All are being chosen: what is done waits for them. */
  busy: boolean;
  onAll: () => void; onNone: () => void; onMove: (ids: string[]) => void; onExport: () => void; onTags: () => void;
}

export function Chosen({ ids, total, bin, busy, onAll, onNone, onMove, onExport, onTags }: Props) {
  const many = ids.length > MAX_PRINTED;
  return (
    <div class="row panel chosen-bar" role="group" aria-label="Chosen puzzles">
      <span role="status">{ids.length.toLocaleString("en")} chosen</span>
      <button class="quiet" onClick={onAll} disabled={busy || ids.length >= total}>
        Choose all {total.toLocaleString("en")}</button>
      <button class="quiet" onClick={onNone}>None</button>
      <span class="grow" />
      {bin ? <button class="main" disabled={busy} onClick={() => onMove(ids)}>Put back</button> : <>
        <button disabled={busy} onClick={() => onMove(ids)}>Move to the bin</button>
        <button disabled={busy} onClick={onTags}>Tags…</button>
        <button disabled={busy} onClick={onExport}>Export</button>
        {many ? <span class="soft small">A booklet has at most {MAX_PRINTED} puzzles.</span>
          : busy ? <button class="main" disabled>Print a booklet</button>
          : <a class="button main" href={address("print", ids.join(","))}>Print a booklet</a>}
      </>}
    </div>
  );
}

interface TagsProps { tags: string[] | null; count: number; onSet: (add: string[], remove: string[]) => void; onClose: () => void }

/** Tags of one puzzle, or tags to give to many and to take from them. */
export function TagsDialog({ tags, count, onSet, onClose }: TagsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [add, setAdd] = useState(tags?.join(", ") ?? ""), [remove, setRemove] = useState("");
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} class="panel tags-dialog" aria-label="Tags" onClose={onClose}>
      <form method="dialog" onSubmit={() => {
        const added = words(add);
        onSet(added, tags ? tags.filter((tag) => !added.includes(tag)) : words(remove));
      }}>
        <h2>{tags ? "Tags" : `Tags of ${count.toLocaleString("en")} puzzles`}</h2>
        <label>{tags ? "Tags, with commas between them" : "Give them, with commas between them"}
          <input value={add} onInput={(event) => setAdd(event.currentTarget.value)} /></label>
        {!tags && <label>Take away
          <input value={remove} onInput={(event) => setRemove(event.currentTarget.value)} /></label>}
        <div class="row">
          <button class="main">Set tags</button>
          <button type="button" class="quiet" onClick={() => dialog.current!.close()}>Cancel</button>
        </div>
      </form>
    </dialog>
  );
}

function words(text: string): string[] {
  return text.split(",").map((tag) => tag.trim()).filter(Boolean);
}
