// Turns of a conversation: what an earlier request declared is not passed to the engine again, and changes no result.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { InternalError, normalizeRequest, remember } from "../dist/index.js";

const { Instance, RuntimeError } = WebAssembly;
/** The functions of the engine that were called for requests, by name. */
const asked = [];
let failing = false;

before(() => {
  WebAssembly.Instance = function (module, imports) {
    const { exports } = new Instance(module, imports);
    const counted = (name) => (...given) => {
      asked.push(name);
      if (failing) throw new RuntimeError("unreachable");
      return exports[name](...given);
    };
    const names = ["normalizeRequest", "normalizeTurn"];
    return { exports: { ...exports, ...Object.fromEntries(names.map((name) => [name, counted(name)])) } };
  };
});

after(() => {
  WebAssembly.Instance = Instance;
});

beforeEach(() => {
  remember(0);
  remember(1_000_000);
  asked.length = 0;
});

const looked = () => asked.splice(0);

const schema = {
  type: "object",
  properties: {
    when: { oneOf: [{ type: "string", format: "date" }, { type: "null" }] },
    labels: { type: "object", additionalProperties: { type: "integer" } },
    é: { const: 1, title: "\ud800 😀" },
  },
};
const list = (name = "github/search") => [{ functionDeclarations: [{ name, parameters: schema }, { name: "bare" }] }];
const call = { role: "model", parts: [{ functionCall: { name: "github/search", args: { labels: { a: 1 } } } }] };
const said = (turn) => [{ role: "user", parts: [{ text: `"tools":[${"é😀".repeat(turn)}\udc00` }] }, ...Array(turn).fill(call)];
const chosen = { toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["github/search"] } } };

/** The requests of a turn, as text: of every form, and some in which the list has another place or meaning. */
const forms = (turn) => {
  const [contents, tools] = [said(turn), list()];
  return [
    { contents, tools },
    { tools, contents, ...chosen },
    { ...chosen, contents, tools },
    { project: "p", request: { contents, tools } },
    { generateContentRequest: { tools, contents } },
    { ttl: "1s", contents, tools },
    { requests: [{ request: { contents, tools } }, { request: { contents, tools } }] },
    { messages: [], tools },
    { contents: [{ tools }], tools },
    { contents: [{ tools }], tools: [...tools, {}] },
  ].map((body) => JSON.stringify(body));
};

test("each turn has the result of a first one", () => {
  const settings = ["gemini", "gemini-json-schema", "auto"].flatMap((target) =>
    ["drop-in", "round-trip"].map((mode) => ({ target, mode })),
  );
  for (const options of settings) {
    for (const turn of [0, 1, 2]) {
      const bodies = forms(turn).flatMap((body) => [body, `${body} ?`, body.replace(/}$/, ',"more":1}')]);
      const turns = bodies.map((body) => ({ ...normalizeRequest(body, options) }));
      assert.equal(looked().includes("normalizeTurn"), true, `turn ${turn}`);
      remember(0);
      assert.deepEqual(turns, bodies.map((body) => ({ ...normalizeRequest(body, options) })));
      assert.equal(looked().includes("normalizeTurn"), false);
      remember(1_000_000);
    }
  }
});

test("only what is around a known list is passed to the engine", () => {
  const ask = (turn, options) => {
    normalizeRequest({ contents: said(turn), tools: list("one") }, options);
    return looked();
  };
  assert.deepEqual(ask(0), ["normalizeRequest"]);
  assert.deepEqual(ask(1), ["normalizeTurn"]);
  // Another target may have another output.
  assert.deepEqual(ask(1, { target: "universal" }), ["normalizeRequest"]);
  assert.deepEqual(ask(2, { target: "universal" }), ["normalizeTurn"]);
  assert.deepEqual(ask(2), ["normalizeTurn"]);
});

test("the oldest of many lists is passed again", () => {
  const ask = (name) => {
    normalizeRequest(JSON.stringify({ contents: [], tools: list(name) }));
    return looked();
  };
  const names = Array.from({ length: 17 }, (_, index) => `tool_${index}`);
  for (const name of names) assert.deepEqual(ask(name), ["normalizeRequest"]);
  assert.deepEqual(ask("tool_16"), ["normalizeTurn"]);
  assert.deepEqual(ask("tool_0"), ["normalizeRequest"]);
});

test("a list of which one request has another output is normalized again", () => {
  const body = (more) => JSON.stringify({ tools: list("two"), contents: said(1), ...more });
  const ask = (text) => normalizeRequest(text, { mode: "round-trip" });
  const now = ask(body({}));
  // Nothing is encoded in a request that is answered elsewhere.
  const later = ask(body({ ttl: "1s" }));
  assert.notEqual(later.body, now.body);
  assert.deepEqual(looked(), ["normalizeRequest", "normalizeTurn", "normalizeRequest"]);
  assert.equal(ask(body({})).body, now.body);
});

test("a new engine knows no list of the old one", () => {
  const body = JSON.stringify({ contents: said(1), tools: list("three") });
  const { body: normalized } = normalizeRequest(body);
  failing = true;
  assert.throws(() => normalizeRequest(body), InternalError);
  failing = false;
  assert.deepEqual(looked(), ["normalizeRequest", "normalizeTurn"]);
  for (const expected of ["normalizeRequest", "normalizeTurn"]) {
    assert.equal(normalizeRequest(body).body, normalized);
    assert.deepEqual(looked(), [expected]);
  }
});
