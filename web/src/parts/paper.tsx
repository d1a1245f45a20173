/** How to print puzzles: the paper, how many on a page, and with which answers. */

import { useState } from "preact/hooks";
import { call, download, type FileAnswer, type Progress, type Puzzle } from "../api";
import { FAMILIES } from "../generated/families";
import { BOOKLET_FIELDS } from "../generated/options";
import { chosen, usual } from "../model/fields";
import { Fields } from "./field";
import { useKept } from "./kept";
import { Problem } from "./problem";

interface Props {
  puzzles: Puzzle[]; ratings?: (number | null)[];
  /** Whether to print is what the page is for. */
  primary?: boolean;
}

export function PaperForm({ puzzles, ratings, primary = true }: Props) {
  const [paper, setPaper] = useKept("paper", "a4");
  const [set, setSet] = useState(usual(BOOKLET_FIELDS));
  const values = { ...set, paper, puzzles: puzzles.length,
                   views: puzzles.some(({ family }) => FAMILIES[String(family)].views) };
  const [busy, setBusy] = useState<AbortController | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [told, setTold] = useState<{ error?: string; remarks?: string[] }>({});

  const print = () => {
    const abort = new AbortController();
    setBusy(abort);
    setTold({});
    call<FileAnswer & { remarks: string[] }>("print", {
      puzzles, ...chosen(BOOKLET_FIELDS, values), ...(ratings ? { stars: ratings } : {}),
    }, { signal: abort.signal, progress: setProgress })
      .then((file) => { download(file); setTold({ remarks: [`Saved as ${file.name}.`, ...file.remarks] }); },
            (problem: Error) => { if (!abort.signal.aborted) setTold({ error: problem.message }); })
      .finally(() => { setBusy(null); setProgress(null); });
  };
  return (
    <form class="paper" onSubmit={(event) => { event.preventDefault(); print(); }}>
      <Fields fields={BOOKLET_FIELDS} values={values} onValue={(name, value) =>
        name === "paper" ? setPaper(String(value)) : setSet((now) => ({ ...now, [name]: value }))} />
      <div class="row">
        <button class={primary ? "main" : ""} disabled={busy !== null}>{busy ? "Printing…" : "Save a PDF"}</button>
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
