/** The ways into the library: make a puzzle, or bring files, a folder, a text. */

import { useEffect, useRef, useState } from "preact/hooks";
import { address } from "../../router";

interface Props { onFiles: (files: File[]) => void; onText: (text: string) => void }

export function Heading({ onFiles, onText }: Props) {
  const files = useRef<HTMLInputElement>(null), folder = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  const picked = (input: HTMLInputElement) => {
    onFiles([...input.files ?? []].filter((file) => !file.name.startsWith(".")));
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
      {pasting && <Pasting onText={(text) => { setPasting(false); onText(text); }} />}
    </>
  );
}

function Pasting({ onText }: Pick<Props, "onText">) {
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current!.focus(), []);
  return (
    <form class="panel paste" onSubmit={(event) => { event.preventDefault(); onText(text); }}>
      <label>A share string, or a puzzle in any text format
        <textarea rows={5} value={text} spellcheck={false} ref={box}
                  onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button class="main" disabled={!text.trim()}>Add it</button>
    </form>
  );
}
