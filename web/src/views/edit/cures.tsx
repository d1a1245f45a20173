/** Proposals: which few cells to change so that the puzzle becomes fair. */

import { useEffect, useRef, useState } from "preact/hooks";
import { call, type Puzzle } from "../../api";
import { Problem } from "../../parts/problem";

export interface Repaired {
  changes: [cell: number, colour: number][]; cured: boolean; words: string;
  edits: { cell: number; colour: number; open: number; decided: number; words: string }[];
  helpful: number;
}

const SOON = 400; // milliseconds

export type Changes = [cell: number, colour: number][];

interface Props {
  ask: () => { puzzle: Puzzle; picture: number[] };
  /** Counts changes of the picture: proposals that were asked for are renewed after each. */
  turn: number;
  onShow: (changes: Changes) => void;
  onApply: (changes: Changes) => void;
}

export function Cures({ ask, turn, onShow, onApply }: Props) {
  const [found, setFound] = useState<Repaired | null>(null);
  const [busy, setBusy] = useState<AbortController | null>(null);
  const [words, setWords] = useState("");
  const [error, setError] = useState("");
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current) return undefined;
    const soon = setTimeout(look, SOON); // strokes may follow each other
    return () => clearTimeout(soon);
  }, [turn]);
  useEffect(() => () => running.current?.abort(), []);
  const running = useRef<AbortController | null>(null);
  const look = () => {
    wanted.current = true;
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setBusy(abort);
    setError("");
    call<Repaired>("repair", { ...ask(), list: 8 }, {
      signal: abort.signal, progress: (progress) => setWords(progress.words) })
      .then(setFound, (problem: Error) => { if (!abort.signal.aborted) setError(problem.message); })
      .finally(() => { if (running.current === abort) { setBusy(null); setWords(""); } });
  };
  return (
    <section class="panel cures">
      <h2>Proposals</h2>
      {!found && !busy && <p class="small soft">Which few cells to change, so that it has one solution
        that can be found line by line.</p>}
      <div class="row">
        <button onClick={look} disabled={busy !== null}>{busy ? "Looking…" : "Propose changes"}</button>
        {busy && <button onClick={() => { wanted.current = false; busy.abort(); }}>Cancel</button>}
        {words && <span class="small soft" role="status">{words}</span>}
      </div>
      {error && <Problem text={error} />}
      {found && (
        <div class={busy ? "stale" : ""} aria-busy={busy !== null}>
          <p>{sentence(found.words)}</p>
          {found.changes.length > 0 && (
            <Proposal words={allOf(found)} main
                      changes={found.changes} onShow={onShow} onApply={onApply} />)}
          {found.edits.length > 0 && <h3>One at a time</h3>}
          <ul>
            {found.edits.map((edit) => (
              <li key={`${edit.cell}-${edit.colour}`}>
                <Proposal words={sentence(edit.words)} changes={[[edit.cell, edit.colour]]} onShow={onShow}
                          onApply={onApply} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function allOf({ cured, changes }: Repaired): string {
  const one = changes.length === 1;
  if (!cured) return one ? "Make it: it helps" : "Make them: it helps";
  return one ? "Make this change" : "Make all of them";
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface ProposalProps {
  words: string; main?: boolean; changes: Changes;
  onShow: (changes: Changes) => void; onApply: (changes: Changes) => void;
}

/** Pointing at it shows it on the board. */
function Proposal({ words, main = false, changes, onShow, onApply }: ProposalProps) {
  const hide = () => onShow([]);
  return (
    <button class={main ? "main" : "quiet"} onMouseEnter={() => onShow(changes)} onMouseLeave={hide}
            onFocus={() => onShow(changes)} onBlur={hide}
            onClick={() => { hide(); onApply(changes); }}>{words}</button>
  );
}
