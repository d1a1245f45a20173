/** The beginning: something to drop, words, chance, or an empty board. */

import { Fragment } from "preact";
import { useState } from "preact/hooks";
import { call, type Puzzle } from "../../api";
import { FAMILIES, type Family } from "../../generated/families";
import { labelOf, shortKind } from "../../model/words";
import { FileButton } from "../../parts/drop";
import { NumberBox } from "../../parts/number";
import { go } from "../../router";
import { keep } from "./keep";
import { ACCEPT, MOST_BYTES } from "./kinds";
import { lastDraft } from "./draw/draft";
import { has } from "./settings";
import { type Source, without } from "./sources";

interface Props {
  onFiles: (files: File[]) => void; onSource: (source: Source, words?: string) => void; onError: (words: string) => void;
  /** A new drawing for a family, of straight or of bent lines; no family: the last drawing. */
  onDraw: (family: string, bent: boolean) => void;
}

export function Start({ onFiles, onSource, onError, onDraw }: Props) {
  return (
    <div class="sources">
      <section class="panel zone">
        <Sign />
        <h2>Begin with a picture, a 3D model or a drawing</h2>
        <div class="row"><FileButton class="main" accept={ACCEPT} onFiles={onFiles} label="Choose a file" />
          <span class="pasting">or drop it here, or paste an image (Ctrl+V)</span></div>
        <dl class="small">
          {filesOf().map(({ help, many, endings }) => (
            <Fragment key={help}><dt>{help.replace(/\.$/, "")}: {many}</dt><dd>{endings}</dd></Fragment>))}
          <dt>Puzzle files go to the library</dt><dd>.nono, .non, .xml, …</dd>
        </dl>
        <p class="small soft">At most {Math.floor(MOST_BYTES / 1e6)} MB. Nothing leaves this computer.</p>
      </section>
      <Words onWords={(words) => onSource(without("words"), words)} />
      <form class="panel" onSubmit={(event) => { event.preventDefault(); onSource(without("numbers")); }}>
        <h2>By chance</h2>
        <p class="small soft">Random shapes with one solution; roll until you like them.</p>
        <button>Roll the dice</button>
      </form>
      <Empty onError={onError} />
      <Draw onDraw={onDraw} />
    </div>
  );
}

/** Families whose lines are drawn: those with slopes to choose from are straight, those that keep curves are bent. */
function Draw({ onDraw }: { onDraw: Props["onDraw"] }) {
  const ways = Object.keys(FAMILIES).flatMap((family): [string, boolean][] =>
    has(family, ({ name }) => name === "slopes") ? [[family, false]]
      : has(family, ({ name }) => name === "keep_curves") ? [[family, true]] : []);
  return (
    <section class="panel">
      <h2>Draw lines or curves</h2>
      <p class="small soft">By hand, also over a picture; faces and verdict follow.</p>
      <div class="row">
        {ways.map(([family, bent]) => <button key={family} onClick={() => onDraw(family, bent)}>{bent ? "Curves" : "Straight lines"}</button>)}
        {lastDraft() && <button class="quiet" onClick={() => onDraw("", false)}>The last drawing</button>}
      </div>
    </section>
  );
}

/** Kinds of files, what they become, and some of their endings. */
function filesOf(): { help: string; many: string; endings: string }[] {
  const found = new Map<string, { families: string[]; extensions: string[] }>();
  for (const { puzzle: [, many], sources } of Object.values(FAMILIES))
    for (const { help, extensions } of sources.filter((source) => source.extensions.length)) {
      const same = found.get(help) ?? { families: [], extensions };
      found.set(help, { ...same, families: [...same.families, many] });
    }
  return [...found].map(([help, { families, extensions }]) => ({
    help, many: families.join(" or "),
    endings: extensions.slice(0, SHOWN).map((ending) => `.${ending}`).join(", ") + (extensions.length > SHOWN ? ", …" : "") }));
}

const SHOWN = 8; // endings

function Words({ onWords }: { onWords: (words: string) => void }) {
  const [words, setWords] = useState("");
  return (
    <form class="panel" onSubmit={(event) => { event.preventDefault(); onWords(words); }}>
      <h2>From words</h2>
      <label class="small">Letters become a picture
        <input value={words} maxLength={200} required onInput={(event) => setWords(event.currentTarget.value)} />
      </label>
      <button>Write it</button>
    </form>
  );
}

function Empty({ onError }: { onError: (words: string) => void }) {
  const painted = Object.values(FAMILIES).filter(({ emptySides }) => emptySides.length);
  const [family, setFamily] = useState(painted[0]);
  const [sides, setSides] = useState<Record<string, number | null>>(usualSides(painted[0]));
  const [colours, setColours] = useState<number | null>(1);
  const begin = async () => {
    const { puzzle } = await call<{ puzzle: Puzzle }>("make/empty", { family: family.name, colours, ...sides });
    const [entry] = await keep([{ puzzle, rating: null }]);
    go("edit", entry.id);
  };
  return (
    <form class="panel" onSubmit={(event) => {
      event.preventDefault();
      begin().catch((problem: Error) => onError(problem.message));
    }}>
      <h2>Start empty</h2>
      <div class="row" role="group" aria-label="Family">
        {painted.map((one) => (
          <button key={one.name} type="button" aria-pressed={family === one}
            onClick={() => { setFamily(one); setSides(usualSides(one)); }}>{shortKind(one.name)}</button>))}
      </div>
      <div class={family.emptySides.length > 3 ? "numbers pairs" : "numbers"}>
        {family.emptySides.map((side) => (
          <label key={side} class="small">{labelOf(side)}
            <NumberBox required live min={family.leastSide} max={200} value={sides[side]}
                       onNumber={(given) => setSides((now) => ({ ...now, [side]: given }))} />
          </label>))}
        <label class="small">Colours
          <NumberBox required live min={1} max={12} value={colours} onNumber={setColours} /></label>
      </div>
      <button>Start painting</button>
    </form>
  );
}

/** The more sides there are, the shorter they begin. */
function usualSides({ emptySides }: Family): Record<string, number> {
  return Object.fromEntries(emptySides.map((side) => [side, [15, 15, 15, 6][emptySides.length] ?? 4]));
}

function Sign() {
  return (
    <svg viewBox="0 0 64 48" class="emblem" aria-hidden="true">
      <path d="M4 8h24v24H4zM12 8v24M20 8v24M4 16h24M4 24h24" />
      <path class="full" d="M4 16h8v8H4zM12 8h8v8h-8zM20 24h8v8h-8zM12 24h8v8h-8z" />
      <path d="M48 4l12 6v14l-12 6-12-6V10zM48 17v13M48 17l12-7M48 17l-12-7" />
      <path d="M14 38c12-8 24 12 38 2" />
    </svg>
  );
}
