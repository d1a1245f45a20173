/** What came out: the puzzle on its board, what was changed for it, and where to go with it. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { boardOf, type Puzzle } from "../../api";
import type { BoardView, Look, Notice } from "../../boards/view";
import { type Board, open } from "../../model/board";
import type { Entry } from "../../open";
import { Problem } from "../../parts/problem";
import { NO_STROKES, Stage } from "../../parts/stage";
import { Stars } from "../../parts/stars";
import { address, go, type Page } from "../../router";
import { type Made, onBoard, pictureOf, type Places, placesOf, rowsOf, type Shade, shadesOf, type Variant, variantsOf } from "./answers";
import { keep } from "./keep";
import { CellPicture } from "./pictures";

/** The board of a puzzle, with its picture and the places that are pointed at. */
export function PuzzlePane({ variant, places }: { variant: Variant; places: Places | null }) {
  const [board, setBoard] = useState<Board | null>(null);
  const [view, setView] = useState<BoardView | null>(null);
  const [error, setError] = useState("");
  const { puzzle } = variant;
  useEffect(() => {
    let current = true;
    setBoard(null);
    boardOf(puzzle).then((data) => { if (current) setBoard(open(data)); },
                         (problem: Error) => { if (current) setError(problem.message); });
    return () => { current = false; };
  }, [puzzle]);
  const look = useMemo<Look>(() => ({
    values: pictureOf(puzzle), finished: true,
    notices: new Map((places?.cells ?? []).map((cell): [number, Notice] => [cell, places!.notice])),
  }), [puzzle, places]);
  useEffect(() => {
    if (!board?.plane || !view) return undefined;
    return rings(view, board, (places?.points ?? []).map((point) => onBoard(board, puzzle, point)));
  }, [view, places]);
  if (error) return <Problem text={error} />;
  if (!board) return <p class="waiting" aria-busy="true">Drawing…</p>;
  return <Stage board={board} look={look} strokes={NO_STROKES} onView={setView} />;
}

/** Points that a sentence names, as rings on the drawing. */
function rings(view: BoardView, board: Board, points: [number, number][]): () => void {
  const root = view.element.querySelector("svg > g");
  const drawn = points.map(([x, y]) => {
    const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: 2 * board.plane!.unit, class: "ring" }))
      ring.setAttribute(name, String(value));
    root?.append(ring);
    return ring;
  });
  return () => drawn.forEach((ring) => ring.remove());
}

interface VariantsProps { made: Made; chosen: number; onChosen: (index: number) => void }

export function Variants({ made, chosen, onChosen }: VariantsProps) {
  const all = variantsOf(made);
  if (all.length < 2) return null;
  return (
    <div class="row variants" role="group" aria-label="Variants">
      {all.map((variant, index) => (
        <button key={index} aria-pressed={index === chosen} aria-label={`Variant ${index + 1}`}
                onClick={() => onChosen(index)}>
          {rowsOf(variant.puzzle) && <CellPicture puzzle={variant.puzzle} lines={false} />}
          {variant.rating ? <Stars stars={variant.rating.stars} /> : <span>{index + 1}</span>}
        </button>))}
    </div>
  );
}

interface PlacesProps { made: Made; variant: Variant; shown: string; onShown: (name: string) => void }

/** What can be pointed at on the board, one kind at a time. */
export function PlaceButtons({ made, variant, shown, onShown }: PlacesProps) {
  const all = placesOf(made, variant);
  if (!all.length) return null;
  return (
    <div class="row small places" role="group" aria-label="Point at">
      {all.map(({ name, cells, points }) => (
        <button key={name} aria-pressed={name === shown}
                onClick={() => onShown(name === shown ? "" : name)}>
          {name}: {cells.length + points.length}</button>))}
    </div>
  );
}

/** The colours of the puzzle, to be changed: what is filled, and its clues, stay as they are. */
export function ShadeFields({ puzzle, onPuzzle }: { puzzle: Puzzle; onPuzzle: (puzzle: Puzzle) => void }) {
  const palette = shadesOf(puzzle);
  if (!palette) return null;
  const set = (index: number, some: Partial<Shade>) => onPuzzle(
    { ...puzzle, palette: palette.map((old, at) => (at === index ? { ...old, ...some } : old)) });
  return (
    <details class="more small shades">
      <summary>Colours</summary>
      <div class="row">
        {palette.map(({ name, rgb }, index) => (
          <span key={index} class="row shade-field">
            <input type="color" value={rgb} aria-label={`Shade of ${name}`}
                   onChange={(event) => set(index, { rgb: event.currentTarget.value })} />
            <input value={name} maxLength={20} size={8} aria-label={`Name of ${name}`}
                   onChange={(event) => {
                     const next = event.currentTarget.value.trim();
                     const taken = palette.some((other, at) => at !== index && other.name === next);
                     if (next && !taken) set(index, { name: next });
                     else event.currentTarget.value = name;
                   }} />
          </span>))}
      </div>
    </details>
  );
}

/** The first few are in sight. */
export function Remarks({ remarks, few }: { remarks: string[]; few: number }) {
  const said = (some: string[]) => <ul class="small remarks">{some.map((words) => <li key={words}>{words}</li>)}</ul>;
  return (
    <>
      {remarks.length > 0 && said(remarks.slice(0, few))}
      {remarks.length > few && <details class="more small"><summary>{remarks.length - few} more</summary>
        {said(remarks.slice(few))}</details>}
    </>
  );
}

const ONWARD: [Page, string][] = [["play", "Play"], ["edit", "Edit"], ["check", "Check"],
                                  ["share", "Share & print"]];

/** A puzzle is kept once; then it is a matter of where to go. */
export function Keeping({ made, variant }: { made: Made; variant: Variant }) {
  const [kept, setKept] = useState<Map<Variant, Entry>>(new Map());
  const [error, setError] = useState("");
  const all = variantsOf(made), entry = kept.get(variant);
  const save = async (some: Variant[]) => {
    const entries = await keep(some);
    setKept((before) => new Map([...before, ...some.map((one, at): [Variant, Entry] => [one, entries[at]])]));
    return entries;
  };
  const tried = (work: Promise<unknown>) => void work.then(
    () => setError(""), (problem: Error) => setError(problem.message));
  const onward = (page: Page) => tried((entry ? Promise.resolve([entry]) : save([variant]))
    .then(([found]) => go(page, found.id)));
  return (
    <div class="keeping">
      <div class="row">
        {entry ? <span role="status" class="kept">✓ Kept in the <a href={address("library")}>library</a></span>
          : <button class="main" onClick={() => tried(save([variant]))}>Keep in library</button>}
        {all.length > 1 && all.some((one) => !kept.has(one)) &&
          <button onClick={() => tried(save(all))}>Keep all {all.length}</button>}
      </div>
      <div class="row" role="group" aria-label={entry ? "Go on" : "Keep it and go on"}>
        {ONWARD.map(([page, name]) => <button key={page} onClick={() => onward(page)}>{name}</button>)}
      </div>
      {error && <Problem text={error} />}
    </div>
  );
}
