import type { Opened } from "../open";

export function PlayView({ opened }: { opened: Opened }) {
  return <h1>{opened.entry.title}</h1>;
}
