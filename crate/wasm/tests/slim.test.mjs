// The API without the engine. The tests share one instance, and run in this order.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import * as slim from "../dist/slim.js";

const wasm = await readFile(new URL("../dist/lapidary.wasm", import.meta.url));

test("without an engine, calls say what to do", () => {
  assert.throws(() => slim.transformText('{"type":"string"}'), /await init/);
});

test("what is no engine is refused, and init can be tried again", async () => {
  assert.throws(() => slim.initSync(new Uint8Array(8)), WebAssembly.CompileError);
  await assert.rejects(slim.init(new Response("not found", { status: 404 })), /404/);
  assert.throws(() => slim.version(), /await init/);
});

test("init takes an answer that is under way, and the calls after it need not wait", async () => {
  const headers = { "content-type": "application/wasm" };
  await slim.init(Promise.resolve(new Response(wasm, { headers })));
  assert.match(slim.transformText('{"type":"object"}'), /"OBJECT"/);
});

test("the main entry has the same functions, and the engine that runs", async () => {
  const { init, initSync, ...rest } = slim;
  const main = await import("../dist/index.js");
  assert.deepEqual({ ...main }, rest);
});
