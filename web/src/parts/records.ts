/** What a person has solved, kept in this browser: best times, and days in a row. */

interface Solved { id: string; day: number; seconds: number }

export interface Record { best: number; first: boolean; puzzles: number; days: number }

const PLACE = "nonoforge-solved", MOST = 5_000, DAY = 86_400_000;

/** Days since 1970 where the person is. */
function today(): number {
  const now = new Date();
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);
}

function all(): Solved[] {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "[]") as Solved[];
    return Array.isArray(kept) ? kept.filter((one) => one && typeof one.id === "string") : [];
  } catch {
    return []; // nothing kept, or a browser that keeps nothing
  }
}

/** Notes a win. */
export function noteSolved(id: string, seconds: number): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify([...all(), { id, day: today(), seconds }].slice(-MOST)));
  } catch { /* it is told for this time only */ }
}

/** The sentences shown after a win, given the time it took in seconds. */
export function recordOf(id: string, seconds: number): Record {
  const solved = all(), own = solved.filter((one) => one.id === id);
  return { best: Math.min(seconds, ...own.map((one) => one.seconds)), first: own.length < 2,
           puzzles: new Set(solved.map((one) => one.id)).size, days: streak(solved.map(({ day }) => day)) };
}

/** How many days in a row, up to today or yesterday, have a win. A clock set back breaks nothing: days
 *  after today count as today. */
export function streak(days: number[], now = today()): number {
  const have = new Set(days.map((day) => Math.min(day, now)));
  let at = have.has(now) ? now : now - 1, count = 0;
  while (have.has(at--)) count++;
  return count;
}
