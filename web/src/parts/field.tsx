/** One thing that can be set: a slider with its number, a number, a choice, a box to tick, words. */

import "./field.css";

export type Value = string | number | boolean;

export interface Field {
  name: string;
  label: string;
  kind: "range" | "number" | "choice" | "check" | "text" | "colour";
  usual: Value;
  min?: number; max?: number; step?: number; unit?: string;
  options?: [value: string, label: string][];
  /** What stands in a field where nothing is said. */
  empty?: string;
  most?: number;
  /** Side by side with the next one. */
  half?: boolean;
  /** Not in sight at first. */
  more?: boolean;
  when?: (set: Record<string, Value>) => boolean;
}

interface Props { field: Field; value: Value; onValue: (value: Value) => void }

export function FieldRow({ field, value, onValue }: Props) {
  const { kind, label, unit, half } = field;
  const known = `field ${kind}${half ? " half" : ""}`;
  if (kind === "check")
    return (
      <label class={known}><input type="checkbox" checked={value === true}
        onChange={(event) => onValue(event.currentTarget.checked)} /> {label}</label>
    );
  return (
    <label class={known}>
      <span>{label}{kind === "range" && <b aria-hidden="true">{shown(field, value)}{unit && ` ${unit}`}</b>}
        {kind === "number" && unit && ` (${unit})`}</span>
      <Input field={field} value={value} onValue={onValue} />
    </label>
  );
}

function Input({ field, value, onValue }: Props) {
  const { kind, min, max, step = 1, options, most, empty } = field;
  if (kind === "choice")
    return (
      <select value={String(value)} onChange={(event) => onValue(event.currentTarget.value)}>
        {options!.map(([name, words]) => <option key={name} value={name}>{words}</option>)}
      </select>
    );
  if (kind === "text")
    return <input value={String(value)} maxLength={most} placeholder={empty}
                  onInput={(event) => onValue(event.currentTarget.value)} />;
  if (kind === "colour")
    return (
      <span class="row"><input type="color" value={String(value) || "#ffffff"}
        onChange={(event) => onValue(event.currentTarget.value)} />
        {value === "" ? <span class="soft small">as in the picture</span>
          : <button type="button" onClick={() => onValue("")}>As in the picture</button>}</span>
    );
  return (
    <input type={kind as "range" | "number"} value={value as number} min={min} max={max} placeholder={empty}
           step={kind === "range" ? step : "any"}
           onInput={(event) => {
             const next = numberOf(event.currentTarget, field);
             if (next !== null) onValue(next);
           }} />
  );
}

/** A number within its bounds; while one is typed that is none, nothing is told. */
function numberOf(input: HTMLInputElement, field: Field): Value | null {
  if (input.value === "") return field.usual === "" && !input.validity.badInput ? "" : null;
  const given = input.valueAsNumber;
  return given >= field.min! && given <= field.max! ? given : null;
}

function shown(field: Field, value: Value): string {
  return field.step && field.step < 1 ? Number(value).toFixed(2).replace(/0$/, "") : String(value);
}

interface FieldsProps {
  fields: Field[]; values: Record<string, Value>; onValue: (name: string, value: Value) => void;
}

/** All fields that apply: the important ones in sight, the rest under More. */
export function Fields({ fields, values, onValue }: FieldsProps) {
  const some = fields.filter((field) => !field.when || field.when(values));
  const rows = (more: boolean) => some.filter((field) => Boolean(field.more) === more).map((field) => (
    <FieldRow key={field.name} field={field} value={values[field.name]}
              onValue={(value) => onValue(field.name, value)} />));
  return (
    <>
      <div class="fields">{rows(false)}</div>
      <details class="more">
        <summary>More</summary>
        <div class="fields">{rows(true)}</div>
      </details>
    </>
  );
}
