/** Files on their way into the library: chosen, dropped, or whole folders of them. */

import { base64, send } from "../../api";
import type { ImportResult } from "../../generated/api";
import type { Entry } from "../../open";

export interface Bringing { done: number; total: number; name: string; cancel: () => void }
export interface Came { added: number; existed: number; entries: Entry[]; errors: string[]; left: number }

const AT_ONCE = 4; // requests that are under way together

/** Sends some files at a time; one bad file is no harm to the rest. Cancelling leaves the rest out. */
export async function bringing(
  files: File[], tell: (bringing: Bringing) => void,
): Promise<Came> {
  const came: Came = { added: 0, existed: 0, entries: [], errors: [], left: 0 };
  const abort = new AbortController();
  let next = 0, done = 0;
  const bringSome = async () => {
    while (next < files.length && !abort.signal.aborted) {
      const file = files[next++];
      tell({ done, total: files.length, name: file.name, cancel: () => abort.abort() });
      try {
        const body = { name: file.name, data: await base64(file) };
        const result = await send<ImportResult>("POST", "library/import", body, abort.signal);
        came.added += result.added;
        came.existed += result.existed;
        came.entries.push(...result.entries as unknown as Entry[]);
      } catch (problem) {
        if (!abort.signal.aborted) came.errors.push(`${file.name}: ${(problem as Error).message}`);
      }
      done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, bringSome));
  came.left = files.length - next;
  return came;
}

/** How many came, and how many of them were here already. */
export function cameWords({ added, existed, left }: Came): string {
  const words = [added === 1 ? "1 puzzle was added" : `${added.toLocaleString("en")} puzzles were added`];
  if (!added && !existed) words[0] = "Nothing was added";
  if (existed) words.push(`${existed.toLocaleString("en")} ${existed === 1 ? "was" : "were"} here already`);
  if (left) words.push(`${left.toLocaleString("en")} ${left === 1 ? "file was" : "files were"} left out`);
  return `${words.join("; ")}.`;
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
