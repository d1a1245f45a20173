/** Make: what files are, what is asked for, that the newest wins, and what is told. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Made, placesOf, remarksOf } from "../src/views/make/answers";
import { brief, plain } from "../src/views/make/messages";
import { MAKE_FIELDS } from "../src/generated/options";
import { endingOf, MOST_BYTES, PUZZLE, tooLarge, waysOf } from "../src/views/make/kinds";
import { Line, type Newest } from "../src/views/make/newest";
import { chosen, usual } from "../src/model/fields";
import { without } from "../src/views/make/sources";
import { cropped, sizeFor } from "../src/views/make/crop";

test("files are known by what is in them, or else by their names", () => {
  assert.equal(endingOf("x.png", "\x89PNG\r\n"), "png");
  assert.equal(endingOf("image", "\xff\xd8\xff\xe0"), "jpg");
  assert.equal(endingOf("x.webp", "RIFF1234WEBPVP8 "), "webp");
  assert.equal(endingOf("x.xml", '<?xml version="1.0"?>\n<ipe version="70218">'), "ipe");
  assert.equal(endingOf("x.xml", '<?xml version="1.0"?>\n<puzzleset>'), PUZZLE);
  assert.equal(endingOf("x.XML", "<anything>"), PUZZLE);
  assert.equal(endingOf("pasted", '<?xml version="1.0"?><svg width="1">'), "svg");
  assert.equal(endingOf("MODEL.STL", "solid x\n"), "stl");
  assert.equal(endingOf("Fish.mesh.XML", "<mesh>"), "mesh.xml");
  assert.equal(endingOf("model.obj", "# BM\n"), "obj");
  assert.equal(endingOf("x.nono", '{ "nonoforge": 1'), PUZZLE);
  assert.equal(endingOf("tune.mp3", "ID3"), null);
  assert.equal(endingOf("", ""), null);
});

test("files, words and numbers know the families that are made from them", () => {
  assert.ok(waysOf("png").length && waysOf("obj").length && waysOf("svg").length > 1);
  assert.deepEqual(waysOf("mp3"), []);
  assert.ok(without("words").ways.length && without("numbers").ways.length);
});

test("what is too large says so, and what is said to fit does: four letters for three bytes", () => {
  assert.equal(tooLarge(MOST_BYTES), "");
  assert.match(tooLarge(MOST_BYTES + 1), /at most 18\.8 MB/);
  assert.ok(Math.ceil(MOST_BYTES / 3) * 4 + 10_000 < 24 * 2 ** 20);
});

test("nothing set, nothing asked; every field can be asked for", () => {
  for (const family of Object.keys(MAKE_FIELDS)) {
    const fields = MAKE_FIELDS[family];
    assert.deepEqual(chosen(fields, usual(fields)), {});
    const names = fields.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  }
});

test("what applies and differs from its default is asked for", () => {
  const { grid, sloped } = MAKE_FIELDS;
  const values = { ...usual(grid), threshold: 0.3, rating: [2, 4] };
  assert.deepEqual(chosen(grid, values), { threshold: 0.3, rating: [2, 4] });
  assert.deepEqual(chosen(grid, { ...values, colours: 3, rating: null }), { colours: 3 });
  assert.deepEqual(chosen(sloped, { ...usual(sloped), widest: true, min_width: 5, split: true }),
                   { widest: true });
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
                 summary: { family: "grid", cells: 100, changed_share: 0.01 }, remarks: ["said", "a note"] } as unknown as Made;
  assert.deepEqual(remarksOf(made, made), [
    "1 cell was changed (1.0 %), as few as were found, where it is seen least.", "a note"]);
  assert.deepEqual(remarksOf(made, null), ["said", "a note"]);
  const triddler = { ...made, changed: [], summary: { ...made.summary, family: "tri" } };
  assert.equal(remarksOf(triddler, triddler)[0], "No triangle had to be changed: this is the picture as it is.");
  assert.deepEqual(placesOf({ ...made, blocked_points: [[1, 2]] }, made).map(({ name }) => name),
                   ["Changed", "Points in the way"]);
  assert.equal(plain("try --snap 3, not a--b -- or x"), "try snap 3, not ab -- or x");
  const long = `12 edges with slopes: ${"path at (1, 2), ".repeat(20)}; allowed are 0, 45`;
  assert.equal(brief(long), "12 edges with slopes; allowed are 0, 45");
  assert.equal(brief("short: it is; fine"), "short: it is; fine");
});

test("what was let go of and is wished for again is asked again", async () => {
  let state: Newest<string> = { answer: null, busy: false, error: "" }, asked = 0;
  const line = new Line<string>((change) => { state = change(state); });
  line.ask = async (signal) => {
    const slow = asked++ === 0;
    for (let step = 0; step < (slow ? 400 : 2); step++) {
      await pause(10);
      if (signal.aborted) throw new Error("aborted");
    }
    return "answer";
  };
  line.wish("a");
  await pause(200);
  line.wish("");
  line.wish("a");
  await pause(1600);
  assert.deepEqual([asked, state], [2, { answer: "answer", busy: false, error: "" }]);
});
