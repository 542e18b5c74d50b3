// lapidary/ai-sdk through the AI SDK and its providers for Google, to the Gemini stand-in and to an MCP server.

import assert from "node:assert/strict";
import { after, beforeEach, describe, test } from "node:test";

import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createGoogleGenerativeAI as createGoogle3 } from "@ai-sdk/google-3";
import { createVertex } from "@ai-sdk/google-vertex";
import { createVertex as createVertex4 } from "@ai-sdk/google-vertex-4";
import { createMCPClient } from "@ai-sdk/mcp";
import { createMCPClient as createMCPClient1 } from "@ai-sdk/mcp-1";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import * as ai7 from "ai";
import * as ai6 from "ai-6";
import * as z from "zod";

import { lapidaryMiddleware } from "../../crate/wasm/dist/ai-sdk.js";
import { FILES, READ, READ_FILES, SETTING, SET_UP, codedCall, filesServer, historyOf } from "./files-server.mjs";
import { fsMcp } from "./real-servers.mjs";
import { standIn } from "./stand-in.mjs";

const server = await standIn();
const { client, transport, calls } = await filesServer();
const files = await fsMcp(import.meta.dirname);
after(async () => {
  await files.close();
  await client.close();
  await server.stop();
});
beforeEach(() => void (calls.length = 0));

const GEMINI = { apiKey: "none", baseURL: `${server.url}/v1beta` };
const VERTEX = { apiKey: "none", baseURL: `${server.url}/v1/publishers/google` };

/** Each with what its provider does with schemas, and where the middleware aims for that. */
const SETTINGS = {
  "AI SDK 7, @ai-sdk/google": { ai: ai7, mcp: createMCPClient, provider: createGoogleGenerativeAI(GEMINI), keeps: true },
  "AI SDK 7, @ai-sdk/google-vertex": { ai: ai7, mcp: createMCPClient, provider: createVertex(VERTEX), keeps: true },
  "AI SDK 7, @ai-sdk/google 3": { ai: ai7, mcp: createMCPClient, provider: createGoogle3(GEMINI) },
  "AI SDK 6, @ai-sdk/google 3": { ai: ai6, mcp: createMCPClient1, provider: createGoogle3(GEMINI) },
  "AI SDK 6, @ai-sdk/google-vertex 4": { ai: ai6, mcp: createMCPClient1, provider: createVertex4(VERTEX) },
};

const onIssues = () => {};
const requests = async (count) => (await server.requests()).slice(-count).map(({ body }) => body);
const declared = (body, name) => body.tools[0].functionDeclarations.find((own) => own.name === name);

const READ_SELF = `call read_files with ${JSON.stringify({ files: [{ path: import.meta.filename, head: 1 }] })}`;
const CODINGS = {
  keeping: codedCall({ target: "gemini-json-schema", mode: "round-trip" }),
  rewriting: codedCall({ target: "universal", mode: "round-trip" }),
};

for (const [name, { ai, mcp: createMCPClient, provider, keeps }] of Object.entries(SETTINGS)) {
  describe(name, async () => {
    const { Output, generateText, jsonSchema, streamText, tool, wrapLanguageModel } = ai;
    const { call: { name: CODED_NAME, args: CODED }, prompt: SET } = CODINGS[keeps ? "keeping" : "rewriting"];
    const stopWhen = ai.stepCountIs(3);
    const mcp = await createMCPClient({ transport: await transport() });
    const tools = await mcp.tools();
    after(() => mcp.close());
    /** The tools of fs-mcp. */
    const real = Object.fromEntries(
      (await files.listTools()).tools.map(({ name, description, inputSchema }) => {
        const execute = async (args) => (await files.callTool({ name, arguments: args })).content[0].text;
        return [name, tool({ description, inputSchema: jsonSchema(inputSchema), execute })];
      }),
    );
    const wrapped = (id, options) =>
      wrapLanguageModel({ model: provider(id), middleware: lapidaryMiddleware(options) });
    const model = wrapped("gemini-2.5-flash", { onIssues });

    test("read_files of fs-mcp gets its objects, generated and streamed", async () => {
      const { text } = await generateText({ model, tools, prompt: READ, stopWhen });
      assert.ok(text.length > 0);
      await streamText({ model, tools, prompt: READ, stopWhen }).consumeStream();
      assert.deepEqual(calls, Array(2).fill({ name: "read_files", args: FILES }));
    });

    test("the real fs-mcp reads the file that is asked for", async () => {
      const { steps } = await generateText({ model, tools: real, prompt: READ_SELF, stopWhen });
      assert.match(steps[0].toolResults[0].output, /through the AI SDK/);
    });

    test("coded calls and changed names come back as the server's, and go into the history as they were", async () => {
      const { steps } = await generateText({ model, tools, prompt: SET, stopWhen });
      const [{ toolName, input }] = steps[0].toolCalls;
      assert.deepEqual({ toolName, input }, { toolName: SET_UP.name, input: SETTING });
      assert.deepEqual(calls, [{ name: SET_UP.name, args: SETTING }]);
      const [request] = await requests(1);
      assert.deepEqual(historyOf(request), { call: { name: CODED_NAME, args: CODED }, answered: CODED_NAME });
    });

    test("a stream has restored calls only, and deltas that spell them", async () => {
      const parts = [];
      for await (const part of streamText({ model, tools, prompt: SET, stopWhen }).fullStream) parts.push(part);
      const of = (type) => parts.filter((part) => part.type === type);
      assert.deepEqual(of("tool-input-start").map(({ toolName }) => toolName), [SET_UP.name]);
      assert.deepEqual(JSON.parse(of("tool-input-delta").map(({ delta }) => delta).join("")), SETTING);
      assert.equal(of("tool-input-end").length, 1);
      assert.deepEqual(of("tool-call").map(({ input }) => input), [SETTING]);
      assert.ok(!JSON.stringify(parts.filter(({ type }) => type.startsWith("tool"))).includes(CODED_NAME));
    });

    test("thought signatures survive", async () => {
      const thinking = wrapped("gemini-3-pro-preview", { onIssues });
      await streamText({ model: thinking, tools, prompt: SET, stopWhen }).consumeStream();
      assert.deepEqual(calls, [{ name: SET_UP.name, args: SETTING }]);
      const [{ contents }] = await requests(1);
      assert.ok(contents.flatMap(({ parts }) => parts).find((part) => part.functionCall).thoughtSignature);
    });

    test("what the server asked for is there in the request", async () => {
      await generateText({ model, tools, prompt: "hi" });
      const [body] = await requests(1);
      const [read, setUp] = ["read_files", CODED_NAME].map((name) => declared(body, name));
      if (keeps) {
        assert.deepEqual(read.parametersJsonSchema.properties.files, READ_FILES.inputSchema.properties.files);
        assert.deepEqual(setUp.parametersJsonSchema.properties.vars.additionalProperties, { type: "string" });
        return;
      }
      const { files } = read.parameters.properties;
      assert.equal(files.description, "(at least 1 items)");
      const { head } = files.items.properties;
      assert.deepEqual([head.type, head.nullable, head.description], ["integer", true, "(at least 1)"]);
      const { vars, level, target } = setUp.parameters.properties;
      assert.deepEqual(vars.items.required, ["key", "value"]);
      assert.deepEqual(level.enum, ["1", "5", "max"]);
      assert.deepEqual(target.anyOf.map(({ type }) => type), ["string", "array"]);
    });

    test("structured output with a map passes, with and without", async () => {
      const output = Output.object({ schema: z.object({ a: z.record(z.string(), z.number()) }) });
      const answers = await Promise.all([model, provider("gemini-2.5-flash")].map(async (model) =>
        (await generateText({ model, prompt: 'answer with {"a":{"b":3}}', output })).output));
      assert.deepEqual(answers, keeps ? Array(2).fill({ a: { b: 3 } }) : Array(2).fill({ a: {} }));
    });

    test("names in the choice of tools, and response schemas", async () => {
      await generateText({ model, tools, prompt: "hi", toolChoice: { type: "tool", toolName: SET_UP.name } });
      const [{ toolConfig }] = await requests(1);
      assert.deepEqual(toolConfig.functionCallingConfig.allowedFunctionNames, [CODED_NAME]);
      const schema = {
        type: "object",
        properties: { kind: { oneOf: [{ const: "a" }, { type: ["integer", "null"], exclusiveMinimum: 4 }] } },
        required: ["kind"],
      };
      const output = Output.object({ schema: jsonSchema(schema) });
      const { output: answer } = await generateText({ model, prompt: 'answer with {"kind":null}', output });
      assert.deepEqual(answer, { kind: null });
      const [{ generationConfig }] = await requests(1);
      const { responseJsonSchema, responseSchema } = generationConfig;
      assert.match(JSON.stringify(responseJsonSchema ?? responseSchema), /"minimum":5|at least 5/);
    });

    test("what is found is told, and a misspelt option is refused", async () => {
      const told = [];
      const telling = wrapped("gemini-2.5-flash", { onIssues: (issues, info) => told.push([info, issues]) });
      await generateText({ model: telling, tools, prompt: "hi" });
      const [, issues] = told.find(([{ direction, tool }]) => direction === "request" && tool === SET_UP.name);
      assert.ok(issues.some(({ code }) => code === (keeps ? "GS043" : "GS010")));
      assert.throws(() => lapidaryMiddleware({ tagret: "gemini" }), TypeError);
    });
  });
}

test("the provider is asked only by the middleware next to it; else the target is universal", async () => {
  const aiming = async (middleware) => {
    const model = ai7.wrapLanguageModel({ model: createGoogleGenerativeAI(GEMINI)("gemini-2.5-flash"), middleware });
    const a = ai7.tool({ inputSchema: z.object({ map: z.record(z.string(), z.string()) }) });
    await ai7.generateText({ model, tools: { a }, prompt: "hi" });
    return declared((await requests(1))[0], "a").parametersJsonSchema.properties.map.type;
  };
  const [own, other] = [lapidaryMiddleware({ onIssues }), ai7.defaultSettingsMiddleware({ settings: {} })];
  assert.equal(await aiming([other, own]), "object");
  assert.equal(await aiming([own, other]), "array");
  assert.equal(await aiming(lapidaryMiddleware({ onIssues, target: "universal" })), "array");
});

test("a target that the provider cannot carry is told, and replaced; `auto` is the default", async () => {
  const map = { type: "object", properties: { map: { type: "object", additionalProperties: { type: "string" } } } };
  const params = { prompt: [], tools: [{ type: "function", name: "a", inputSchema: map }] };
  const told = [];
  const aiming = async (create, target) => {
    const middleware = lapidaryMiddleware({ target, onIssues: (issues) => told.push(...issues.map(({ code }) => code)) });
    const { tools } = await middleware.transformParams({ params, model: create(GEMINI)("gemini-2.5-flash") });
    return tools[0].inputSchema.properties.map.type;
  };
  for (const target of ["gemini-json-schema", "vertex-ai"]) {
    assert.equal(await aiming(createGoogleGenerativeAI, target), "object");
    assert.deepEqual(told.splice(0).filter((code) => !code.startsWith("GS")), []);
    assert.equal(await aiming(createGoogle3, target), "array");
    assert.deepEqual(told.splice(0).filter((code) => !code.startsWith("GS")), ["provider-target"]);
  }
  assert.deepEqual([await aiming(createGoogle3, "auto"), await aiming(createGoogleGenerativeAI, "auto")], ["array", "object"]);
  assert.ok(!told.includes("provider-target"));
});

test("a provider may return the body alone; of one that cannot be queried, a named target is kept, which is told", async () => {
  const map = { type: "object", properties: { map: { type: "object", additionalProperties: { type: "string" } } } };
  const params = { prompt: [], tools: [{ type: "function", name: "a", inputSchema: map }] };
  const asFunction = ({ name, inputSchema, strict }) =>
    ({ type: "function", function: { name, parameters: inputSchema, strict } });
  /** As OpenRouter's provider. */
  const bare = { provider: "openrouter.chat", getArgs: ({ tools }) => ({ model: "m", tools: tools.map(asFunction) }) };
  const aiming = async (target, model) => {
    const told = [];
    const onIssues = (issues) => told.push(...issues.filter(({ code }) => code === "provider-target"));
    const { tools } = await lapidaryMiddleware({ target, onIssues }).transformParams({ params, model });
    return { map: tools[0].inputSchema.properties.map.type, told: told.map(({ message }) => message) };
  };
  for (const target of ["gemini-json-schema", "vertex-ai"]) {
    assert.deepEqual(await aiming(target, bare), { map: "object", told: [] });
    for (const model of [undefined, {}, { provider: "p", getArgs: () => ({ args: {} }) }]) {
      const { map, told } = await aiming(target, model);
      assert.equal(map, "object", target);
      assert.match(told.join(), /^the provider cannot be queried: it may rewrite schemas of the target `[^`]+`$/);
    }
  }
  assert.equal((await aiming("openai-strict", {})).told.length, 1);
  for (const target of [undefined, "auto", "universal"]) {
    assert.deepEqual(await aiming(target, {}), { map: "array", told: [] });
    assert.deepEqual(await aiming(target, bare), { map: "array", told: [] });
  }
});

test("a strict tool stays strict only if its schema does not change, or the target is for strict modes", async () => {
  const properties = { a: { type: "string" } };
  const inputSchema = { type: "object", properties, required: ["a"], additionalProperties: false };
  const sending = async (options, model, schema = inputSchema) => {
    const told = [];
    const onIssues = (issues, { tool }) => told.push(...issues.map(({ code }) => `${tool}: ${code}`));
    const params = { prompt: [], tools: [{ type: "function", name: "t", inputSchema: schema, strict: true }] };
    const { tools } = await lapidaryMiddleware({ onIssues, ...options }).transformParams({ params, model });
    return { strict: tools[0].strict, isTold: told.includes("t: strict-mode") };
  };
  const openai = createOpenAICompatible({ name: "openai", baseURL: "http://127.0.0.1/v1" })("gpt-5");
  for (const model of [openai, undefined]) {
    assert.deepEqual(await sending({}, model), { strict: undefined, isTold: true });
    assert.deepEqual(await sending({ target: "openai-strict" }, model), { strict: true, isTold: false });
    const { additionalProperties, ...plain } = inputSchema;
    assert.deepEqual(await sending({}, model, plain), { strict: true, isTold: false });
  }
  assert.deepEqual(await sending({ target: "gemini-json-schema" }, openai), { strict: true, isTold: false });
  // Gemini gets no `strict`: the provider asks for validated calls instead.
  for (const create of [createGoogleGenerativeAI, createGoogle3]) {
    assert.deepEqual(await sending({}, create(GEMINI)("gemini-2.5-flash")), { strict: true, isTold: false });
  }
});

test("functions for OpenAI are declared in strict mode, and their calls restored", async () => {
  const map = { type: "object", additionalProperties: { type: "string" } };
  const inputSchema = { type: "object", properties: { map, note: { type: "string", pattern: "^a" } }, required: ["map"] };
  let sent;
  const fetch = async (_, { body }) => {
    sent = JSON.parse(body).tools[0];
    const args = JSON.stringify({ map: [{ key: "k", value: "v" }], note: null });
    const call = { id: "1", type: "function", function: { name: sent.function.name, arguments: args } };
    return Response.json({ choices: [{ message: { role: "assistant", tool_calls: [call] }, finish_reason: "tool_calls" }] });
  };
  const provider = createOpenAICompatible({ name: "openai", baseURL: "http://127.0.0.1/v1", fetch });
  const middleware = lapidaryMiddleware({ onIssues, target: "openai-strict" });
  const model = ai7.wrapLanguageModel({ model: provider("gpt-5"), middleware });
  const own = ai7.tool({ inputSchema: ai7.jsonSchema(inputSchema) });
  const { toolCalls } = await ai7.generateText({ model, prompt: "hi", tools: { "a b": own } });
  assert.deepEqual(toolCalls.map(({ toolName, input }) => [toolName, input]), [["a b", { map: { k: "v" } }]]);
  const { strict, parameters } = sent.function;
  assert.deepEqual([strict, parameters.required, parameters.additionalProperties], [true, ["map", "note"], false]);
  assert.deepEqual(parameters.properties.note, { type: ["string", "null"], pattern: "^a" });
});

test("functions of interactions are JSON Schema in every version", async () => {
  for (const create of [createGoogleGenerativeAI, createGoogle3]) {
    const model = create(GEMINI).interactions("gemini-3.5-flash");
    const params = { prompt: [], tools: [{ type: "function", ...SET_UP }] };
    const { tools } = await lapidaryMiddleware({ onIssues }).transformParams({ params, model });
    assert.deepEqual(tools[0].inputSchema.properties.vars.additionalProperties, { type: "string" });
  }
});
