/** Paints the clues: a strip for each line, left of the cells or above them. */

import type { Board } from "../../model/board";
import { inkOn } from "../colours";
import type { LineMark } from "../view";
import type { Axis, Layout } from "./layout";
import { contrast, type Shades } from "./shades";
import type { Clues, Token } from "./tokens";

type Pen = CanvasRenderingContext2D;

/** What there is to see about a line's clue. */
export interface Strip { lit: boolean; mark?: LineMark; runs: number[] }

const TINY = 5; // device pixels: smaller letters are shown as bars
const NO_MARK: LineMark = { done: [], wrong: false };

export class Gutters {
  constructor(private readonly board: Board, private readonly clues: Clues,
              private readonly layout: Layout, private readonly pen: Pen,
              private readonly shades: Shades) {}

  /** The strips of these lines; what is out of sight costs nothing. */
  draw(lines: Iterable<number>, strip: (line: number) => Strip): void {
    const rows = this.board.grid!.height;
    const [left, right] = this.layout.seen(this.layout.x), [top, bottom] = this.layout.seen(this.layout.y);
    const all = [...lines];
    this.clipped(true, () => {
      for (const line of all) if (line < rows && line >= top && line <= bottom) this.row(line, strip(line));
    });
    this.clipped(false, () => {
      for (const line of all)
        if (line - rows >= left && line - rows <= right) this.column(line - rows, line, strip(line));
    });
  }

  private clipped(left: boolean, act: () => void): void {
    const { x, y, ratio } = this.layout, pen = this.pen, frame = Math.round(1.5 * ratio);
    pen.save();
    pen.beginPath();
    if (left) pen.rect(x.start, y.edge, x.edge - frame - x.start, y.stop - y.edge);
    else pen.rect(x.edge, y.start, x.stop - x.edge, y.edge - frame - y.start);
    pen.clip();
    act();
    pen.restore();
  }

  private row(row: number, strip: Strip): void {
    const { x, y, ratio } = this.layout;
    const [top, bottom] = [this.layout.at(y, row), this.layout.at(y, row + 1)];
    this.ground(strip, x.start, top, x.edge - x.start, bottom - top);
    this.rule(row, () => [x.start, top, x.edge - x.start, ruleWidth(row, ratio)]);
    const tokens = this.clues.lines[row], middle = (top + bottom) / 2;
    const place = (token: Token): [number, number] =>
      [x.edge - pad(x) - (token.end - token.width / 2) * x.font + x.slide, middle];
    this.numbers(tokens, strip, x, bottom - top, place, (length) => (
      [x.edge - pad(x) - length, middle - (bottom - top) / 6, length, (bottom - top) / 3]));
    if (this.cut(tokens, x)) this.chevron(x.start, middle, x.font, bottom - top, true, strip);
    if (strip.mark?.wrong) this.wrong(x.start, top, x.edge, bottom, true);
  }

  private column(column: number, line: number, strip: Strip): void {
    const { x, y, ratio } = this.layout;
    const [left, right] = [this.layout.at(x, column), this.layout.at(x, column + 1)];
    this.ground(strip, left, y.start, right - left, y.edge - y.start);
    this.rule(column, () => [left, y.start, ruleWidth(column, ratio), y.edge - y.start]);
    const tokens = this.clues.lines[line], middle = (left + right) / 2;
    const step = tokens.at(-1)!.end;
    const place = (token: Token): [number, number] =>
      [middle, y.edge - pad(y) - (token.end - step / 2) * y.font + y.slide];
    this.numbers(tokens, strip, y, right - left, place, (length) => (
      [middle - (right - left) / 6, y.edge - pad(y) - length, (right - left) / 3, length]));
    if (this.cut(tokens, y)) this.chevron(middle, y.start, y.font, right - left, false, strip);
    if (strip.mark?.wrong) this.wrong(left, y.start, right, y.edge, false);
  }

  private ground(strip: Strip, ...box: Box): void {
    this.pen.fillStyle = strip.lit ? this.shades.lit : this.shades.ground;
    this.pen.fillRect(...box);
  }

  private rule(index: number, box: () => Box): void {
    if (!index || (!this.layout.edges && index % 5)) return;
    this.pen.fillStyle = index % 5 ? this.shades.rule : this.shades.done;
    this.pen.fillRect(...box());
  }

  private numbers(tokens: Token[], strip: Strip, one: Axis, across: number,
                  place: (token: Token) => [number, number], bar: (length: number) => Box): void {
    const { pen, shades } = this, mark = strip.mark ?? NO_MARK;
    if (one.font < TINY) {
      pen.fillStyle = shades.done;
      return pen.fillRect(...bar(tokens[0].end * one.font));
    }
    const font = `${mark.wrong ? 800 : 600} ${one.font.toFixed(1)}px system-ui, sans-serif`;
    pen.font = font;
    pen.textAlign = "center";
    for (const token of tokens) {
      const [x, y] = place(token);
      if (x < one.start - across && y < one.start - across) continue;
      const width = one === this.layout.x ? token.width * one.font : across;
      this.number(token, x, y, one.font, width, across, mark);
      if (strip.runs.includes(token.index)) this.box(x, y, one.font, Math.min(width, token.width * one.font));
    }
  }

  private number(token: Token, x: number, y: number, font: number, width: number, across: number,
                 mark: LineMark): void {
    const { pen, shades } = this, done = mark.done[token.index] === true;
    let ink = mark.wrong ? shades.wrong : done ? shades.done : shades.clue;
    if (token.colour) ink = this.chip(token, x, y, font, width, across, done);
    pen.fillStyle = ink;
    pen.fillText(token.text, x, y + font * 0.355, Math.max(width, font * 0.6) * 0.94);
    if (token.shape) this.shape(token, x, y, font, ink);
    if (done) this.strike(token, x, y, font);
    pen.globalAlpha = 1;
  }

  /** The ground of a number in its colour; returns the ink. */
  private chip(token: Token, x: number, y: number, font: number, width: number, across: number,
               done: boolean): string {
    const { pen, shades, layout } = this;
    const rgb = this.board.palette[token.colour].rgb;
    const high = Math.min(font * 1.26, across * 0.92), wide = Math.min(width * 0.92, token.width * font * 0.94);
    pen.globalAlpha = done ? 0.38 : 1;
    pen.fillStyle = rgb;
    pen.beginPath();
    pen.roundRect(x - wide / 2, y - high / 2, wide, high, font * 0.22);
    pen.fill();
    if (contrast(rgb, shades.ground) < 1.5) {
      pen.strokeStyle = shades.done;
      pen.lineWidth = Math.max(1, layout.ratio * 0.8);
      pen.stroke();
    }
    pen.globalAlpha = done ? 0.6 : 1;
    return done ? shades.clue : inkOn(rgb);
  }

  private strike(token: Token, x: number, y: number, font: number): void {
    const { pen, shades, layout } = this, reach = (token.text.length * 0.24 + 0.12) * font;
    pen.globalAlpha = token.colour ? 0.75 : 1;
    pen.strokeStyle = token.colour ? shades.clue : shades.done;
    pen.lineWidth = Math.max(1, layout.ratio * 0.9);
    pen.beginPath();
    pen.moveTo(x - reach, y + font * 0.36);
    pen.lineTo(x + reach, y - font * 0.36);
    pen.stroke();
  }

  private shape(token: Token, x: number, y: number, font: number, ink: string): void {
    const { pen } = this, reach = font * 0.6;
    pen.strokeStyle = ink;
    pen.lineWidth = Math.max(1, font * 0.08);
    pen.beginPath();
    if (token.shape === "circle") pen.arc(x, y, reach, 0, 7);
    else pen.rect(x - reach, y - reach, 2 * reach, 2 * reach);
    pen.stroke();
  }

  private box(x: number, y: number, font: number, width: number): void {
    const { pen, shades, layout } = this, more = 2 * layout.ratio;
    const high = font * 1.26 + more, wide = Math.max(width, font * 0.9) + more / 2;
    pen.strokeStyle = shades.clue;
    pen.lineWidth = Math.max(1, Math.round(2 * layout.ratio));
    pen.strokeRect(x - wide / 2, y - high / 2, wide, high);
  }

  private cut(tokens: Token[], one: Axis): boolean {
    return one.slideMost > 0 && tokens[0].end * one.font + pad(one) - one.slide > one.edge - one.start + 1;
  }

  /** A clue goes on: drag it to see the rest. */
  private chevron(x: number, y: number, font: number, across: number, row: boolean, strip: Strip): void {
    const { pen, shades } = this, size = font * 0.8, half = across / 2 - 1;
    if (row) this.ground(strip, x, y - half, size, 2 * half);
    else this.ground(strip, x - half, y, 2 * half, size);
    pen.strokeStyle = shades.clue;
    pen.lineWidth = Math.max(1, font * 0.12);
    pen.beginPath();
    for (const side of [-1, 0, 1]) {
      const [away, aside] = [size * (side ? 0.65 : 0.25), side * size * 0.4];
      pen.lineTo(x + (row ? away : aside), y + (row ? aside : away));
    }
    pen.stroke();
  }

  /** A line that cannot be completed: a bold outline, and a zigzag along it. */
  private wrong(left: number, top: number, right: number, bottom: number, row: boolean): void {
    const { pen, layout: { ratio }, shades } = this, thick = Math.max(1, Math.round(1.6 * ratio));
    pen.strokeStyle = shades.wrong;
    pen.lineWidth = thick;
    pen.strokeRect(left + thick / 2, top + thick / 2, right - left - thick, bottom - top - thick);
    const step = 3 * ratio, [from, to] = row ? [left, right] : [top, bottom];
    pen.lineWidth = Math.max(1, ratio);
    pen.beginPath();
    for (let at = from, up = false; at <= to; at += step, up = !up) {
      const away = (row ? bottom : right) - thick - (up ? step : 0);
      pen.lineTo(row ? at : away, row ? away : at);
    }
    pen.stroke();
  }
}

type Box = [x: number, y: number, width: number, height: number];

/** From the cells to the first number. */
function pad(one: Axis): number {
  return one.font * 0.25;
}

function ruleWidth(index: number, ratio: number): number {
  return Math.max(1, Math.round(index % 5 ? ratio * 0.8 : ratio));
}
