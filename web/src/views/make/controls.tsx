/** Everything that can be set, and the button that makes it. */

import type { Progress } from "../../api";
import { Fields } from "../../parts/field";
import { ProgressBar } from "../../parts/progress";
import type { Family } from "./kinds";
import { FIELDS } from "./settings";
import { SizeField } from "./size";
import { CropFields } from "./source";
import { type Change, changed, type Work } from "./work";

const NAMES: Record<Family, string> = { grid: "Grid", solid: "Solid", sloped: "Sloped", curved: "Curved" };

interface Props {
  work: Work; change: Change; progress: Progress | null; finished: boolean;
  /** The sizes of the grid that came out, and of the picture. */
  actual: [number, number] | null; pixels?: [number, number];
  onMake: () => void; onCancel: () => void;
}

export function Controls({ work, change, progress, finished, actual, pixels, onMake, onCancel }: Props) {
  const { source, family, settings, size, crop, words } = work;
  const grid = family === "grid";
  return (
    <form class="side panel controls" onSubmit={(event) => { event.preventDefault(); onMake(); }}>
      <fieldset class="knobs" disabled={progress !== null}>
        <Ways work={work} change={change} />
        {source.of === "words" && <label class="field"><span>Words</span>
          <textarea rows={2} maxLength={200} value={words}
                    onInput={(event) => change({ words: event.currentTarget.value })} /></label>}
        {source.of === "chance" && <button type="button"
          onClick={() => change(changed(work, { seed: Number(settings.grid.seed) + 1 }))}>Roll again</button>}
        {grid && <SizeField size={size} actual={actual} both={source.of === "chance"}
                            onSize={(next) => change({ size: next })} />}
        <Fields fields={FIELDS[family]} values={settings[family]}
                onValue={(name, value) => change(changed(work, { [name]: value }))} />
        {grid && source.of === "file" && pixels &&
          <CropFields pixels={pixels} crop={crop} onCrop={(next) => change({ crop: next })} />}
      </fieldset>
      <div class="go">
        {progress ? <ProgressBar progress={progress} onCancel={onCancel} />
          : <button class="main" disabled={source.of === "words" && !words.trim()}>
              {finished ? "Make again" : "Make"}</button>}
      </div>
    </form>
  );
}

/** What it may become: a drawing leaves a choice. */
function Ways({ work: { source, family }, change }: { work: Work; change: Change }) {
  if (source.ways.length < 2) return null;
  return (
    <div class="row" role="group" aria-label="Make it a">
      {source.ways.map((way) => (
        <button key={way} type="button" aria-pressed={way === family}
                onClick={() => change({ family: way })}>{NAMES[way]}</button>))}
    </div>
  );
}
