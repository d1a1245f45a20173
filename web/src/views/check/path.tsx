/** The way to the solution, step by step: to run, to stop, to go through by hand. It is that of a
 *  person, or a method of solving at work. */

import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../../api";
import type { MethodRecord, WatchAnswer } from "../../generated/api";
import type { Explained } from "../../model/report";

/** What a film shows: a short word and a sentence for each step, and how it ends. */
export interface Film { steps: { word: string; sentence: string }[]; end: string; start: string }

interface Props { film: Film; at: number; onAt: (at: number) => void }
interface PathProps extends Props { running: boolean; onRunning: (on: boolean) => void }

export function explainedFilm(explained: Explained): Film {
  return {
    steps: explained.steps.map((step) => ({ word: step.technique, sentence: step.sentence })),
    end: explained.end,
    start: "Run the steps, or go through them one by one.",
  };
}

const KINDS = { settle: "line", assume: "try", break: "contradiction", solution: "solution", note: "note" };

export function watchedFilm(watched: WatchAnswer): Film {
  const left = watched.left_out ? ` ${watched.left_out} further steps are not shown.` : "";
  return {
    steps: watched.steps.map((step) => ({
      word: step.kind === "settle" && !step.changes.length ? "in vain" : KINDS[step.kind],
      sentence: `${step.sentence}. ${counted(step)}`,
    })),
    end: watched.end + left,
    start: `${watched.steps.length} steps of the method ${watched.method}. Run them, or go through them one by one.`,
  };
}

function counted(step: WatchAnswer["steps"][number]): string {
  const parts = [`${step.settled} ${step.settled === 1 ? "line" : "lines"} settled, ${step.in_vain} in vain`];
  if (step.assumed) parts.push(`${step.assumed} tried out, ${step.broken} wrong`);
  if (step.depth) parts.push(`${step.depth} assumed now`);
  return parts.join("; ");
}

/** Who solves it: a person, or one of the methods. */
export function SolverChoice({ method, onMethod }: { method: string; onMethod: (method: string) => void }) {
  const [methods, setMethods] = useState<MethodRecord[]>([]);
  useEffect(() => { call<MethodRecord[]>("methods", {}).then(setMethods, () => setMethods([])); }, []);
  return (
    <label class="row">Solved by{" "}
      <select value={method} onChange={(event) => onMethod(event.currentTarget.value)}>
        <option value="">a person, with reasons</option>
        {methods.map(({ name, summary }) => <option key={name} value={name} title={summary}>{name}</option>)}
      </select>
    </label>
  );
}

const SPEEDS = [0.5, 1, 2, 5, 10, 30];

export function PathPanel({ film, at, onAt, running, onRunning: setRunning }: PathProps) {
  const [speed, setSpeed] = useState(2);
  const last = film.steps.length;
  useEffect(() => {
    if (!running) return undefined;
    if (at >= last) { setRunning(false); return undefined; }
    const timer = setTimeout(() => onAt(at + 1), 1000 / speed);
    return () => clearTimeout(timer);
  }, [running, at, speed, last]);
  const play = () => {
    if (at >= last) onAt(0);
    setRunning(!running);
  };
  return (
    <>
      <div class="row film">
        <button aria-label="To the start" onClick={() => onAt(0)} disabled={!at}>«</button>
        <button aria-label="One step back" onClick={() => onAt(at - 1)} disabled={!at}>‹</button>
        <button class="main" onClick={play}>{running ? "Stop" : "Run"}</button>
        <button aria-label="One step on" onClick={() => onAt(at + 1)} disabled={at >= last}>›</button>
        <button aria-label="To the end" onClick={() => onAt(last)} disabled={at >= last}>»</button>
        <select aria-label="Speed: steps a second" value={speed}
                onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
          {SPEEDS.map((value) => <option key={value} value={value}>{value} / s</option>)}
        </select>
      </div>
      <input type="range" min={0} max={last} value={at} aria-label="Step"
             onInput={(event) => { setRunning(false); onAt(Number(event.currentTarget.value)); }} />
      <StepList film={film} at={at} onAt={(step) => { setRunning(false); onAt(step); }} />
    </>
  );
}

/** What the film says at a step. */
export function sentence(film: Film, at: number): string {
  if (at === 0) return film.start;
  const step = film.steps[at - 1];
  const end = at === film.steps.length ? ` ${film.end}` : "";
  return `${at}. (${step.word}) ${step.sentence}${end}`;
}

function StepList({ film, at, onAt }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const here = list.current?.children[at - 1] as HTMLElement | undefined;
    if (here) list.current!.scrollTop = here.offsetTop - list.current!.clientHeight / 2;
  }, [at]);
  return (
    <details>
      <summary>All steps</summary>
      <ol class="steps" ref={list}>
        {film.steps.map((step, index) => (
          <li key={index} class={index === at - 1 ? "here" : ""}>
            <button class="quiet" onClick={() => onAt(index + 1)}
                    aria-current={index === at - 1 ? "step" : undefined}>
              <span class="badge">{step.word}</span> {step.sentence}</button>
          </li>
        ))}
      </ol>
    </details>
  );
}
