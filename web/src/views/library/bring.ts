/** Files on their way into the library: chosen, dropped, or whole folders of them. */

import { base64, send } from "../../api";
import type { Entry } from "../../open";

export interface Bringing { done: number; total: number; name: string }
export interface Came { entries: Entry[]; errors: string[] }

/** One after the other, so that one bad file is no harm to the rest. */
export async function bringing(
  files: File[], tell: (bringing: Bringing) => void,
): Promise<Came> {
  const came: Came = { entries: [], errors: [] };
  for (const [done, file] of files.entries()) {
    tell({ done, total: files.length, name: file.name });
    try {
      const body = { name: file.name, data: await base64(file) };
      const { entries } = await send<{ entries: Entry[] }>("POST", "library/import", body);
      came.entries.push(...entries);
    } catch (problem) {
      came.errors.push(`${file.name}: ${(problem as Error).message}`);
    }
  }
  return came;
}

/** How many came, and how many of them were here already. */
export function cameWords({ entries }: Came): string {
  const known = entries.filter(({ existed }) => existed).length, fresh = entries.length - known;
  const added = fresh === 1 ? "1 puzzle was added" : `${fresh} puzzles were added`;
  if (!entries.length) return "Nothing was added.";
  return known ? `${added}; ${known} ${known === 1 ? "was" : "were"} here already.` : `${added}.`;
}

const SOME = 5; // problems that are reported in full

export function problemsWords({ errors }: Came): string {
  const more = errors.length - SOME;
  const rest = more > 0 ? [`… and ${more} more files that could not be read.`] : [];
  return [...errors.slice(0, SOME), ...rest].join("\n");
}

/** The files of a drop, those of folders too. */
export async function droppedFiles(event: DragEvent): Promise<File[]> {
  const entries = [...event.dataTransfer?.items ?? []]
    .map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  const files = entries.length ? (await Promise.all(entries.map(filesOf))).flat()
    : [...event.dataTransfer?.files ?? []];
  return files.filter((file) => !file.name.startsWith("."));
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: File[] = [];
  for (;;) { // it hands out some at a time
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject));
    if (!some.length) return found;
    found.push(...(await Promise.all(some.map(filesOf))).flat());
  }
}
