// Recurring tools are answered from memory, which only timing can show. What is computed when it is read depends on its
// own call alone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createRestorer, normalizeRequest, remember, transform, transformSchema, transformTools } from "../dist/index.js";

const { Instance } = WebAssembly;
/** The functions of the engine that were called, by name. */
const asked = [];

before(() => {
  WebAssembly.Instance = function (module, imports) {
    const { exports } = new Instance(module, imports);
    const counted = (name) => (...given) => (asked.push(name), exports[name](...given));
    const names = ["transform", "transformSchema", "transformTools", "toolsReport", "normalizeRequest"];
    return { exports: { ...exports, ...Object.fromEntries(names.map((name) => [name, counted(name)])) } };
  };
});

after(() => {
  WebAssembly.Instance = Instance;
});

/** The calls since the last look, without those for reports, which comparing results causes. */
const looked = () => asked.splice(0).filter((name) => name !== "toolsReport");

const tools = () => [{ name: "read", inputSchema: { type: "object", properties: { at: { const: 1 } } } }];
const transformOne = (tools) => transformSchema(tools[0].inputSchema);

test("the same tools get the same answer, as new data", () => {
  const given = tools();
  for (const ask of [transform, transformTools, transformOne]) {
    const first = ask(given);
    const again = ask(given);
    assert.deepEqual(again, first);
    assert.notEqual(again, first);
  }
  assert.deepEqual(looked(), ["transform", "transformTools", "transformSchema"]);
});

test("changed tools get another answer", () => {
  const given = tools();
  assert.equal(transformTools(given).declarations[0].name, "read");
  given[0].name = "write";
  assert.equal(transformTools(given).declarations[0].name, "write");
});

/** Values of a default, among which `JSON.stringify` writes some alike and some not. */
const values = [
  ...[null, true, 0, -0, NaN, "", "a", "0", undefined, [], [null], [undefined], [,], [[]], [{}], {}, { a: 1, b: 2 }],
  ...[{ b: 2, a: 1 }, { a: 1, b: 2, c: undefined }, { a: { b: 2 } }, { 1: "a" }, Object.assign(Object.create(null), { a: 1 })],
  ...[new Date(0), "1970-01-01T00:00:00.000Z", new String("a"), Object.assign([], { a: 1 })],
  ...[{ toJSON: () => "a" }, Object.defineProperty({}, "toJSON", { value: () => "a" }), { "~standard": 1 }],
  ...[class extends Array {}, class { a = 1 }].map((Class) => new Class()),
  ...[{ a: new Date(0) }, { a: Object.create({ toJSON: () => 1 }) }, JSON.parse("[".repeat(300) + "]".repeat(300))],
];
const withDefault = (value) => [{ name: "t", inputSchema: { type: "object", properties: { a: { default: value } } } }];

test("data is known only if it is written alike", () => {
  remember(0);
  const made = values.map((value) => transformTools(withDefault(value)).declarations);
  for (const first of values) {
    for (const [at, second] of values.entries()) {
      remember(0);
      remember(1_000_000);
      transformTools(withDefault(first));
      assert.deepEqual(transformTools(withDefault(second)).declarations, made[at]);
    }
  }
});

test("a member that is computed is read each time", () => {
  let title = "one";
  const given = [{ name: "t", get description() { return title; } }];
  assert.equal(transformTools(given).declarations[0].description, "one");
  title = "two";
  assert.equal(transformTools(given).declarations[0].description, "two");
});

test("the same data is known however it is given", () => {
  const given = tools();
  asked.splice(0);
  for (const input of [JSON.stringify(given), given, structuredClone(given), JSON.stringify(given), { tools: given }]) {
    transformTools(input);
  }
  assert.deepEqual(looked(), ["transformTools", "transformTools"]);
});

test("a changed answer spoils no other", () => {
  const deep = JSON.parse('{"a":'.repeat(300) + "1" + "}".repeat(300));
  const given = tools();
  given[0].inputSchema.properties.at.default = deep;
  const target = "gemini-json-schema";
  remember(0);
  const unspoilt = transformTools(given, { target });
  remember(1_000_000);
  for (let turn = 0; turn < 3; turn++) {
    const spoilt = transformTools(given, { target });
    assert.deepEqual(spoilt, unspoilt);
    const { properties } = spoilt.declarations[0].parametersJsonSchema;
    properties.at.default.a = properties.spoilt = "spoilt";
    spoilt.declarations[0].name = "spoilt";
    spoilt.report.tools.length = 0;
  }
});

test("what is named as a prototype stays a member", () => {
  const given = JSON.parse('[{"name":"t","inputSchema":{"properties":{"__proto__":{"type":"string"}}}}]');
  for (let turn = 0; turn < 3; turn++) {
    const [{ parameters }] = transformTools(given).declarations;
    assert.deepEqual(Object.keys(parameters.properties), ["__proto__"]);
    assert.equal(Object.getPrototypeOf(parameters.properties), Object.prototype);
  }
});

test("the same names and values, nested otherwise, are another schema", () => {
  const alike = [
    [{ const: { a: "b" } }, { const: "a", b: {} }],
    [{ default: { type: "properties" } }, { default: "type", properties: {} }],
    [{ examples: [{ a: [] }] }, { examples: ["a", []] }, { examples: [{}, "a"] }],
    [{ enum: [["a"], "b"] }, { enum: ["a", "b"] }, { enum: [["a", "b"]] }],
  ];
  const question = (x) => ({ type: "object", properties: { x } });
  for (const schemas of alike) {
    remember(0);
    const fresh = schemas.map((x) => transformSchema(question(x)).schema);
    remember(1_000_000);
    for (let turn = 0; turn < 2; turn++) {
      assert.deepEqual(
        schemas.map((x) => transformSchema(question(x)).schema),
        fresh,
      );
    }
  }
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

test("memory can be switched off", () => {
  remember(0);
  asked.splice(0);
  for (const ask of [transform, transformTools, transformOne]) assert.deepEqual(ask(tools()), ask(tools()));
  assert.equal(looked().length, 6);
  remember(1000);
  transformTools(tools());
  transformTools(tools());
  assert.deepEqual(looked(), ["transformTools"]);
});

test("how much is remembered is a number", () => {
  for (const wrong of ["a lot", undefined, null, NaN, -1]) {
    assert.throws(() => remember(wrong), { name: "TypeError", message: /`remember` takes must be a number of characters/ });
  }
  remember(Infinity);
  remember(1_000_000);
});

test("a report is made when it is read, once, of what its call was given", () => {
  const given = tools();
  const options = { disable: [] };
  asked.splice(0);
  const made = transformTools(given, options);
  assert.deepEqual(asked, ["transformTools"]);
  given[0].name = "write";
  options.disable.push("GS011");
  transformTools(given, { ...options, hints: false });
  asked.splice(0);
  const { report } = made;
  assert.equal(report.tools[0].name, "read");
  assert.ok(report.tools[0].transformsApplied.includes("GS011"));
  assert.equal(made.report, report);
  assert.deepEqual(asked, ["toolsReport"]);
  assert.deepEqual(JSON.parse(JSON.stringify(made)).report, report);
});

test("and so are the tools of a request", () => {
  const [{ name, inputSchema: parameters }] = tools();
  const body = { contents: [], tools: [{ functionDeclarations: [{ name, parameters }] }] };
  const options = { disable: [] };
  const made = normalizeRequest(body, options);
  body.tools[0].functionDeclarations[0].name = "write";
  options.disable.push("GS011");
  normalizeRequest(body, options);
  assert.equal(made.tools[0].name, "read");
  assert.ok(made.tools[0].transformsApplied.includes("GS011"));
  assert.equal(made.tools, made.tools);
});

test("a restorer can be disposed of, before its end and after it", () => {
  const dropped = createRestorer({ version: 1 });
  dropped.push("data: {}\n\n");
  dropped[Symbol.dispose]();
  assert.throws(() => dropped.push("data"), /ended/);
  const ended = createRestorer({ version: 1 });
  ended.end();
  ended[Symbol.dispose]();
  assert.deepEqual(ended.issues, []);
});

test("options that are inherited count, and belong to what is remembered", () => {
  class Options {
    get target() {
      return "openai-strict";
    }
  }
  for (const options of [new Options(), Object.create({ target: "openai-strict" })]) {
    const strict = transformTools(tools(), options);
    assert.equal(strict.declarations[0].type, "function");
    assert.equal(strict.report.tools[0].target, "openai-strict");
    assert.equal(transformTools(tools()).report.tools[0].target, "gemini");
    assert.equal(transformTools(tools()).declarations[0].type, undefined);
  }
  assert.throws(() => transformTools(tools(), Object.create({ taget: "gemini" })), /taget/);
  for (const other of [null, [], new Map([["target", "vertex-ai"]]), new Set()])
    assert.throws(() => transformTools(tools(), other), { message: "options: they must be an object" });
});

test("wrong options are refused whatever was asked before", () => {
  const body = { contents: [], tools: [{ functionDeclarations: tools().map(({ name }) => ({ name })) }] };
  const calls = [transform, transformTools, transformSchema].map((call) => (options) => call(tools(), options));
  for (const call of [...calls, (options) => normalizeRequest(body, options)]) {
    // As JSON, each is as the one before.
    for (const [right, wrong] of [
      [{}, new Map([["mode", "drop-in"]])],
      [{}, { taget: undefined }],
      [{ maxDepth: null }, { maxDepth: NaN }],
      [{ limits: {} }, { limits: { time: undefined } }],
    ]) {
      call(right);
      for (let turn = 0; turn < 2; turn++) assert.throws(() => call(wrong), { name: "TypeError", message: /^options: / });
    }
  }
});

test("options may be proxies, as frameworks make them, and are known again", () => {
  const reactive = (data) => new Proxy(data, { get: (own, name) => (Object(own[name]) === own[name] ? reactive(own[name]) : own[name]) });
  const options = { target: "openai-strict", disable: ["GS009"], limits: { steps: 100_000 } };
  const made = transformTools(tools(), options);
  looked();
  const again = transformTools(tools(), reactive(options));
  assert.deepEqual(looked(), []);
  assert.deepEqual(again.declarations, made.declarations);
  assert.equal(again.report.tools[0].target, "openai-strict");
  assert.equal(normalizeRequest({ messages: [], tools: made.declarations }, reactive(options)).tools[0].target, "openai-strict");
});
