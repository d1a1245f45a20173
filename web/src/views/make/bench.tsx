/** The workbench: the source beside what comes out, and everything that can be set. */

import { useEffect, useRef, useState } from "preact/hooks";
import { call, type FileAnswer, type Progress } from "../../api";
import { Fields, type Value } from "../../parts/field";
import { ProgressBar } from "../../parts/progress";
import { VerdictBadge } from "../../parts/verdict";
import { type Made, placesOf, remarksOf, variantsOf } from "./answers";
import { type Crop, sizeFor } from "./crop";
import type { Family } from "./kinds";
import { Failure, SlopeCures } from "./failure";
import { plain } from "./messages";
import { Keeping, PlaceButtons, PuzzlePane, Remarks, Variants } from "./outcome";
import { CellPicture, SvgPicture } from "./pictures";
import { FIELDS, previewOf, requestOf, type Settings, usual } from "./settings";
import { type Size, SizeField } from "./size";
import { CropFields, SourcePane } from "./source";
import { asked, lighter, type Photo, type Source, type Wish } from "./sources";
import { useNewest } from "./watching";

/** Everything that a person has chosen, and what was made last. */
export interface Work {
  source: Source; family: Family; settings: Settings; size: Size; crop: Crop | null; words: string;
  made: Made | null;
  /** What was asked when it was made: another wish, and the preview is shown again. */
  madeFor: string;
}

export function begin(source: Source, words = ""): Work {
  const family = source.guessed;
  return { source, family, settings: usual(family), crop: null, words, made: null, madeFor: "",
           size: source.of === "chance" ? [15, 15] : null };
}

interface Look { made: Made; svg: string }

/** A quick first look; of all but grids it is a drawing. */
async function look(family: Family, body: object, signal: AbortSignal): Promise<Look> {
  const made = await call<Made>(`make/${family}`, body, { signal });
  if (family === "grid") return { made, svg: "" };
  const drawn = await call<FileAnswer>("draw", { puzzle: made.puzzle, kind: "svg", solved: true, clues: false,
    ...(family === "solid" && { view: "isometric" }) }, { signal });
  return { made, svg: drawn.data };
}

const NAMES: Record<Family, string> = { grid: "Grid", solid: "Solid", sloped: "Sloped", curved: "Curved" };

function wishOf({ source, family, settings, size, crop, words }: Work): Wish {
  const sides = Array.isArray(size) ? size : [15, 15] as [number, number];
  const wish = { ...asked(source, words, sides), ...requestOf(family, settings) };
  if (family !== "grid" || source.of === "chance") return wish;
  const photo = source.of === "file" && source.photo;
  // Of a photograph in fewer pixels the sides could be rounded to others: they are said.
  const sized = photo && !Array.isArray(size) && !settings.trim && !settings.best_size
    ? sizeFor(size ?? USUAL, crop ? [crop[2], crop[3]] : photo.pixels) : size;
  return { ...wish, ...(sized !== null && { size: sized }), ...(source.of === "file" && crop && { crop }) };
}

const USUAL = 30; // cells along the longer side

interface Props { work: Work; onWork: (change: (work: Work) => Work) => void }

export function Bench({ work, onWork }: Props) {
  const { source, family, settings, size, crop, words, made } = work;
  const [progress, setProgress] = useState<Progress | "begun" | null>(null);
  const [failed, setFailed] = useState({ wish: "", words: "" });
  const [chosen, setChosen] = useState(0);
  const [pointed, setPointed] = useState("Changed");
  const running = useRef<AbortController | null>(null);
  const panes = useRef<HTMLDivElement>(null);
  useEffect(() => () => running.current?.abort(), []);

  const wish = wishOf(work);
  const key = family + JSON.stringify({ ...wish, data: 0 });
  const empty = source.of === "words" && !words.trim();
  const finished = made && work.madeFor === key ? made : null;
  const preview = useNewest(empty || finished || progress ? "" : key,
                            (signal) => look(family, lighter(previewOf(family, wish), source as { photo?: Photo }), signal));
  const shown = finished ?? preview.answer?.made ?? null;
  const variant = finished && (variantsOf(finished)[chosen] ?? variantsOf(finished)[0]);
  const error = plain(failed.wish === key ? failed.words : finished ? "" : preview.error);

  const change = (some: Partial<Work>) => onWork((before) => ({ ...before, ...some }));
  const set = (name: string, value: Value) => change({ settings: { ...settings, [name]: value } });
  const make = async () => {
    const abort = running.current = new AbortController();
    setProgress("begun");
    setFailed({ wish: "", words: "" });
    try {
      const found = await call<Made>(`make/${family}`, wish, { signal: abort.signal, progress: setProgress });
      setChosen(0);
      change({ made: found, madeFor: key });
      requestAnimationFrame(() => panes.current?.scrollIntoView({ block: "start" })); // of a phone
    } catch (problem) {
      if (!abort.signal.aborted) setFailed({ wish: key, words: (problem as Error).message });
    }
    setProgress(null);
  };
  const actual = shown?.summary.size as [number, number] | undefined;
  const pixels = (source.of === "file" && source.photo?.pixels) || (preview.answer?.made ?? made)?.pixels;
  const places = variant ? placesOf(finished!, variant).find(({ name }) => name === pointed) ?? null : null;

  return (
    <div class="desk make">
      <div class="results">
        <div ref={panes} class={`panes ${finished ? "made" : error ? "stale" : ""}`} aria-busy={preview.busy}>
          {source.of === "file" && source.url && <figure class="pane from">
            <figcaption class="small soft">{source.name}</figcaption>
            <SourcePane url={source.url} name={source.name} pixels={pixels} crop={family === "grid" ? crop : null}
                        onCrop={family === "grid" ? (next) => change({ crop: next }) : undefined} />
          </figure>}
          <figure class="pane to">
            <figcaption class="small soft">{variant ? "The puzzle" : "Preview"}{sizeWords(shown)}</figcaption>
            {variant ? <PuzzlePane variant={variant} places={places} />
              : <Preview answer={preview.answer} family={family} busy={preview.busy} />}
          </figure>
        </div>
        <div class="outcome">
          {error && <Failure words={error} preview={failed.wish !== key} />}
          {error && family === "sloped" && settings.slopes !== "any" && <SlopeCures words={error}
            onCure={(some) => change({ settings: { ...settings, ...some } })} />}
          {finished && <Variants made={finished} chosen={chosen} onChosen={setChosen} />}
          {shown && !error && <div class="row said">
            <VerdictBadge report={variant ?? shown} busy={preview.busy} />
            {!finished && <Undecided made={shown} />}
            {finished && variant && <PlaceButtons made={finished} variant={variant} shown={pointed}
                                                  onShown={setPointed} />}
          </div>}
          {finished && variant && <Keeping key={work.madeFor} made={finished} variant={variant} />}
          {shown && !error && <Remarks remarks={remarksOf(shown, variant)} few={finished ? 3 : 1} />}
        </div>
      </div>
      <form class="side panel controls" onSubmit={(event) => { event.preventDefault(); void make(); }}>
        <div class="knobs">
          {source.ways.length > 1 && <div class="row" role="group" aria-label="Make it a">
            {source.ways.map((way) => (
              <button key={way} type="button" aria-pressed={way === family}
                onClick={() => change({ family: way, settings: usual(way) })}>{NAMES[way]}</button>))}
          </div>}
          {source.of === "words" && <label class="field"><span>Words</span>
            <textarea rows={2} maxLength={200} value={words}
                      onInput={(event) => change({ words: event.currentTarget.value })} /></label>}
          {source.of === "chance" && <button type="button" onClick={() => set("seed", Number(settings.seed) + 1)}>
            Roll again</button>}
          {family === "grid" && <SizeField size={size} actual={actual ?? null} both={source.of === "chance"}
                                           onSize={(next) => change({ size: next })} />}
          <Fields fields={FIELDS[family]} values={settings} onValue={set} />
          {family === "grid" && source.of === "file" && pixels &&
            <CropFields pixels={pixels} crop={crop} onCrop={(next) => change({ crop: next })} />}
        </div>
        <div class="go">
          {progress ? <ProgressBar progress={progress === "begun" ? null : progress}
                                   onCancel={() => running.current?.abort()} />
            : <button class="main" disabled={empty}>{finished ? "Make again" : "Make"}</button>}
        </div>
      </form>
    </div>
  );
}

/** What is wrong with the picture as it is; of a grid, `make` cures it. */
function Undecided({ made: { summary, verdict, line_solvable } }: { made: Made }) {
  if (summary.family !== "grid" || (verdict === "unique" && line_solvable)) return null;
  const open = Number(summary.undecided);
  return <span class="small soft">{open > 0 && `${open} cells are not decided. `}Make changes a few cells.</span>;
}

function sizeWords(made: Made | null): string {
  const { size, faces, curves, lines } = (made?.summary ?? {}) as
    { size?: number[]; faces?: number; curves?: number; lines?: number };
  if (size) return `, ${size.join(" × ")}`;
  return faces ? `, ${faces} faces, ${curves ? `${curves} curves` : `${lines} lines`}` : "";
}

function Preview({ answer, family, busy }: { answer: Look | null; family: Family; busy: boolean }) {
  if (!answer) return busy ? <p class="waiting" aria-busy="true">Looking…</p> : null;
  if (answer.made.summary.family !== family) return null; // the look of another family
  return answer.svg ? <SvgPicture data={answer.svg} words="What it becomes" />
    : <CellPicture puzzle={answer.made.puzzle} />;
}
