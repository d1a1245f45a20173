/** The size of a picture in cells: along the longer side, or columns and rows. */

import { NumberBox } from "../../parts/number";

export type Size = number | [number, number] | null;

interface Props {
  size: Size;
  /** What came out, if anything did. */
  actual: [number, number] | null;
  /** How the size changes: two changes may come before the page is drawn again. */
  onSize: (change: (size: Size) => Size) => void;
}

const MOST = 200, USUAL = 100;

export function SizeField({ size, actual, onSize }: Props) {
  const pairOf = (some: Size): [number, number] => Array.isArray(some) ? some : actual ?? [30, 30];
  const longerOf = (some: Size) => typeof some === "number" ? some : Math.max(...pairOf(some));
  const set = (index: number, given: number | null) => {
    if (given === null || !Number.isInteger(given) || given < 1 || given > MOST) return;
    onSize((now) => {
      const pair = pairOf(now);
      if (Array.isArray(now)) return index ? [pair[0], given] : [given, pair[1]];
      return Math.max(1, Math.min(MOST, Math.round(given * Math.max(...pair) / pair[index])));
    });
  };
  return (
    <fieldset class="numbers size">
      <legend class="small">Size</legend>
      <label class="wide"><span class="unseen">Cells along the longer side</span>
        <NumberBox slider live min={5} max={Math.max(USUAL, longerOf(size))} value={longerOf(size)}
                   onNumber={(given) => onSize(() => given)} /></label>
      {["Columns", "Rows"].map((name, index) => (
        <label key={name} class="small">{name}
          <NumberBox min={1} max={MOST} value={pairOf(size)[index]} onNumber={(given) => set(index, given)} />
        </label>
      ))}
      <label class="field check"><input type="checkbox" checked={!Array.isArray(size)}
        onChange={() => onSize((now) => Array.isArray(now) ? longerOf(now) : pairOf(now))} /> Keep the proportions</label>
      {size !== null && <button type="button" class="quiet small" onClick={() => onSize(() => null)}>
        Automatic</button>}
    </fieldset>
  );
}
