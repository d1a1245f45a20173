/** What a puzzle is made from: a file, words, or chance. */

import { base64 } from "../../api";
import { type Family, guess, type Kind, kindOf, tooLarge, WAYS } from "./kinds";

export type Source =
  | { of: "file"; name: string; data: string; kind: Exclude<Kind, "puzzle">; ways: Family[];
      guessed: Family; url: string; photo: Photo | null }
  | { of: "words"; ways: Family[]; guessed: Family }
  | { of: "chance"; ways: Family[]; guessed: Family };

/** A large photograph: how large, and the same in fewer pixels for previews. */
export interface Photo { pixels: [number, number]; data: string; scale: number }

export const WORDS: Source = { of: "words", ways: ["grid"], guessed: "grid" };
export const CHANCE: Source = { of: "chance", ways: ["grid"], guessed: "grid" };

const HEAD = 4096; // bytes in which a file says what it is
const TEXT = 200_000; // letters of a drawing that are looked at

/** Reads a file, or tells why not; a puzzle file is none to make from: null. */
export async function sourceOf(file: File): Promise<Source | null> {
  const head = latin(await file.slice(0, HEAD).arrayBuffer());
  const kind = kindOf(file.name, head);
  const large = tooLarge(file.size);
  if (large) throw new Error(`${file.name}: ${large}`);
  if (!file.size) throw new Error(`${file.name}: there is nothing in it.`);
  if (kind === "puzzle") return null;
  if (!kind) throw new Error(`${file.name}: neither a picture nor a 3D model, a drawing or a puzzle `
    + "that is known here.");
  const guessed = guess(kind, kind === "svg" || kind === "ipe" ? await file.slice(0, TEXT).text() : "");
  const seen = kind === "picture" || kind === "svg";
  // An image runs no scripts, whatever is in the file.
  const blob = kind === "svg" ? file.slice(0, file.size, "image/svg+xml") : file;
  return { of: "file", name: named(file, kind), data: await base64(file), kind, ways: WAYS[kind], guessed,
           url: seen ? URL.createObjectURL(blob) : "", photo: kind === "picture" ? await photoOf(file, head) : null };
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
export function asked(source: Source, words: string, sides: [number, number]): Wish {
  if (source.of === "words") return { text: words };
  if (source.of === "chance") return { random: sides };
  return { data: source.data, name: source.name };
}

export type Wish = Record<string, unknown>;

/** The same about a photograph in fewer pixels. */
export function lighter(wish: Wish, photo: Photo | null): Wish {
  if (!photo) return wish;
  const crop = (wish.crop as number[] | undefined)?.map((part, at) =>
    Math.max(at > 1 ? 1 : 0, Math.floor(part * photo.scale)));
  return { ...wish, data: photo.data, ...(crop && { crop }) };
}

/** Readers of drawings and meshes go by the ending, which a pasted or renamed file may lack. */
function named(file: File, kind: Kind): string {
  if ((kind === "svg" || kind === "ipe") && !file.name.toLowerCase().endsWith(`.${kind}`))
    return `${file.name}.${kind}`;
  return file.name;
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
