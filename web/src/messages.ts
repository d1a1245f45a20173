/** Messages about the connection to the studio: one for each subject, shown by `parts/status`. */

const messages = new Map<string, string>();
const listeners = new Set<() => void>();

/** Shows a message about a subject, in place of an earlier one. */
export function say(subject: string, words: string): void {
  if (messages.get(subject) === words) return;
  messages.set(subject, words);
  for (const listener of listeners) listener();
}

export function unsay(subject: string): void {
  if (messages.delete(subject)) for (const listener of listeners) listener();
}

export function said(): ReadonlyMap<string, string> {
  return messages;
}

/** Calls the listener at every change; returns what ends that. */
export function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => { listeners.delete(listener); };
}
