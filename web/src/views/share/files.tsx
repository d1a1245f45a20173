/** A puzzle as a file of any format that can hold it. */

import { useEffect, useState } from "preact/hooks";
import { call, type Puzzle } from "../../api";
import type { Board } from "../../model/board";
import { isPlain } from "../../model/board";
import { Told, useSaving } from "./saving";

interface Format {
  name: string; extensions: string[]; description: string; can_write: boolean; families: string[];
  holds: string[]; picture: boolean;
}

const ADVICE = /; use --lossy to drop \w+$/; // what is said to people at a terminal

export function Files({ puzzle, board }: { puzzle: Puzzle; board: Board }) {
  const saving = useSaving(puzzle);
  const [formats, setFormats] = useState<Format[]>([]);
  const [to, setTo] = useState("nono");
  useEffect(() => {
    call<Format[]>("formats", {}).then(
      (all) => setFormats(all.filter((format) => fits(format, board))), () => setFormats([]));
  }, [board]);
  const picture = formats.find(({ name }) => name === to)?.picture ?? false;
  const save = (lossy: boolean) =>
    saving.save("convert", { to, lossy, solve: picture && !puzzle.solution });
  const partly = ADVICE.test(saving.error);
  return (
    <>
      <div class="row">
        <select aria-label="Format" value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          {formats.map(({ name, extensions, description }) =>
            <option key={name} value={name}>{extensions[0]} – {description}</option>)}
        </select>
        <button disabled={saving.busy} onClick={() => save(false)} aria-label="Save the file">
          Save</button>
      </div>
      <Told saving={{ ...saving, error: saving.error.replace(ADVICE, ".").replaceAll("`", "") }} />
      {partly && <button onClick={() => save(true)}>Save without that</button>}
    </>
  );
}

/** Can it hold the clues, whatever else it leaves out? */
function fits(format: Format, board: Board): boolean {
  return format.can_write && format.families.includes(board.family)
    && (isPlain(board) || format.holds.includes("colours"));
}
