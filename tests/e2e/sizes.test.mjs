// The compressed size of a first visit before any interaction. The engine is loaded once the page is used.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { test } from "node:test";
import { open, settled, start } from "./page.mjs";

const DIST = fileURLToPath(new URL("../../www/dist", import.meta.url));
const MOST = 200_000;

test(`a first visit loads at most ${MOST / 1_000} kB, and the engine once the page is used`, async (t) => {
  const setup = await start();
  t.after(() => setup.stop());
  const files = new Set();
  const prepare = (page) => page.context().on("request", (request) => files.add(new URL(request.url()).pathname));
  const { page } = await open(setup, { prepare });
  await settled(page);
  await page.waitForLoadState("networkidle");
  const sizes = await Promise.all(
    [...files].map(async (path) => {
      const file = path === "/" ? "/index.html" : path;
      return [gzipSync(await readFile(join(DIST, file)), { level: 9 }).length, file];
    }),
  );
  const total = sizes.reduce((sum, [size]) => sum + size, 0);
  for (const [size, file] of sizes.sort(([a], [b]) => b - a))
    console.log(`${size.toLocaleString("en").padStart(9)} ${file}`);
  console.log(`${total.toLocaleString("en").padStart(9)} together`);
  assert.ok(total <= MOST, `${total} bytes`);
  assert.ok(!sizes.some(([, file]) => file.endsWith(".wasm")), "the engine was loaded before the page was used");
  const engine = page.waitForRequest((request) => request.url().endsWith(".wasm"));
  await page.mouse.move(100, 100);
  await engine;
});
