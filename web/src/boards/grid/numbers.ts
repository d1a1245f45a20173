/** Draws one number of a clue on its background, with a chip in colour puzzles, struck out when done. */

import type { Board } from "../../model/board";
import { inkOn } from "../colours";
import { contrast, type Shades } from "../shades";
import { drawSign } from "../signs";
import { SIGN, type Token } from "./tokens";

type Pen = CanvasRenderingContext2D;

/** A number and its state encoded as a key: equal keys look the same. */
export function figure(token: Token, done: boolean, wrong: boolean, lit: boolean): number {
  return token.kind * 8 + Number(done) * 4 + Number(wrong) * 2 + Number(lit);
}

export class Numbers {
  constructor(private readonly board: Board, private readonly kinds: Token[],
              private readonly shades: Shades, private readonly font: number,
              private readonly ratio: number,
              private readonly signs: "" | "beside" | "above") {}

  /** Draws it in the centre of an image of this size, with room for a sign. */
  draw(pen: Pen, figure: number, width: number, height: number): void {
    const { shades, font, signs } = this, token = this.kinds[figure >> 3];
    const [done, wrong, lit] = [4, 2, 1].map((bit) => (figure & bit) > 0);
    const part = token.colour && signs ? SIGN * font * 0.45 : 0;
    const [aside, down] = signs === "beside" ? [part, 0] : [0, part];
    const [x, y] = [width / 2 + aside, height / 2 + down];
    pen.fillStyle = lit ? shades.lit : shades.ground;
    pen.fillRect(0, 0, width, height);
    let ink = wrong ? shades.wrong : done ? shades.done : shades.clue;
    if (token.colour) ink = this.chip(pen, token, width, height, done);
    if (part) drawSign(pen, token.colour, x - aside * (2 + token.text.length), y - down * 3,
                       font * 0.26, ink);
    pen.fillStyle = ink;
    pen.font = `${wrong ? 800 : 600} ${font.toFixed(1)}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.fillText(token.text, x, y + font * 0.355, width * 0.96 - 2 * aside);
    if (token.shape) this.shape(pen, token, x, y, ink);
    if (done) this.strike(pen, token, x, y);
  }

  /** Paints the background of a number in its colour; returns the ink. */
  private chip(pen: Pen, token: Token, width: number, height: number, done: boolean): string {
    const { shades, font, ratio } = this, rgb = this.board.palette[token.colour].rgb;
    const [x, y] = [width / 2, height / 2], tall = this.signs === "above" ? SIGN : 0;
    const high = Math.min(font * (1.26 + tall), height * 0.94);
    const wide = Math.min(width, token.width * font) * 0.94;
    pen.globalAlpha = done ? 0.38 : 1;
    pen.fillStyle = rgb;
    pen.beginPath();
    pen.roundRect(x - wide / 2, y - high / 2, wide, high, font * 0.22);
    pen.fill();
    if (contrast(rgb, shades.ground) < 1.5) {
      pen.strokeStyle = shades.done;
      pen.lineWidth = Math.max(1, ratio * 0.8);
      pen.stroke();
    }
    pen.globalAlpha = done ? 0.6 : 1;
    return done ? shades.clue : inkOn(rgb);
  }

  /** Thin, so that a finished number can still be read. */
  private strike(pen: Pen, token: Token, x: number, y: number): void {
    const { shades, font, ratio } = this, reach = (token.text.length * 0.24 + 0.12) * font;
    pen.globalAlpha = token.colour ? 0.55 : 0.85;
    pen.strokeStyle = token.colour ? shades.clue : shades.done;
    pen.lineWidth = Math.max(1, ratio * 0.9);
    pen.beginPath();
    pen.moveTo(x - reach, y + font * 0.36);
    pen.lineTo(x + reach, y - font * 0.36);
    pen.stroke();
  }

  private shape(pen: Pen, token: Token, x: number, y: number, ink: string): void {
    const reach = this.font * 0.6;
    pen.strokeStyle = ink;
    pen.lineWidth = Math.max(1, this.font * 0.08);
    pen.beginPath();
    if (token.shape === "circle") pen.arc(x, y, reach, 0, 7);
    else pen.rect(x - reach, y - reach, 2 * reach, 2 * reach);
    pen.stroke();
  }
}
