/** What could not be sent is kept in the browser until the library has all of it. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Journal, sendLeft, settled } from "../src/journal";
import { History, type Op } from "../src/model/log";

const PATH = "library/p1/game", KEY = `nonoforge-unsent-1:${PATH}:g1:other`;
let kept: Record<string, string>;
let requests: Op[][];
let during: () => void; // happens while a request is under way

beforeEach(() => {
  kept = Object.create({
    getItem(key: string) { return kept[key] ?? null; },
    setItem(key: string, text: string) { kept[key] = text; },
    removeItem(key: string) { delete kept[key]; },
  });
  requests = [];
  during = () => {};
  Object.assign(globalThis, {
    localStorage: kept, addEventListener: () => {}, BroadcastChannel: undefined,
    fetch: async (_: string, { body }: { body: string }) => {
      const { ops } = JSON.parse(body) as { ops: Op[] };
      requests.push(ops);
      during();
      return new Response(JSON.stringify({ length: ops.length, ops: ops.map(({ id }) => id) }));
    },
  });
});

function moves(from: number, to: number): Op[] {
  return Array.from({ length: to - from }, (_, index) =>
    ({ id: `m${from + index}`, move: [[from + index, 0, 1]] as unknown as Op["move"] }));
}

function adopting(): Journal {
  return new Journal(PATH, { history: new History(), length: 0, game: "g1" },
                     { onMerged: () => {}, reread: () => Promise.reject(Error("not needed")) });
}

test("what a page left is sent in parts and forgotten", async () => {
  kept[KEY] = JSON.stringify(moves(0, 1200));
  await sendLeft();
  assert.deepEqual(requests.flat().map(({ id }) => id), moves(0, 1200).map(({ id }) => id));
  assert(requests.every((ops) => ops.length <= 500));
  assert.deepEqual({ ...kept }, {});
});

test("what a page that is still there adds meanwhile is not forgotten", async () => {
  for (const send of [sendLeft, async () => { adopting(); await settled(); }]) {
    kept[KEY] = JSON.stringify(moves(0, 2));
    during = () => { kept[KEY] = JSON.stringify(moves(0, 3)); };
    await send();
    assert.deepEqual({ ...kept }, { [KEY]: JSON.stringify(moves(0, 3)) });
  }
});

test("what was adopted is kept until all of it is sent", async () => {
  kept[KEY] = JSON.stringify(moves(0, 700));
  const stored: boolean[] = [];
  during = () => stored.push(KEY in kept);
  adopting();
  await settled();
  assert.deepEqual(stored, [true, true]);
  assert.deepEqual({ ...kept }, {});
});
