// lapidary/mcp around the client of the official SDK, to real servers; and the model behind it is the stand-in.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { GoogleGenAI, mcpToTool } from "@google/genai";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, CallToolResultSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { withLapidary } from "../../crate/wasm/dist/mcp.js";
import { READ_FILES, SET_UP, filesServer } from "./files-server.mjs";
import { everything, fsMcp } from "./real-servers.mjs";
import { standIn } from "./stand-in.mjs";

const gemini = await standIn();
after(() => gemini.stop());

const quiet = { onIssues: () => {} };
const SET = { vars: { HOME: "/" }, level: 5, target: "x" };

/** A client that is connected to a server which lists these pages and keeps the calls. */
async function serving(pages, result = { content: [] }, client = new Client({ name: "test", version: "1.0.0" })) {
  const calls = [];
  const server = new Server({ name: "pages", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const at = Number(params?.cursor ?? 0);
    return { tools: pages[at], ...(at + 1 < pages.length && { nextCursor: String(at + 1) }), _meta: { at } };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => (calls.push(params), result));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  return { client, server, calls };
}
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
  let page;
  original.listTools = async function (...args) {
    return (page = await Client.prototype.listTools.apply(this, args));
  };
  const client = withLapidary(original);
  assert.equal(await client.listTools(), page);
  assert.deepEqual(page.tools, [fit]);
  const params = { name: "other", arguments: ENTRIES };
  await client.callTool(params);
  assert.deepEqual(calls, [params]);
});

test("results are checked by the output schema of a tool that has got another name", async () => {
  const outputSchema = { type: "object", properties: { m: { type: "object", additionalProperties: { type: "number" } } } };
  for (const [value, fits] of [[5, true], ["five", false]]) {
    const result = { content: [], structuredContent: { m: { a: value } } };
    const { client: original } = await serving([[mapTool("a/b", { outputSchema })]], result);
    const client = withLapidary(original, quiet);
    const [{ name, ...tool }] = (await client.listTools()).tools;
    assert.notEqual(name, "a/b");
    assert.deepEqual(tool.outputSchema, outputSchema);
    const answer = client.callTool({ name, arguments: ENTRIES });
    if (fits) assert.deepEqual((await answer).structuredContent, result.structuredContent);
    else await assert.rejects(answer, /output schema/);
  }
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
  const { client: original, server } = await serving([[mapTool("a/b")]], {}, new Counting({ name: "t", version: "1" }));
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

test("every tool of the reference server takes the call that the model makes of it", async () => {
  const client = withLapidary(await everything(), quiet);
  // What reaches out to the network, takes long or runs as a task is not called.
  const skipped = ["gzip-file-as-resource", "trigger-long-running-operation", "simulate-research-query"];
  const { tools } = await client.listTools();
  const ai = new GoogleGenAI({ apiKey: "none", apiVersion: "v1beta", httpOptions: { baseUrl: gemini.url } });
  const declared = tools.filter(({ name }) => !skipped.includes(name));
  assert.ok(declared.length >= 10);
  for (const { name } of declared) {
    for (const seed of [0, 1, 2]) {
      const { functionCalls, automaticFunctionCallingHistory: turns } = await ai.models.generateContent({
        model: "gemini-2.0-flash",
        // An id of a resource is from 1, which its schema does not say.
        contents: `call ${name} #${seed} using {"resourceId": 1}`,
        config: { tools: [mcpToTool(client)] },
      });
      assert.equal(functionCalls, undefined);
      const [{ functionResponse }] = turns.at(-1).parts;
      assert.equal(functionResponse.name, name);
      assert.equal(functionResponse.response.error, undefined, JSON.stringify(turns));
    }
  }
  await client.close();
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
  const ai = new GoogleGenAI({ apiKey: "none", apiVersion: "v1beta", httpOptions: { baseUrl: gemini.url } });
  const { automaticFunctionCallingHistory: turns } = await ai.models.generateContent({
    model: "gemini-2.5-flash",
    contents: `call read_files with ${JSON.stringify({ files: [{ path }] })}`,
    config: { tools: [mcpToTool(client)] },
  });
  assert.match(turns.at(-1).parts[0].functionResponse.response.structuredContent.result, /"name": "lapidary-clients"/);
  await client.close();
});
