// Builds the page into the package: `node build.mjs`, or elsewhere: `node build.mjs --out DIR`.
//
//   DIR/page/     the studio's page; the boards of solids are a file of their own, loaded when needed
//   DIR/player/   player and player-solid, .js and .css: what a self-contained file has inside
//   DIR/player/three.js   three.js for both: before player-solid in a self-contained file; the studio
//                         serves it as assets/three-HASH.js
//   DIR/*/THIRD-PARTY.txt   the licences of what is built in
//   DIR/page/built.json   a hash of the sources, so that a test can tell a stale build

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const at = process.argv.indexOf("--out");
const elsewhere = at > 0 ? process.argv[at + 1] : null;
const page = elsewhere ? join(elsewhere, "page") : join(here, "../src/nonoforge/studio/page");
const player = elsewhere ? join(elsewhere, "player") : join(here, "../src/nonoforge/drawing/player");

const THREE = "nonoforgeThree"; // the global variable
const THREE_SOURCE = "src/boards/solid/three.ts";

const SHARED = /src[/\\](api|messages|model[/\\]board|boards[/\\]kind|parts[/\\](number|verdict|progress|spoiler|stars))\.tsx?$/;

const common = {
  root: here, base: "./", logLevel: "warn", configFile: false,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
};

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

function sourceHash() {
  const sources = [...files(join(here, "src")), ...files(join(here, "public")),
    ...["index.html", "build.mjs", "package-lock.json"].map((name) => join(here, name))];
  const names = sources.map((path) => relative(here, path).replaceAll("\\", "/")).sort();
  const hash = createHash("sha256");
  for (const name of names) hash.update(name).update("\0").update(readFileSync(join(here, name))).update("\0");
  return hash.digest("hex");
}

/** Replaces boards/solid/three.ts by names of the shared file, which sets a global variable. */
function sharedThree(names, address) {
  const code = `${address ? `import ${JSON.stringify(address)};\n` : ""}`
    + `export const { ${names.join(", ")} } = globalThis.${THREE};\n`;
  return {
    name: "shared-three", enforce: "pre",
    resolveId: (id) => (id === address ? { id, external: true } : null),
    load: (id) => (id === join(here, THREE_SOURCE) ? { code, moduleType: "js" } : null),
  };
}

/** Builds the shared file; returns the names that it exports and its address beside the page's scripts. */
async function buildThree() {
  await buildPlayer("three", THREE_SOURCE, THREE);
  const path = join(player, "three.js");
  writeFileSync(path, `${readFileSync(path, "utf8").trimEnd()}\nglobalThis.${THREE}=${THREE};\n`);
  const digest = createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 8);
  const names = readFileSync(join(here, THREE_SOURCE), "utf8").match(/export \{([^}]*)\}/)[1];
  return { names: names.split(",").map((name) => name.trim()).filter(Boolean), address: `./three-${digest}.js` };
}

async function buildPage(three) {
  await build({ ...common, plugins: [sharedThree(three.names, three.address)], build: {
    outDir: page, emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false },
    assetsInlineLimit: 0, chunkSizeWarningLimit: 900,
    // What several pages share is one file: small files compress badly.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", test: SHARED }] } } },
  } });
}

async function buildPlayer(name, entry, global = "nonoforge", plugins = []) {
  const out = join(player, `.${name}`);
  await build({ ...common, publicDir: false, plugins, build: {
    outDir: out, emptyOutDir: true, target: "es2022", cssCodeSplit: false, chunkSizeWarningLimit: 900,
    lib: { entry: join(here, entry), formats: ["iife"], name: global, fileName: () => `${name}.js`,
           cssFileName: name },
  } });
  for (const file of readdirSync(out)) renameSync(join(out, file), join(player, file));
  rmSync(out, { recursive: true });
}

/** The licences of the packages that are built in; both files and playable pages carry them. */
function notices() {
  const { dependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  return Object.entries(dependencies).map(([name, version]) => {
    const licence = readFileSync(join(here, "node_modules", name, "LICENSE"), "utf8");
    return `${name} ${version}\n\n${licence.trim()}\n`;
  }).join("\n\n");
}

function sizes() {
  for (const path of [...files(page), ...files(player)]) {
    if (!/\.(js|css|html|svg)$/.test(path)) continue;
    const packed = gzipSync(readFileSync(path), { level: 9 }).length;
    console.log(`${(packed / 1000).toFixed(1).padStart(7)} kB compressed ${(statSync(path).size / 1000).toFixed(1).padStart(7)} kB  ${relative(process.cwd(), path)}`);
  }
}

rmSync(player, { recursive: true, force: true });
mkdirSync(player, { recursive: true });
const three = await buildThree();
await buildPage(three);
await buildPlayer("player", "src/player.tsx");
await buildPlayer("player-solid", "src/player-solid.tsx", "nonoforge", [sharedThree(three.names)]);
writeFileSync(join(page, "built.json"), JSON.stringify({ sources: sourceHash() }) + "\n");
for (const folder of [page, player]) writeFileSync(join(folder, "THIRD-PARTY.txt"), notices());
sizes();
