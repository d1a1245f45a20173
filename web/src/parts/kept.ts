/** Settings of a person, kept in this browser. */

import { useState } from "preact/hooks";

export function useKept<Value>(name: string, usual: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    try {
      const kept = JSON.parse(localStorage.getItem(`nonoforge-${name}`) ?? "null") as Value | null;
      if (kept === null || typeof kept !== typeof usual) return usual;
      return typeof usual === "object" ? { ...usual, ...kept } : kept;
    } catch {
      return usual; // nothing kept, or a browser that keeps nothing
    }
  });
  const set = (next: Value) => {
    setValue(next);
    try {
      localStorage.setItem(`nonoforge-${name}`, JSON.stringify(next));
    } catch { /* it holds for this visit */ }
  };
  return [value, set];
}

/** What is kept for the address that is open now, as long as this tab is: back, forward and reload
 *  return to it. */
export function recallHere(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(`nonoforge-${name} ${location.hash}`) ?? "null");
  } catch {
    return null;
  }
}

export function rememberHere(name: string, value: unknown, address = location.hash): void {
  try {
    sessionStorage.setItem(`nonoforge-${name} ${address}`, JSON.stringify(value));
  } catch { /* full, or not allowed */ }
}

/** A state that is kept for this address; a value that does not fit is the usual one. */
export function useHere<Value>(
  name: string, usual: Value, fits: (value: Value) => boolean = () => true,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    const kept = recallHere(name) as Value;
    return typeof kept === typeof usual && fits(kept) ? kept : usual;
  });
  return [value, (next) => {
    setValue(next);
    rememberHere(name, next);
  }];
}
