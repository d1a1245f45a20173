/** What a puzzle is made from: a file, words, or numbers alone (random shapes). */

import { base64, call } from "../../api";
import { FAMILIES, type Source as SourceKind } from "../../generated/families";
import { endingOf, PUZZLE, tooLarge, waysOf } from "./kinds";

export type Source =
  | { of: "file"; name: string; data: string; ways: string[]; url: string; photo: Photo | null }
  | { of: "words"; ways: string[] }
  | { of: "numbers"; ways: string[] };

/** A large photograph: its size, and the same in fewer pixels for previews. */
export interface Photo { pixels: [number, number]; data: string; scale: number }

/** The source of a family that is words, or numbers. */
export function kindOf(family: string, of: "words" | "numbers"): SourceKind | undefined {
  return FAMILIES[family].sources.find(({ extensions, numbers }) =>
    !extensions.length && Boolean(numbers) === (of === "numbers"));
}

/** Names of options that make no difference to what is made from the source. */
export function ignoredBy(family: string, { of }: Source): string[] {
  return of === "file" ? [] : kindOf(family, of)?.ignored ?? [];
}

/** Words, or numbers, with the families that are made from them. */
export function without(of: "words" | "numbers"): Source {
  return { of, ways: Object.keys(FAMILIES).filter((family) => kindOf(family, of)) };
}

const HEAD = 4096; // bytes in which a file says what it is
const SEEN = /^(png|apng|jpe?g|jfif|gif|webp|bmp|dib|svg)$/; // what a browser shows

/** Reads a file, or says why not; a puzzle file is nothing to make from: null. */
export async function sourceOf(file: File): Promise<Source | null> {
  const head = latin(await file.slice(0, HEAD).arrayBuffer());
  const ending = endingOf(file.name, head);
  const large = tooLarge(file.size);
  if (large) throw new Error(`${file.name}: ${large}`);
  if (!file.size) throw new Error(`${file.name}: there is nothing in it.`);
  if (ending === PUZZLE) return null;
  if (!ending) throw new Error(`${file.name}: neither a picture nor a 3D model, a drawing or a puzzle `
    + "that is known here.");
  // An image runs no scripts, whatever is in the file.
  const blob = ending === "svg" ? file.slice(0, file.size, "image/svg+xml") : file;
  const name = file.name.toLowerCase().endsWith(`.${ending}`) ? file.name : `${file.name}.${ending}`;
  const data = await base64(file);
  return { of: "file", name, data, ways: await likely(name, data, waysOf(ending)),
           url: SEEN.test(ending) ? URL.createObjectURL(blob) : "", photo: await photoOf(file, head) };
}

/** The families in the order in which the file is likely to be meant for them. */
async function likely(name: string, data: string, ways: string[]): Promise<string[]> {
  if (ways.length < 2) return ways;
  return (await call<{ families: string[] }>("make/families", { name, data })).families;
}

const ENOUGH = 600_000; // pixels that a preview needs

/** Only JPEG: of all else, squares of pixels may be meant to become cells. */
async function photoOf(file: File, head: string): Promise<Photo | null> {
  if (!head.startsWith("\xff\xd8")) return null;
  try {
    const whole = await createImageBitmap(file), { width, height } = whole;
    const scale = Math.min(1, Math.sqrt(ENOUGH / (width * height)));
    if (scale > 0.7) return null;
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const pen = canvas.getContext("2d")!;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(whole, 0, 0, canvas.width, canvas.height);
    const small = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
    return { pixels: [width, height], data: await base64(small), scale };
  } catch {
    return null; // what a browser cannot read, the studio may
  }
}

/** What is asked about it, beside the settings. */
export function asked(source: Source, family: string, words: string, sides: number[]): Wish {
  if (source.of === "file") return { data: source.data, name: source.name };
  return { [kindOf(family, source.of)!.name]: source.of === "words" ? words : sides };
}

export type Wish = Record<string, unknown>;

/** The same about a photograph in fewer pixels. */
export function lighter(wish: Wish, photo: Photo | null): Wish {
  if (!photo) return wish;
  const crop = (wish.crop as number[] | undefined)?.map((part, at) =>
    Math.max(at > 1 ? 1 : 0, Math.floor(part * photo.scale)));
  return { ...wish, data: photo.data, ...(crop && { crop }) };
}

function latin(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
}

/** Files of a paste: images, and drawings and puzzles that were copied as text. */
export function pastedFiles(event: ClipboardEvent): File[] {
  const files = [...event.clipboardData?.files ?? []];
  if (files.length) return files;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  return /<(svg|ipe)[\s>]|^\s*\{\s*"nonoforge"/i.test(text.slice(0, HEAD)) ? [new File([text], "pasted")] : [];
}
