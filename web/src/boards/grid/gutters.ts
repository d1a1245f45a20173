/** Paints the clues: a strip for each line, left of the cells or above them. */

import { type Board, range } from "../../model/board";
import type { LineMark } from "../view";
import type { Axis, Layout } from "./layout";
import { figure, Numbers } from "./numbers";
import { blend, type Shades } from "../shades";
import { Blit, packed, type Pixels, Sheet } from "./sheet";
import { type Box, drawBox, drawMore, drawWrong } from "./signs";
import { type Clues, stepOf, type Token } from "./tokens";

type Pen = CanvasRenderingContext2D;

/** What is shown of a line's clue. */
export interface Strip { lit: boolean; mark: LineMark; runs: number[]; tells: boolean }

export const NO_MARK: LineMark = { done: [], wrong: false };
export const NO_RUNS: number[] = [];

export function same(one: Strip, other: Strip): boolean {
  return one.lit === other.lit && one.tells === other.tells && one.mark.wrong === other.mark.wrong
    && String(one.runs) === String(other.runs)
    && (one.mark === other.mark || String(one.mark.done) === String(other.mark.done));
}

const PAD = 0.25; // from the cells to the first number, in units of the letter size
const TINY = 5; // device pixels: smaller letters are shown as bars

export class Gutters {
  private readonly sides: Side[];
  private readonly rows: number;

  constructor(board: Board, readonly clues: Clues, layout: Layout, private readonly pen: Pen,
              shades: Shades) {
    this.rows = board.grid!.height;
    this.sides = [true, false].map((row) => new Side(row, board, clues, layout, shades));
  }

  drawAll(strips: Strip[]): void {
    for (const side of this.sides) side.draw(this.pen, side.seen(), strips, true);
  }

  /** Paints the strips of these lines; strips out of view are skipped. */
  draw(lines: number[], strips: Strip[]): void {
    for (const side of this.sides) {
      const seen = new Set(side.seen());
      side.draw(this.pen, lines.filter((line) => seen.has(line)), strips, false);
    }
  }

  /** The run whose number is at a point (device pixels) of a line's clue; null: none is near. */
  numberAt(line: number, x: number, y: number): number | null {
    return this.sides[line < this.rows ? 0 : 1].numberAt(line, x, y);
  }
}

/** The clues of all rows, or of all columns. */
class Side {
  private readonly first: number;
  private readonly clue: Axis;
  private readonly cells: Axis;
  private readonly widest: number;
  private readonly colours: Record<"ground" | "lit" | "tells" | "rule" | "five" | "bar", number>;
  private sheet!: Sheet<number>;
  private size = "";

  constructor(private readonly row: boolean, private readonly board: Board,
              private readonly clues: Clues, private readonly layout: Layout,
              private readonly shades: Shades) {
    this.first = row ? 0 : board.grid!.height;
    this.clue = row ? layout.x : layout.y;
    this.cells = row ? layout.y : layout.x;
    this.widest = Math.max(...clues.kinds.map((token) => token.width));
    this.colours = { ground: packed(shades.ground), lit: packed(shades.lit),
                     tells: packed(blend(shades.ground, shades.band, 0.2)),
                     rule: packed(shades.rule), five: packed(shades.done),
                     bar: packed(shades.done) };
  }

  /** The visible lines. */
  seen(): number[] {
    const [from, to] = this.layout.seen(this.cells);
    return range(Math.max(0, to - from + 1)).map((at) => this.first + from + at);
  }

  /** Composes the strips as pixels, all at once or one by one, then draws their signs. */
  draw(pen: Pen, lines: number[], strips: Strip[], all: boolean): void {
    const picture = this.pictures(lines, strips);
    const whole = this.box(), groups = all ? [lines] : lines.map((line) => [line]);
    for (const group of groups) {
      const box = all ? whole : common(whole, this.strip(group[0]));
      const blit = all ? Blit.of(box[2], box[3]) : new Blit(box[2], box[3]);
      for (const line of group) this.ground(blit, box, line, strips[line]);
      if (!this.row) blit.repeat();
      for (const line of group) this.numbers(blit, box, line, strips[line], picture);
      blit.show(pen, box[0], box[1]);
    }
    pen.save();
    pen.beginPath();
    pen.rect(...whole);
    pen.clip();
    for (const line of lines) this.signs(pen, line, strips[line]);
    pen.restore();
  }

  /** The visible range of the strips. */
  private box(): Box {
    const { clue, cells, row } = this, frame = Math.round(1.5 * this.layout.ratio);
    const [deep, long] = [clue.edge - frame - clue.start, cells.stop - cells.edge];
    return row ? [clue.start, cells.edge, deep, long] : [cells.edge, clue.start, long, deep];
  }

  private strip(line: number): Box {
    const { clue, cells, row, layout } = this, at = layout.at(cells, line - this.first);
    const [deep, across] = [clue.edge - clue.start, layout.at(cells, line - this.first + 1) - at];
    return row ? [clue.start, at, deep, across] : [at, clue.start, across, deep];
  }

  /** The images of all numbers of these lines; new ones are drawn. */
  private pictures(lines: number[], strips: Strip[]): (figure: number) => Pixels {
    const { layout, clue } = this, size = `${layout.cell} ${layout.ratio} ${clue.font}`;
    if (size !== this.size) this.newSheet();
    this.size = size;
    const used = new Set<number>();
    if (clue.font >= TINY)
      for (const line of lines)
        for (const token of this.clues.lines[line]) used.add(figureOf(token, strips[line]));
    return this.sheet.need(used);
  }

  private newSheet(): void {
    const { layout, clue, row } = this;
    const across = Math.max(1, Math.floor(layout.cell) - this.thick(0));
    const [width, height] = row ? [Math.ceil(this.widest * clue.font), across]
      : [across, Math.max(1, Math.floor(stepOf(this.clues) * clue.font))];
    const numbers = new Numbers(this.board, this.clues.kinds, this.shades, clue.font, layout.ratio,
                                this.clues.signs ? (row ? "beside" : "above") : "");
    this.sheet = new Sheet(width, height, (pen, key) => numbers.draw(pen, key, width, height));
  }

  /** A strip without its numbers; for a column only its first pixel row. */
  private ground(blit: Blit, [left, top]: Box, line: number, { lit, tells }: Strip): void {
    const { row, colours } = this, index = line - this.first, thick = this.thick(index);
    const [x, y, width, height] = this.strip(line), deep = row ? height : 1;
    blit.fill(x - left, row ? y - top : 0, width, deep, lit ? colours.lit : tells ? colours.tells : colours.ground);
    if (index && (this.layout.edges || index % 5 === 0))
      blit.fill(x - left, row ? y - top : 0, row ? width : thick, row ? thick : 1,
                index % 5 ? colours.rule : colours.five);
  }

  private numbers(blit: Blit, [left, top]: Box, line: number, strip: Strip,
                  picture: (figure: number) => Pixels): void {
    const { row, sheet, clue } = this, [x, y] = this.strip(line), tokens = this.clues.lines[line];
    if (clue.font < TINY) return this.bar(blit, left, top, line, tokens[0].end * clue.font);
    for (const token of tokens) {
      const [atX, atY] = this.middle(line, token);
      if ((row ? atX - x : atY - y) < -sheet.width) continue;
      const wide = row ? Math.min(sheet.width, Math.floor(token.width * clue.font)) : sheet.width;
      blit.stamp(picture(figureOf(token, strip)), sheet.width, sheet.height, wide,
                 atX - left, atY - top);
    }
  }

  private bar(blit: Blit, left: number, top: number, line: number, length: number): void {
    const [x, y, width, height] = this.strip(line), long = Math.round(length);
    const { colours, row } = this;
    const thin = Math.max(1, Math.floor((row ? height : width) / 2));
    if (row) blit.fill(x + width - long - 2 - left, y - top, long, thin, colours.bar);
    else blit.fill(x - left, y + height - long - 2 - top, thin, long, colours.bar);
  }

  /** The centre of a number. */
  private middle(line: number, token: Token): [number, number] {
    const { clue, row, sheet } = this, [x, y] = this.strip(line);
    const room = row ? token.width : stepOf(this.clues);
    const away = (PAD + token.end - room / 2) * clue.font;
    const along = Math.round(clue.edge - away + clue.slide);
    return row ? [along, y + this.thick(0) + (sheet.height >> 1)]
      : [x + this.thick(0) + (sheet.width >> 1), along];
  }

  /** The run whose number is at a point (device pixels) of a line's clue. */
  numberAt(line: number, x: number, y: number): number | null {
    const { row, clue } = this, step = stepOf(this.clues) * clue.font;
    const found = this.clues.lines[line].find((token) => {
      const [atX, atY] = this.middle(line, token), room = row ? token.width * clue.font : step;
      return Math.abs(row ? x - atX : y - atY) <= Math.max(room, step) / 2;
    });
    return found ? found.index : null;
  }

  private signs(pen: Pen, line: number, strip: Strip): void {
    const { clue, row, shades, layout: { ratio } } = this, tokens = this.clues.lines[line];
    const reach = (tokens[0].end + PAD) * clue.font - clue.slide;
    if (clue.slideMost > 0 && reach > clue.edge - clue.start + 1)
      drawMore(pen, shades, strip.lit, this.strip(line), clue.font, row);
    if (strip.tells) this.tell(pen, this.strip(line));
    if (strip.mark.wrong) drawWrong(pen, shades, this.strip(line), ratio, row);
    if (!strip.runs.length || clue.font < TINY) return;
    // Boxes keep to their strip, since a strip is painted without its neighbours.
    const thin = Math.min(ratio, this.layout.cell / 14), room = this.layout.cell - 7 * thin;
    for (const token of tokens.filter(({ index }) => strip.runs.includes(index))) {
      const [x, y] = this.middle(line, token);
      const width = token.width * clue.font, height = clue.font * 1.26;
      drawBox(pen, shades, x, y, row ? width : Math.min(width, room),
              row ? Math.min(height, room) : height, thin);
    }
  }

  /** A bar beside the cells. */
  private tell(pen: Pen, [x, y, width, height]: Box): void {
    const { row, shades, layout: { ratio } } = this, thick = Math.max(2, Math.round(3 * ratio));
    const edge = Math.round(1.5 * ratio) + thick; // the frame, and the bar
    pen.fillStyle = shades.band;
    if (row) pen.fillRect(x + width - edge, y + height * 0.2, thick, height * 0.6);
    else pen.fillRect(x + width * 0.2, y + height - edge, width * 0.6, thick);
  }

  private thick(index: number): number {
    return Math.max(1, Math.floor(this.layout.ratio * (index % 5 ? 0.75 : 1)));
  }
}

function figureOf(token: Token, { mark, lit }: Strip): number {
  return figure(token, mark.done[token.index] === true, mark.wrong, lit);
}

function common([ax, ay, aw, ah]: Box, [bx, by, bw, bh]: Box): Box {
  const [left, top] = [Math.max(ax, bx), Math.max(ay, by)];
  return [left, top, Math.max(0, Math.min(ax + aw, bx + bw) - left),
          Math.max(0, Math.min(ay + ah, by + bh) - top)];
}
