/** The size of a picture in cells: along the longer side, or columns and rows. */

export type Size = number | [number, number] | null;

interface Props {
  size: Size;
  /** What came out, if anything did. */
  actual: [number, number] | null;
  onSize: (size: Size) => void;
}

const MOST = 200, USUAL = 100;

export function SizeField({ size, actual, onSize }: Props) {
  const pair: [number, number] = Array.isArray(size) ? size : actual ?? [30, 30];
  const fixed = Array.isArray(size);
  const longer = typeof size === "number" ? size : Math.max(...pair);
  const set = (index: number, given: number) => {
    if (!Number.isInteger(given) || given < 1 || given > MOST) return;
    if (fixed) onSize(index ? [pair[0], given] : [given, pair[1]]);
    else onSize(Math.max(1, Math.min(MOST, Math.round(given * Math.max(...pair) / pair[index]))));
  };
  return (
    <fieldset class="numbers size">
      <legend class="small">Size</legend>
      <label class="wide"><span class="unseen">Cells along the longer side</span>
        <input type="range" min={5} max={Math.max(USUAL, longer)} value={longer}
               onInput={(event) => {
                 const given = event.currentTarget.valueAsNumber;
                 onSize(given);
               }} /></label>
      {["Columns", "Rows"].map((name, index) => (
        <label key={name} class="small">{name}
          <input type="number" min={1} max={MOST} value={pair[index]}
                 onChange={(event) => set(index, event.currentTarget.valueAsNumber)} />
        </label>
      ))}
      <label class="field check"><input type="checkbox" checked={!fixed}
        onChange={() => onSize(fixed ? longer : pair)} /> Keep the proportions</label>
      {size !== null && <button type="button" class="quiet small" onClick={() => onSize(null)}>
        Automatic</button>}
    </fieldset>
  );
}
