/** Labels around the frame: a leader and boxes with the numbers of a clue. */

import { type Board, isPlain, type PlaneLine } from "../../model/board";
import { inkOn } from "../colours";
import { signPath } from "../signs";
import type { LineMark } from "../view";
import { make, set } from "./svg";

export interface LabelView {
  show(mark: LineMark | undefined, lit: string, runs: number[], signs: boolean, tells: boolean): void;
}

export const BESIDE_SIGN = 0.8; // of its size: a number with a sign below it
const NONE: LineMark = { done: [], wrong: false };

/** The label of a line; where it has no place around the frame, an entry of the list. */
export function labelView(
  board: Board, line: PlaneLine, index: number, parent: Element, list: HTMLElement,
): LabelView {
  return line.label ? placed(board, line, index, parent) : listed(board, line, index, list);
}

function placed(board: Board, line: PlaneLine, index: number, parent: Element): LabelView {
  const plane = board.plane!, chips = !isPlain(board);
  const group = make("g", { class: "label", "data-line": index }, parent);
  const title = make("title", {}, group);
  title.textContent = line.name;
  const boxes = line.label!.boxes.map((box) => {
    const part = make("g", { class: "box" }, group);
    make("path", { class: "paper", d: box.path, "stroke-width": 0.2 * plane.unit }, part);
    const rgb = chips && box.colour ? board.palette[box.colour].rgb : null;
    const chip = rgb && make("path", { class: "chip", d: box.chip, fill: rgb, "stroke-width": 0.15 * plane.unit }, part);
    if (chip) chip.style.stroke = `color-mix(in srgb, ${rgb}, var(--clue) 30%)`; // seen on paper of its colour, too
    const inside = make("g", { transform: `translate(${box.at}) rotate(${box.angle})` }, part);
    const r = 0.42 * box.size, text = make("text", { "font-size": box.size }, inside);
    text.textContent = box.text;
    if (rgb) text.style.fill = inkOn(rgb);
    make("path", { class: "strike", d: `M${-r} ${r}L${r} ${-r}`,
                   "stroke-width": 0.25 * plane.unit }, inside);
    const sign = rgb ? make("path", {
      class: "badge", d: signPath(box.colour), fill: inkOn(rgb), visibility: "hidden",
      transform: `translate(0 ${0.4 * box.size}) scale(${0.18 * box.size})` }, inside) : null;
    return { part, text, sign, size: box.size };
  });
  make("path", { class: "leader", d: line.label!.leader, "stroke-width": 0.4 * plane.unit }, group);
  let signed = false;
  return { show: (mark = NONE, lit, runs, signs, tells) => {
    if (signs !== signed) boxes.forEach((box) => makeRoom(box, signed = signs));
    set(group, { class: `label${lit && ` lit ${lit}`}${mark.wrong ? " wrong" : ""}${tells ? " tells" : ""}` });
    boxes.forEach(({ part }, at) => set(part, {
      class: `box${mark.done[at] ? " done" : ""}${runs.includes(at) ? " pointed" : ""}` }));
  } };
}

interface Inside { text: SVGTextElement; sign: SVGPathElement | null; size: number }

/** A sign lies below its number, which is smaller then. */
function makeRoom({ text, sign, size }: Inside, signs: boolean): void {
  if (!sign) return;
  set(text, { y: signs ? -0.18 * size : 0, "font-size": signs ? BESIDE_SIGN * size : size });
  set(sign, { visibility: signs ? "inherit" : "hidden" }); // hidden with its label, too
}

function listed(board: Board, line: PlaneLine, index: number, list: HTMLElement): LabelView {
  const item = document.createElement("li");
  item.dataset.line = String(index);
  item.append(`${line.name}: `);
  const runs = board.lines[index].clue as [number | null, number][];
  const numbers = (runs.length ? runs : [[0, 0] as [number, number]]).map(([length, colour]) => {
    const number = document.createElement("span");
    number.textContent = length === null ? "?" : String(length);
    if (!isPlain(board) && colour) {
      number.style.background = board.palette[colour].rgb;
      number.style.color = inkOn(board.palette[colour].rgb);
    }
    item.append(number, " ");
    return number;
  });
  list.append(item);
  return { show: (mark = NONE, lit, pointed, _, tells) => {
    item.className = `${lit ? "lit" : ""}${mark.wrong ? " wrong" : ""}${tells ? " tells" : ""}`;
    numbers.forEach((number, at) => {
      number.className = `${mark.done[at] ? "done" : ""}${pointed.includes(at) ? " pointed" : ""}`;
    });
  } };
}
