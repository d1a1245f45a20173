/** Make: what files are, what is asked for, that the newest wins, and what is told. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type Made, placesOf, remarksOf } from "../src/views/make/answers";
import { brief, plain } from "../src/views/make/messages";
import { guess, kindOf, MOST_BYTES, tooLarge } from "../src/views/make/kinds";
import { Line, type Newest } from "../src/views/make/newest";
import { FIELDS, previewOf, requestOf, usual } from "../src/views/make/settings";
import { cropped, sizeFor } from "../src/views/make/crop";

const EXAMPLES = "../examples";

test("files are known by what is in them, or else by their names", () => {
  assert.equal(kindOf("x.png", "\x89PNG\r\n"), "picture");
  assert.equal(kindOf("image", "\xff\xd8\xff\xe0"), "picture");
  assert.equal(kindOf("x.webp", "RIFF1234WEBPVP8 "), "picture");
  assert.equal(kindOf("x.xml", '<?xml version="1.0"?>\n<ipe version="70218">'), "ipe");
  assert.equal(kindOf("x.xml", '<?xml version="1.0"?>\n<puzzleset>'), "puzzle");
  assert.equal(kindOf("x.XML", "<anything>"), "puzzle");
  assert.equal(kindOf("pasted", '<?xml version="1.0"?><svg width="1">'), "svg");
  assert.equal(kindOf("MODEL.STL", "solid x\n"), "mesh");
  assert.equal(kindOf("model.obj", "# BM\n"), "mesh");
  assert.equal(kindOf("x.nono", '{ "nonoforge": 1'), "puzzle");
  assert.equal(kindOf("tune.mp3", "ID3"), null);
  assert.equal(kindOf("", ""), null);
});

test("drawings of straight edges are sloped, those of curves curved, and many shapes a picture", () => {
  for (const [folder, family] of [["drawings", "sloped"], ["curved/outlines", "curved"]])
    for (const name of readdirSync(`${EXAMPLES}/${folder}`).filter((name) => name.endsWith(".svg")))
      assert.equal(guess("svg", readFileSync(`${EXAMPLES}/${folder}/${name}`, "utf8")), family, name);
  assert.equal(guess("svg", "<svg><text>hello</text></svg>"), "grid");
  assert.equal(guess("svg", `<svg>${"<rect/>".repeat(99)}</svg>`), "grid");
  assert.equal(guess("ipe", "<path>\n0 0 m\n1 1 l\nh\n</path>"), "sloped");
  assert.equal(guess("ipe", "<path>\n0 0 m\n1 1 2 2 3 0 c\n</path>"), "curved");
});

test("what is too large says so, and what is said to fit does: four letters for three bytes", () => {
  assert.equal(tooLarge(MOST_BYTES), "");
  assert.match(tooLarge(MOST_BYTES + 1), /at most 18\.8 MB/);
  assert.ok(Math.ceil(MOST_BYTES / 3) * 4 + 10_000 < 24 * 2 ** 20);
});

test("nothing set, nothing asked; every field can be asked for", () => {
  for (const family of ["grid", "solid", "sloped", "curved"] as const) {
    assert.deepEqual(requestOf(family, usual(family)), {});
    const names = FIELDS[family].map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  }
});

test("values of several kinds become one", () => {
  const grid = { ...usual("grid"), threshold: "hand", lightnessOf: 0.3, ratingFrom: "4", ratingTo: "2" };
  assert.deepEqual(requestOf("grid", grid), { threshold: 0.3, rating: [2, 4] });
  assert.deepEqual(requestOf("grid", { ...grid, colours: 3, ratingFrom: "", ratingTo: "" }), { colours: 3 });
  assert.deepEqual(requestOf("solid", { ...usual("solid"), clues: "share", shareOf: 0.25 }),
                   { clues: "share=0.25" });
  assert.deepEqual(requestOf("sloped", { ...usual("sloped"), snap: true, slopes: "list", slopesOf: "0,1/2",
                                         boxWidth: 4, boxHeight: 6 }),
                   { snap: [3, 0.5], slopes: "0,1/2", box: [4, 6] });
  assert.deepEqual(requestOf("sloped", { ...usual("sloped"), widest: true, min_width: 5, split: true }),
                   { widest: true });
  assert.equal(previewOf("grid", { variants: 5 }).variants, 1);
});

test("a frame stays within the picture; a click is none", () => {
  assert.deepEqual(cropped([0.75, 0.5], [0.25, 1], [400, 200]), [100, 100, 200, 100]);
  assert.deepEqual(cropped([0.5, 0.5], [1, 1], [3, 3]), [1, 1, 2, 2]);
  assert.deepEqual([sizeFor(30, [1600, 1200]), sizeFor(18, [4000, 3000]), sizeFor(9, [1, 5000])],
                   [[30, 22], [18, 14], [1, 9]]);
  assert.equal(cropped([0.5, 0.5], [0.505, 0.505], [400, 200]), null);
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("the newest wins, and wishes in between are never asked", async () => {
  let state: Newest<string> = { answer: null, busy: false, error: "" };
  const asked: string[] = [], aborted: string[] = [];
  let wanted = "";
  const line = new Line<string>((change) => { state = change(state); });
  line.ask = async (signal) => {
    const key = wanted;
    asked.push(key);
    for (let step = 0; step < (key === "slow" ? 400 : 2); step++) {
      await pause(10);
      if (signal.aborted) { aborted.push(key); throw new Error("aborted"); }
    }
    return key.toUpperCase();
  };
  const wish = (key: string) => { wanted = key; line.wish(key); };
  wish("a"); wish("b"); wish("c");
  assert.ok(state.busy);
  await pause(400);
  assert.deepEqual([asked, state], [["c"], { answer: "C", busy: false, error: "" }]);
  wish("slow");
  await pause(250);
  wish("d");
  wish("e");
  await pause(1700);
  assert.deepEqual([asked, aborted], [["c", "slow", "e"], ["slow"]]);
  assert.deepEqual(state, { answer: "E", busy: false, error: "" });
  wish("");
  wish("e"); // known already
  await pause(300);
  assert.deepEqual([asked.length, state.busy], [3, false]);
  wish("slow");
  await pause(250);
  line.leave();
  await pause(50);
  assert.deepEqual(aborted, ["slow", "slow"]);
});

test("changes in words, places to point at, messages without lists and dashes", () => {
  const made = { puzzle: {}, verdict: "unique", line_solvable: true, rating: null, changed: [3],
                 summary: { family: "grid", cells: 100 }, remarks: ["said", "a note"] } as unknown as Made;
  assert.deepEqual(remarksOf(made, made), [
    "1 cell was changed (1.0 %), as few as were found, where it is seen least.", "a note"]);
  assert.deepEqual(remarksOf(made, null), ["said", "a note"]);
  assert.deepEqual(placesOf({ ...made, blocked_points: [[1, 2]] }, made).map(({ name }) => name),
                   ["Changed", "Points in the way"]);
  const solid = { ...made, changed: undefined, summary: { size: [4, 3, 2], changes: [[2, 3, 2, 1]] } };
  assert.deepEqual(placesOf(solid, solid)[0].cells, [1 + 4 * (2 + 3)]);
  assert.equal(plain("try --snap 3, not a--b -- or x"), "try snap 3, not ab -- or x");
  const long = `12 edges with slopes: ${"path at (1, 2), ".repeat(20)}; allowed are 0, 45`;
  assert.equal(brief(long), "12 edges with slopes; allowed are 0, 45");
  assert.equal(brief("short: it is; fine"), "short: it is; fine");
});
