// A trap must not outlive its call: the next call runs in a new instance.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { InternalError, createRestorer, transformText } from "../dist/index.js";

const { Instance, RuntimeError } = WebAssembly;
const TOOL = '{"name":"a","inputSchema":{"type":"object","properties":{"b":{"type":"string"}}}}';

const trap = new RuntimeError("unreachable");
let made = 0;
let failing = false;

// An instance that fails once when told to, whatever it is given, like one that has run out of memory.
function Breakable(module, imports) {
  const { exports } = new Instance(module, imports);
  made += 1;
  const transformText = (...given) => {
    if (!failing) return exports.transformText(...given);
    failing = false;
    throw trap;
  };
  return { exports: { ...exports, transformText } };
}

before(() => {
  WebAssembly.Instance = Breakable;
});

after(() => {
  WebAssembly.Instance = Instance;
});

test("a trap becomes an InternalError, and the next call works", () => {
  assert.match(transformText(TOOL), /"name":"a"/);
  const before = made;
  failing = true;
  assert.throws(() => transformText(TOOL), (error) => error instanceof InternalError && error.cause === trap);
  assert.equal(made, before + 1);
  assert.match(transformText(TOOL), /"name":"a"/);
  assert.equal(made, before + 1);
});

test("a restorer does not outlive the instance that it lives in", () => {
  const restorer = createRestorer({ version: 1 });
  assert.equal(String.fromCharCode(...restorer.push("data: {}\n\n")), "data: {}\n\n");
  failing = true;
  assert.throws(() => transformText(TOOL), InternalError);
  const isLost = (error) => error instanceof InternalError && /lost/.test(error.message);
  for (const use of [() => restorer.push("data"), () => restorer.end(), () => restorer.issues]) {
    assert.throws(use, isLost);
  }
  assert.equal(createRestorer({ version: 1 }).end().length, 0);
});
