// lapidary/langchain through the chat models of LangChain.js, to the Gemini stand-in and to an MCP server.

import assert from "node:assert/strict";
import { after, beforeEach, describe, test } from "node:test";

import { tool } from "@langchain/core/tools";
import { ChatGoogle } from "@langchain/google";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ChatVertexAI } from "@langchain/google-vertexai";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { loadMcpTools } from "@langchain/mcp-adapters";
import { createAgent, initChatModel, providerStrategy, toolStrategy } from "langchain";
import * as z4 from "zod";
import * as z3 from "zod/v3";

import { ChatGoogleGenerativeAIEx } from "../../crate/wasm/dist/langchain-google-genai.js";
import { withLapidary } from "../../crate/wasm/dist/langchain.js";
import { FILES, READ, READ_FILES, SETTING, SET_UP, codedCall, filesServer, historyOf } from "./files-server.mjs";
import { fsMcp } from "./real-servers.mjs";
import { standIn } from "./stand-in.mjs";

const server = await standIn();
const { client, calls } = await filesServer();
const files = await fsMcp(import.meta.dirname);
after(async () => {
  await client.close();
  await files.close();
  await server.stop();
});
beforeEach(() => void (calls.length = 0));

// Vertex AI is always asked at its own host.
const network = globalThis.fetch;
const HOST = /^https:\/\/[^/]*aiplatform\.googleapis\.com/;
globalThis.fetch = (input, init) => network(typeof input === "string" ? input.replace(HOST, server.url) : input, init);

const FIELDS = { model: "gemini-2.5-flash", apiKey: "none", maxRetries: 0 };
/** A Google account, of which google-auth-library is given the client. */
const ACCOUNT = { apiKey: undefined, authOptions: { authClient: { fetch: globalThis.fetch }, projectId: "p" } };
const MODELS = {
  "@langchain/google-genai": (more) => new ChatGoogleGenerativeAI({ ...FIELDS, baseUrl: server.url, ...more }),
  "@langchain/google": (more) => new ChatGoogle({ ...FIELDS, platformType: "gai", endpoint: server.url, ...more }),
  "@langchain/google-vertexai": (more) => new ChatVertexAI({ ...FIELDS, ...more }),
  "@langchain/google-vertexai, with an account": (more) => new ChatVertexAI({ ...FIELDS, ...ACCOUNT, ...more }),
};

const onIssues = () => {};
const requests = async (count) => (await server.requests()).slice(-count).map(({ body }) => body);
const declared = (body) => body.tools[0].functionDeclarations;
const called = (message) => message.tool_calls.map(({ name, args }) => ({ name, args }));

async function whole(stream) {
  let all;
  for await (const chunk of stream) all = all ? all.concat(chunk) : chunk;
  return all;
}

const adapted = await loadMcpTools("files", client);
/** Tools of the adapter, given back the unions that it takes out of schemas: the README says how. */
const real = await loadMcpTools("fs-mcp", files);
const listed = (await files.listTools()).tools;
for (const tool of real) tool.schema = listed.find(({ name }) => name === tool.name).inputSchema;
/** Tools with the server's own schemas. */
const tools = [READ_FILES, SET_UP].map(({ name, description, inputSchema: schema }) =>
  tool(async (args) => JSON.stringify(await client.callTool({ name, arguments: args })), { name, description, schema }),
);

const READ_SELF = `call read_files with ${JSON.stringify({ files: [{ path: import.meta.filename, head: 1 }] })}`;
const CODING = { target: "gemini-api", mode: "round-trip" };
const { call: { name: CODED_NAME, args: CODED }, prompt: SET } = codedCall(CODING);

for (const [name, make] of Object.entries(MODELS)) {
  describe(name, () => {
    const original = make();
    const model = withLapidary(original, { onIssues });
    const coding = withLapidary(original, { onIssues, ...CODING });

    test("read_files of fs-mcp gets its objects: invoked, streamed, by agents", async () => {
      for (const given of [adapted, tools]) {
        const bound = model.bindTools(given);
        assert.deepEqual(called(await bound.invoke(READ)), [{ name: "read_files", args: FILES }]);
        assert.deepEqual(called(await whole(await bound.stream(READ))), [{ name: "read_files", args: FILES }]);
        for (const agent of [createReactAgent({ llm: model, tools: given }), createAgent({ model, tools: given })]) {
          calls.length = 0;
          const { messages } = await agent.invoke({ messages: [{ role: "user", content: READ }] });
          assert.deepEqual(calls, [{ name: "read_files", args: FILES }]);
          assert.ok(messages.at(-1).text.length > 0);
        }
      }
    });

    test("the real fs-mcp reads the file that an agent asks for", async () => {
      const agent = createReactAgent({ llm: model, tools: real });
      const { messages } = await agent.invoke({ messages: [{ role: "user", content: READ_SELF }] });
      const { text } = messages.find((message) => message.getType() === "tool");
      assert.match(text, /through the chat models/);
      assert.doesNotMatch(text, /import/, "one line was asked for");
    });

    test("the server's own schema is declared, through either door", async () => {
      await model.bindTools(tools).invoke("hi");
      const [kept] = await requests(1);
      assert.ok(declared(kept)[0].parametersJsonSchema.$defs.FileReadRequest.properties.head);
      await coding.bindTools(tools).invoke("hi");
      const [lowered] = await requests(1);
      const { minItems, items } = declared(lowered)[0].parameters.properties.files;
      assert.equal(minItems, 1);
      assert.deepEqual(items.properties.head, { type: "integer", nullable: true, minimum: 1, default: null });
    });

    test("coded calls and changed names come back as the server's, and go into the history as they were", async () => {
      assert.deepEqual(called(await coding.bindTools(tools).invoke(SET)), [{ name: SET_UP.name, args: SETTING }]);
      const agent = createReactAgent({ llm: coding, tools });
      await agent.invoke({ messages: [{ role: "user", content: SET }] });
      assert.deepEqual(calls, [{ name: SET_UP.name, args: SETTING }]);
      const [request] = await requests(1);
      assert.deepEqual(historyOf(request), { call: { name: CODED_NAME, args: CODED }, answered: CODED_NAME });
    });

    test("streamed: pieces, events and callbacks show restored calls only", async () => {
      const text = [];
      const seen = { handleLLMEnd: ({ generations }) => void text.push(JSON.stringify(generations)) };
      const bound = coding.bindTools(tools);
      const all = await whole(await bound.stream(SET, { callbacks: [seen] }));
      assert.deepEqual(called(all), [{ name: SET_UP.name, args: SETTING }]);
      for (const { args } of all.tool_call_chunks) assert.deepEqual(JSON.parse(args), SETTING);
      for await (const event of bound.streamEvents(SET, { version: "v2" })) text.push(JSON.stringify(event));
      assert.ok(text.length > 2);
      const answers = text.filter((event) => !event.includes("invocation_params")).join();
      assert.ok(!answers.includes(CODED_NAME), "a declared name is seen");
      assert.ok(answers.includes(SET_UP.name));
    });

    test("thought signatures survive", async () => {
      const thinking = withLapidary(make({ model: "gemini-3-pro-preview" }), { onIssues, ...CODING });
      const agent = createReactAgent({ llm: thinking, tools });
      await agent.invoke({ messages: [{ role: "user", content: SET }] });
      assert.deepEqual(calls, [{ name: SET_UP.name, args: SETTING }]);
      const parts = (await requests(1))[0].contents.flatMap(({ parts }) => parts);
      assert.ok(parts.find((part) => part.functionCall).thoughtSignature);
    });

    test("zod, OpenAI's tools, Gemini's own, and tools given with the call", async () => {
      const shape = (z) =>
        z.object({ which: z.union([z.literal(1), z.string().array()]), tags: z.record(z.string(), z.string()) });
      const openAi = { type: "function", function: { name: "openai", parameters: SET_UP.inputSchema } };
      const gemini = { functionDeclarations: [{ name: "gemini", parametersJsonSchema: SET_UP.inputSchema }] };
      const given = [
        tool(() => "", { name: "three", schema: shape(z3) }),
        tool(() => "", { name: "four", schema: shape(z4) }),
        openAi,
        gemini,
      ];
      for (const name of ["three", "four"]) {
        const [{ args }] = called(await coding.bindTools(given).invoke(`call ${name} #0`));
        assert.ok(shape(z4).safeParse(args).success, JSON.stringify(args));
      }
      for (const name of ["openai", "gemini"]) {
        const message = await coding.invoke(`call ${name} with ${JSON.stringify(CODED)}`, { tools: given });
        assert.deepEqual(called(message), [{ name, args: SETTING }]);
      }
      const [body] = await requests(1);
      assert.equal(body.tools.length, 1);
      assert.deepEqual(declared(body).map(({ name }) => name).sort(), ["four", "gemini", "openai", "three"]);
    });

    test("structured output is asked for with the whole schema, and validated", async () => {
      const node = z4.object({ label: z4.union([z4.string(), z4.number()]), get next() { return node.optional(); } });
      const value = { label: 7, next: { label: "x" } };
      for (const method of ["jsonSchema", "functionCalling"]) {
        const word = method === "jsonSchema" ? "answer" : "call extract";
        const say = (value) => `${word} with ${JSON.stringify(value)}`;
        assert.deepEqual(await model.withStructuredOutput(node, { method }).invoke(say(value)), value);
        const raw = await model.withStructuredOutput(node, { method, includeRaw: true }).invoke(say(value));
        assert.deepEqual(raw.parsed, value);
        assert.ok(raw.raw.getType() === "ai");
        const refined = node.refine(({ label }) => label !== 7);
        await assert.rejects(model.withStructuredOutput(refined, { method }).invoke(say(value)), /Failed to parse/);
      }
      const answered = { ...SETTING, tree: { label: "only" } };
      const asked = model.withStructuredOutput(SET_UP.inputSchema, { method: "jsonSchema" });
      assert.deepEqual(await asked.invoke(`answer with ${JSON.stringify(answered)}`), answered);
      const method = "functionCalling";
      const wire = JSON.stringify(CODED);
      const extracting = coding.withStructuredOutput(SET_UP.inputSchema, { method });
      assert.deepEqual(await extracting.invoke(`call extract with ${wire}`), SETTING);
      const picking = coding.withStructuredOutput({ name: "pick", parameters: SET_UP.inputSchema }, { method });
      assert.deepEqual(await picking.invoke(`call pick with ${wire}`), SETTING);
    });

    test("it is the same model, and the one that was given stays as it was", async () => {
      assert.ok(model instanceof original.constructor);
      assert.equal(model._llmType(), original._llmType());
      assert.deepEqual(JSON.parse(JSON.stringify(model)), JSON.parse(JSON.stringify(original)));
      assert.deepEqual(Object.keys(model).sort(), Object.keys(original).sort());
      assert.deepEqual(model.lc_id, original.lc_id);
      const configured = model.withConfig({ runName: "named" }).pipe((message) => message.text);
      const [answer] = await configured.batch(["hi"]);
      assert.equal(answer, (await original.invoke("hi")).text);
      const plain = tool(() => "", { name: "plain", schema: z4.object({ env: z4.record(z4.string(), z4.string()) }) });
      await original.bindTools([plain]).invoke("hi").catch(() => {}); // It may be refused.
      const [body] = await requests(1);
      assert.ok(declared(body)[0].parameters, "the original model's own declaration");
      const twice = withLapidary(coding, { onIssues, ...CODING });
      assert.deepEqual(called(await twice.bindTools(tools).invoke(SET)), [{ name: SET_UP.name, args: SETTING }]);
    });

    test("what is found is told; a wrong model and a misspelt option are refused", async () => {
      const told = [];
      const telling = withLapidary(original, { ...CODING, onIssues: (issues, info) => told.push([info, issues]) });
      await telling.bindTools(tools).invoke("hi");
      const [, issues] = told.find(([{ direction, tool }]) => direction === "request" && tool === SET_UP.name);
      assert.ok(issues.some(({ code }) => code === "GS010"));
      assert.throws(() => withLapidary(original, { tagret: "gemini" }), TypeError);
      assert.throws(() => withLapidary(model.bindTools(tools)), /bind them after/);
      for (const other of [undefined, "gemini", { bindTools() {} }]) {
        assert.throws(() => withLapidary(other), { name: "TypeError", message: /no chat model of Google's/ });
      }
      const never = { name: "never", schema: { type: "object", properties: { a: false }, required: ["a"] } };
      const strict = withLapidary(make({ maxRetries: 6 }), { onIssues, onError: "throw" });
      await assert.rejects(strict.bindTools([tool(async () => "", never)]).invoke("hi"), /never: /);
    });
  });
}

test("createAgent: structured answers of tools and of the provider", async () => {
  const model = withLapidary(MODELS["@langchain/google"](), { onIssues });
  const schema = z4.object({ kind: z4.union([z4.literal("a"), z4.number()]) });
  const say = (content) => ({ messages: [{ role: "user", content }] });
  const native = createAgent({ model, tools: [], responseFormat: providerStrategy(schema) });
  assert.deepEqual((await native.invoke(say('answer with {"kind":3}'))).structuredResponse, { kind: 3 });
  const byTool = createAgent({ model, tools: [], responseFormat: toolStrategy(schema) });
  assert.equal(typeof (await byTool.invoke(say("call extract #0"))).structuredResponse.kind, "string");
});

test("a model of initChatModel is refused with what to do", async () => {
  const model = await initChatModel("google-genai:gemini-3.5-flash", { apiKey: "none" });
  assert.throws(() => withLapidary(model), { name: "TypeError", message: /initChatModel.*withLapidary\(new ChatGoogleGenerativeAI/ });
});

test("a model for cached content is made fit like the first", async () => {
  const model = withLapidary(MODELS["@langchain/google-genai"](), { onIssues, ...CODING });
  const cached = { name: "cachedContents/1", model: "models/gemini-2.5-flash", contents: [] };
  model.useCachedContent(cached);
  await model.bindTools(tools).invoke("hi").catch(() => {}); // Nothing is cached there.
  const [body] = await requests(1);
  assert.equal(body.cachedContent, "cachedContents/1");
  assert.equal(declared(body)[1].name, CODED_NAME);
});

test("ChatGoogleGenerativeAIEx is ChatGoogleGenerativeAI with all of this", async () => {
  const Host = Object.getPrototypeOf(ChatGoogleGenerativeAIEx);
  const fields = { ...FIELDS, baseUrl: server.url };
  const { model: name, ...others } = fields;
  for (const model of [new ChatGoogleGenerativeAIEx(fields), new ChatGoogleGenerativeAIEx(name, others)]) {
    assert.ok(model instanceof ChatGoogleGenerativeAIEx && model instanceof Host);
    assert.equal(model.lc_id.at(-1), "ChatGoogleGenerativeAIEx");
    await createReactAgent({ llm: model, tools }).invoke({ messages: [{ role: "user", content: READ }] });
  }
  assert.equal(calls.length, 2);
  class Own extends ChatGoogleGenerativeAIEx {
    #secret = 3;
    get secret() {
      return this.#secret;
    }
  }
  assert.equal(new Own(fields).secret, 3);
});
