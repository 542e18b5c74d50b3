// A trap must not outlive its call: the next call runs in a new instance.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { InternalError, initSync, transformText } from "../dist/index.js";

const { Instance, RuntimeError } = WebAssembly;
const TOOL = '{"name":"a","inputSchema":{"type":"object","properties":{"b":{"type":"string"}}}}';

let made = 0;
let trap = new RuntimeError("unreachable");

// The first instance fails whatever it is given to do, as one that has run out of memory would.
function FaultyFirst(module, imports) {
  const { exports } = new Instance(module, imports);
  if (++made > 1) return { exports };
  const fail = () => {
    throw trap;
  };
  return { exports: { ...exports, transformText: fail } };
}

before(async () => {
  WebAssembly.Instance = FaultyFirst;
  initSync(await readFile(new URL("../pkg/lapidary_wasm_bg.wasm", import.meta.url)));
});

after(() => {
  WebAssembly.Instance = Instance;
});

test("a trap becomes an InternalError, and the next call works", () => {
  assert.throws(() => transformText(TOOL), (error) => error instanceof InternalError && error.cause === trap);
  assert.equal(made, 2);
  assert.match(transformText(TOOL), /"name":"a"/);
  assert.equal(made, 2);
});
