/** A log of the library that this page appends to. What is done is kept in this browser before it is
 *  sent, sent at once, and forgotten here when the library has acknowledged it: a studio that is
 *  restarted, a page that is closed, a disk that is full lose nothing. */

import { ApiError, send } from "./api";
import { History, type Op } from "./model/log";
import { say, unsay } from "./messages";

interface Appended { length: number; ops: (string | Op)[]; current?: string }

const PREFIX = "nonoforge-unsent-1:"; // of the browser's storage; the number is that of the format
const FIRST_WAIT = 400, LAST_WAIT = 5000; // milliseconds between two tries
const MOST = 500; // operations of a request

export interface Beginning { history: History; length: number; game?: string }

const underWay = new Set<Promise<void>>();

/** Waits until what is being sent has arrived, or could not be sent now. */
export async function settled(): Promise<void> {
  await Promise.all(underWay);
}

export class Journal {
  /** What the library has, and what it will have. */
  history: History;
  private known: History;
  private length: number;
  private game?: string;
  private pending: Op[];
  private sending: Promise<void> | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly place: string;
  private adopted: Left[];
  private readonly leave = new AbortController();
  private readonly channel = typeof BroadcastChannel === "undefined" ? null
    : new BroadcastChannel(PREFIX);

  /** `path` is `library/ID/game` or `library/ID/edits`. `onMerged` is called when another page has added
   *  something; `onOther` when the puzzle has another version now; `onSent` when all is saved;
   *  `reread` reads the log anew. */
  constructor(
    readonly path: string, begin: Beginning,
    private readonly events: {
      onMerged: () => void; onOther?: () => void; onSent?: () => void;
      reread: () => Promise<Beginning>;
    },
  ) {
    this.known = begin.history;
    this.length = begin.length;
    this.game = begin.game;
    this.place = `${PREFIX}${path}:${begin.game ?? ""}:${Math.random().toString(36).slice(2)}`;
    // What a page before this one could not send; it does no harm if that page is still there.
    this.adopted = unsent(`${PREFIX}${path}:${begin.game ?? ""}:`);
    this.pending = this.adopted.flatMap(({ ops }) => ops);
    this.history = this.known.with(this.pending);
    const options = { signal: this.leave.signal };
    addEventListener("pagehide", () => this.store(), options);
    addEventListener("online", () => this.now(), options);
    addEventListener("focus", () => this.now(), options);
    this.channel?.addEventListener("message", ({ data }) => { if (data === this.path) this.now(); });
    if (this.pending.length) this.now();
  }

  get unsent(): number {
    return this.pending.length;
  }

  /** Appends operations. They are in this browser's storage when this returns. */
  push(ops: Op[]): void {
    if (!ops.length) return;
    this.pending.push(...ops);
    this.history = this.history.with(ops);
    this.store();
    this.now();
  }

  /** Sends what there is, and asks what others have added. */
  now(): void {
    clearTimeout(this.timer);
    if (this.sending) return;
    const sending = this.send().finally(() => {
      this.sending = null;
      underWay.delete(sending);
    });
    this.sending = sending;
    underWay.add(sending);
  }

  /** The page goes on without this log; what is not sent yet is sent all the same. */
  close(): void {
    this.leave.abort();
    this.channel?.close();
    unsay(this.path);
  }

  private async send(): Promise<void> {
    do {
      const ops = this.pending.slice(0, MOST);
      try {
        const answer = await send<Appended>("POST", this.path,
          { base: this.length, ops, ...(this.game !== undefined && { game: this.game }) });
        this.received(answer, ops);
      } catch (problem) {
        await this.failed(problem as Error);
        return;
      }
    } while (this.pending.length);
  }

  private received({ length, ops, current }: Appended, sent: Op[]): void {
    const own = new Map(sent.map((op) => [op.id, op]));
    const foreign = ops.some((op) => typeof op !== "string");
    this.known = this.known.with(ops.map((op) => (typeof op === "string" ? own.get(op)! : op)));
    this.length = length;
    this.pending.splice(0, sent.length);
    this.wait = FIRST_WAIT;
    this.store();
    if (!this.pending.length) this.adopted.splice(0).forEach(forget);
    unsay(this.path);
    if (sent.length && !this.leave.signal.aborted) this.channel?.postMessage(this.path);
    if (sent.length && !this.pending.length) this.events.onSent?.();
    if (foreign) {
      this.history = this.known.with(this.pending);
      this.merged();
    }
    if (current !== undefined && current !== this.game && !this.leave.signal.aborted)
      this.events.onOther?.();
  }

  private merged(): void {
    if (!this.leave.signal.aborted) this.events.onMerged();
  }

  private async failed(problem: Error): Promise<void> {
    const status = problem instanceof ApiError ? problem.status : 0;
    if (status === 409) { // the library was put back from a copy
      const again = await this.events.reread().catch(() => null);
      if (again) {
        this.known = again.history;
        this.length = again.length;
        this.game = again.game;
        this.history = this.known.with(this.pending);
        this.merged();
      }
      this.timer = setTimeout(() => this.now(), this.wait);
      return;
    }
    const kept = this.store();
    if (!this.pending.length && status) return; // only a question, and it will be asked again
    say(this.path, words(status, problem.message, this.pending.length, kept));
    if (status === 404 || status === 400 || status === 413) return; // another try would be no better
    this.timer = setTimeout(() => this.now(), this.wait);
    this.wait = Math.min(LAST_WAIT, this.wait * 1.6);
  }

  /** Keeps what is not sent in this browser; false if it has no room. */
  private store(): boolean {
    try {
      if (this.pending.length) localStorage.setItem(this.place, JSON.stringify(this.pending));
      else localStorage.removeItem(this.place);
      return true;
    } catch {
      return false;
    }
  }
}

function words(status: number, message: string, unsent: number, kept: boolean): string {
  const where = !unsent ? "" : kept ? " What you do is kept in this browser and sent later."
    : " The browser has no room to keep what you do: leave this page open.";
  if (!status) return `The studio does not answer.${where}`;
  if (status === 403) return `The studio was started with another token: open the address that it printed.${where}`;
  return `Not saved yet: ${message}.${where}`;
}

interface Left { key: string; text: string | null; ops: Op[] }

/** What pages before this one could not send, by the beginning of its key. */
function unsent(prefix: string): Left[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).sort().map((key) => {
      const text = localStorage.getItem(key);
      try {
        const ops: unknown = JSON.parse(text ?? "[]");
        return { key, text, ops: Array.isArray(ops) ? ops as Op[] : [] };
      } catch {
        return { key, text, ops: [] };
      }
    });
  } catch {
    return []; // a browser that keeps nothing
  }
}

/** Removes what was read from this browser's storage, unless its page is still there and has added to it. */
function forget({ key, text }: Left): void {
  if (localStorage.getItem(key) === text) localStorage.removeItem(key);
}

/** Sends what earlier pages could not, for puzzles that are not open now. */
export async function sendLeft(): Promise<void> {
  for (const left of unsent(PREFIX)) {
    const [path, game] = left.key.slice(PREFIX.length).split(":");
    try {
      for (let first = 0; first < left.ops.length; first += MOST)
        await send("POST", path,
          { base: 0, ops: left.ops.slice(first, first + MOST), ...(game && { game }) });
      forget(left);
    } catch (problem) {
      // The puzzle was deleted: there is nothing to keep this for.
      if (problem instanceof ApiError && problem.status === 404) forget(left);
    }
  }
}
