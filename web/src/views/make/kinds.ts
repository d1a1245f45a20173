/** What a file is, told by its name and its first letters, and what can be made from it. */

export type Family = "grid" | "solid" | "sloped" | "curved";
/** A puzzle file needs no making: it goes to the library. */
export type Kind = "picture" | "mesh" | "svg" | "ipe" | "puzzle";

export const WAYS: Record<Exclude<Kind, "puzzle">, Family[]> = {
  picture: ["grid"], mesh: ["solid"], svg: ["grid", "sloped", "curved"], ipe: ["sloped", "curved"] };

const ENDINGS: Record<Kind, string> = {
  picture: "png apng jpg jpeg jfif gif webp bmp dib",
  svg: "svg",
  ipe: "ipe",
  puzzle: "nono non nonpack xml pbn g lp tatham gameid share pbm vox mk cwd nin txt zip",
  // Those that tasks/make_solid.py reads: scenes that name other files are not among them.
  mesh: "obj stl ply glb gltf off 3d 3ds 3mf ac ac3d acc amf ase ask assbin b3d blend bsp cob csm "
    + "dae dxf enff fbx hmp ifc iqm irrmesh lwo lxo md2 md3 md5mesh mdc mdl mesh ms3d ndo nff ogex "
    + "pk3 pmx prj q3o q3s raw scn sib smd step stp ter uc vrm vta x x3d x3db xgl zae zgl",
};

/** What the button to choose a file offers first. */
export const ACCEPT = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp",
  ...`${ENDINGS.svg} ${ENDINGS.ipe} ${ENDINGS.mesh} ${ENDINGS.puzzle}`.split(" ").map((end) => `.${end}`),
].join(",");

// A body has at most 24 MiB (routes.py), in which a file is base64: four letters for three bytes.
const BODY = 24 * 2 ** 20, BESIDE = 16_384;
export const MOST_BYTES = Math.floor((BODY - BESIDE) / 4) * 3;

const SIGNS: [RegExp, Kind][] = [
  [/^(\x89PNG|\xff\xd8\xff|GIF8|BM|RIFF.{4}WEBP)/s, "picture"],
  [/<svg[\s>]/i, "svg"], [/<ipe[\s>]/i, "ipe"], [/^(glTF|ply\s|OFF\s|solid\s)/, "mesh"],
  [/^\s*\{\s*"nonoforge"/, "puzzle"], [/<(puzzleset|puzzle)[\s>]/i, "puzzle"]];

/** `head` is the beginning of the file, a letter a byte. What a file says of itself goes first. */
export function kindOf(name: string, head: string): Kind | null {
  const sign = SIGNS.find(([sign]) => sign.test(head))?.[1];
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1].toLowerCase() ?? "";
  const named = (Object.keys(ENDINGS) as Kind[]).find((kind) => ENDINGS[kind].split(" ").includes(ending));
  // A mesh may begin with any letters, and .nono files may be spelled in more than one way.
  return (named === "mesh" || named === "puzzle") && sign !== "svg" && sign !== "ipe" ? named
    : sign ?? named ?? null;
}

const MANY = 60; // shapes: more is a picture rather than a drawing to take apart

/** What a drawing most likely is meant to become; a person may choose otherwise. */
export function guess(kind: Kind, text: string): Family {
  if (kind === "mesh") return "solid";
  if (kind !== "svg" && kind !== "ipe") return "grid";
  const plain = text.replace(/<!--[\s\S]*?-->/g, "");
  if (kind === "ipe") return /^\s*[-\d.e\s]+\s[cqaes]\s*$/m.test(plain) ? "curved" : "sloped";
  const shapes = plain.match(/<(path|polygon|polyline|rect|circle|ellipse|line)\b/g)?.length ?? 0;
  if (/<(image|text|filter)\b/.test(plain) || shapes > MANY || !shapes) return "grid";
  const bent = plain.match(/<(circle|ellipse)\b|\sd\s*=\s*["'][^"']*[csqta]/gi)?.length ?? 0;
  return 2 * bent >= shapes ? "curved" : "sloped"; // a sketch in a hidden layer may be bent
}

/** What is too large is told before anything is sent. */
export function tooLarge(size: number): string {
  return size > MOST_BYTES ? `${megabytes(size)} MB; files may have at most `
    + `${megabytes(MOST_BYTES)} MB. Make it smaller first.` : "";
}

function megabytes(bytes: number): string {
  return (Math.floor(bytes / 1e5) / 10).toLocaleString("en");
}
