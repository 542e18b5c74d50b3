// lapidary/mcp around clients of real servers, with the stand-in as the model behind them. mcp-sdks.test.mjs
// tests the differences between SDKs and eras of the protocol.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, mock, test } from "node:test";
import { GoogleGenAI, mcpToTool } from "@google/genai";
import { loadMcpTools } from "@langchain/mcp-adapters";
import { Client as SecondClient } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { withLapidary } from "../../crate/wasm/dist/mcp.js";
import { READ_FILES, SET_UP, filesServer } from "./files-server.mjs";
import { KINDS, MODERN } from "./mcp-servers.mjs";
import { CLIENT, dualEra, everything, fsMcp } from "./real-servers.mjs";
import { standIn } from "./stand-in.mjs";

const gemini = await standIn();
after(() => gemini.stop());

const quiet = { onIssues: () => {} };
/** Sends a prompt with Google's own client, which calls the tools that the model asks for. */
async function asked(client, contents) {
  const ai = new GoogleGenAI({ apiKey: "none", apiVersion: "v1beta", httpOptions: { baseUrl: gemini.url } });
  const config = { tools: [mcpToTool(client)] };
  const answer = await ai.models.generateContent({ model: "gemini-2.5-flash", contents, config });
  return { calls: answer.functionCalls, turns: answer.automaticFunctionCallingHistory };
}

const SET = { vars: { HOME: "/" }, level: 5, target: "x" };

const serving = KINDS["the first SDK"];
const mapTool = (name, more = {}) => ({
  name,
  inputSchema: { type: "object", properties: { m: { type: "object", additionalProperties: { type: "string" } } } },
  ...more,
});
const ENTRIES = { m: [{ key: "a", value: "b" }] };

/** All kinds of nodes of a schema. */
const types = (schema) => JSON.stringify(schema).match(/"type":"?[^",}]*/g);

test("tools are listed in the MCP envelope, and calls of them are sent as the server asked for them", async () => {
  const { client: original, calls } = await filesServer();
  const client = withLapidary(original, quiet);
  const { tools } = await client.listTools();
  assert.equal(tools[0].name, READ_FILES.name);
  assert.equal(tools[1].description, SET_UP.description);
  for (const { inputSchema } of tools) {
    assert.equal(inputSchema.type, "object");
    assert.deepEqual(types(inputSchema).filter((type) => /[A-Z]/.test(type)), []);
    assert.doesNotMatch(JSON.stringify(inputSchema), /\$ref|additionalProperties/);
  }
  const args = { vars: [{ key: "HOME", value: "/" }], level: "5", target: "x", tree: null };
  const answer = await client.callTool({ name: tools[1].name, arguments: args });
  assert.deepEqual(answer.content, [{ type: "text", text: "done" }]);
  const request = { method: "tools/call", params: { name: tools[1].name, arguments: args } };
  await client.request(request, CallToolResultSchema);
  assert.deepEqual(calls, [{ name: SET_UP.name, args: SET }, { name: SET_UP.name, args: SET }]);
  await client.close();
});

test("all pages of a list are known, and a tool that is listed again has its new codec", async () => {
  const pages = [[mapTool("one"), mapTool("a/two")], [mapTool("three")]];
  const { client: original, calls } = await serving(pages);
  const client = withLapidary(original, quiet);
  const first = await client.listTools();
  assert.deepEqual([first.nextCursor, first._meta], ["1", { at: 0 }]);
  const second = await client.listTools({ cursor: first.nextCursor });
  assert.equal(second.nextCursor, undefined);
  const names = [...first.tools, ...second.tools].map(({ name }) => name);
  const called = async () => {
    for (const name of names) await client.callTool({ name, arguments: ENTRIES, _meta: { id: 7 } });
    return calls.splice(0).map(({ name, arguments: args, _meta }) => ({ name, args, _meta }));
  };
  const all = (args) => ["one", "a/two", "three"].map((name) => ({ name, args, _meta: { id: 7 } }));
  assert.deepEqual(await called(), all({ m: { a: "b" } }));
  await client.listTools();
  assert.deepEqual(await called(), all({ m: { a: "b" } }));
  pages[1] = [{ name: "three", inputSchema: { type: "object" } }];
  await client.listTools({ cursor: "1" });
  assert.deepEqual((await called())[2].args, ENTRIES);
});

test("what needs nothing is the same, and what is no listed tool passes", async () => {
  const fit = { name: "now", inputSchema: { type: "object", properties: { zone: { type: "string" } } } };
  const { client: original, calls } = await serving([[fit]]);
  const client = withLapidary(original);
  const page = await original.listTools();
  assert.equal(JSON.stringify(await client.listTools()), JSON.stringify(page));
  assert.deepEqual(page.tools, [fit]);
  const params = { name: "other", arguments: ENTRIES };
  await client.callTool(params);
  assert.deepEqual(calls, [params]);
});

test("what is no MCP client is refused, and entries that are no tools pass", async () => {
  for (const none of [{}, undefined]) assert.throws(() => withLapidary(none), { name: "TypeError", message: /no MCP client/ });
  const other = { listTools() {}, callTool() {}, tools() {} };
  assert.throws(() => withLapidary(other), { name: "TypeError", message: /AI SDK.*lapidary\/ai-sdk/ });
  const client = { listTools: async () => ({ tools: [null, mapTool("a/b")] }), callTool: async (call) => call };
  const { tools } = await withLapidary(client, quiet).listTools();
  assert.match(tools.at(-1).name, /^a_b_/);
});

test("all else is the client's own: private fields, instanceof, what is set", async () => {
  class Counting extends Client {
    #listed = 0;
    async listTools(...args) {
      this.#listed += 1;
      return super.listTools(...args);
    }
    get listed() {
      return this.#listed;
    }
  }
  const { client: original, server } = await serving([[mapTool("a/b")]], {}, {}, new Counting(...CLIENT));
  const client = withLapidary(original, quiet);
  assert.ok(client instanceof Counting);
  await client.listTools();
  assert.equal(client.listed, 1);
  assert.equal(client.constructor, Counting);
  assert.equal(client.ping, client.ping);
  assert.deepEqual(await client.ping(), {});
  const closed = new Promise((resolve) => (client.onclose = resolve));
  await server.close();
  await closed;
});

/** The ways in which programs and test runners replace a method. */
const PATCHES = {
  assigned: (object, name, method) => (object[name] = method),
  defined: (object, name, value) => Object.defineProperty(object, name, { value, writable: true, configurable: true }),
  mocked: (object, name, method) => mock.method(object, name, method),
};

for (const [how, patch] of Object.entries(PATCHES)) {
  test(`a method that is ${how} is called, and may call the one before it`, async () => {
    const { client: original, calls } = await serving([[mapTool("m")]]);
    const client = withLapidary(original, quiet);
    await client.listTools();
    const { callTool } = client;
    let patched = 0;
    patch(client, "callTool", async (...args) => ((patched += 1), callTool(...args)));
    await client.callTool({ name: "m", arguments: ENTRIES });
    delete client.callTool;
    await client.callTool({ name: "m", arguments: ENTRIES });
    assert.equal(patched, 1);
    assert.deepEqual(calls.map((call) => call.arguments), [{ m: { a: "b" } }, { m: { a: "b" } }]);
    assert.equal(original.callTool, Client.prototype.callTool);
    patch(client, "ping", async () => "patched");
    assert.equal(await client.ping(), "patched");
  });
}

test("findings are told with the tool's own name", async () => {
  const told = [];
  const onIssues = (issues, info) => told.push(...issues.map(({ code, severity }) => ({ ...info, code, severity })));
  const { client: original } = await serving([[mapTool("a/b")]]);
  const client = withLapidary(original, { onIssues });
  const [{ name }] = (await client.listTools()).tools;
  assert.ok(told.length > 0);
  assert.ok(told.every(({ direction, tool }) => direction === "request" && tool === "a/b"));
  told.length = 0;
  await client.callTool({ name, arguments: { m: 7 } });
  assert.deepEqual(told, [{ direction: "response", tool: "a/b", code: "misfit", severity: "warning" }]);
  assert.throws(() => withLapidary(original, { taget: "gemini" }), TypeError);
});

for (const Made of [Client, SecondClient]) {
  const sdk = Made === Client ? "first" : "second";
  test(`every tool of the reference server takes the call that the model makes of it, by the ${sdk} SDK`, async () => {
    const client = withLapidary(await everything(new Made(...CLIENT)), quiet);
    // Not called: tools that use the network, take long or run as a task.
    const skipped = ["gzip-file-as-resource", "trigger-long-running-operation", "simulate-research-query"];
    const { tools } = await client.listTools();
    const declared = tools.filter(({ name }) => !skipped.includes(name));
    assert.ok(declared.length >= 10);
    for (const { name } of declared) {
      for (const seed of [0, 1, 2]) {
        // An id of a resource is from 1, which its schema does not say.
        const { calls, turns } = await asked(client, `call ${name} #${seed} using {"resourceId": 1}`);
        assert.equal(calls, undefined);
        const [{ functionResponse }] = turns.at(-1).parts;
        assert.equal(functionResponse.name, name);
        assert.equal(functionResponse.response.error, undefined, JSON.stringify(turns));
      }
    }
    await client.close();
  });
}

for (const options of [{}, MODERN]) {
  const client = new SecondClient(CLIENT[0], options);
  const era = options === MODERN ? "2026-07-28" : "initialized";
  test(`a server of both eras, ${era}, gets what it asked for; its output schema is sent on`, async () => {
    await dualEra(client);
    const call = `call measure with ${JSON.stringify({ m: [{ key: "a", value: 1 }] })}`;
    await assert.rejects(asked(client, call), /was set alongside unsupported fields/);
    const { turns } = await asked(withLapidary(client, quiet), call);
    const [{ functionResponse }] = turns.at(-1).parts;
    assert.deepEqual(functionResponse.response.structuredContent, { sum: { of: 1 } });
    await client.close();
  });
}

test("the adapters of LangChain load tools of the client that it gives", async () => {
  const { client, calls } = await serving([[mapTool("a/b")]]);
  const [loaded] = await loadMcpTools("pages", withLapidary(client, quiet));
  await loaded.invoke(ENTRIES);
  const [{ name, arguments: args }] = calls;
  assert.deepEqual([name, args], ["a/b", { m: { a: "b" } }]);
});

test("a tool that runs as a task is called through the stream of its messages", async () => {
  const client = withLapidary(await everything(), { ...quiet, target: "gemini" });
  await client.listTools();
  const { tasks } = client.experimental;
  const messages = [];
  const params = { name: "simulate-research-query", arguments: { topic: "x", ambiguous: null } };
  for await (const message of tasks.callToolStream(params, CallToolResultSchema)) messages.push(message.type);
  assert.deepEqual([messages[0], messages.at(-1)], ["taskCreated", "result"]);
  await client.close();
});

test("fs-mcp reads the files that the model asks for", async () => {
  const client = withLapidary(await fsMcp(import.meta.dirname), quiet);
  const path = join(import.meta.dirname, "package.json");
  const { turns } = await asked(client, `call read_files with ${JSON.stringify({ files: [{ path }] })}`);
  assert.match(turns.at(-1).parts[0].functionResponse.response.structuredContent.result, /"name": "lapidary-clients"/);
  await client.close();
});
