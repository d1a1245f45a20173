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
