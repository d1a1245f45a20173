/** The drawing board: lines or curves drawn by hand in a frame, over a picture if one likes, with the faces and the
 *  verdict of the puzzle that they make. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { download, type Puzzle } from "../../../api";
import type { Look, Notice, Strokes } from "../../../boards/view";
import { shortKind } from "../../../model/words";
import { FileButton } from "../../../parts/drop";
import { NumberBox } from "../../../parts/number";
import { Problem } from "../../../parts/problem";
import { Stage } from "../../../parts/stage";
import { VerdictBadge } from "../../../parts/verdict";
import { go, type Page } from "../../../router";
import { keep } from "../keep";
import { anchors, bent, type Draft, KEPT, onFrame, type Point, sloped, type Snapping, snapped, type Stroke, strokePath, svgOf } from "./draft";
import { type Faces, finished, type Live, useLive } from "./live";
import "./draw.css";

type Mode = "draw" | "move" | "colour";
const MODES: [Mode, string, string][] = [["draw", "Draw", "Drag from one end to the other"],
  ["move", "Move", "Drag lines and their points"], ["colour", "Colour", "Colour the faces"]];
const SLOPES: [string, number[]][] = [["45° apart", every(45)], ["30° apart", every(30)],
  ["15° apart", every(15)], ["any", []]];
const GRIDS: [string, number][] = [["none", 0], ["2.5 mm", 2.5], ["5 mm", 5], ["10 mm", 10]];
const NEAR = 2.5; // mm within which points are drawn to others
const MOST_STROKES = 60;

function every(step: number): number[] {
  return Array.from({ length: 180 / step }, (_, at) => at * step);
}

interface Props { begin: Draft; onSvg: (file: File, family: string, settings: Record<string, unknown>) => void }

export function DrawBoard({ begin, onSvg }: Props) {
  const [{ drafts, at }, setHistory] = useState({ drafts: [begin], at: 0 });
  const [fresh, setFresh] = useState(0);
  const draft = drafts[at];
  /** Changes follow each other faster than the page is drawn: each is a function of the newest draft. */
  const put = (next: (now: Draft) => Draft) => setHistory(({ drafts: before, at: now }) =>
    ({ drafts: [...before.slice(0, now + 1), next(before[now])], at: now + 1 }));
  const replace = (some: Partial<Draft>) => setHistory(({ drafts: before, at: now }) =>
    ({ at: now, drafts: before.map((one, index) => (index === now ? { ...one, ...some } : one)) }));
  const back = (by: number) => {
    setHistory(({ drafts: before, at: now }) => ({ drafts: before, at: Math.max(0, Math.min(before.length - 1, now + by)) }));
    setFresh((count) => count + 1);
  };
  const live = useLive(draft, fresh, (dabs) => replace({ dabs }));
  useEffect(() => {
    try { localStorage.setItem(KEPT, JSON.stringify(draft)); } catch { /* it stays while the page is open */ }
  }, [draft]);

  const count = useRef(0);
  const [mode, setMode] = useState<Mode>("draw");
  const [slopes, setSlopes] = useState(0);
  const [grid, setGrid] = useState(2);
  const [selected, setSelected] = useState<number | null>(null);
  const [colour, setColour] = useState(1);
  const [under, setUnder] = useState("");
  const [opacity, setOpacity] = useState(0.5);
  const snapping: Snapping = { grid: GRIDS[grid][1], slopes: draft.bent ? [] : SLOPES[slopes][1], near: NEAR };
  const full = draft.strokes.length >= MOST_STROKES;
  const add = (points: Point[]) => {
    const id = Date.now() * 1000 + (count.current++ % 1000);
    put((now) => ({ ...now, strokes: [...now.strokes, { id, points }] }));
    setSelected(id);
  };
  const change = (id: number, next: (points: Point[]) => Point[]) => put((now) => ({
    ...now, strokes: now.strokes.map((stroke) => (stroke.id === id ? { id, points: next(stroke.points) } : stroke)) }));
  const remove = (id: number) => {
    put((now) => ({ ...now, strokes: now.strokes.filter((stroke) => stroke.id !== id) }));
    setSelected(null);
  };
  const addOne = () => {
    const y = draft.height * (0.3 + 0.07 * (draft.strokes.length % 7)), { width } = draft;
    add(draft.bent ? [[0, y], [width / 3, y - 8], [(2 * width) / 3, y + 8], [width, y]] : [[0, y], [width, y]]);
  };
  useKeys({ undo: () => back(-1), redo: () => back(1) });

  return (
    <div class="desk drawing">
      {mode === "colour" && live.found ? <Paint draft={draft} live={live} found={live.found} colour={colour} onDabs={(values) =>
        put((now) => ({ ...now, dabs: live.found!.dabs(values) }))} />
        : <Sheet draft={draft} mode={mode} live={live} snapping={snapping} under={under} opacity={opacity} selected={selected} full={full}
                 onSelected={setSelected} onAdd={add} onChange={change} onRemove={remove} onAddOne={addOne} />}
      <div class="side">
        {live.report ? <VerdictBadge report={live.report} busy={live.busy} />
          : !live.error && <p class="soft small" role="status">{stateWords(draft, live)}</p>}
        {live.error && <Problem text={live.error} />}
        <div class="panel">
          <div class="row" role="group" aria-label="Hand">
            {MODES.map(([name, words, title]) => (
              <button key={name} aria-pressed={mode === name} title={title} disabled={name === "colour" && !live.found}
                      onClick={() => setMode(name)}>{words}</button>))}
          </div>
          <div class="row">
            <button onClick={() => back(-1)} disabled={at === 0}>↶ Undo</button>
            <button onClick={() => back(1)} disabled={at === drafts.length - 1}>↷ Redo</button>
          </div>
          {mode === "colour" ? <Inks draft={draft} colour={colour} onColour={setColour} onPalette={(palette) => put((now) => ({ ...now, palette }))} />
            : <div class="fields">
                {!draft.bent && <Choice label="Slopes" value={slopes} names={SLOPES.map(([name]) => name)} onValue={setSlopes} />}
                <Choice label="Grid" value={grid} names={GRIDS.map(([name]) => name)} onValue={setGrid} />
              </div>}
          <div class="row">
            <button onClick={addOne} disabled={full}>Add a {draft.bent ? "curve" : "line"}</button>
            {selected !== null && <button onClick={() => remove(selected)}>Delete it</button>}
          </div>
        </div>
        <details class="panel">
          <summary>Picture under it, frame</summary>
          <div class="row"><FileButton accept="image/*" label="Choose a picture" onFiles={([file]) => {
            if (!file) return;
            if (under) URL.revokeObjectURL(under);
            setUnder(URL.createObjectURL(file));
          }} />{under && <button onClick={() => setUnder("")}>Take it away</button>}</div>
          {under && <label class="field">How strong<NumberBox slider live min={0.1} max={1} step={0.05} value={opacity}
            onNumber={(given) => setOpacity(given ?? 0.5)} /></label>}
          <div class="numbers">
            {(["width", "height"] as const).map((side) => (
              <label key={side} class="small">{side === "width" ? "Width (mm)" : "Height (mm)"}
                <NumberBox min={40} max={200} value={draft[side]} onNumber={(given) => {
                  if (given !== null && given >= 40 && given <= 200) put((now) => resized({ ...now, [side]: given }));
                }} /></label>))}
          </div>
        </details>
        <Finish draft={draft} live={live} onSvg={onSvg} />
      </div>
    </div>
  );
}

function stateWords(draft: Draft, live: Live): string {
  if (!draft.strokes.length) return draft.bent ? "Draw curves from one side of the frame to another." : "Draw lines: each goes through the whole frame.";
  if (live.busy || !live.found) return "Looking for faces…";
  return `${live.found.board.cells} faces. Colour some of them.`;
}

/** Curves end on the frame, wherever it is. */
function resized(draft: Draft): Draft {
  if (!draft.bent) return draft;
  return { ...draft, strokes: draft.strokes.flatMap(({ id, points }) => {
    const fitting = bent(draft, points);
    return fitting ? [{ id, points: fitting }] : [];
  }) };
}

interface ChoiceProps { label: string; value: number; names: string[]; onValue: (value: number) => void }

function Choice({ label, value, names, onValue }: ChoiceProps) {
  return (
    <label class="field half"><span>{label}</span>
      <select value={value} onChange={(event) => onValue(Number(event.currentTarget.value))}>
        {names.map((name, at) => <option key={name} value={at}>{name}</option>)}
      </select>
    </label>
  );
}

interface InksProps { draft: Draft; colour: number; onColour: (colour: number) => void; onPalette: (palette: string[]) => void }

function Inks({ draft: { palette }, colour, onColour, onPalette }: InksProps) {
  return (
    <div class="row" role="group" aria-label="Paint with">
      {palette.map((rgb, at) => (
        <button key={at} class="swatch" aria-pressed={at === colour} aria-label={at ? `Colour ${at}` : "White"} style={{ background: rgb }}
                onClick={() => onColour(at)} />))}
      {colour > 0 && <input type="color" aria-label="This colour" value={palette[colour]} onChange={(event) =>
        onPalette(palette.map((old, at) => (at === colour ? event.currentTarget.value : old)))} />}
      {palette.length < 6 && <button onClick={() => { onPalette([...palette, MORE[palette.length - 2]]); onColour(palette.length); }}>Add a colour</button>}
    </div>
  );
}

const MORE = ["#d62728", "#1f77b4", "#2ca02c", "#ff7f0e"];

interface PaintProps { draft: Draft; live: Live; found: Faces; colour: number; onDabs: (values: number[]) => void }

/** Faces are coloured on the same board on which such puzzles are played. */
function Paint({ draft, live, found, colour, onDabs }: PaintProps) {
  const palette = draft.palette.join();
  const board = useMemo(() => ({ ...found.board, palette: draft.palette.map((rgb, at) => ({ rgb, name: `colour ${at}`, symbol: "" })) }), [found, palette]);
  const [values, setValues] = useState<Int8Array | null>(null);
  const stroke = useRef<{ values: Int8Array; to: number } | null>(null);
  const touch = (cell: number) => {
    if (!stroke.current) return;
    stroke.current.values[cell] = stroke.current.to;
    setValues(stroke.current.values.slice());
  };
  const strokes: Strokes = {
    begin: (cell, button) => {
      const now = Int8Array.from(live.values!);
      stroke.current = { values: now, to: button === "cross" || now[cell] === colour ? 0 : colour };
      touch(cell);
    },
    extend: touch,
    end: () => {
      if (stroke.current) onDabs([...stroke.current.values]);
      stroke.current = null;
      setValues(null);
    },
    cancel: () => { stroke.current = null; setValues(null); },
  };
  const look = useMemo<Look>(() => ({ values: values ?? live.values!, finished: true, notices: new Map<number, Notice>(
    (live.report?.ambiguous_cells ?? []).map((cell) => [cell, "ambiguous"])) }), [values, live.values, live.report]);
  return <Stage board={board} clued={live.clued ?? undefined} look={look} strokes={strokes} onView={(view) => { if (view) view.element.dataset.strokes = "free"; }} />;
}

interface SheetProps {
  draft: Draft; mode: Mode; live: Live; snapping: Snapping; under: string; opacity: number; selected: number | null; full: boolean;
  onSelected: (id: number | null) => void; onAdd: (points: Point[]) => void; onChange: (id: number, next: (points: Point[]) => Point[]) => void;
  onRemove: (id: number) => void; onAddOne: () => void;
}

/** `begin` are the points of the stroke when the drag began. */
interface Drag { id: number | null; part: number; from: Point; begin: Point[]; points: Point[] }

function Sheet(props: SheetProps) {
  const { draft, mode, live, snapping, under, opacity, selected, full, onSelected, onAdd, onChange } = props;
  const { width, height } = draft;
  const root = useRef<SVGSVGElement>(null);
  const held = useRef<Drag | null>(null); // events come faster than the page is drawn
  const [drag, show] = useState<Drag | null>(null);
  const setDrag = (next: Drag | null) => { held.current = next; show(next); };
  const place = (event: PointerEvent): Point => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.current!.getScreenCTM()!.inverse());
    return [point.x, point.y];
  };
  const press = (event: PointerEvent) => {
    if (event.button) return;
    root.current!.setPointerCapture(event.pointerId);
    const at = place(event), target = (event.target as Element).closest("[data-stroke]") as SVGElement | null;
    const id = target && mode === "move" ? Number(target.dataset.stroke) : null;
    if (mode === "move") {
      onSelected(id);
      const begin = draft.strokes.find((stroke) => stroke.id === id)?.points;
      if (begin) setDrag({ id, part: Number(target!.dataset.part ?? -1), from: at, begin, points: begin });
      return;
    }
    if (full) return;
    const start = snapped(draft, at, snapping);
    setDrag({ id: null, part: -1, from: start, begin: [], points: [start] });
  };
  const moved = (event: PointerEvent) => {
    const drag = held.current;
    if (!drag) return;
    const at = place(event);
    if (drag.id === null) setDrag({ ...drag, points: draft.bent ? [...drag.points, at] : [drag.from, sloped(draft, drag.from, at, snapping)] });
    else setDrag({ ...drag, points: carried(draft, drag, at, snapping) });
  };
  const release = () => {
    const drag = held.current;
    if (!drag) return;
    setDrag(null);
    if (drag.id !== null) return void onChange(drag.id, () => fitted(drag.points));
    const ends = [drag.points[0], drag.points[drag.points.length - 1]];
    if (Math.hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]) < 3) return;
    const points = draft.bent ? bent(draft, [...drag.points.slice(0, -1), snapped(draft, ends[1], { ...snapping, grid: 0 })]) : drag.points;
    if (points) onAdd(points);
  };
  const shown: Stroke[] = draft.strokes.map((stroke) => (drag?.id === stroke.id ? { ...stroke, points: drag.points } : stroke));
  const ghost = drag && drag.id === null && drag.points.length > 1 ? drag.points : null;
  const names = live.found ? `${live.found.board.cells} faces` : "";
  return (
    <div class="stage sheet" tabIndex={0} role="application" onKeyDown={(event) => { if (key(event, props)) event.preventDefault(); }}
         aria-label={`Drawing board, ${draft.strokes.length} ${draft.bent ? "curves" : "lines"}, ${names}. N adds one, comma and full stop choose one, arrows move it, T turns it, delete removes it.`}>
      <svg ref={root} viewBox={`-6 -6 ${width + 12} ${height + 12}`} data-mode={mode} aria-hidden="true"
           onPointerDown={press} onPointerMove={moved} onPointerUp={release} onPointerCancel={() => setDrag(null)}>
        <rect class="paper" width={width} height={height} />
        {live.areas.map(({ path, rgb }) => <path key={path} d={path} fill={rgb} />)}
        {under && <image href={under} width={width} height={height} opacity={opacity} />}
        {snapping.grid > 0 && <path class="dots" d={dots(draft, snapping.grid)} />}
        {shown.map((stroke) => <path key={stroke.id} class={`stroke ${stroke.id === selected ? "selected" : ""}`} d={strokePath(draft, stroke)} />)}
        {mode === "move" && shown.map((stroke) => <path key={stroke.id} class="wide" data-stroke={stroke.id} d={strokePath(draft, stroke)} />)}
        {ghost && <path class="stroke ghost" d={draft.bent ? `M${ghost.map((point) => point.join(" ")).join("L")}` : strokePath(draft, { id: 0, points: ghost })} />}
        <rect class="frame" width={width} height={height} />
        {mode === "move" && shown.filter(({ id }) => id === selected).flatMap(({ id, points }) => points.map(([x, y], part) => (
          <circle key={`${id} ${part}`} class="handle" data-stroke={id} data-part={part} cx={x} cy={y} r={2.2} />)))}
        {mode === "draw" && anchors(draft).map(([x, y], at) => <circle key={at} class="anchor" cx={x} cy={y} r={0.7} />)}
      </svg>
    </div>
  );
}

function dots({ width, height }: Draft, grid: number): string {
  let path = "";
  for (let x = grid; x < width; x += grid) for (let y = grid; y < height; y += grid) path += `M${x} ${y}h0`;
  return path;
}

/** A stroke that is moved as a whole, or by one of its points. */
function carried(draft: Draft, { part, from, begin }: Drag, at: Point, snapping: Snapping): Point[] {
  if (part >= 0 && !draft.bent)
    return begin.map((point, index) => (index === part ? sloped(draft, begin[1 - part], at, snapping) : point));
  if (part >= 0) return begin.map((point, index) =>
    (index !== part ? point : onFrame(draft, point) ? edge(draft, at) : snapped(draft, at, { ...snapping, near: 0 })));
  const step = snapping.grid / 2 || 0.5, [dx, dy] = [at[0] - from[0], at[1] - from[1]].map((by) => Math.round(by / step) * step);
  return begin.map(([x, y], index): Point => {
    const next: Point = [x + dx, y + dy];
    return draft.bent && (index === 0 || index === begin.length - 1) ? edge(draft, next) : next;
  });
}

function edge({ width, height }: Draft, [x, y]: Point): Point {
  const [a, b] = [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(height, y))];
  const gaps = [a, b, width - a, height - b], least = gaps.indexOf(Math.min(...gaps));
  return [[0, b], [a, 0], [width, b], [a, height]][least] as Point;
}

function fitted(points: Point[]): Point[] {
  return points.map(([x, y]): Point => [Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000]);
}

const REACH = 20; // mm from the middle of a line that is turned to its handles
const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function key(event: KeyboardEvent, { draft, selected, snapping, full, onSelected, onChange, onRemove, onAddOne }: SheetProps): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { strokes } = draft, index = strokes.findIndex(({ id }) => id === selected), now = strokes[index];
  if (event.key === "n" && !full) onAddOne();
  else if ((event.key === "," || event.key === ".") && strokes.length) {
    const next = (index + (event.key === "." ? 1 : -1) + strokes.length) % strokes.length;
    onSelected(strokes[index < 0 ? 0 : next].id);
  } else if (!now) return false;
  else if (event.key in ARROWS) {
    const step = (event.shiftKey ? 5 : 1) * (snapping.grid / 2 || 1), [dx, dy] = ARROWS[event.key];
    onChange(now.id, (points) => points.map(([x, y], at): Point => {
      const next: Point = [x + dx * step, y + dy * step];
      return draft.bent && (at === 0 || at === points.length - 1) ? edge(draft, next) : next;
    }));
  } else if (event.key === "t" && !draft.bent) {
    onChange(now.id, ([a, b]) => {
      const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], slopes = snapping.slopes.length || 36;
      const angle = Math.atan2(a[1] - b[1], b[0] - a[0]) + Math.PI / slopes;
      const [x, y] = [REACH * Math.cos(angle), REACH * Math.sin(angle)];
      return fitted([[middle[0] - x, middle[1] + y], [middle[0] + x, middle[1] - y]]);
    });
  } else if (event.key === "Delete" || event.key === "Backspace") onRemove(now.id);
  else return false;
  return true;
}

function useKeys(keys: { undo: () => void; redo: () => void }): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || (event.target as HTMLElement).closest?.("input, select, textarea")) return;
      const letter = event.key.toLowerCase();
      if (letter === "z" && !event.shiftKey) latest.current.undo();
      else if (letter === "y" || letter === "z") latest.current.redo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

const ONWARD: [Page, string][] = [["play", "Play"], ["edit", "Edit"], ["share", "Share & print"]];

/** Into the library; or on to Make, with all that can be set there. */
function Finish({ draft, live, onSvg }: { draft: Draft; live: Live; onSvg: Props["onSvg"] }) {
  const [title, setTitle] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const ready = live.areas.length > 0 && !live.busy && !live.error;
  const save = (page: Page) => {
    setBusy(true);
    setError("");
    finished(draft, live, title, new AbortController().signal)
      .then((puzzle: Puzzle) => keep([{ puzzle, rating: null }]))
      .then(([entry]) => go(page, entry.id), (problem: Error) => setError(problem.message)).finally(() => setBusy(false));
  };
  const svg = () => svgOf(draft, live.areas);
  return (
    <section class="panel finish">
      <label class="field"><span>Title</span><input value={title} maxLength={200} onInput={(event) => setTitle(event.currentTarget.value)} /></label>
      <div class="row" role="group" aria-label="Keep it and go on">
        {ONWARD.map(([page, name]) => <button key={page} class={page === "play" ? "main" : ""} disabled={!ready || busy} onClick={() => save(page)}>{name}</button>)}
      </div>
      <div class="row small">
        {!draft.bent && <button disabled={!ready} onClick={() => onSvg(new File([svg()], `${title || "drawing"}.svg`), draft.family,
          { detail: "exact", colour_by: "fill", slopes: "any" })}>More settings</button>}
        <button disabled={!draft.strokes.length} onClick={() => download({
          name: "drawing.svg", media_type: "image/svg+xml", data: btoa(svg()) })}>Download SVG</button>
      </div>
      {busy && <p class="small soft" role="status">Making the {shortKind(draft.family).toLowerCase()} puzzle…</p>}
      {error && <Problem text={error} />}
    </section>
  );
}
