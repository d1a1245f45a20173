/** The versions of a puzzle: what it was when it came, and what edits have made of it. */

import { useEffect, useState } from "preact/hooks";
import { boardOf, type Puzzle, send } from "../../api";
import type { VersionRecord } from "../../generated/api";
import { type Board, open, type Values } from "../../model/board";
import { Problem } from "../../parts/problem";
import { pictureOf } from "./session";

interface Props {
  id: string;
  /** Counts changes: the list is read again when it is open. */
  turn: number;
  onVersion: (puzzle: Puzzle, board: Board, picture: Values, digest: string) => void;
}

export function Versions({ id, turn, onVersion }: Props) {
  const [shown, setShown] = useState(false);
  const [list, setList] = useState<VersionRecord[]>([]);
  const [error, setError] = useState("");
  const path = `library/${id}/versions`;
  useEffect(() => {
    if (!shown) return undefined;
    let current = true;
    const wait = setTimeout(() => send<VersionRecord[]>("GET", path).then(
      (found) => { if (current) setList(found); },
      (problem: Error) => { if (current) setError(problem.message); }), turn ? 400 : 0);
    return () => { current = false; clearTimeout(wait); };
  }, [path, turn, shown]);
  const take = async ({ number, digest }: VersionRecord) => {
    setError("");
    try {
      const puzzle = await send<Puzzle>("GET", `${path}/${number}`);
      const board = open(await boardOf(puzzle));
      const { picture } = await pictureOf(puzzle, board.cells);
      onVersion(puzzle, board, picture, digest);
    } catch (problem) {
      setError((problem as Error).message);
    }
  };
  return (
    <details class="panel versions" onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>Versions</summary>
      {error && <Problem text={error} />}
      <ul>
        {[...list].reverse().map((version) => (
          <li key={version.number}>
            <button class="quiet" aria-pressed={version.current} disabled={version.current}
                    onClick={() => void take(version)}>
              {version.thumbnail && <img alt="" loading="lazy" src={`api/${path}/${version.number}/thumbnail`} />}
              <span>{version.number === 1 ? "Original" : `Version ${version.number}`}
                <small class="soft">{words(version)}</small></span>
            </button>
          </li>))}
      </ul>
      <p class="small soft">Going back is a step like any other: it can be undone, and its game comes
        back with it.</p>
    </details>
  );
}

function words({ made, size, started, solved, current }: VersionRecord): string {
  const time = new Date(made).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  const game = solved ? "solved" : started ? "begun" : "";
  return [time, size, game, current ? "now" : ""].filter(Boolean).join(" · ");
}
