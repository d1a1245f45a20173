/** Settings of a person, kept in this browser. */

import { useState } from "preact/hooks";

export function useKept<Value>(name: string, usual: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    try {
      const kept = JSON.parse(localStorage.getItem(`nonoforge-${name}`) ?? "null") as Value | null;
      return typeof kept === typeof usual ? kept as Value : usual;
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
