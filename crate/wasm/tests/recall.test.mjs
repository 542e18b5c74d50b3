// Tools that come again are answered from memory, and nobody can tell but by the clock.

import assert from "node:assert/strict";
import { test } from "node:test";
import { transform, transformSchema, transformTools } from "../dist/index.js";

const tools = () => [{ name: "read", inputSchema: { type: "object", properties: { at: { const: 1 } } } }];

test("the same tools get the same answer, as new data", () => {
  const given = tools();
  for (const ask of [transform, transformTools, (tools) => transformSchema(tools[0].inputSchema)]) {
    const first = ask(given);
    const again = ask(given);
    assert.deepEqual(again, first);
    assert.notEqual(again, first);
  }
});

test("changed tools get another answer", () => {
  const given = tools();
  assert.equal(transformTools(given).declarations[0].name, "read");
  given[0].name = "write";
  assert.equal(transformTools(given).declarations[0].name, "write");
});

test("a changed answer spoils no other", () => {
  const given = tools();
  const spoilt = transformTools(given);
  spoilt.declarations[0].name = "spoilt";
  spoilt.report.tools.length = 0;
  const { declarations, report } = transformTools(given);
  assert.equal(declarations[0].name, "read");
  assert.equal(report.tools.length, 1);
});

test("other options are another question", () => {
  const given = tools();
  const [api] = transformTools(given, { target: "gemini-api" }).declarations;
  const [strict] = transformTools(given, { target: "gemini" }).declarations;
  assert.equal(api.parameters.type, "object");
  assert.equal(strict.parameters.type, "OBJECT");
  assert.throws(() => transformTools(given, { target: "none" }), TypeError);
});

test("what does not fit in memory is answered all the same", () => {
  const description = "x".repeat(3_000_000);
  for (const name of ["a", "b", "a"]) {
    const { declarations } = transformTools([{ name, description, inputSchema: { type: "object" } }]);
    assert.equal(declarations[0].name, name);
  }
});
