/** A form from fields that the families' options describe (generated/options.ts): a slider with its
 *  number, numbers, a choice, a box to tick, words, a colour; or a choice with another kind beside it. */

import { useRef, useState } from "preact/hooks";
import type { Field } from "../generated/options";
import { applies, type Value, type Values } from "../model/fields";
import { NumberBox } from "./number";
import "./field.css";

interface Props { field: Field; value: Value; onValue: (value: Value) => void }

export function FieldRow({ field, value, onValue }: Props) {
  const { kinds, label, unit, half, slider, help } = field;
  const known = `field ${kinds[0]}${half ? " half" : ""}`;
  if (kinds.includes("check"))
    return (
      <label class={known} title={help}><input type="checkbox" checked={value === true}
        onChange={(event) => onValue(event.currentTarget.checked)} /> {label}</label>
    );
  if (kinds.includes("choice") && kinds.length > 1) return <ChoiceOrOther field={field} value={value} onValue={onValue} />;
  if (kinds[0] === "numbers") return <Numbers field={field} value={value} onValue={onValue} />;
  return (
    <label class={known} title={help}>
      <span>{label}{slider && <b aria-hidden="true">{shown(field, value)}{unit && value !== null && ` ${unit}`}</b>}
        {!slider && kinds[0] === "number" && unit && ` (${unit})`}</span>
      <Input field={field} value={value} onValue={onValue} />
    </label>
  );
}

function Input({ field, value, onValue }: Props) {
  const { kinds: [kind], choices, maxLength, empty } = field;
  if (kind === "choice")
    return (
      <select value={value === null ? "" : String(value)}
              onChange={(event) => onValue(event.currentTarget.value || null)}>
        {field.default === null && <option value="">{empty}</option>}
        {choices!.map(([name, words]) => <option key={name} value={name}>{words}</option>)}
      </select>
    );
  if (kind === "text")
    return <input value={String(value ?? "")} maxLength={maxLength} placeholder={empty}
                  onInput={(event) => onValue(event.currentTarget.value || field.default)} />;
  if (kind === "colour")
    return (
      <span class="row"><input type="color" value={String(value ?? "#ffffff")}
        onChange={(event) => onValue(event.currentTarget.value)} />
        {value === null ? <span class="soft small">{empty}</span>
          : <button type="button" onClick={() => onValue(null)}>Automatic</button>}</span>
    );
  return <NumberInput field={field} value={value as number | null} onValue={onValue} />;
}

interface NumberProps { field: Field; value: number | null; onValue: (value: number | null) => void; label?: string }

/** A number within its bounds. While something else is typed, the value stays. */
function NumberInput({ field, value, onValue, label }: NumberProps) {
  const { slider, min, max, openMin, openMax, integer, empty } = field;
  const read = (given: number | null) => {
    if (given === null) {
      if (field.default === null) onValue(null);
      return;
    }
    const low = min === undefined || (openMin ? given > min : given >= min);
    const high = max === undefined || (openMax ? given < max : given <= max);
    if (low && high && (!integer || Number.isInteger(given))) onValue(given);
  };
  return (
    <NumberBox live slider={slider !== undefined} value={shortened(field, value)} placeholder={empty} label={label}
               min={slider?.[0] ?? min} max={slider?.[1] ?? max} step={slider?.[2] ?? (integer ? 1 : "any")}
               onNumber={read} />
  );
}

/** Returns a number rounded to readable digits: defaults may have been converted from other units. */
function shortened({ integer }: Field, value: number | null): number | null {
  return value === null || integer ? value : Number(value.toPrecision(6));
}

/** A select box; its last entry opens a field for a value of another kind. */
function ChoiceOrOther({ field, value, onValue }: Props) {
  const { kinds, label, choices, slider, help } = field;
  const other = kinds.find((kind) => kind !== "choice")!;
  const chosen = choices!.some(([name]) => name === value);
  const middle = slider ? (slider[0] + slider[1]) / 2 : field.min ?? 0;
  const begin = other === "text" ? "" : typeof field.default === "number" ? field.default
    : field.integer ? Math.floor(middle) : middle;
  if (choices!.length === 1 && other === "number" && slider)
    return (
      <div class="field or-word" title={help}>
        <label class="field number"><span>{label}<b aria-hidden="true">{chosen ? choices![0][0] : shown(field, value)}</b></span>
          <Input field={{ ...field, kinds: [other] }} value={chosen ? begin : value} onValue={onValue} /></label>
        <label class="field check"><input type="checkbox" checked={chosen}
          onChange={(event) => onValue(event.currentTarget.checked ? choices![0][0] : begin)} /> {choices![0][1]}</label>
      </div>
    );
  return (
    <>
      <label class="field choice" title={help}><span>{label}</span>
        <select value={chosen ? String(value) : OTHER}
                onChange={({ currentTarget: { value: next } }) => onValue(next === OTHER ? begin : next)}>
          {choices!.map(([name, words]) => <option key={name} value={name}>{words}</option>)}
          <option value={OTHER}>{other === "text" ? "a list" : "a number"}</option>
        </select>
      </label>
      {!chosen && <FieldRow field={{ ...field, kinds: [other], label: `${label}:`, choices: undefined }}
                            value={value} onValue={onValue} />}
    </>
  );
}

const OTHER = "…";

type Part = number | null;

/** Several numbers: all of them or none; the ends of a range may be given alone. */
function Numbers({ field, value, onValue }: Props) {
  const { label, parts, count = 2, range, unit, help, empty, usual } = field;
  const given = Array.isArray(value) ? value as Part[] : null;
  const [typed, setTyped] = useState<Part[]>(given ?? Array<Part>(count).fill(null));
  // An incomplete entry has no value yet; a differing value was set from outside.
  const now = String(complete(field, typed)) === String(given) ? typed : given ?? Array<Part>(count).fill(null);
  const newest = useRef(now); // two changes may come before the page is drawn again
  newest.current = now;
  const set = (index: number, part: Part) => {
    newest.current = newest.current.map((old, at) => (at === index ? part : old));
    setTyped(newest.current);
    onValue(complete(field, newest.current));
  };
  return (
    <fieldset class="field several" title={help}>
      {usual === undefined ? <legend>{label}{unit && ` (${unit})`}</legend>
        : <label class="field check"><input type="checkbox" checked={given !== null}
            onChange={() => onValue(given ? null : usual)} /> {label}</label>}
      {empty && !range && <span class="small soft">{given ? "" : empty}</span>}
      {(usual === undefined || given) && <div class={`numbers ${count > 3 ? "pairs" : ""}`}>{now.map((part, index) => (
        <label key={index} class="small">{parts?.[index] ?? index + 1}
          <NumberInput field={{ ...field, default: null, slider: undefined, empty: range && empty }} value={part}
                       label={`${label}, ${parts?.[index] ?? index + 1}`}
                       onValue={(part) => set(index, part)} /></label>))}</div>}
    </fieldset>
  );
}

/** Returns the value of the entered numbers, or null where they are incomplete. */
function complete({ range, min, max }: Field, parts: Part[]): number[] | null {
  if (range && parts.some((part) => part !== null))
    return [parts[0] ?? min!, parts[1] ?? max!].sort((a, b) => a - b);
  return parts.every((part) => part !== null) ? parts : null;
}

function shown({ slider }: Field, value: Value): string {
  if (value === null) return "automatic";
  return slider![2] < 1 ? Number(value).toFixed(2).replace(/0$/, "") : String(value);
}

interface FieldsProps { fields: Field[]; values: Values; onValue: (name: string, value: Value) => void }

/** All fields that apply: the important ones visible, the rest under More. */
export function Fields({ fields, values, onValue }: FieldsProps) {
  const some = fields.filter((field) => applies(field, values));
  const rows = (more: boolean) => some.filter((field) => Boolean(field.more) === more).map((field) => (
    <FieldRow key={field.name} field={field} value={values[field.name]}
              onValue={(value) => onValue(field.name, value)} />));
  return (
    <>
      <div class="fields">{rows(false)}</div>
      {rows(true).length > 0 && <details class="more">
        <summary>More</summary>
        <div class="fields">{rows(true)}</div>
      </details>}
    </>
  );
}
