// lapidary/mcp around both SDKs and both eras of the protocol: what is listed, what is called, and what the client
// goes on doing by the server's own schemas.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tool } from "@langchain/core/tools";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { CallToolResultSchema, ListToolsResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { createMcpHandler, inputRequired } from "@modelcontextprotocol/server";
import Ajv2020 from "ajv/dist/2020.js";
import { withLapidary } from "../../crate/wasm/dist/mcp.js";
import { KINDS, MODERN, NAME, server } from "./mcp-servers.mjs";

const quiet = { onIssues: () => {} };
const MAP = { type: "object", additionalProperties: { type: "string" } };
const mapTool = (name, more = {}) => ({ name, inputSchema: { type: "object", properties: { m: MAP } }, ...more });
const ENTRIES = { m: [{ key: "a", value: "b" }] };
const OBJECT = { m: { a: "b" } };
/** Results with a number `n`, which lie where `responseJsonSchema` has no words: beside a reference. */
const OUTPUT = {
  type: "object",
  properties: { n: { $ref: "#/$defs/n", title: "N", maximum: 9 } },
  required: ["n"],
  $defs: { n: { type: "number" } },
};
const answering = (n) => ({ content: [], structuredContent: { n } });
/** The name and the arguments of a call that a server received. */
const got = ({ name, arguments: args }) => ({ name, args });

/** A test for each kind of client. */
function each(what, run) {
  for (const [kind, open] of Object.entries(KINDS)) test(`${kind}: ${what}`, () => run(open, kind));
}

each("tools are JSON Schema, and calls of them are sent as the server asked for them", async (open) => {
  const optional = { anyOf: [{ type: "string" }, { type: "null" }], description: "why" };
  const kinds = { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }, { type: "null" }] };
  const properties = { m: MAP, optional, kinds, old: { type: "string", nullable: true } };
  const { client: original, calls } = await open([[{ name: "a/b", inputSchema: { type: "object", properties } }]]);
  const client = withLapidary(original, quiet);
  const [{ name, inputSchema }] = (await client.listTools()).tools;
  const { m, ...others } = inputSchema.properties;
  assert.equal(m.type, "array");
  assert.deepEqual(others, {
    optional: { anyOf: [{ type: "string", description: "why" }, { type: "null" }] },
    kinds: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }, { type: "null" }] },
    old: { anyOf: [{ type: "string" }, { type: "null" }] },
  });
  const args = { ...ENTRIES, optional: null, kinds: null, old: null };
  assert.ok(new Ajv2020({ strict: true, allowUnionTypes: true }).compile(inputSchema)(args));
  await client.callTool({ name, arguments: args, _meta: { id: 7 } });
  await client.callTool({ name });
  const [call, bare] = calls;
  assert.deepEqual(got(call), { name: "a/b", args: { ...args, ...OBJECT } });
  assert.equal(call._meta.id, 7);
  assert.deepEqual(got(bare), { name: "a/b", args: undefined });
  assert.ok(!("arguments" in bare));
});

each("requests that are put by hand are listed and called alike", async (open, kind) => {
  const { client: original, calls } = await open([[mapTool("a/b")]]);
  const client = withLapidary(original, quiet);
  // The first SDK wants to know what it may get.
  const schema = (schema) => (kind === "the first SDK" ? [schema] : []);
  const { tools } = await client.request({ method: "tools/list", params: {} }, ...schema(ListToolsResultSchema));
  assert.equal(tools[0].inputSchema.properties.m.type, "array");
  const params = { name: tools[0].name, arguments: ENTRIES };
  await client.request({ method: "tools/call", params }, ...schema(CallToolResultSchema));
  assert.deepEqual(calls.map(got), [{ name: "a/b", args: OBJECT }]);
});

each("LangChain's own check of arguments lets null through to a server that takes it", async (open) => {
  const inputSchema = { type: "object", properties: { why: { type: ["string", "null"] } }, required: ["why"] };
  const { client: original, calls } = await open([[{ name: "ask", inputSchema }]]);
  const client = withLapidary(original, quiet);
  const [listed] = (await client.listTools()).tools;
  const call = (args) => client.callTool({ name: "ask", arguments: args });
  const ask = tool(call, { name: "ask", description: "asks", schema: listed.inputSchema });
  await ask.invoke({ why: null });
  await assert.rejects(ask.invoke({ why: 5 }));
  assert.deepEqual(calls.map(got), [{ name: "ask", args: { why: null } }]);
});

each("the listed copy of an output schema is fit, and results are checked by the original", async (open) => {
  for (const [n, fits] of [[5, true], [10, false], ["five", false]]) {
    const { client: original } = await open([[mapTool("a/b", { outputSchema: OUTPUT })]], answering(n));
    const client = withLapidary(original, quiet);
    const [{ name, outputSchema }] = (await client.listTools()).tools;
    assert.deepEqual(outputSchema.properties.n, { type: "number", title: "N", maximum: 9 });
    assert.equal(outputSchema.type, "object");
    const answer = client.callTool({ name, arguments: ENTRIES });
    if (fits) assert.deepEqual((await answer).structuredContent, { n });
    else await assert.rejects(answer, /output schema/);
  }
});

each("an output schema that is not fit without loss is left out, and results are checked by it", async (open) => {
  const deep = (levels) => ({ type: "object", properties: { n: levels ? deep(levels - 1) : { type: "string" } } });
  const { client: original } = await open([[mapTool("deep", { outputSchema: deep(30) })]], answering(5));
  const losses = [];
  const onIssues = (issues) => losses.push(...issues.filter(({ acceptsLess }) => acceptsLess));
  const client = withLapidary(original, { onIssues });
  const [listed] = (await client.listTools()).tools;
  assert.ok(!("outputSchema" in listed));
  assert.ok(losses.length > 0);
  await assert.rejects(client.callTool({ name: "deep", arguments: ENTRIES }), /output schema/);
});

each("a list is all there though the client refuses one of its tools", async (open) => {
  const told = [];
  const onIssues = (issues) => told.push(...issues.filter(({ code }) => code === "refused-list"));
  const good = mapTool("a/good", { outputSchema: OUTPUT });
  const bad = [
    { name: "untyped", inputSchema: { properties: { m: MAP } } },
    mapTool("null", { title: null, annotations: { readOnlyHint: null, title: "t" } }),
    mapTool("shouting", { inputSchema: { type: "OBJECT", properties: { m: MAP } } }),
  ];
  const nameless = [null, { inputSchema: { type: "object" } }];
  for (const one of bad) {
    const pages = [[mapTool("first"), one, good, ...nameless], [mapTool("last"), { name: "bare" }]];
    const { client: original, calls } = await open(pages, answering("five"));
    await assert.rejects(original.listTools());
    const client = withLapidary(original, { onIssues });
    const { tools, nextCursor: cursor } = await client.listTools();
    await assert.rejects(client.callTool({ name: tools[2].name, arguments: ENTRIES }), /output schema/);
    // The first SDK gives page by page, and checks results by the last of them only.
    if (cursor) tools.push(...(await client.listTools({ cursor })).tools);
    assert.deepEqual(tools.map(({ name }) => name), ["first", one.name, tools[2].name, "last", "bare"]);
    assert.ok(tools.every((tool) => tool.inputSchema.type === "object" && !Object.values(tool).includes(null)));
    await client.callTool({ name: one.name, arguments: ENTRIES });
    assert.deepEqual(calls.map(got), [
      { name: "a/good", args: OBJECT },
      { name: one.name, args: OBJECT },
    ]);
    await client.close();
  }
  assert.ok(told.length >= bad.length);
});

test("the first SDK refuses lists also for output schemas that do not compile", async () => {
  const outputSchema = { type: "object", properties: { a: { $ref: "#/$defs/gone" } } };
  const pages = [[mapTool("odd", { outputSchema }), mapTool("even", { outputSchema: OUTPUT })]];
  const { client: original } = await KINDS["the first SDK"](pages, answering("five"));
  await assert.rejects(original.listTools(), /gone/);
  const client = withLapidary(original, quiet);
  assert.deepEqual((await client.listTools()).tools.map(({ name }) => name), ["odd", "even"]);
  assert.deepEqual((await client.callTool({ name: "odd", arguments: ENTRIES })).structuredContent, { n: "five" });
  await assert.rejects(client.callTool({ name: "even", arguments: ENTRIES }), /output schema/);
});

each("what the server refuses, and what is no longer waited for, is not asked for again", async (open) => {
  let asked = 0;
  const failing = () => {
    asked += 1;
    throw new Error("out of order");
  };
  const { client: original } = await open(failing);
  const client = withLapidary(original, quiet);
  await assert.rejects(client.listTools(), /out of order/);
  await assert.rejects(client.listTools(undefined, { signal: AbortSignal.abort(new Error("enough")) }), /enough/);
  assert.equal(asked, 1);
});

each("after listChanged the tools are listed anew, and called by their new codecs", async (open) => {
  const pages = [[mapTool("a/b")]];
  let onChanged;
  const heard = new Promise((resolve) => (onChanged = resolve));
  const options = { listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } } };
  const { client: original, calls, changed } = await open(() => pages[0], undefined, options);
  const client = withLapidary(original, quiet);
  const { name } = (await client.listTools()).tools[0];
  await client.callTool({ name, arguments: ENTRIES });
  pages[0] = [{ name: "a/b", inputSchema: { type: "object", properties: { m: { type: "array" } } } }];
  await changed();
  assert.equal(await heard, null);
  assert.equal((await client.listTools()).tools[0].name, name);
  await client.callTool({ name, arguments: { m: [1] } });
  assert.deepEqual(calls.map(got), [{ name: "a/b", args: OBJECT }, { name: "a/b", args: { m: [1] } }]);
  await client.close();
});

each("options of a call are the client's: progress, signals", async (open, kind) => {
  const result = async (params, context) => {
    const notify = context.mcpReq?.notify ?? context.sendNotification;
    const progressToken = params._meta.progressToken;
    await notify({ method: "notifications/progress", params: { progressToken, progress: 1 } });
    return { content: [] };
  };
  const { client: original } = await open([[mapTool("a/b")]], result);
  const client = withLapidary(original, quiet);
  const { name } = (await client.listTools()).tools[0];
  const call = (options) => {
    const schema = kind === "the first SDK" ? [undefined] : [];
    return client.callTool({ name, arguments: ENTRIES }, ...schema, options);
  };
  const steps = [];
  await call({ onprogress: ({ progress }) => steps.push(progress) });
  assert.deepEqual(steps, [1]);
  await assert.rejects(call({ signal: AbortSignal.abort(new Error("enough")) }), /enough/);
});

/** A client of the second SDK that speaks HTTP with a server in this process, and the headers of its calls. */
async function overHttp(tools, result = () => ({ content: [] })) {
  const [calls, headers] = [[], []];
  const call = ({ params }, context) => {
    calls.push(params);
    return result(params, context);
  };
  const handler = createMcpHandler(() => server({ list: () => ({ tools: tools(), ttlMs: 60_000 }), call }));
  const client = new Client(NAME, MODERN);
  const fetch = async (url, init) => {
    const { method } = JSON.parse(init.body ?? "{}");
    if (method === "tools/call") headers.push(Object.fromEntries(new Headers(init.headers)));
    return handler.fetch(new Request(url, init));
  };
  await client.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch }));
  assert.equal(client.getProtocolEra(), "modern");
  return { client, calls, headers };
}
const region = { type: "string", enum: ["eu", "us"], "x-mcp-header": "Region" };
const mirrored = mapTool("a/b", {
  inputSchema: { type: "object", properties: { m: MAP, level: { enum: [1, 5] }, region }, required: ["region"] },
  outputSchema: OUTPUT,
});

test("headers mirror the restored arguments, as the server's own schema has them", async () => {
  const { client: original, calls, headers } = await overHttp(() => [mirrored], () => answering(5));
  const client = withLapidary(original, quiet);
  const [listed] = (await client.listTools()).tools;
  assert.doesNotMatch(JSON.stringify(listed), /x-mcp-header/);
  const params = { name: listed.name, arguments: { ...ENTRIES, level: "1", region: "eu" } };
  await client.callTool(params);
  // The listed definition is not the server's, and would mirror nothing.
  await client.callTool(params, { toolDefinition: listed });
  for (const at of [0, 1]) {
    assert.deepEqual(got(calls[at]), { name: "a/b", args: { ...OBJECT, level: 1, region: "eu" } });
    assert.equal(headers[at]["mcp-name"], "a/b");
    assert.equal(headers[at]["mcp-param-region"], "eu");
  }
});

test("of a list that the client refuses, headers are mirrored and results checked as well", async () => {
  const tools = () => [mirrored, { ...mapTool("bad"), title: null }];
  const { client: original, headers } = await overHttp(tools, () => answering(10));
  const client = withLapidary(original, quiet);
  const [{ name }] = (await client.listTools()).tools;
  const call = client.callTool({ name, arguments: { ...ENTRIES, region: "us" } });
  await assert.rejects(call, /output schema/);
  assert.equal(headers[0]["mcp-param-region"], "us");
});

test("a call that asks for more is sent again with equal arguments", async () => {
  const asked = { type: "object", properties: { sure: { type: "boolean" } } };
  const states = [];
  const result = (params, { mcpReq }) => {
    states.push(mcpReq.requestState());
    const inputRequests = { ask: inputRequired.elicit({ message: "Sure?", requestedSchema: asked }) };
    return mcpReq.inputResponses ? { content: [] } : inputRequired({ inputRequests, requestState: "s" });
  };
  const { client: original, calls } = await KINDS["the second SDK, 2026-07-28"]([[mapTool("a/b")]], result, {
    capabilities: { elicitation: { form: {} } },
  });
  original.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { sure: true } }));
  const client = withLapidary(original, quiet);
  const { name } = (await client.listTools()).tools[0];
  await client.callTool({ name, arguments: ENTRIES });
  assert.deepEqual(calls.map(got), Array(2).fill({ name: "a/b", args: OBJECT }));
  assert.deepEqual(states, [undefined, "s"]);
});

test("a list from the client's cache is fit too", async () => {
  let listed = 0;
  const { client: original, calls } = await overHttp(() => ((listed += 1), [mapTool("a/b")]));
  const client = withLapidary(original, quiet);
  const fresh = await client.listTools();
  assert.deepEqual(await client.listTools(), fresh);
  assert.equal(listed, 1);
  await client.callTool({ name: fresh.tools[0].name, arguments: ENTRIES });
  assert.deepEqual(calls.map(got), [{ name: "a/b", args: OBJECT }]);
});
