/** The workbench: the source beside what comes out, what is said about it, and the controls. */

import { useRef, useState } from "preact/hooks";
import { countCells } from "../../model/words";
import type { FlawRecord } from "../../generated/api";
import { lazy } from "../../parts/lazy";
import { VerdictBadge } from "../../parts/verdict";
import { type Made, placesOf, remarksOf, type Variant, variantsOf, withPuzzle } from "./answers";
import { Choices } from "./choices";
import { Controls } from "./controls";
import type { Crop } from "./crop";
import { Cures, Failure } from "./failure";
import { look, type Look, useMaking } from "./making";
import { outOfTime, plain } from "./messages";
import type { Newest } from "./newest";
import { Keeping, PlaceButtons, PuzzlePane, Remarks, ShadeFields, Variants } from "./outcome";
import { CellPicture, SvgPicture } from "./pictures";
import { has, isCrop } from "./settings";
import { SourcePane } from "./source";
import { lighter, type Photo, type Wish } from "./sources";
import { useNewest } from "./watching";
import { type Change, setting, type Work, wishOf } from "./work";

// Only models are seen in space.
const SpacePane = lazy(() => import("./space").then((module) => module.SpacePane));

interface Props { work: Work; onWork: (change: (work: Work) => Work) => void }

export function Bench({ work, onWork }: Props) {
  const { source, family, made } = work;
  const { progress, failed, make, cancel } = useMaking();
  const [chosen, setChosen] = useState(0);
  const panes = useRef<HTMLDivElement>(null);
  const change: Change = (some) => onWork((before) =>
    ({ ...before, ...(typeof some === "function" ? some(before) : some) }));

  const wish = wishOf(work);
  const key = family + JSON.stringify({ ...wish, data: 0 });
  const finished = made && work.madeFor === key ? made : null;
  const idle = finished || progress || (source.of === "words" && !work.words.trim());
  const photo = source.of === "file" ? source.photo : null;
  const preview = usePreview(idle ? "" : key, family, wish, photo);
  const looked = preview.answer?.made.summary.family === family ? preview.answer.made : null;
  const pixels = photo?.pixels ?? (looked ?? made)?.pixels ?? undefined;
  const error = plain(failed.key === key ? failed.words : finished ? "" : preview.error);

  const run = () => void (looked?.complete && preview.answer!.key === key ? Promise.resolve(looked)
    : make(family, wish, key)).then((found) => {
    if (!found) return;
    setChosen(0);
    change({ made: found, madeFor: key });
    requestAnimationFrame(() => panes.current?.scrollIntoView({ block: "start" })); // on a phone
  });
  return (
    <div class="desk make">
      <Results work={work} change={change} wish={wish} finished={finished} looked={looked} preview={preview} chosen={chosen}
               onChosen={setChosen} error={error} early={failed.key !== key} pixels={pixels} panes={panes} />
      <Controls work={work} change={change} progress={progress} finished={finished !== null} pixels={pixels}
                actual={((finished ?? looked)?.summary.size ?? null) as [number, number] | null}
                onMake={run} onCancel={cancel} />
    </div>
  );
}

/** A quick look first; where its size is not certain, what is made follows by itself, so that the two agree. */
function usePreview(key: string, family: string, wish: Wish, photo: Photo | null): Newest<Look> {
  const quick = useNewest(key, (signal) =>
    look(family, { ...lighter(wish, photo), preview: true }, key, { signal, turns: true }));
  const about = quick.answer?.key === key ? quick.answer : null;
  const unsure = about ? !about.made.exact || photo !== null : outOfTime(quick.error);
  const exact = useNewest(key && !quick.busy && unsure ? key : "", (signal) =>
    look(family, { ...wish, preview: true, exact: true }, key, { signal, turns: true }));
  if (exact.answer?.key === key) return { ...exact, busy: false };
  return { ...quick, busy: quick.busy || exact.busy, error: exact.busy ? "" : exact.error || quick.error };
}

interface ResultsProps {
  work: Work; change: Change; wish: Wish; finished: Made | null; looked: Made | null; preview: Newest<Look>;
  chosen: number; onChosen: (index: number) => void;
  error: string;
  /** It was only a preview that went wrong. */
  early: boolean;
  pixels?: [number, number]; panes: { current: HTMLDivElement | null };
}

function Results({ work, change, wish, finished, looked, preview, chosen, onChosen, error, early, pixels, panes }: ResultsProps) {
  const { source, family, settings } = work;
  const crops = has(family, isCrop);
  const [pointed, setPointed] = useState("Changed");
  const shown = finished ?? looked;
  const variant = finished && (variantsOf(finished)[chosen] ?? finished);
  const places = variant && placesOf(finished, variant).find(({ name }) => name === pointed);
  return (
    <div class="results">
      <div ref={panes} class={`panes ${finished ? "made" : error ? "stale" : ""}`} aria-busy={preview.busy}>
        {source.of === "file" && source.url && <figure class="pane from">
          <figcaption class="small soft">{source.name}</figcaption>
          <SourcePane url={source.url} name={source.name} pixels={pixels} crop={crops ? settings[family].crop as Crop | null : null}
                      onCrop={crops ? (crop) => change(setting({ crop })) : undefined} />
        </figure>}
        <figure class="pane to">
          <figcaption class="small soft">{caption(variant !== null, shown)}</figcaption>
          {variant ? <PuzzlePane variant={variant} places={places ?? null} />
            : <Preview look={looked && preview.answer} busy={preview.busy} work={work} change={change} />}
        </figure>
      </div>
      <Choices work={work} change={change} wish={wish} />
      <div class="outcome">
        {error && <Failure words={error} preview={early} />}
        {error && <Cures words={error} family={family} onCure={(some) => change(setting(some))} />}
        {finished && <Variants made={finished} chosen={chosen} onChosen={onChosen} />}
        {shown && !error && <div class="row said">
          <VerdictBadge report={variant ? { ...variant, flaws: variant.summary.flaws as FlawRecord[] } : shown}
                        busy={preview.busy} />
          {finished && variant ? <PlaceButtons made={finished} variant={variant} shown={pointed}
                                               onShown={setPointed} /> : <Undecided made={shown} />}
        </div>}
        {finished && variant && <ShadeFields puzzle={variant.puzzle}
          onPuzzle={(puzzle) => change(({ made }) => (made ? { made: withPuzzle(made, chosen, puzzle) } : {}))} />}
        {finished && variant && <Keeping key={work.madeFor} made={finished} variant={variant} />}
        {shown && !error && <Remarks remarks={remarksOf(shown, variant)} few={finished ? 3 : 1} />}
      </div>
    </div>
  );
}

interface PreviewProps { look: Look | null; busy: boolean; work: Work; change: Change }

function Preview({ look, busy, work, change }: PreviewProps) {
  if (!look) return busy ? <p class="waiting" aria-busy="true">Looking…</p> : null;
  if (look.board) return <SpacePane look={look} board={look.board} work={work} change={change} />;
  return look.svg ? <SvgPicture data={look.svg} words="What it becomes" />
    : <CellPicture puzzle={look.made.puzzle} />;
}

/** What is wrong with the picture as it is, where `make` changes it. */
function Undecided({ made: { summary, verdict, line_solvable } }: { made: Variant }) {
  if (summary.undecided === undefined || (verdict === "unique" && line_solvable)) return null;
  const open = Number(summary.undecided);
  return <span class="small soft">{open > 0 && `${countCells(String(summary.family), open)} ${open === 1 ? "is" : "are"} not decided. `}“Make” will change a few.</span>;
}

/** A size is said only where it will be that of the puzzle. */
function caption(finished: boolean, made: Made | null): string {
  if (finished) return `The puzzle${sizeWords(made)}`;
  return made && !made.exact ? "First look" : `Preview${sizeWords(made)}`;
}

function sizeWords(made: Made | null): string {
  const { family = "", size, faces, curves, lines, cells } = (made?.summary ?? {}) as
    { family?: string; size?: number[]; faces?: number; curves?: number; lines?: number; cells?: number };
  if (size) return `, ${size.join(" × ")}`;
  if (faces) return `, ${faces} faces, ${curves ? `${curves} curves` : `${lines} lines`}`;
  return cells ? `, ${countCells(family, cells)}` : "";
}
