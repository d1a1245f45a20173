/** What went wrong, and what would help. */

import { Problem } from "../../parts/problem";
import { FAMILIES } from "../../generated/families";
import type { Settings } from "./settings";
import { brief, outOfTime } from "./messages";

/** A preview has little time, and not to find something in it says nothing yet. */
export function Failure({ words, preview }: { words: string; preview: boolean }) {
  if (preview && outOfTime(words))
    return <p class="soft" role="status">Nothing was found in the short time of a preview. Make looks longer.</p>;
  const short = brief(words);
  return (
    <>
      <Problem text={short} />
      {short !== words && <details class="more small"><summary>In full</summary>{words}</details>}
    </>
  );
}

interface CuresProps { words: string; family: string; onCure: (some: Settings) => void }

/** Buttons with options of the family that a message speaks of. */
export function Cures({ words, family, onCure }: CuresProps) {
  const found = FAMILIES[family].cures.flatMap(({ pattern, label, options }) => {
    const match = new RegExp(pattern).exec(words);
    return match ? [{ label: label.replace("{}", match[1]), options: filledIn(options, Number(match[1])) }] : [];
  });
  if (!found.length) return null;
  return (
    <div class="row">
      {found.map(({ label, options }) => <button key={label} onClick={() => onCure(options)}>{label}</button>)}
    </div>
  );
}

/** Options with a number in place of {}. */
function filledIn(options: Settings, number: number): Settings {
  const fill = (value: unknown): unknown =>
    value === "{}" ? number : Array.isArray(value) ? value.map(fill) : value;
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, fill(value)]));
}
