/** Make a puzzle: from a picture, a 3D model, a drawing, from words, by chance, or from nothing. */

import { useEffect, useState } from "preact/hooks";
import { Drop, FileButton } from "../parts/drop";
import { Problem } from "../parts/problem";
import { go } from "../router";
import { bringing, droppedFiles } from "./library/bring";
import { Bench } from "./make/bench";
import { ACCEPT } from "./make/kinds";
import { type Draft, emptyDraft, lastDraft } from "./make/draw/draft";
import { pastedFiles, type Source, sourceOf } from "./make/sources";
import { Start } from "./make/start";
import { begin, type Work } from "./make/work";
import "./make/make.css";

let kept: Work | null = null; // stays while one looks at other pages

/** The drawing board is loaded on first use. */
type Drawing = { board: typeof import("./make/draw/board"); begin: Draft };

export function MakeView() {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [work, setWork] = useState<Work | null>(kept);
  const [error, setError] = useState("");
  const [reading, setReading] = useState("");
  kept = work;

  const start = (source: Source | null, words = "") => {
    if (kept?.source.of === "file") URL.revokeObjectURL(kept.source.url);
    setError("");
    setWork(source && begin(source, words));
  };
  const take = async (files: File[]) => {
    if (!files.length) return;
    setError("");
    setReading(files[0].name);
    try {
      const source = await sourceOf(files[0]);
      if (source) start(source);
      else await toLibrary(files);
      if (source && files.length > 1) setError(`One at a time: this is ${files[0].name}.`);
    } catch (problem) {
      setError((problem as Error).message);
    }
    setReading("");
  };
  usePaste(take);

  return (
    <Drop class="make-page" onDrop={(event) => void droppedFiles(event).then(take)}>
      <div class="row heading">
        <h1>Make{!work && " a puzzle"}</h1>
        {drawing && <button onClick={() => setDrawing(null)}>Close the drawing</button>}
        {work && !drawing && <FileButton accept={ACCEPT} onFiles={take} label="Another file" />}
        {work && !drawing && <button onClick={() => start(null)}>Start over</button>}
      </div>
      {reading && <p class="soft" role="status">Reading {reading}…</p>}
      {error && <Problem text={error} />}
      {drawing ? <drawing.board.DrawBoard begin={drawing.begin} onSvg={(file, family, settings) => void sourceOf(file).then((source) => {
        if (!source) return;
        const begun = begin(source);
        setDrawing(null);
        setWork({ ...begun, family, settings: { ...begun.settings, [family]: { ...begun.settings[family], ...settings } } });
      })} />
        : work ? <Bench key={sourceKey(work.source)} work={work}
                     onWork={(change) => setWork((before) => before && change(before))} />
        : <Start onFiles={take} onSource={start} onError={setError} onDraw={(family, bent) => void import("./make/draw/board").then((board) =>
            setDrawing({ board, begin: (family ? null : lastDraft()) ?? emptyDraft(family, bent) }))} />}
    </Drop>
  );
}

/** Another source, another bench. */
const keys = new WeakMap<Source, number>();
let count = 0;
function sourceKey(source: Source): number {
  if (!keys.has(source)) keys.set(source, ++count);
  return keys.get(source)!;
}

async function toLibrary(files: File[]): Promise<void> {
  const { entries, errors } = await bringing(files, () => {});
  if (errors.length) throw new Error(errors.slice(0, 5).join("\n"));
  if (entries.length === 1) go("play", entries[0].id);
  else go("library");
}

function usePaste(take: (files: File[]) => void): void {
  useEffect(() => {
    const pasted = (event: ClipboardEvent) => {
      const files = pastedFiles(event);
      if (!files.length) return; // words into a field
      event.preventDefault();
      take(files);
    };
    document.addEventListener("paste", pasted);
    return () => document.removeEventListener("paste", pasted);
  }, []);
}
