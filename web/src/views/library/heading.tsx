/** The head of the library: how much is in it, and the ways into it and out of it. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Menu } from "../../parts/menu";
import { address } from "../../router";

interface Props {
  /** There is nothing yet: what to begin with is the first thing to do. */
  empty: boolean; words: string;
  /** Puzzles are chosen: what is done with them is the first thing to do. */
  choosing: boolean; bin: boolean; pictures: boolean; hidden: boolean;
  onFiles: (files: File[]) => void; onText: (text: string) => void;
  onBin: (on: boolean) => void; onPictures: (on: boolean) => void; onHidden: (on: boolean) => void;
}

export function Heading({ empty, choosing, words, bin, pictures, hidden, onFiles, onText, onBin, onPictures, onHidden }: Props) {
  const files = useRef<HTMLInputElement>(null), folder = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  const picked = (input: HTMLInputElement) => {
    onFiles([...input.files ?? []].filter((file) => !file.name.startsWith(".")));
    input.value = "";
  };
  return (
    <>
      <div class="row heading">
        <h1>{bin ? "Bin" : "Library"}</h1>
        <p class="soft counts">{words}</p>
        <a class={empty || choosing ? "button" : "button main"} href={address("make")}>Make a puzzle</a>
        <Menu label="Add puzzles" entries={[
          { words: "Files…", act: () => files.current!.click() },
          { words: "A folder…", act: () => folder.current!.click() },
          { words: "Paste a text…", act: () => setPasting(true) },
        ]}>Add</Menu>
        <Menu label="More of the library" title="More" entries={[
          { words: "Export all", href: "api/library/export", download: true },
          { words: "Show solutions", ticked: pictures, act: () => onPictures(!pictures) },
          { words: "Hide titles until solved", ticked: hidden, act: () => onHidden(!hidden) },
          { words: "Show the bin", ticked: bin, act: () => onBin(!bin) },
        ]}>⋯</Menu>
        <input ref={files} type="file" multiple hidden aria-label="Puzzle files"
               onChange={(event) => picked(event.currentTarget)} />
        <input ref={folder} type="file" multiple hidden aria-label="A folder of puzzles"
               {...{ webkitdirectory: true }} onChange={(event) => picked(event.currentTarget)} />
      </div>
      {pasting && <Pasting onText={(text) => { setPasting(false); onText(text); }}
                           onClose={() => setPasting(false)} />}
    </>
  );
}

function Pasting({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current!.focus(), []);
  return (
    <form class="panel paste" onSubmit={(event) => { event.preventDefault(); onText(text); }}>
      <label>A share string, or a puzzle in any text format
        <textarea rows={5} value={text} spellcheck={false} ref={box}
                  onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="row">
        <button class="main" disabled={!text.trim()}>Add it</button>
        <button type="button" class="quiet" onClick={onClose}>Cancel</button>
      </div>
    </form>
  );
}
