/** The way to the solution, step by step: to run, to stop, to go through by hand. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Explained } from "../../model/report";

interface Props { explained: Explained; at: number; onAt: (at: number) => void }

const SPEEDS = [0.5, 1, 2, 5, 10, 30];

export function PathPanel({ explained, at, onAt }: Props) {
  const [running, setRunning] = useState(false);
  const [speed, setSpeed] = useState(2);
  const steps = explained.steps, last = steps.length;
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
    <section class="panel path">
      <h2>How it is solved</h2>
      <div class="row">
        <button aria-label="To the start" onClick={() => onAt(0)} disabled={!at}>«</button>
        <button aria-label="One step back" onClick={() => onAt(at - 1)} disabled={!at}>‹</button>
        <button class="main" onClick={play}>{running ? "Stop" : "Run"}</button>
        <button aria-label="One step on" onClick={() => onAt(at + 1)} disabled={at >= last}>›</button>
        <button aria-label="To the end" onClick={() => onAt(last)} disabled={at >= last}>»</button>
        <select aria-label="Speed" value={speed}
                onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
          {SPEEDS.map((value) => <option key={value} value={value}>{value} a second</option>)}
        </select>
      </div>
      <input type="range" min={0} max={last} value={at} aria-label="Step"
             onInput={(event) => { setRunning(false); onAt(Number(event.currentTarget.value)); }} />
      <p class="step" aria-live={running ? "off" : "polite"}>{sentence(explained, at)}</p>
      <StepList explained={explained} at={at} onAt={(step) => { setRunning(false); onAt(step); }} />
    </section>
  );
}

function sentence(explained: Explained, at: number): string {
  if (at === 0) return `${explained.steps.length} steps. Run them, or go through them one by one.`;
  const step = explained.steps[at - 1];
  const end = at === explained.steps.length ? ` ${explained.end}` : "";
  return `${at}. (${step.technique}) ${step.sentence}${end}`;
}

function StepList({ explained, at, onAt }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const here = list.current?.children[at - 1] as HTMLElement | undefined;
    if (here) list.current!.scrollTop = here.offsetTop - list.current!.clientHeight / 2;
  }, [at]);
  return (
    <details>
      <summary>All steps</summary>
      <ol class="steps" ref={list}>
        {explained.steps.map((step, index) => (
          <li key={step.step} class={index === at - 1 ? "here" : ""}>
            <button class="quiet" onClick={() => onAt(index + 1)}
                    aria-current={index === at - 1 ? "step" : undefined}>
              <span class="badge">{step.technique}</span> {step.sentence}</button>
          </li>
        ))}
      </ol>
    </details>
  );
}
