/** What went wrong, and what would help. */

import { Problem } from "../../parts/problem";
import type { Settings } from "./settings";
import { brief } from "./messages";

/** A preview has little time, and not to find something in it says nothing yet. */
export function Failure({ words, preview }: { words: string; preview: boolean }) {
  if (preview && /longer budget/.test(words))
    return <p class="soft" role="status">Nothing was found in the short time of a preview. Make looks longer.</p>;
  const short = brief(words);
  return (
    <>
      <Problem text={short} />
      {short !== words && <details class="more small"><summary>In full</summary>{words}</details>}
    </>
  );
}

interface CuresProps { words: string; onCure: (some: Settings) => void }

const MOST = 20; // degrees that snapping may turn an edge
const JOIN = 0.5; // millimetres within which it joins ends

/** Edges with slopes that are not allowed: allow them, or turn them as far as the message says. */
export function SlopeCures({ words, onCure }: CuresProps) {
  if (!/slopes that are not allowed/.test(words)) return null;
  const degrees = Number(/snap (\d+(\.\d+)?)/.exec(words)?.[1]);
  return (
    <div class="row">
      <button onClick={() => onCure({ slopes: "any" })}>Allow any slope</button>
      {degrees <= MOST && <button onClick={() => onCure({ snap: [degrees, JOIN] })}>
        Turn edges by up to {degrees}°</button>}
    </div>
  );
}
