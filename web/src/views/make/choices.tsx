/** Several puzzles from one source, in a row: a click takes over the settings of one. */

import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../../api";
import { type Field, MAKE_FIELDS } from "../../generated/options";
import { chosen } from "../../model/fields";
import { verdictWords } from "../../model/report";
import { Problem } from "../../parts/problem";
import { ProgressBar } from "../../parts/progress";
import { rowsOf } from "./answers";
import { look, type Look } from "./making";
import { CellPicture, SvgPicture } from "./pictures";
import type { Settings } from "./settings";
import { lighter, type Wish } from "./sources";
import { type Change, setting, type Work } from "./work";

interface Props { work: Work; change: Change; wish: Wish }

interface Choice { settings: Settings; words: string; look: Look }

/** What was asked for, and what has come so far. */
interface Offer { family: string; choices: Choice[]; done: number; total: number; failed: number }

const TOGETHER = 2; // previews that are made at a time

export function Choices({ work, change, wish }: Props) {
  const { source, family, settings, words } = work;
  const [offer, setOffer] = useState<Offer | null>(null);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  if (source.of === "numbers" || (source.of === "words" && !words.trim())) return null;

  const ask = async () => {
    const { signal } = running.current = new AbortController();
    const photo = source.of === "file" ? source.photo : null, base = settings[family];
    setBusy(true);
    setError("");
    setOffer({ family, choices: [], done: 0, total: 0, failed: 0 });
    const tell = (some: (now: Offer) => Partial<Offer>) => {
      if (!signal.aborted) setOffer((now) => now && { ...now, ...some(now) });
    };
    try {
      const { choices } = await call<{ choices: Settings[] }>(
        "make/choices", { family, request: lighter(wish, photo) }, { signal });
      tell(() => ({ total: choices.length }));
      const waiting = choices.entries();
      await Promise.all(Array.from({ length: TOGETHER }, async () => {
        for (const [at, changes] of waiting) {
          const body = { ...lighter({ ...wish, ...changes }, photo), preview: true };
          const found = await look(family, body, String(at), { signal }).catch(() => null);
          tell(({ choices: before, done, failed }) => found ? {
            done: done + 1, choices: [...before, { settings: { ...base, ...changes }, words: named(family, changes), look: found }]
              .sort((one, other) => Number(one.look.key) - Number(other.look.key)),
          } : { done: done + 1, failed: failed + 1 });
        }
      }));
    } catch (problem) {
      if (!signal.aborted) setError((problem as Error).message);
    }
    if (running.current?.signal === signal) setBusy(false);
  };
  const cancel = () => { running.current?.abort(); setBusy(false); };
  const shown = offer?.family === family ? offer : null;
  const now = JSON.stringify(chosen(MAKE_FIELDS[family], settings[family]));
  return (
    <section class="choices" aria-label="Several to choose from">
      <div class="row">
        {!busy && <button type="button" onClick={() => void ask()}>{shown ? "Show several again" : "Show several to choose from"}</button>}
        {shown && !busy && <button type="button" class="quiet" onClick={() => setOffer(null)}>Close</button>}
        {shown && !busy && shown.failed > 0 && <span class="small soft">{shown.failed} of {shown.total} give no puzzle.</span>}
      </div>
      {busy && <ProgressBar onCancel={cancel} progress={{ share: shown?.total ? shown.done / shown.total : null,
        words: shown?.total ? `${shown.done} of ${shown.total}` : "looking for good settings" }} />}
      {error && <Problem text={error} />}
      {shown && shown.choices.length > 0 && <ul class="strip" tabIndex={-1}>
        {shown.choices.map(({ settings: taken, words: label, look: { key, made, svg } }) => (
          <li key={key}>
            <button type="button" aria-pressed={JSON.stringify(chosen(MAKE_FIELDS[family], taken)) === now}
                    title={verdictWords(made)} onClick={() => change(setting(taken))}>
              {rowsOf(made.puzzle) ? <CellPicture puzzle={made.puzzle} lines={false} /> : <SvgPicture data={svg} words="" />}
              <span class="small">{label}</span>
              <span class="small soft">{made.verdict === "unique" && made.line_solvable ? "✓ " : ""}{sizeOf(made.summary)}</span>
            </button>
          </li>))}
      </ul>}
    </section>
  );
}

/** What is different from the settings: "Size 20, threshold 0.4"; without what another needs to apply. */
function named(family: string, changes: Settings): string {
  const needed = new Set(Object.keys(changes).map((name) => MAKE_FIELDS[family].find((one) => one.name === name)?.when?.[0]));
  const words = Object.entries(changes).filter(([name]) => !needed.has(name)).map(([name, value]) => {
    const field = MAKE_FIELDS[family].find((one) => one.name === name);
    return `${shortLabel(field, name)} ${shownValue(field, value)}`;
  }).join(", ");
  return words ? words[0].toUpperCase() + words.slice(1) : "As it is set";
}

/** The label without what explains it: "size" for "Size, along the longest side". */
function shortLabel(field: Field | undefined, name: string): string {
  return (field?.label ?? name).split(/[,:(]/)[0].toLowerCase();
}

function shownValue(field: Field | undefined, value: unknown): string {
  const choice = field?.choices?.find(([name]) => name === value)?.[1];
  return choice ?? `${String(value)}${field?.unit === "degrees" ? "°" : ""}`;
}

function sizeOf({ size, faces, cells }: Record<string, unknown>): string {
  return Array.isArray(size) ? size.join(" × ") : faces ? `${String(faces)} faces` : `${String(cells)} cells`;
}
