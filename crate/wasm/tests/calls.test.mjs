// Calls in both directions: codecs, requests, responses, streams.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import * as lapidary from "../dist/index.js";

/** A map, which is encoded in round-trip mode, under a name that Gemini refuses. */
const TOOL = {
  name: "env/set",
  inputSchema: {
    type: "object",
    properties: { vars: { type: "object", additionalProperties: { type: "string" } } },
    required: ["vars"],
  },
};
const CALL = { name: "env/set", args: { vars: { HOME: "/", ["__proto__"]: "p" } } };

const declare = () => lapidary.transformTools([TOOL], { mode: "round-trip" });
const chunk = (...calls) => ({
  candidates: [{ content: { parts: calls.map((functionCall) => ({ functionCall })) } }],
});

test("tools become declarations with a report and codecs", () => {
  const { declarations, report, codec } = declare();
  assert.equal(declarations.length, 1);
  assert.match(declarations[0].name, /^env_set_[0-9a-f]{6}$/);
  assert.equal(declarations[0].parameters.properties.vars.type, "ARRAY");
  assert.deepEqual(Object.keys(codec.tools), [declarations[0].name]);
  assert.equal(report.summary.totalTools, 1);
  assert.equal(report.tools[0].originalSchema.properties.vars.type, "object");
  assert.deepEqual(lapidary.transformTools([]).declarations, []);
  assert.throws(() => lapidary.transformTools("nope"), (error) => error.issue.code === "invalid-json");
});

test("a call is encoded and restored, with the codec of one tool or of all", () => {
  const { codec } = declare();
  const one = Object.values(codec.tools)[0];
  for (const which of [codec, one]) {
    const wire = lapidary.encodeCall(which, CALL);
    assert.equal(wire.name, one.declared);
    assert.deepEqual(wire.args.vars[0], { key: "HOME", value: "/" });
    const { name, args, issues } = lapidary.restoreCall(which, wire);
    assert.deepEqual({ name, args }, CALL);
    assert.ok(Object.hasOwn(args.vars, "__proto__"));
    assert.deepEqual(issues, []);
  }
});

test("what is no call is told what is wanted", () => {
  const { codec } = declare();
  const part = { functionCall: CALL };
  for (const restore of [lapidary.restoreCall, lapidary.encodeCall]) {
    assert.throws(() => restore(codec, part), { name: "TypeError", message: /give its `functionCall`/ });
    for (const nothing of [undefined, null]) assert.throws(() => restore(codec, nothing), /nothing was given/);
    for (const nameless of [{}, "env/set", { args: {} }]) assert.throws(() => restore(codec, nameless), /has no `name`/);
    const { name, args } = CALL;
    for (const member of ["arguments", "input", "parameters"]) {
      const message = new RegExp(`are in \`${member}\`: give them as \`args\``);
      assert.throws(() => restore(codec, { name, [member]: args }), { name: "TypeError", message });
    }
    assert.throws(() => restore(codec, { type: "function", function: { name, arguments: "{}" } }), /call of OpenAI/);
  }
});

test("arguments come back as the text or the object that they came as, or as none", () => {
  const one = Object.values(declare().codec.tools)[0];
  const call = { name: one.declared, args: '{"vars": [{"key":"N","value":1.50}]}' };
  assert.equal(lapidary.restoreCall(one, call).args, '{"vars": {"N":1.50}}');
  for (const args of [undefined, null, {}]) {
    assert.deepEqual(lapidary.restoreCall({ version: 1 }, { name: "f", args }), { name: "f", args: {}, issues: [] });
  }
});

test("what does not fit is an issue, and what is no codec a TypeError", () => {
  const one = Object.values(declare().codec.tools)[0];
  const { args, issues } = lapidary.restoreCall(one, { name: one.declared, args: { vars: 5 } });
  assert.deepEqual(args, { vars: 5 });
  assert.equal(issues[0].pointer, "/vars");
  assert.throws(() => lapidary.restoreCall({ version: 9 }, CALL), TypeError);
  assert.throws(() => lapidary.restoreCall({}, CALL), TypeError);
  assert.throws(() => lapidary.createRestorer({ version: 1, arguments: "any" }), /pass those of all tools/);
});

test("a request is made fit, and its answer restored", () => {
  const request = {
    contents: [{ role: "model", parts: [{ functionCall: CALL }] }],
    tools: [{ functionDeclarations: [{ name: TOOL.name, parameters: TOOL.inputSchema }] }],
  };
  const { body, codec, tools, issues } = lapidary.normalizeRequest(request, { mode: "round-trip" });
  const [declared] = Object.keys(codec.tools);
  const call = body.contents[0].parts[0].functionCall;
  assert.equal(body.tools[0].functionDeclarations[0].name, declared);
  assert.equal(call.name, declared);
  assert.equal(tools[0].name, TOOL.name);
  assert.deepEqual(issues, []);
  assert.deepEqual(lapidary.restoreResponse(codec, chunk(call)), { body: chunk(CALL), issues: [] });
  assert.equal(lapidary.restoreResponse(codec, "no JSON").body, "no JSON");
  assert.equal(typeof lapidary.normalizeRequest(JSON.stringify(request)).body, "string");
});

test("what a request has instead of codecs restores nothing, and is taken", () => {
  const body = chunk({ name: "f", args: { a: 1 } });
  for (const request of ["{bad", "", "{}"]) {
    const { codec } = lapidary.normalizeRequest(request, { onError: "throw" });
    assert.deepEqual(codec, { version: 1 });
    assert.deepEqual(lapidary.restoreResponse(codec, body).body, body);
    assert.deepEqual(lapidary.restoreCall(codec, { name: "f", args: { a: 1 } }).args, { a: 1 });
  }
});

test("a request with a tool that `onError` rejects is an error that says which", () => {
  const declared = (parameters) => ({ tools: [{ functionDeclarations: [{ name: "f", parameters }] }] });
  const never = { type: "object", properties: { a: false }, required: ["a"] };
  for (const request of [declared("none"), declared(never), { ...declared(never), contents: [] }]) {
    const asked = () => lapidary.normalizeRequest(request, { onError: "throw" });
    for (const ask of [asked, asked]) assert.throws(ask, ({ issue }) => issue.message.startsWith("f: "));
    assert.equal(lapidary.normalizeRequest(request).tools.length, 1);
  }
});

test("an answer of the Responses API is restored, whole and in a stream", () => {
  const parameters = { type: "object", properties: { m: { type: "object", additionalProperties: { type: "string" } } } };
  const tools = [{ type: "function", name: "a b", parameters }];
  const { codec } = lapidary.normalizeRequest({ model: "m", input: "hi", tools }, { target: "openai-strict", mode: "round-trip" });
  const [name] = Object.keys(codec.tools);
  const item = { type: "function_call", call_id: "1", name, arguments: '{"m":[{"key":"k","value":"v"}]}' };
  const own = { ...item, name: "a b", arguments: '{"m":{"k":"v"}}' };
  const answer = (item) => ({ object: "response", output: [{ type: "message" }, item] });
  const { body, issues } = lapidary.restoreResponse(codec, answer(item));
  assert.deepEqual([body, issues], [answer(own), []]);
  const stream = (item) =>
    [
      { type: "response.output_item.added", output_index: 1, item: { ...item, arguments: "" } },
      { type: "response.function_call_arguments.delta", output_index: 1, delta: item.arguments },
      { type: "response.function_call_arguments.done", output_index: 1, arguments: item.arguments },
      { type: "response.output_item.done", output_index: 1, item },
      { type: "response.completed", response: answer(item) },
    ]
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join("");
  const restorer = lapidary.createRestorer(codec);
  const text = new TextDecoder();
  assert.equal(text.decode(restorer.push(stream(item))) + text.decode(restorer.end()), stream(own));
  assert.deepEqual(restorer.issues, []);
});

test("the tools of a request are those it had, whenever they are read", () => {
  const request = (name) => ({ tools: [{ functionDeclarations: [{ name, parameters: { const: name } }] }] });
  const [first, second] = ["first", "second"].map((name) => lapidary.normalizeRequest(request(name)));
  assert.throws(() => lapidary.normalizeRequest({}, { mode: "wrong" }), TypeError);
  const names = (answer) => answer.tools.map(({ name }) => name);
  assert.deepEqual([first, second, first].map(names), [["first"], ["second"], ["first"]]);
  assert.equal(first.tools, first.tools);
});

test("limits of restoring and encoding are those that are given", () => {
  const names = Array.from({ length: 1_000 }, (_, at) => `n${at}`);
  const of = (object) => ({ object: { properties: { list: { array: { object } } } } });
  const args = { list: Array.from({ length: 100 }, () => ({})) };
  const asked = (code, ask) => {
    const codec = { version: 1, tools: { f: { version: 1, declared: "f", arguments: of(code) } } };
    for (const [options, count] of [[undefined, 1], [{ limits: { output: 10_000_000 } }, 0]]) {
      const issues = ask(codec, options);
      assert.equal(issues.length, count, JSON.stringify(issues).slice(0, 500));
      if (count) assert.match(issues[0].message, /^(calls: |f: )?.*becomes larger than 64000 bytes/);
    }
    assert.throws(() => ask(codec, { mode: "drop-in" }), { message: 'options: unknown option "mode"; known are limits' });
  };
  const large = { constants: { big: "x".repeat(60_000) } };
  const body = chunk({ name: "f", args });
  asked(large, (codec, options) => lapidary.restoreCall(codec, { name: "f", args }, options).issues);
  asked({ filled: names, optional: names }, (codec, options) => lapidary.encodeCall(codec, { name: "f", args }, options).issues);
  asked(large, (codec, options) => lapidary.restoreResponse(codec, body, options).issues);
  asked(large, (codec, options) => {
    const restorer = lapidary.createRestorer(codec, options);
    restorer.push(`data: ${JSON.stringify(body)}\n\n`);
    restorer.end();
    return restorer.issues;
  });
});

test("a stream is restored wherever it is cut, as text or as bytes", () => {
  const { codec } = declare();
  const wire = lapidary.encodeCall(codec, CALL);
  const event = (value) => `data: ${JSON.stringify(value)}\n\n`;
  const stream = event(chunk({ name: wire.name, args: wire.args })) + event(chunk({ name: "é😀", args: {} }));
  const bytes = new TextEncoder().encode(stream);
  const whole = (pieces) => {
    const restorer = lapidary.createRestorer(codec);
    const out = [...pieces.map((piece) => restorer.push(piece)), restorer.end()];
    assert.deepEqual(restorer.issues, []);
    assert.throws(() => restorer.push("x"), /ended/);
    return Buffer.concat(out).toString();
  };
  const expected = whole([stream]);
  assert.equal(JSON.parse(expected.slice(6).split("\n")[0]).candidates[0].content.parts[0].functionCall.name, CALL.name);
  for (let at = 1; at < bytes.length; at += 7) {
    assert.equal(whole([bytes.subarray(0, at), bytes.subarray(at)]), expected);
  }
  for (let at = 1; at < stream.length; at += 1) {
    assert.equal(whole([stream.slice(0, at), stream.slice(at)]), expected);
  }
  assert.equal(whole(["data: \ud83d"]), "data: \ufffd");
  const elsewhere = runInNewContext("Uint8Array.from(bytes)", { bytes });
  assert.ok(!(elsewhere instanceof Uint8Array));
  assert.equal(whole([elsewhere]), expected);
  assert.throws(() => lapidary.createRestorer(codec).push(new ArrayBuffer(1)), TypeError);
});
