/** A box for a number, or a slider. */

import { useState } from "preact/hooks";

interface Props {
  /** Null: the box is empty. */
  value: number | null; min?: number; max?: number; step?: number | "any";
  slider?: boolean; label?: string; placeholder?: string; required?: boolean;
  /** Every number on the way counts, not only what stands there when the box is left. */
  live?: boolean;
  /** What was typed: null for nothing, NaN for what is no number. */
  onNumber: (given: number | null) => void;
}

/** What is typed stays as long as the box is not left, even if the page is drawn again meanwhile. */
export function NumberBox({ value, slider, label, live, onNumber, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const tell = ({ value: text, validity, valueAsNumber }: HTMLInputElement) =>
    onNumber(text === "" && !validity.badInput ? null : valueAsNumber);
  return (
    <input type={slider ? "range" : "number"} aria-label={label} value={typed ?? value ?? ""} {...rest}
           onInput={({ currentTarget: box }) => {
             setTyped(slider ? null : box.value); // of half a number, as "1e", it is ""
             if (live) tell(box);
           }}
           onChange={({ currentTarget: box }) => { if (!live) tell(box); }}
           onBlur={() => setTyped(null)} />
  );
}
