/** How to print puzzles: the paper, how many on a page, and with which answers. */

import { useState } from "preact/hooks";
import { call, download, type FileAnswer, type Progress, type Puzzle } from "../api";
import { useKept } from "./kept";
import { Problem } from "./problem";

interface Props { puzzles: Puzzle[]; ratings?: (number | null)[] }

export function PaperForm({ puzzles, ratings }: Props) {
  const [paper, setPaper] = useKept("paper", "a4");
  const [perPage, setPerPage] = useState(1);
  const [title, setTitle] = useState("");
  const [answers, setAnswers] = useState(true);
  const [busy, setBusy] = useState<AbortController | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [told, setTold] = useState<{ error?: string; remarks?: string[] }>({});

  const print = () => {
    const abort = new AbortController();
    setBusy(abort);
    setTold({});
    call<FileAnswer & { remarks: string[] }>("print", {
      puzzles, paper, per_page: perPage, title, answers, ...(ratings ? { stars: ratings } : {}),
    }, { signal: abort.signal, progress: setProgress })
      .then((file) => { download(file); setTold({ remarks: [`Saved as ${file.name}.`, ...file.remarks] }); },
            (problem: Error) => { if (!abort.signal.aborted) setTold({ error: problem.message }); })
      .finally(() => { setBusy(null); setProgress(null); });
  };
  return (
    <form class="paper" onSubmit={(event) => { event.preventDefault(); print(); }}>
      <label>Paper
        <select value={paper} onChange={(event) => setPaper(event.currentTarget.value)}>
          <option value="a4">A4</option><option value="letter">Letter</option>
          <option value="a3">A3</option>
        </select>
      </label>
      {puzzles.length > 1 && (
        <>
          <label>Title of the booklet
            <input value={title} placeholder="none: no title page"
                   onInput={(event) => setTitle(event.currentTarget.value)} /></label>
          <label>Puzzles on a page
            <select value={perPage} onChange={(event) => setPerPage(Number(event.currentTarget.value))}>
              {[1, 2, 4, 6, 8, 9].map((count) => <option key={count} value={count}>{count}</option>)}
            </select>
          </label>
        </>
      )}
      <label>Answers at the back
        <input type="checkbox" checked={answers}
               onChange={(event) => setAnswers(event.currentTarget.checked)} /></label>
      <div class="row">
        <button class="main" disabled={busy !== null}>{busy ? "Printing…" : "Save a PDF"}</button>
        {busy && <button type="button" onClick={() => busy.abort()}>Cancel</button>}
        {progress && <span class="soft small" role="status">{progress.words}</span>}
      </div>
      {told.error && <Problem text={told.error} />}
      <div class="soft small" role="status">
        {told.remarks?.map((remark) => <div key={remark}>{remark}</div>)}
      </div>
    </form>
  );
}
