import type { Opened } from "../open";

export function EditView({ opened }: { opened: Opened }) {
  return <h1>{opened.entry.title}</h1>;
}
