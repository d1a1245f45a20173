/** A puzzle that came as a share string: it is put into the library and opened. */

import { useEffect, useState } from "preact/hooks";
import { send } from "../api";
import type { Entry } from "../open";
import { Closed } from "../parts/closed";
import { go } from "../router";

async function keep(text: string): Promise<Entry> {
  const file = { name: "shared.share", data: btoa(text) };
  const { entries } = await send<{ entries: Entry[] }>("POST", "library/import", file);
  return entries[0];
}

export function StringView({ text }: { text: string }) {
  const [error, setError] = useState("");
  useEffect(() => {
    keep(text).then((entry) => go("play", entry.id), (problem: Error) => setError(problem.message));
  }, [text]);
  return error ? <Closed text={error} /> : <p class="waiting" aria-busy="true">Opening…</p>;
}
