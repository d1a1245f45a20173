/** The client of the studio's JSON API (docs/api.md). One request is one job: aborting the request
 *  cancels the work. */

import type { BoardData } from "./model/board";
import { say, unsay } from "./messages";

/** A puzzle as its `.nono` file has it. */
export type Puzzle = Record<string, unknown>;

export interface Progress { share: number | null; words: string }

/** What went wrong, in one line, for people. */
export class ApiError extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

export interface Call { signal?: AbortSignal; progress?: (progress: Progress) => void }

/** Calls a verb: `call("check", {puzzle})`. With `progress` the answer is streamed. */
export async function call<Answer>(verb: string, body: object, how: Call = {}): Promise<Answer> {
  const response = await patiently(`api/${verb}`, {
    method: "POST", signal: how.signal,
    headers: { "Content-Type": "application/json",
               Accept: how.progress ? "application/x-ndjson" : "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw await failure(response);
  if (!how.progress) return await response.json() as Answer;
  return await lastLine<Answer>(response, how.progress);
}

const OUTLIVES = 60_000; // letters that a browser still sends when its page is gone

/** Any other request: `send("PUT", "library/x", {...})`. What is saved while the page is being left
 *  arrives all the same, as far as browsers go. */
export async function send<Answer>(
  method: string, path: string, body?: object, signal?: AbortSignal,
): Promise<Answer> {
  const text = body && JSON.stringify(body);
  const ask = method === "GET" ? patiently : once;
  const response = await ask(`api/${path}`, {
    method, signal, headers: text ? { "Content-Type": "application/json" } : {}, body: text,
    keepalive: text !== undefined && text.length < OUTLIVES,
  });
  if (!response.ok) throw await failure(response);
  return response.status === 204 ? undefined as Answer : await response.json() as Answer;
}

const PAGE_HEADER = "x-nonoforge-page";
let ownPage: string | null = null; // as the server that this page came from names it

async function once(address: string, request: RequestInit): Promise<Response> {
  const response = await fetch(address, request);
  const page = response.headers.get(PAGE_HEADER);
  ownPage ??= page;
  if (page !== null && page !== ownPage)
    say("page", "The studio was updated. Reload this page when it suits you: nothing is lost.");
  return response;
}

const FIRST_WAIT = 300, LAST_WAIT = 3000; // milliseconds between two tries

/** Asks again until the studio answers: it may be starting anew. Only for what changes nothing. */
async function patiently(address: string, request: RequestInit): Promise<Response> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(LAST_WAIT, 1.5 * wait)) {
    try {
      const response = await once(address, request);
      unsay("studio");
      return response;
    } catch (problem) {
      if (request.signal?.aborted || !(problem instanceof TypeError)) throw problem;
    }
    say("studio", "The studio does not answer. This page goes on when it is started again. If it then prints "
        + "another address, open that one.");
    await new Promise((done) => setTimeout(done, wait));
    request.signal?.throwIfAborted();
  }
}

async function failure(response: Response): Promise<ApiError> {
  const told = await response.json().catch(() => null) as { error?: string } | null;
  return new ApiError(told?.error ?? `The studio answered ${response.status}.`, response.status);
}

async function lastLine<Answer>(
  response: Response, progress: (progress: Progress) => void,
): Promise<Answer> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest += value ?? "";
    const lines = rest.split("\n");
    rest = lines.pop()!;
    for (const line of done && rest ? [...lines, rest] : lines) {
      if (!line) continue;
      const told = JSON.parse(line) as
        { progress?: Progress; result?: Answer; error?: string; status?: number };
      if (told.progress) progress(told.progress);
      else if (told.error !== undefined) throw new ApiError(told.error, told.status ?? 400);
      else return told.result as Answer;
    }
    if (done) throw new ApiError("The studio stopped in the middle of its answer.", 0);
  }
}

/** Bytes as the API takes them: base64. */
export async function base64(blob: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new ApiError("This file cannot be read.", 0));
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(",") + 1);
}

/** A file as `draw` and `convert` answer it. */
export interface FileAnswer { name: string; media_type: string; data: string }

/** Hands a file to the browser's downloads. */
export function download(file: FileAnswer): void {
  const bytes = Uint8Array.from(atob(file.data), (letter) => letter.charCodeAt(0));
  downloadBlob(new Blob([bytes], { type: file.media_type }), file.name);
}

/** Asks for a file with a POST, and hands it to the browser's downloads. */
export async function sendForFile(path: string, body: object, name: string): Promise<void> {
  const response = await once(`api/${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok) throw await failure(response);
  downloadBlob(await response.blob(), name);
}

function downloadBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const boardOf = (puzzle: Puzzle): Promise<BoardData> => call("board", { puzzle });
