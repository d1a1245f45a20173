/** Where one was on a page, kept while the window is open: back, forward and reload return to it. */

import { useState } from "preact/hooks";

export function useSession<Value extends object>(
  name: string, usual: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => ({ ...usual, ...recall(name) as Partial<Value> }));
  const set = (next: Value) => {
    setValue(next);
    remember(name, next);
  };
  return [value, set];
}

export function remember(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(`nonoforge-${name}`, JSON.stringify(value));
  } catch { /* it holds for this visit */ }
}

export function recall(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(`nonoforge-${name}`) ?? "null");
  } catch {
    return null;
  }
}
