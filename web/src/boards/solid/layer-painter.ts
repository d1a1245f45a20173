/** Draws one layer of a solid on a canvas. */

import { OPEN } from "../../model/board";
import { drawSign } from "../signs";
import type { Notice } from "../view";
import { cellAt, columnsOf, type Flat, rowsOf, spotOf } from "./flat";
import { writeGlyph } from "./glyphs";
import type { Frame } from "./by-layers";
import { NOTICE_MARKS } from "./notice-marks";
import type { Situation } from "./situation";
import type { Label } from "./tallies";
import { css, inkOn, mix, type Rgb } from "./theme";

/** Of clues beside a layer: the room of a number, in cells; from the layer to the first one, in such rooms; numbers
 *  that are shown. */
export const CLUE = 0.86, GAP = 0.6, MOST = 6;

export class LayerPainter {
  private readonly pen: CanvasRenderingContext2D;
  private frame: Frame = { left: 0, top: 0, cell: 1 };

  constructor(canvas: HTMLCanvasElement, private readonly situation: Situation) {
    this.pen = canvas.getContext("2d")!;
  }

  /** Cells of room for the clues at the left and at the top. */
  margins(flat: Flat): { left: number; top: number } {
    return { left: this.most(flat.across.axis), top: this.most(flat.down.axis) };
  }

  private most(axis: number): number {
    const { board, labels } = this.situation;
    const most = board.lines.reduce((found, line, index) => (
      line.group === axis ? Math.max(found, labels[index].length) : found), 1);
    return Math.min(most, 6) * 0.86 + 0.2;
  }

  paint(flat: Flat, layer: number, frame: Frame, size: { width: number; height: number }): void {
    const { pen, situation: { space } } = this;
    this.frame = frame;
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    pen.clearRect(0, 0, size.width, size.height);
    const columns = columnsOf(space, flat), rows = rowsOf(space, flat);
    this.glow(flat, layer, columns, rows);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        this.cell(cellAt(space, flat, layer, column, row), column, row, flat.axis);
    this.fives(columns, rows);
    this.clues(flat, layer, columns, rows);
    this.cursor(flat, layer);
  }

  private glow(flat: Flat, layer: number, columns: number, rows: number): void {
    const { pen, situation: { look, board, space, theme } } = this;
    const { left, top, cell } = this.frame;
    const margin = this.margins(flat);
    pen.fillStyle = css(theme.lit, 0.35);
    for (const line of look.lit ?? []) {
      const { cells, group } = board.lines[line];
      if (group === flat.axis || space.at(cells[0], flat.axis) !== layer) continue;
      const { column, row } = spotOf(space, flat, cells[0]);
      if (group === flat.across.axis)
        pen.fillRect(left - margin.left * cell, top + row * cell,
                     (columns + margin.left) * cell, cell);
      else pen.fillRect(left + column * cell, top - margin.top * cell,
                        cell, (rows + margin.top) * cell);
    }
  }

  private cell(cell: number, column: number, row: number, through: number): void {
    const { situation, pen } = this;
    const { look, theme, space } = situation;
    const { left, top, cell: size } = this.frame;
    const x = left + column * size, y = top + row * size;
    const value = look.values[cell], gap = Math.max(0.5, size * 0.035);
    const lit = situation.space.rods(cell).some((line) => situation.lit(line));
    const notice = look.notices?.get(cell);
    pen.beginPath();
    if (value === 0 && !look.heat) {
      this.hole(x, y, size);
      if (look.onion) this.onion(cell, through, x, y, size);
    }
    else {
      // Paler under a notice, so that its pattern is visible on every colour.
      const tint = notice ? mix(situation.tint(cell), [247, 247, 247], 0.42) : situation.tint(cell);
      pen.fillStyle = css(lit ? mix(tint, theme.lit, 0.22) : tint);
      pen.roundRect(x + gap, y + gap, size - 2 * gap, size - 2 * gap, size * 0.1);
      pen.fill();
      this.border(tint, value, x, y, size);
      if (situation.told) this.through(space.rod(cell, through), x, y, tint);
      if (situation.signs && value > 0) this.sign(value, x, y, tint);
    }
    if (notice) this.notice(notice, x, y, size);
  }

  /** In a corner, on a patch that keeps it apart from the numbers. */
  private sign(value: number, x: number, y: number, tint: Rgb): void {
    const { pen } = this, size = this.frame.cell, [across, down] = [x + size * 0.2, y + size * 0.8];
    pen.fillStyle = css(tint);
    pen.beginPath();
    pen.arc(across, down, size * 0.13, 0, 7);
    pen.fill();
    drawSign(pen, value, across, down, size * 0.1, css(inkOn(tint), 0.85));
  }

  /** What lies before and behind an empty cell: a faint square for each, the nearer one larger. */
  private onion(cell: number, axis: number, x: number, y: number, size: number): void {
    const { pen, situation: { space, look, board } } = this;
    for (const [by, part] of [[1, 0.8], [-1, 0.5]]) {
      const beside = space.step(cell, axis, by);
      if (beside === null || look.values[beside] <= 0) continue;
      const side = part * size;
      pen.globalAlpha = by > 0 ? 0.28 : 0.45;
      pen.fillStyle = board.palette[look.values[beside]].rgb;
      pen.fillRect(x + (size - side) / 2, y + (size - side) / 2, side, side);
    }
    pen.globalAlpha = 1;
  }

  /** A cell that is empty: dots around it, and a small mark in it. */
  private hole(x: number, y: number, size: number): void {
    const { pen, situation: { theme } } = this;
    const gap = size * 0.08;
    pen.strokeStyle = css(theme.line, 0.75);
    pen.lineWidth = 1;
    pen.setLineDash([1.5, 2.5]);
    pen.strokeRect(x + gap, y + gap, size - 2 * gap, size - 2 * gap);
    pen.setLineDash([]);
    pen.fillStyle = css(theme.line, 0.55);
    pen.beginPath();
    pen.arc(x + size / 2, y + size / 2, Math.max(1, size * 0.05), 0, 7);
    pen.fill();
  }

  private border(tint: Rgb, value: number, x: number, y: number, size: number): void {
    const { pen, situation: { theme, look } } = this;
    const gap = Math.max(0.5, size * 0.035);
    pen.strokeStyle = css(mix(tint, theme.ink, 0.35));
    pen.lineWidth = 1;
    pen.stroke();
    if (value === OPEN || look.finished || look.heat) return;
    const inset = gap + size * 0.07;
    pen.strokeStyle = css(inkOn(tint), 0.55);
    pen.lineWidth = Math.max(1, size * 0.04);
    pen.beginPath();
    pen.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * 0.06);
    pen.stroke();
  }

  /** The clue of the rod that runs through the layer. */
  private through(line: number, x: number, y: number, tint: Rgb): void {
    const labels = this.situation.numbers(line), size = this.frame.cell;
    if (!labels.length || size < 12) return;
    const columns = Math.ceil(Math.sqrt(labels.length)), each = (size * 0.74) / columns;
    const rows = Math.ceil(labels.length / columns);
    labels.forEach((label, index) => {
      const column = index % columns, row = Math.floor(index / columns);
      this.label(line, label, x + size / 2 + (column - (columns - 1) / 2) * each,
                 y + size / 2 + (row - (rows - 1) / 2) * each, each * 0.92, inkOn(tint));
    });
    if (this.situation.wrong(line)) this.strike(x + size / 2, y + size / 2, size * 0.7);
  }

  /** Draws one number around a centre, on a patch of its colour where there are several colours. */
  private label(line: number, label: Label, x: number, y: number, size: number, ink: Rgb): void {
    const { pen, situation } = this;
    let colour = ink;
    pen.globalAlpha = situation.done(line, label) ? 0.32 : 1;
    if (situation.pointed(line, label)) {
      pen.fillStyle = css(situation.theme.lit, 0.5);
      pen.fillRect(x - size * 0.56, y - size * 0.56, size * 1.12, size * 1.12);
    }
    if (label.colour) {
      const tone = situation.paint(label.colour);
      pen.fillStyle = css(tone);
      pen.strokeStyle = css(mix(tone, [25, 25, 25], 0.45));
      pen.lineWidth = 1;
      pen.beginPath();
      pen.roundRect(x - size / 2, y - size / 2, size, size, size * 0.15);
      pen.fill();
      pen.stroke();
      colour = inkOn(tone);
    }
    pen.fillStyle = pen.strokeStyle = css(colour);
    writeGlyph(pen, size * 0.9, x, y, label.text, label.shape, situation.signs && label.colour);
    pen.globalAlpha = 1;
  }

  private clues(flat: Flat, layer: number, columns: number, rows: number): void {
    const { space, theme } = this.situation;
    const { left, top, cell } = this.frame;
    const ink = inkOn(theme.ground), each = cell * CLUE;
    const write = (line: number, x: number, y: number, dx: number, dy: number) => {
      const labels = this.situation.numbers(line).slice(0, MOST);
      labels.forEach((label, index) => {
        const back = labels.length - 1 - index;
        this.label(line, label, x - dx * back * each, y - dy * back * each, each * 0.86, ink);
      });
      if (this.situation.wrong(line)) this.strike(x, y, each * 0.9);
    };
    for (let row = 0; row < rows; row++)
      write(space.rod(cellAt(space, flat, layer, 0, row), flat.across.axis),
            left - each * GAP, top + (row + 0.5) * cell, 1, 0);
    for (let column = 0; column < columns; column++)
      write(space.rod(cellAt(space, flat, layer, column, 0), flat.down.axis),
            left + (column + 0.5) * cell, top - each * GAP, 0, 1);
  }

  /** A line that can no longer be completed: its clue is struck through, in a frame of dashes. */
  private strike(x: number, y: number, size: number): void {
    const { pen, situation: { theme } } = this;
    pen.strokeStyle = css(theme.wrong);
    pen.lineWidth = Math.max(1.5, size * 0.08);
    pen.beginPath();
    pen.moveTo(x - size / 2, y + size / 2);
    pen.lineTo(x + size / 2, y - size / 2);
    pen.stroke();
    pen.setLineDash([3, 3]);
    pen.strokeRect(x - size * 0.56, y - size * 0.56, size * 1.12, size * 1.12);
    pen.setLineDash([]);
  }

  private notice(notice: Notice, x: number, y: number, size: number): void {
    const { pen, situation: { theme } } = this;
    pen.save();
    pen.beginPath();
    pen.rect(x + 1, y + 1, size - 2, size - 2);
    pen.clip();
    pen.fillStyle = pen.strokeStyle = css(theme.notices[notice]);
    const wide = Math.max(2, size * 0.1);
    pen.lineWidth = wide;
    NOTICE_MARKS[notice](pen, x, y, size, wide);
    pen.restore();
  }

  /** Stronger lines every five cells, to count by. */
  private fives(columns: number, rows: number): void {
    const { pen, situation: { theme } } = this;
    const { left, top, cell } = this.frame;
    pen.strokeStyle = css(theme.soft, 0.8);
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (let column = 5; column < columns; column += 5) {
      pen.moveTo(left + column * cell, top);
      pen.lineTo(left + column * cell, top + rows * cell);
    }
    for (let row = rows - 5; row > 0; row -= 5) {
      pen.moveTo(left, top + row * cell);
      pen.lineTo(left + columns * cell, top + row * cell);
    }
    pen.stroke();
  }

  private cursor(flat: Flat, layer: number): void {
    const { pen, situation: { space, theme, cursor, focused } } = this;
    if (!focused || space.at(cursor, flat.axis) !== layer) return;
    const { column, row } = spotOf(space, flat, cursor);
    const { left, top, cell } = this.frame;
    pen.strokeStyle = css(theme.cursor);
    pen.lineWidth = 3;
    pen.strokeRect(left + column * cell, top + row * cell, cell, cell);
  }
}
