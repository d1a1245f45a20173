/** Everything that can be set, and the button that makes it. */

import type { Progress } from "../../api";
import { FAMILIES } from "../../generated/families";
import { labelOf, shortKind } from "../../model/words";
import { Fields } from "../../parts/field";
import { NumberBox } from "../../parts/number";
import { ProgressBar } from "../../parts/progress";
import type { Crop } from "./crop";
import { fieldsOf, has, isCrop, isSides } from "./settings";
import { type Size, SizeField } from "./size";
import { CropFields } from "./source";
import { ignoredBy, kindOf } from "./sources";
import { type Change, setting, type Work } from "./work";

interface Props {
  work: Work; change: Change; progress: Progress | null; finished: boolean;
  /** The sides of the puzzle that came out, and of the picture. */
  actual: [number, number] | null; pixels?: [number, number];
  onMake: () => void; onCancel: () => void;
}

export function Controls({ work, change, progress, finished, actual, pixels, onMake, onCancel }: Props) {
  const { source, family, settings, words } = work;
  const set = settings[family];
  return (
    <form class="side panel controls" onSubmit={(event) => { event.preventDefault(); onMake(); }}>
      <fieldset class="knobs" disabled={progress !== null}>
        <Ways work={work} change={change} />
        {source.of === "words" && <label class="field"><span>Words</span>
          <textarea rows={2} maxLength={kindOf(family, "words")!.limit} value={words}
                    onInput={(event) => change({ words: event.currentTarget.value })} /></label>}
        {source.of === "numbers" && <RandomSides work={work} change={change} />}
        {source.of !== "numbers" && has(family, isSides) &&
          <SizeField size={set.size as Size} actual={actual}
                     onSize={(next) => change(setting(({ size }) => ({ size: next(size as Size) })))} />}
        <Fields fields={fieldsOf(family, ignoredBy(family, source))} values={set}
                onValue={(name, value) => change(setting({ [name]: value }))} />
        {has(family, isCrop) && source.of === "file" && pixels &&
          <CropFields pixels={pixels} crop={set.crop as Crop | null}
                      onCrop={(next) => change(setting(({ crop }) => ({ crop: next(crop as Crop | null) })))} />}
      </fieldset>
      <div class="go">
        {progress ? <ProgressBar progress={progress} onCancel={onCancel} />
          : <button class={finished ? "" : "main"} disabled={source.of === "words" && !words.trim()}>
              {finished ? "Make again" : "Make"}</button>}
      </div>
    </form>
  );
}

/** The families that it may become: a drawing leaves a choice. */
function Ways({ work: { source, family }, change }: { work: Work; change: Change }) {
  if (source.ways.length < 2) return null;
  return (
    <div class="row ways" role="group" aria-label="Make it a">
      {source.ways.map((way) => (
        <button key={way} type="button" aria-pressed={way === family}
                onClick={() => change({ family: way })}>{shortKind(way)}</button>))}
    </div>
  );
}

/** Sides of random shapes, and another try. */
function RandomSides({ work, change }: { work: Work; change: Change }) {
  const { family, numbers, settings } = work, { least, limit } = kindOf(family, "numbers")!;
  const now = numbers[family], { emptySides } = FAMILIES[family];
  const set = (index: number, given: number | null) => {
    if (given === null || !Number.isInteger(given) || given < least || given > limit) return;
    change(({ numbers: newest }) => ({ numbers: {
      ...newest, [family]: newest[family].map((old, at) => (at === index ? given : old)) } }));
  };
  return (
    <>
      <button type="button" onClick={() => change(setting({ seed: Number(settings[family].seed) + 1 }))}>
        Roll again</button>
      <fieldset class={now.length > 3 ? "numbers pairs" : "numbers"}>
        <legend class="small">Size</legend>
        {now.map((side, index) => (
          <label key={index} class="small">{labelOf(emptySides[index] ?? `side ${index + 1}`)}
            <NumberBox min={least} max={limit} value={side} onNumber={(given) => set(index, given)} />
          </label>))}
      </fieldset>
    </>
  );
}
