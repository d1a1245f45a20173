/** Answers to a question that keeps changing: soon after the last change, and the newest wins.
 *
 *  To abort a request costs the studio a worker process. So one that has just begun may finish, and
 *  only what takes long is stopped.
 */

const SOON = 150, PATIENCE = 1200; // milliseconds

export interface Newest<Answer> { answer: Answer | null; busy: boolean; error: string }

/** How what is known changes. */
export type Change<Answer> = (before: Newest<Answer>) => Newest<Answer>;

/** One request at a time. */
export class Line<Answer> {
  ask!: (signal: AbortSignal) => Promise<Answer>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: { abort: AbortController; since: number } | null = null;
  private key = "";
  private known = ""; // what the last answer was about
  private gone = false;

  constructor(private readonly tell: (change: Change<Answer>) => void) {}

  wish(key: string): void {
    this.gone = false;
    this.key = key;
    clearTimeout(this.timer);
    const ask = key !== "" && (key !== this.known || this.running !== null);
    this.tell((before) => ({ ...before, busy: ask }));
    if (this.running) this.hurry();
    else if (ask) this.timer = setTimeout(() => void this.run(), SOON);
  }

  /** Lets go of what runs, at once or when it has had its moment; then the newest is asked. */
  private hurry(): void {
    const { abort, since } = this.running!;
    setTimeout(() => abort.abort(), Math.max(0, since + PATIENCE - performance.now()));
  }

  private async run(): Promise<void> {
    const asked = this.key, abort = new AbortController();
    this.running = { abort, since: performance.now() };
    let change: Change<Answer> = (before) => before;
    try {
      const answer = await this.ask(abort.signal);
      change = () => ({ answer, busy: false, error: "" });
      this.known = asked;
    } catch (problem) {
      this.known = "";
      if (!abort.signal.aborted)
        change = (before) => ({ ...before, busy: false, error: (problem as Error).message });
    }
    this.running = null;
    if (this.gone) return;
    // What was let go of and then wished for again is asked again.
    if (this.key === asked && (this.known === asked || !abort.signal.aborted)) this.tell(change);
    else if (this.key) {
      this.tell((before) => ({ ...change(before), busy: true }));
      this.timer = setTimeout(() => void this.run(), 0);
    }
  }

  leave(): void {
    this.gone = true;
    clearTimeout(this.timer);
    this.running?.abort.abort();
  }
}
