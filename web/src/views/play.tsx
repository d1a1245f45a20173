/** Play a puzzle of the library; the game is kept there, move by move. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { send } from "../api";
import { serverAdvisor } from "../model/advice";
import type { Save } from "../model/game";
import type { Opened } from "../open";
import { Name } from "../parts/name";
import { Problem } from "../parts/problem";
import { Table } from "../parts/table";

export function PlayView({ opened }: { opened: Opened }) {
  const { entry, puzzle, board } = opened;
  const [save, setSave] = useState<Save | null | undefined>(undefined);
  const [error, setError] = useState("");
  const advisor = useMemo(() => serverAdvisor(puzzle), [puzzle]);
  const path = `library/${entry.id}/state`;

  useEffect(() => {
    send<Save | null>("GET", path)
      .then(setSave, (problem: Error) => { setError(problem.message); setSave(null); });
  }, [path]);

  const keep = (state: Save) => {
    void send("PUT", path, state).then(() => setError(""), (problem: Error) =>
      setError(`This game could not be saved: ${problem.message}`));
  };
  if (save === undefined) return <p class="waiting" aria-busy="true">Opening…</p>;
  return (
    <>
      <h1><Name of={entry.title} />
        {entry.author && <small class="soft"> by <bdi>{entry.author}</bdi></small>}</h1>
      {error && <Problem text={error} />}
      <Table board={board} save={save} onSave={keep} advisor={advisor} />
    </>
  );
}
