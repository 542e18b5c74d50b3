// What crosses the boundary keeps its shape.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { createGeminiFetch } from "../dist/fetch.js";
import * as lapidary from "../dist/index.js";

const TOOL = `{"name": "a", "description": "😀", "inputSchema": {
  "type": "object", "properties": {"😀": {"type": "string", "const": "é"}}}}`;

test("spans and columns count as JavaScript does", () => {
  const [tool] = lapidary.transform(TOOL).tools;
  const issue = tool.issues.find(({ code }) => code === "GS011");
  const found = TOOL.slice(issue.span.start, issue.span.end);
  assert.match(found, /^"const"/);
  const line = TOOL.split("\n")[issue.line - 1];
  assert.ok(line.slice(issue.column - 1).startsWith(found));
});

test("an unreadable text has a place too, in the same units", () => {
  const text = '{"😀": nope}';
  const [issue] = lapidary.transform(text).issues;
  assert.equal(issue.code, "invalid-json");
  assert.equal(issue.span.start, text.indexOf("nope"));
  assert.equal(issue.column, text.indexOf("nope") + 1);
});

test("a report counts its tools and holds both schemas", () => {
  const report = lapidary.check(`[${TOOL}]`);
  assert.equal(report.summary.totalTools, 1);
  assert.equal(report.summary.incompatible, 1);
  assert.equal(report.tools[0].originalSchema.type, "object");
  assert.equal(report.tools[0].transformedSchema.type, "OBJECT");
});

test("a diff has its three forms", () => {
  const { patch, unified, changes } = lapidary.diff(TOOL, { target: "gemini-api" });
  assert.ok(Array.isArray(JSON.parse(patch)));
  assert.match(unified, /^-.*const/m);
  assert.ok(changes.some(({ code }) => code === "GS011"));
});

test("options are heeded, and wrong ones told", () => {
  assert.match(lapidary.transformText(TOOL, { indent: 1 }), /\n /);
  assert.match(lapidary.transformText(TOOL, { disable: ["GS011"] }), /"const"/);
  assert.throws(() => lapidary.transformText(TOOL, { taget: "gemini" }), /taget/);
  assert.throws(() => lapidary.transformText(TOOL, { disable: ["GS999"] }), /GS999/);
});

test("phases show up as measures when asked for", () => {
  lapidary.transform(TOOL);
  assert.deepEqual(performance.getEntriesByType("measure"), []);
  lapidary.transform(TOOL, { timing: true });
  const names = performance.getEntriesByType("measure").map(({ name }) => name);
  assert.deepEqual(names, ["lapidary:read", "lapidary:lower", "lapidary:emit"]);
  assert.deepEqual(performance.getEntriesByType("mark"), []);
});

test("rules and targets describe themselves", () => {
  const rules = createRequire(import.meta.url)("../dist/rules.json");
  const codes = rules.map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  assert.ok(codes.includes("GS001") && codes.includes("GS022"));
  for (const { code, title, summary, why, change } of rules) {
    for (const text of [title, summary, why, change]) assert.ok(text, code);
  }
  assert.equal(lapidary.targets()[0].id, "gemini");
  assert.match(lapidary.version(), /^\d+\.\d+\.\d+$/);
});

test("what changes meaning is printed in one line a tool, once; what costs nothing is not", async (context) => {
  const { mock } = context.mock.method(console, "warn", () => {});
  const fetch = createGeminiFetch({ target: "universal", fetch: async () => new Response("{}") });
  const send = (...declarations) => {
    const body = JSON.stringify({ tools: [{ functionDeclarations: declarations }] });
    return fetch("https://gemini.invalid/v1beta/models/gemini-3.5-flash:generateContent", { method: "POST", body });
  };
  const number = { type: "number", multipleOf: 6 };
  const closed = (name, properties) => ({
    name,
    parametersJsonSchema: { type: "object", properties, additionalProperties: false, $schema: "https://json-schema.org/draft/2020-12/schema" },
  });
  const plain = closed("plain", { a: { const: "x" }, b: { type: "string" } });
  const lossy = closed("lossy", { n: number, m: number, s: { type: "array", items: { type: "string" }, uniqueItems: true } });
  for (const _ of [1, 2]) await send(plain, lossy);
  assert.equal(mock.callCount(), 1);
  const [text] = mock.calls[0].arguments;
  assert.match(text, /^lapidary: tool "lossy": .*GS016 at \/tools\/0\/.*; it now accepts .*; and 2 more \(GS016, GS036\): `onIssues` tells them all$/);
  assert.doesNotMatch(text, /\n/);
});

test("text of any letters crosses as it is, there and back", () => {
  const letters = ["a", "é", "€", "😀", "\u0001"];
  for (let count = 0; count < letters.length ** 4; count++) {
    const of = (place) => letters[Math.floor(count / letters.length ** place) % letters.length];
    const description = `${of(0)}${of(1).repeat(9)}${of(2)}${of(3).repeat(5)}`;
    const { schema } = lapidary.transformSchema({ type: "string", description }, { role: "response" });
    assert.equal(schema.description, description);
  }
});
