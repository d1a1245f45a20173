/** A file that the studio makes and the browser saves; what is to be said about it is said beside
 *  the button that was pressed. */

import { useState } from "preact/hooks";
import { call, download, type FileAnswer, type Puzzle } from "../../api";
import { Problem } from "../../parts/problem";

export interface Saving {
  busy: boolean; error: string; remarks: string[];
  save: (verb: string, body: object) => void;
}

export function useSaving(puzzle: Puzzle): Saving {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [remarks, setRemarks] = useState<string[]>([]);
  const save = (verb: string, body: object) => {
    setBusy(true);
    setError("");
    setRemarks([]);
    call<FileAnswer & { remarks: string[] }>(verb, { puzzle, ...body })
      .then((file) => { download(file); setRemarks([`Saved as ${file.name}.`, ...file.remarks]); },
            (problem: Error) => setError(problem.message))
      .finally(() => setBusy(false));
  };
  return { busy, error, remarks, save };
}

export function Told({ saving: { busy, error, remarks } }: { saving: Saving }) {
  return (
    <>
      <div class="small soft told" role="status">
        {busy ? "One moment…" : remarks.map((remark) => <div key={remark}>{remark}</div>)}
      </div>
      {error && <Problem text={error} />}
    </>
  );
}
