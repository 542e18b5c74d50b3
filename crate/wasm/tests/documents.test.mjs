// Documents as text and as objects, options of targets, aliases.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as lapidary from "../dist/index.js";

const SCHEMA = {
  type: "object",
  properties: { n: { type: ["integer", "null"], exclusiveMinimum: 0 }, u: { anyOf: [{ const: 1 }, { type: "string" }] } },
};
const TOOLS = [{ name: "a", inputSchema: SCHEMA }];
const UNCALLABLE = { name: "bad", inputSchema: { type: "array", items: {} } };

test("text gives text, an object an object", () => {
  const result = lapidary.transform({ tools: TOOLS });
  assert.equal(result.kind, "tools-list");
  assert.equal(result.output[0].parameters.properties.n.nullable, true);
  assert.deepEqual(result.tools[0].codec, { version: 1 });
  assert.equal(result.tools[0].target, "gemini");
  assert.deepEqual(JSON.parse(lapidary.transform(JSON.stringify(TOOLS)).output), lapidary.transform(TOOLS).output);
  assert.deepEqual([lapidary.transform("[").kind, lapidary.transform("[").output], [null, null]);
  assert.throws(() => lapidary.transform(undefined), TypeError);
});

test("a schema is transformed by itself", () => {
  const { schema, issues } = lapidary.transformSchema(SCHEMA);
  assert.deepEqual(schema.properties.n, { type: "INTEGER", nullable: true, minimum: 1 });
  assert.ok(issues.some(({ code }) => code === "GS014"));
  assert.equal(lapidary.transformSchema('{"type":"string"}', { role: "response" }).schema, '{"type":"STRING"}');
  assert.throws(() => lapidary.transformSchema("{"), (error) => error.issue.code === "invalid-json");
});

test("one bad tool is kept, left out, or thrown", () => {
  const tools = [UNCALLABLE, ...TOOLS];
  const names = (options) => lapidary.transformTools(tools, options).declarations.map(({ name }) => name);
  assert.deepEqual(names({}), ["bad", "a"]);
  assert.deepEqual(names({ onError: "omit" }), ["a"]);
  for (const call of [lapidary.transform, lapidary.transformTools]) {
    assert.throws(() => call(tools, { onError: "throw" }), (error) => error.issue.code === "GS054");
  }
  assert.equal(lapidary.check(tools).summary.totalTools, 2);
});

test("compatible tools pass an assertion, and others are told", () => {
  lapidary.assertCompatible([]);
  lapidary.assertCompatible([{ name: "a", inputSchema: { type: "object", properties: { b: { type: "string" } } } }]);
  assert.throws(
    () => lapidary.assertCompatible(TOOLS),
    (error) =>
      error instanceof lapidary.IncompatibleError &&
      error.issues.every(({ severity }) => severity === "error") &&
      error.issues.every(({ pointer }) => error.message.includes(pointer)),
  );
});

test("options reach the engine", () => {
  const door = (options) => Object.keys(lapidary.transformTools(TOOLS, { target: "auto", ...options }).declarations[0]).at(-1);
  assert.equal(door({}), "parametersJsonSchema");
  assert.equal(door({ surface: "live" }), "parameters");
  assert.equal(door({ surface: "live", model: "gemini-2.5-flash-native-audio" }), "parameters");
  for (const model of ["gemini-3.1-flash-live-preview", "models/gemini-3.8-live"])
    assert.equal(door({ surface: "live", model }), "parametersJsonSchema");
  assert.equal(door({ model: "gemini-2.0-flash" }), "parameters");
  assert.match(lapidary.check(TOOLS, { target: "auto" }).tools[0].chosen, /accepts/);
  const titled = { type: "object", title: "T", properties: { a: { type: "string", title: "Alpha" } } };
  const dropped = lapidary.transformSchema(titled, { target: "gemini-api", drop: ["title"], typeCase: "upper" }).schema;
  assert.deepEqual(dropped, { type: "OBJECT", properties: { a: { type: "STRING", description: "Alpha" } } });
  const [{ name }] = lapidary.transformTools([{ name: "a_rather_long_name" }], { maxName: 16 }).declarations;
  assert.equal(name.length, 16);
  const deep = { type: "object", properties: { a: { type: "object", properties: { b: { type: "string" } } } } };
  assert.notDeepEqual(lapidary.transformSchema(deep, { maxDepth: 1 }).schema, lapidary.transformSchema(deep).schema);
});

test("wrong options are TypeErrors that name what is wrong", () => {
  const wrong = [
    [{ drop: ["type"] }, /"type"/],
    [{ drop: ["nothing"] }, /"nothing"/],
    [{ maxName: 7 }, /maxName/],
    [{ maxDepth: 0 }, /maxDepth/],
    [{ typeCase: "title" }, /typeCase/],
    [{ surface: "moon" }, /surface/],
    [{ role: "part" }, /role/],
    [{ onError: "cry" }, /onError/],
    [{ maxdepth: 1 }, /maxdepth/],
  ];
  for (const [options, words] of wrong) {
    assert.throws(() => lapidary.transform(TOOLS, options), (error) => error instanceof TypeError && words.test(error.message));
  }
});

test("aliases answer in the envelope and the spelling that came", () => {
  const universal = lapidary.makeGeminiCompatible(SCHEMA);
  assert.equal(universal.type, "object");
  assert.deepEqual(universal.properties.n, { type: "integer", nullable: true, minimum: 1 });
  assert.equal(lapidary.makeGeminiCompatible({}).type, "object");
  assert.equal(lapidary.sanitizeGeminiSchema(SCHEMA).properties.u.anyOf, undefined);
  const tools = { tools: TOOLS, nextCursor: "x" };
  assert.deepEqual(lapidary.transformMcpToolsForGemini(tools), {
    tools: [{ name: "a", inputSchema: universal }],
    nextCursor: "x",
  });
  assert.deepEqual(lapidary.transformMcpToolsForGemini([]), []);
  assert.throws(() => lapidary.transformMcpToolsForGemini("nope"), (error) => error.issue.code === "invalid-json");
  const request = { tools: [{ functionDeclarations: [{ name: "a", parameters: SCHEMA }] }], contents: [] };
  const sent = lapidary.normalizeGeminiToolsPayload(request);
  assert.equal(sent.tools[0].functionDeclarations[0].parameters.properties.n.type, "INTEGER");
});

test("aliases leave names as they are, so that no call has to be undone", () => {
  const names = ["a b", "c", "c"];
  const tools = names.map((name, at) => ({ name, inputSchema: { type: "object", properties: { [`p${at}`]: SCHEMA } } }));
  assert.deepEqual(lapidary.transformMcpToolsForGemini(tools).map(({ name }) => name), names);
  const functionDeclarations = tools.map(({ name, inputSchema }) => ({ name, parameters: inputSchema }));
  const sent = lapidary.normalizeGeminiToolsPayload({ contents: [], tools: [{ functionDeclarations }] });
  assert.deepEqual(sent.tools[0].functionDeclarations.map(({ name }) => name), names);
});

test("a call takes the options that it heeds, and no others", () => {
  const { check, normalizeRequest, transformSchema, transformTools } = lapidary;
  const heeded = [
    [transformSchema, []],
    [check, ["tool"]],
    [lapidary.diff, ["tool"]],
    [normalizeRequest, ["onError"]],
    [transformTools, ["tool", "onError"]],
    [lapidary.transform, ["tool", "onError", "emit", "indent"]],
  ];
  const values = { tool: "a", onError: "omit", emit: "same", indent: 2 };
  for (const [call, names] of heeded) {
    for (const [name, value] of Object.entries(values)) {
      const ask = () => call(TOOLS, { [name]: value });
      if (names.includes(name)) ask();
      else assert.throws(ask, (error) => error instanceof TypeError && error.message.includes(`"${name}"`), call.name);
    }
  }
});

test("options have the values that their types say", () => {
  const types = readFileSync(new URL("../js/options.ts", import.meta.url), "utf8");
  const values = (type) => {
    const [, union = type] = new RegExp(`^export type ${type} =\n([^]*?");$`, "m").exec(types) ?? [];
    return union.match(/(?<=[|:] "|^")[\w-]+(?=")/gm)?.join(", ");
  };
  const [limits] = /^export interface Limits \{\n[^]*?^\}/m.exec(types);
  const membersOf = (text) => text.matchAll(/^  (\w+)\?: (.*);$/gm);
  const refuses = (options, message) => assert.throws(() => lapidary.transformText("{}", options), { message });
  for (const [, name, type] of membersOf(types.replace(limits, ""))) {
    refuses({ [name]: type === "Limits" ? 5 : {} }, new RegExp(`^options: ${name}: must be `));
    if (values(type)) refuses({ [name]: "?" }, new RegExp(`must be one of ${values(type)}$`));
  }
  for (const [, name] of membersOf(limits)) {
    lapidary.transformText("{}", { limits: { [name]: 1_000 } });
    for (const wrong of [-1, 0.5, "1"]) refuses({ limits: { [name]: wrong } }, new RegExp(`^options: limits: ${name}: must be `));
  }
  refuses({ limits: { time: 1 } }, /^options: limits: unknown option "time"; known are steps, /);
});

test("what is no document is refused alike", () => {
  const { transform, transformSchema, transformTools, check, diff, makeGeminiCompatible, normalizeRequest } = lapidary;
  for (const call of [transform, transformSchema, transformTools, check, diff, makeGeminiCompatible, normalizeRequest]) {
    for (const input of [null, 42, undefined, () => 1]) {
      assert.throws(() => call(input), { name: "TypeError", message: /^the input (is|must be) / }, `${call.name} ${input}`);
    }
  }
});

test("tools without functions declare none", () => {
  for (const tools of [[], [{ googleSearch: {} }], [{ google_search: {} }, { urlContext: {} }], { tools: [{ codeExecution: {} }] }]) {
    assert.deepEqual(lapidary.transformTools(tools).declarations, [], JSON.stringify(tools));
  }
});

test("types are spelled in upper case in `parameters` alone", () => {
  const tools = [{ name: "x", inputSchema: { type: "object", properties: { a: { type: ["string", "integer"] } } } }];
  for (const target of ["gemini-json-schema", "auto", "openai-strict", "gemini-api"]) {
    const [declared] = lapidary.transformTools(tools, { target, typeCase: "upper" }).declarations;
    const { parameters = declared.function?.parameters, parametersJsonSchema = parameters } = declared;
    const isParameters = target === "gemini-api";
    assert.equal(parametersJsonSchema.type, isParameters ? "OBJECT" : "object", JSON.stringify(declared));
  }
});

test("an error message is explained, in any text", () => {
  const message = `Unknown name "const" at 'tools[0].function_declarations[3].parameters.properties[2].value': Cannot find field`;
  const text = `✕ ${JSON.stringify({ error: { message: `Invalid JSON payload received. ${message}.\n` } })}`;
  const [error, ...others] = lapidary.explainError(text);
  assert.deepEqual(others, []);
  const { span, ...rest } = error;
  assert.deepEqual(rest, {
    message,
    count: 1,
    rows: ["P-unknown-const"],
    keyword: "const",
    tool: 0,
    function: 3,
    path: "properties[2].value",
    place: "function 3 (the fourth), the third property",
    rules: ["GS011"],
  });
  assert.equal(text.slice(span.start, span.end), JSON.stringify(message).slice(1, -1));
  assert.deepEqual(lapidary.explainError("no error"), []);
});

test("an error that a client threw is explained, wherever it has the message", () => {
  const text = `Unknown name "const" at 'tools[0].function_declarations[3].parameters': Cannot find field.`;
  const body = { error: { code: 400, message: text, status: "INVALID_ARGUMENT" } };
  const circular = Object.assign(new Error("400"), { response: { data: body } });
  circular.response.request = circular;
  const errors = [
    new Error(text),
    new Error("request failed", { cause: new Error(text) }),
    Object.assign(new Error("Bad Request"), { responseBody: JSON.stringify(body) }),
    new AggregateError([new Error(text)]),
    circular,
    body,
    [body],
  ];
  for (const error of errors) {
    const [found, ...others] = lapidary.explainError(error);
    assert.deepEqual([found?.rules, found?.count, others], [["GS011"], 1, []], String(error));
  }
  for (const nothing of [new Error("none"), {}, new Uint8Array(9)]) assert.deepEqual(lapidary.explainError(nothing), []);
});

test("what JSON does not hold is refused, with what to give", () => {
  const given = [
    [Promise.resolve(TOOLS), /is a promise: `await` it/],
    [new Set(TOOLS), /an object of type Set: give an array/],
    [new Map([["a", TOOLS[0]]]), /an object of type Map: give an array/],
    [new TextEncoder().encode(JSON.stringify(TOOLS)), /is bytes: decode them/],
    [new Request("http://a/", { method: "POST", body: "[]" }), /written as JSON: an object of type Request .*: give its body/],
    [Response.json(TOOLS), /an object of type Response has no members in JSON: give its body, `await response.json\(\)`/],
    [new Blob(["[]"]), /an object of type Blob .*: give its text/],
    [new URLSearchParams({ a: "b" }), /an object of type URLSearchParams .*: give plain data/],
  ];
  for (const [input, message] of given) {
    for (const call of [lapidary.transformTools, lapidary.transform, lapidary.check, lapidary.normalizeRequest]) {
      assert.throws(() => call(input), { name: "TypeError", message }, call.name);
    }
  }
  const answered = () => lapidary.restoreResponse({ version: 1 }, Response.json({}));
  assert.throws(answered, { name: "TypeError", message: /an object of type Response/ });
  assert.deepEqual(lapidary.transform(Object.create({ toJSON: () => TOOLS })).output, lapidary.transform(TOOLS).output);
  assert.throws(() => lapidary.transformText(TOOLS), { name: "TypeError", message: /JSON text is wanted.*`transform`/ });
  assert.throws(() => lapidary.transformTools(SCHEMA), /no-tool.*give `\{ name, inputSchema \}`/s);
});

test("what cannot be written as JSON is an error that says where it is", () => {
  const cycle = { a: {} };
  cycle.a.b = cycle.a;
  const bad = (properties) => [...TOOLS, { name: "b", inputSchema: { type: "object", properties } }];
  for (const [input, message] of [
    [bad({ "a/b": { maximum: 10n } }), /at `\/1\/inputSchema\/properties\/a~1b\/maximum`: .*BigInt/],
    [bad({ a: { "~standard": { vendor: "v", validate() {} } } }), /at `\/1\/inputSchema\/properties\/a`: a schema of v is not JSON Schema/],
    [bad(new Map([["a", { type: "string" }]])), /at `\/1\/inputSchema\/properties`: an object of type Map has no members in JSON: give an object/],
    [bad({ a: { enum: new Set(["x"]) } }), /at `\/1\/inputSchema\/properties\/a\/enum`: an object of type Set has no members in JSON: give an array/],
    [bad({ a: () => ({ type: "string" }) }), /at `\/1\/inputSchema\/properties\/a`: a function is not JSON: give what it returns/],
    [bad({ a: { enum: ["x", Symbol("y")] } }), /at `\/1\/inputSchema\/properties\/a\/enum\/1`: a symbol is not JSON/],
    [bad({ a: Promise.resolve({}) }), /at `\/1\/inputSchema\/properties\/a`: an object of type Promise .*`await` it/],
    [bad({ a: { pattern: /x/ } }), /at `\/1\/inputSchema\/properties\/a\/pattern`: an object of type RegExp has no members/],
    [[{ name: "b", execute() {}, inputSchema: () => SCHEMA }], /at `\/0\/inputSchema`: a function is not JSON/],
    [[{ name: "b", execute() {}, parameters: class {} }], /at `\/0\/parameters`: a function is not JSON/],
    [bad({ get a() { throw new Error("boom"); } }), /at `\/1\/inputSchema\/properties\/a`: boom/],
    [bad(cycle), /at `\/1\/inputSchema\/properties\/a\/b`: .*circular/],
    [bad(JSON.parse('{"a":'.repeat(20_000) + "1" + "}".repeat(20_000))), /nested too deeply: give JSON text/],
  ]) {
    for (const call of [lapidary.transformTools, lapidary.normalizeRequest, lapidary.check]) {
      assert.throws(() => call(input), { name: "TypeError", message }, call.name);
    }
  }
  // Also where the input is compared with one that is remembered.
  let fails = false;
  const later = bad({ get a() { if (fails) throw new Error("boom"); return {}; } });
  lapidary.transformTools(later);
  fails = true;
  assert.throws(() => lapidary.transformTools(later), { name: "TypeError", message: /properties\/a`: boom/ });
});

test("functions of tools and responses are left out, and so is what is undefined", () => {
  const plain = { name: "b", inputSchema: { type: "object", properties: { a: { type: "string", default: "x" } } } };
  const a = { type: "string", default: { toJSON: () => "x" }, title: undefined };
  const tool = { ...plain, description: undefined, execute() {}, inputSchema: { ...plain.inputSchema, properties: { a } } };
  assert.deepEqual(lapidary.transformTools([tool]).declarations, lapidary.transformTools([plain]).declarations);
  const response = { candidates: [], text: () => "", done: Promise.resolve() };
  assert.deepEqual(lapidary.restoreResponse({ version: 1 }, response).body, { candidates: [], done: {} });
});
