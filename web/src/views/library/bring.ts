/** Files on their way into the library: chosen, dropped, or whole folders of them. */

import { base64, send } from "../../api";
import type { ImportResult } from "../../generated/api";
import type { Entry } from "../../open";

export interface Bringing { done: number; total: number; name: string; cancel: () => void }
export interface Came { added: number; existed: number; entries: Entry[]; errors: string[]; left: number }

const MAX_FILES = 100, MAX_BYTES = 4_000_000; // of a request with several files
const AT_ONCE = 2; // requests that are under way together

/** Sends many files in few requests; one bad file is no harm to the rest. Cancelling leaves out those that
 *  were not sent yet. */
export async function bringing(
  files: File[], tell: (bringing: Bringing) => void,
): Promise<Came> {
  const came: Came = { added: 0, existed: 0, entries: [], errors: [], left: 0 };
  const abort = new AbortController(), parcels = inParcels(files);
  let done = 0;
  const bringSome = async () => {
    while (parcels.length && !abort.signal.aborted) {
      const parcel = parcels.shift()!;
      tell({ done, total: files.length, name: parcel[0].name, cancel: () => abort.abort() });
      try {
        const sent = await Promise.all(parcel.map(async (file) => (
          { name: file.name, data: await base64(file) })));
        const result = await send<ImportResult>(
          "POST", "library/import", sent.length > 1 ? { files: sent } : sent[0], abort.signal);
        came.added += result.added;
        came.existed += result.existed;
        came.entries.push(...result.entries as unknown as Entry[]);
        came.errors.push(...result.errors.map(({ name, error }) => `${name}: ${error}`));
      } catch (problem) {
        if (abort.signal.aborted) came.left += parcel.length;
        else came.errors.push(`${parcel[0].name}: ${(problem as Error).message}`);
      }
      done += parcel.length;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, bringSome));
  came.left += parcels.flat().length;
  return came;
}

/** Small files together, a large one by itself. */
function inParcels(files: File[]): File[][] {
  const parcels: File[][] = [];
  let room = 0;
  for (const file of files) {
    const last = parcels[parcels.length - 1];
    if (!last || last.length >= MAX_FILES || file.size > room) {
      parcels.push([file]);
      room = MAX_BYTES - file.size;
    } else {
      last.push(file);
      room -= file.size;
    }
  }
  return parcels;
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
