// The engine fails, as one that has run out of memory would: nothing that was under way is lost.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { createGeminiFetch } from "../../crate/wasm/dist/fetch.js";
import { lapidaryTool } from "../../crate/wasm/dist/google-genai.js";
import { withLapidary } from "../../crate/wasm/dist/mcp.js";

const { Instance } = WebAssembly;
/** The function of the engine that fails. */
let failing;
WebAssembly.Instance = function Breakable(module, imports) {
  const { exports } = new Instance(module, imports);
  const breakable = ([name, value]) => [name, typeof value !== "function" ? value : (...given) => {
    if (name === failing) throw new WebAssembly.RuntimeError("unreachable");
    return value(...given);
  }];
  return { exports: Object.fromEntries(Object.entries(exports).map(breakable)) };
};
after(() => (WebAssembly.Instance = Instance));
afterEach(() => (failing = undefined));

const SCHEMA = { type: "object", properties: { m: { type: "object", additionalProperties: { type: "string" } } } };
const ENTRIES = { m: [{ key: "a", value: "b" }] };
const DECLARED = { functionDeclarations: [{ name: "f", parameters: SCHEMA }] };
const CALL = { name: "f", args: ENTRIES };
const answer = JSON.stringify({ candidates: [{ content: { parts: [{ functionCall: CALL }] } }] });

/** The failures reported while `work` runs with a function of the engine that fails. */
async function told(name, work) {
  const codes = [];
  const result = await work((issues, { direction }) => codes.push(...issues.map(({ code }) => `${direction} ${code}`)), () => (failing = name));
  failing = undefined;
  return { result, failures: codes.filter((code) => code.endsWith("internal-error")) };
}

const url = (method) => `https://example.com/models/gemini-2.0-flash:${method}`;
const init = { method: "POST", body: JSON.stringify({ contents: [], tools: [DECLARED] }) };

test("a request is sent as the same arguments", async () => {
  let passed;
  const { failures } = await told("normalizeRequest", (onIssues, fail) => {
    const fetch = createGeminiFetch({ onIssues, fetch: async (...args) => ((passed = args), new Response(answer)) });
    fail();
    return fetch(url("generateContent"), init);
  });
  assert.equal(passed[1], init);
  assert.deepEqual(failures, ["request internal-error"]);
});

test("an answer comes as it is; a stream, of which a part is lost, ends in the error", async () => {
  const asked = (method) => async (onIssues, fail) => {
    const fetch = createGeminiFetch({ onIssues, fetch: async () => new Response(answer) });
    const response = await fetch(url(method), init);
    fail();
    return response.text();
  };
  assert.deepEqual(await told("restoreResponse", asked("generateContent")), {
    result: answer,
    failures: ["response internal-error"],
  });
  await assert.rejects(told("restorer_push", asked("streamGenerateContent")), { name: "InternalError" });
});

test("tools of an MCP server are listed as they are, and called as the model did", async () => {
  const sent = [];
  const tools = [{ name: "f", inputSchema: SCHEMA }];
  const client = { listTools: async () => ({ tools }), callTool: async (params) => sent.push(params) };
  const listed = await told("transform", (onIssues, fail) => {
    const wrapped = withLapidary(client, { onIssues });
    fail();
    return wrapped.listTools();
  });
  assert.deepEqual(listed, { result: { tools }, failures: ["request internal-error"] });
  const called = await told("restoreCall", async (onIssues, fail) => {
    const wrapped = withLapidary(client, { onIssues });
    await wrapped.listTools();
    fail();
    return wrapped.callTool({ name: "f", arguments: ENTRIES });
  });
  assert.deepEqual(called.failures, ["response internal-error"]);
  assert.deepEqual(sent, [{ name: "f", arguments: ENTRIES }]);
});

test("a callable tool is declared and called as it is", async () => {
  const parts = [{ functionResponse: { name: "f", response: {} } }];
  const sent = [];
  const callable = { tool: async () => DECLARED, callTool: async (calls) => (sent.push(...calls), parts) };
  const declared = await told("normalizeRequest", (onIssues, fail) => {
    const tool = lapidaryTool(callable, { onIssues });
    fail();
    return tool.tool();
  });
  assert.deepEqual(declared, { result: DECLARED, failures: ["request internal-error"] });
  const called = await told("restoreCall", async (onIssues, fail) => {
    const tool = lapidaryTool(callable, { onIssues });
    await tool.tool();
    fail();
    return tool.callTool([CALL]);
  });
  assert.deepEqual(called, { result: parts, failures: ["response internal-error"] });
  assert.deepEqual(sent, [CALL]);
});
