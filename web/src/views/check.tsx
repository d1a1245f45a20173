/** Check a puzzle: the report, the way to the solution as a film, where it is hard. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { call, send } from "../api";
import { heatShade } from "../boards/shades";
import type { WatchAnswer } from "../generated/api";
import { blank } from "../model/board";
import type { Explained, Report } from "../model/report";
import type { Opened } from "../open";
import { Name } from "../parts/name";
import { Problem } from "../parts/problem";
import { Spoiler, useSpoiler } from "../parts/spoiler";
import { NO_STROKES, Stage } from "../parts/stage";
import { endLook, filmLook, heatLook, openLook, type Shown, solutionLook, stepLook } from "./check/looks";
import { explainedFilm, PathPanel, sentence, SolverChoice, watchedFilm } from "./check/path";
import { ReportPanel } from "./check/report";
import "./check/check.css";

export function CheckView({ opened }: { opened: Opened }) {
  const { board, puzzle, entry } = opened;
  const [report, setReport] = useState<Report | null>(null);
  const [explained, setExplained] = useState<Explained | null>(null);
  const [error, setError] = useState("");
  const [at, setAt] = useState(0);
  const [running, setRunning] = useState(false);
  const [begun, setBegun] = useState(false); // someone has looked at the steps
  const [shown, setShown] = useState<Shown>("path");
  const [method, setMethod] = useState("");
  const [watched, setWatched] = useState<WatchAnswer | null>(null);

  useEffect(() => {
    const abort = new AbortController();
    const failed = (problem: Error) => { if (!abort.signal.aborted) setError(problem.message); };
    call<Report>("check", { puzzle }, { signal: abort.signal }).then((found) => {
      setReport(found);
      if (found.verdict !== "unique") setShown("open");
      if (found.rating) void send("PUT", `library/${entry.id}`, { rating: found.rating }).catch(failed);
    }, failed);
    call<Explained>("explain", { puzzle }, { signal: abort.signal }).then((found) => {
      setExplained(found);
      setAt(found.steps.length);
    }, failed);
    return () => abort.abort();
  }, [puzzle]);

  useEffect(() => {
    setWatched(null);
    setRunning(false);
    setBegun(method !== "");
    setError("");
    if (!method) { setAt(explained?.steps.length ?? 0); return undefined; }
    const abort = new AbortController();
    call<WatchAnswer>("watch", { puzzle, method }, { signal: abort.signal }).then((found) => {
      setWatched(found);
      setAt(0);
      setShown("path");
    }, (problem: Error) => { if (!abort.signal.aborted) setError(problem.message); });
    return () => abort.abort();
  }, [puzzle, method]);

  const film = useMemo(() => method ? watched && watchedFilm(watched)
    : explained && explainedFilm(explained), [method, watched, explained]);
  const look = useMemo(() => {
    if (shown === "path" && method) return watched ? filmLook(watched, at) : { values: blank(board) };
    if (shown === "path" && explained) return begun ? stepLook(board, explained, at) : endLook(explained);
    if (shown === "heat" && explained) return heatLook(board, explained, false);
    if (shown === "when" && explained) return heatLook(board, explained, true);
    if (shown === "solution" && report?.solutions.length) return solutionLook(report, 0);
    if (shown === "open" && report) return openLook(board, report);
    return { values: blank(board) };
  }, [shown, report, explained, watched, method, at, begun]);
  const { covered, uncover } = useSpoiler(opened);
  const two = !covered && shown === "solution" && (report?.solutions.length ?? 0) > 1;

  const bare = useMemo(() => ({ values: blank(board) }), [board]);
  return (
    <>
      <h1>Check <Name of={entry.title} usual="this puzzle" /></h1>
      {error && <Problem text={error} />}
      <div class="desk check">
        <div class={two ? "stages two" : "stages"}>
          {!covered && <Choice report={report} explained={explained} shown={shown} onShown={setShown} />}
          <div class="boards">
            <Stage board={board} look={covered ? bare : look} strokes={NO_STROKES} />
            {two && <Stage board={board} look={solutionLook(report!, 1)} strokes={NO_STROKES} />}
          </div>
          {!covered && shown === "path" && film && <p class="step" tabIndex={0} aria-live={running ? "off" : "polite"}>{begun ? sentence(film, at) : `${film.end} ${film.start}`}</p>}
          {!covered && (shown === "heat" || shown === "when") && <Legend when={shown === "when"} />}
        </div>
        <div class="side">
          {covered && <Spoiler opened={opened} page="The way to the solution" onUncover={uncover} />}
          {report ? <ReportPanel report={report} /> : !error && <p class="waiting" aria-busy="true">Checking…</p>}
          {!covered && <section class="panel path">
            <h2>How it is solved</h2>
            <SolverChoice method={method} onMethod={setMethod} />
            {film ? <PathPanel film={film} at={at} key={method} running={running} onRunning={setRunning}
              onAt={(step) => { setShown("path"); setAt(step); setBegun(true); }} />
              : !error && <p class="waiting" aria-busy="true">
                {method ? `Watching ${method}…` : "Looking for reasons…"}</p>}
          </section>}
        </div>
      </div>
    </>
  );
}

interface ChoiceProps {
  report: Report | null; explained: Explained | null; shown: Shown; onShown: (shown: Shown) => void;
}

function Choice({ report, explained, shown, onShown }: ChoiceProps) {
  const several = (report?.solutions.length ?? 0) > 1;
  const ways: [Shown, string, boolean][] = [
    ["path", "Steps", explained !== null],
    ["heat", "How hard", explained !== null], ["when", "When", explained !== null],
    ["open", report?.verdict === "none" ? "Contradiction" : report?.verdict === "multiple"
      ? "Ambiguous" : "Where lines stop", report !== null
      && (report.verdict !== "unique" || !report.line_solvable)],
    ["solution", several ? "Two solutions" : "Solution", (report?.solutions.length ?? 0) > 0]];
  return (
    <div class="row choice" role="group" aria-label="Show">
      {ways.filter(([, , there]) => there).map(([way, name]) => (
        <button key={way} aria-pressed={way === shown} onClick={() => onShown(way)}>{name}</button>))}
    </div>
  );
}

function Legend({ when }: { when: boolean }) {
  const words = when ? ["first", "last"] : ["easy", "hard"];
  return (
    <p class="legend small"><span>{words[0]}</span>
      {[0, 0.2, 0.4, 0.6, 0.8, 1].map((share) =>
        <span key={share} class="shade" style={{ background: heatShade(share) }} />)}
      <span>{words[1]}</span></p>
  );
}
