/** What a file is, by its first bytes and its name, and the families that can be made from it. */

import { FAMILIES } from "../../generated/families";

const PUZZLES = "nono non nonpack xml pbn g lp tatham gameid share pbm vox mk cwd nin txt zip".split(" ");

/** The families that are made from files with this ending. */
export function waysOf(ending: string): string[] {
  return Object.values(FAMILIES)
    .filter(({ sources }) => sources.some(({ extensions }) => extensions.includes(ending)))
    .map(({ name }) => name);
}

const ENDINGS = [...new Set(Object.values(FAMILIES).flatMap(({ sources }) =>
  sources.flatMap(({ extensions }) => extensions)))];

/** What the button to choose a file offers. */
export const ACCEPT = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp",
  ...[...ENDINGS, ...PUZZLES].map((ending) => `.${ending}`)].join(",");

// A body has at most 24 MiB (studio/routes.py), in which a file is base64: four letters for three bytes.
const BODY = 24 * 2 ** 20, BESIDE = 16_384;
export const MOST_BYTES = Math.floor((BODY - BESIDE) / 4) * 3;

export const PUZZLE = "puzzle";
const IMAGES = "png apng jpg jpeg jfif gif webp bmp dib svg ipe".split(" ");

const SIGNS: [RegExp, string][] = [
  [/^\x89PNG/, "png"], [/^\xff\xd8\xff/, "jpg"], [/^GIF8/, "gif"], [/^BM/, "bmp"], [/^RIFF.{4}WEBP/s, "webp"],
  [/<svg[\s>]/i, "svg"], [/<ipe[\s>]/i, "ipe"], [/^glTF/, "glb"], [/^ply\s/, "ply"], [/^OFF\s/, "off"],
  [/^solid\s/, "stl"], [/^\s*\{\s*"nonoforge"/, PUZZLE], [/<(puzzleset|puzzle)[\s>]/i, PUZZLE]];

/** The ending by which a file is read, `puzzle` for the library, or null. `head` is its beginning, a
 *  letter a byte. What a file says of itself goes first, except for models, which may begin with
 *  anything, and for puzzle files. */
export function endingOf(name: string, head: string): string | null {
  const sign = SIGNS.find(([sign]) => sign.test(head))?.[1];
  const ending = ENDINGS.find((known) => known.includes(".") && name.toLowerCase().endsWith(`.${known}`))
    ?? /\.([a-z0-9]+)$/i.exec(name)?.[1].toLowerCase() ?? "";
  if (sign === "svg" || sign === "ipe") return sign;
  const model = waysOf(ending).length > 0 && !IMAGES.includes(ending) && ending !== "xml";
  if (model) return ending;
  if (PUZZLES.includes(ending) && !IMAGES.includes(sign ?? "")) return PUZZLE;
  if (sign) return IMAGES.includes(ending) && IMAGES.includes(sign) ? ending : sign;
  return IMAGES.includes(ending) ? ending : null;
}

/** Says what is too large before anything is sent. */
export function tooLarge(size: number): string {
  return size > MOST_BYTES ? `${megabytes(size)} MB; files may have at most `
    + `${megabytes(MOST_BYTES)} MB. Make it smaller first.` : "";
}

function megabytes(bytes: number): string {
  return (Math.floor(bytes / 1e5) / 10).toLocaleString("en");
}
