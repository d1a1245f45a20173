// Bundles the tests (they are TypeScript) and hands them to Node's own test runner.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const out = mkdtempSync(join(tmpdir(), "nonoforge-web-"));
const entries = readdirSync(here).filter((name) => name.endsWith(".test.ts"));
await build({
  root: here, configFile: false, logLevel: "warn", publicDir: false, ssr: { noExternal: true },
  build: { outDir: out, target: "node20", ssr: true, minify: false, emptyOutDir: true,
           rollupOptions: { input: entries.map((name) => join(here, name)),
                            output: { entryFileNames: "[name].mjs" } } },
});
const files = readdirSync(out).filter((name) => name.endsWith(".test.mjs")).map((name) => join(out, name));
const { status } = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" });
rmSync(out, { recursive: true });
process.exit(status ?? 1);
