/** Messages of the studio, which are the command line's, as a page says them. */

const LONG = 200; // letters

/** A page has no options with dashes. */
export function plain(words: string): string {
  return words.replace(/--(?=[a-z])/g, "");
}

/** Whether a message says that the time was too short. */
export function outOfTime(words: string): boolean {
  return /(longer|larger) (--)?budget/.test(words);
}

/** A message that lists all places, without the list: "what: places; what helps". */
export function brief(words: string): string {
  const [, what, help] = /^(.{10,150}?): [^;]*; (.*)$/s.exec(words) ?? [];
  return words.length > LONG && what ? `${what}; ${help}` : words;
}
