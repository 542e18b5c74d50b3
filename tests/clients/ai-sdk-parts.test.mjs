// lapidary/ai-sdk as a middleware by itself: what it makes of the parts of prompts, responses and streams.

import assert from "node:assert/strict";
import { test } from "node:test";

import { lapidaryMiddleware } from "../../crate/wasm/dist/ai-sdk.js";
import { SETTING, SET_UP, codedCall } from "./files-server.mjs";

const onIssues = () => {};
/** Without a provider that can be asked, as behind another middleware. */
const middleware = lapidaryMiddleware({ onIssues });
const { name: CODED_NAME, args: CODED } = codedCall({ target: "universal", mode: "round-trip" }).call;
const prompt = [{ role: "user", content: [{ type: "text", text: "hi" }] }];
const functionTool = ({ name, description, inputSchema }) => ({ type: "function", name, description, inputSchema });

test("what is not the model's own call of a function passes as it is", async () => {
  const search = { type: "provider", id: "google.google_search", name: "google_search", args: {} };
  const given = { prompt, tools: [search, functionTool(SET_UP)], seed: 7 };
  const params = await middleware.transformParams({ params: given });
  assert.equal(params.seed, 7);
  assert.equal(params.tools[0], search);
  assert.equal(params.tools[1].name, CODED_NAME);
  const others = [
    { type: "text", text: "x", providerMetadata: { google: { thoughtSignature: "s" } } },
    { type: "tool-call", toolCallId: "1", toolName: "code_execution", input: "{}", providerExecuted: true },
    { type: "custom", kind: "google.part" },
  ];
  const doGenerate = async () => ({ content: others, usage: 3 });
  const { content, usage } = await middleware.wrapGenerate({ params, doGenerate });
  assert.deepEqual([content, usage], [others, 3]);
});

test("a call without arguments, as AI SDK 5 has it, gets the text of none", async () => {
  const params = await middleware.transformParams({ params: { prompt, tools: [functionTool(SET_UP)] } });
  const call = { type: "tool-call", toolCallId: "1", toolName: CODED_NAME };
  const { content } = await middleware.wrapGenerate({ params, doGenerate: async () => ({ content: [call] }) });
  assert.deepEqual(content, [{ ...call, toolName: SET_UP.name, input: "{}" }]);
});

test("input in pieces is held until it can be restored; what is not coded is not", async () => {
  const inputSchema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  const plain = { name: "plain", inputSchema };
  const params = await middleware.transformParams({ params: { prompt, tools: [SET_UP, plain].map(functionTool) } });
  const wire = JSON.stringify(CODED);
  const sent = [
    { type: "tool-input-start", id: "1", toolName: CODED_NAME },
    { type: "tool-input-start", id: "2", toolName: "plain" },
    { type: "tool-input-delta", id: "1", delta: wire.slice(0, 9) },
    { type: "tool-input-delta", id: "2", delta: '{"a":' },
    { type: "tool-input-delta", id: "1", delta: wire.slice(9) },
    { type: "tool-input-delta", id: "2", delta: '"b"}' },
    { type: "tool-input-end", id: "1" },
    { type: "tool-input-end", id: "2" },
  ];
  const doStream = async () => ({ stream: ReadableStream.from(sent) });
  const { stream } = await middleware.wrapStream({ params, doStream });
  const got = [];
  for await (const part of stream) got.push(part);
  assert.deepEqual(got.filter(({ id }) => id === "2"), sent.filter(({ id }) => id === "2"));
  const [start, delta, end] = got.filter(({ id }) => id === "1");
  assert.deepEqual([start.toolName, JSON.parse(delta.delta), end.type], [SET_UP.name, SETTING, "tool-input-end"]);
});

test("a namespace that the model invents is removed, also in a stream, and reported once", async () => {
  const told = [];
  const telling = lapidaryMiddleware({ onIssues: (issues, info) => told.push([info.tool, issues[0].code]) });
  const params = await telling.transformParams({ params: { prompt, tools: [functionTool(SET_UP)] } });
  const [id, input, toolName] = ["1", JSON.stringify(CODED), `default_api.${CODED_NAME}`];
  const call = { type: "tool-call", toolCallId: id, toolName, input };
  const pieces = [{ type: "tool-input-start", id, toolName }, { type: "tool-input-delta", id, delta: input }];
  const sent = [...pieces, { type: "tool-input-end", id }, call];
  told.length = 0;
  const { stream } = await telling.wrapStream({ params, doStream: async () => ({ stream: ReadableStream.from(sent) }) });
  const got = [];
  for await (const part of stream) got.push(part);
  assert.deepEqual([got[0].toolName, got[3].toolName], [SET_UP.name, SET_UP.name]);
  assert.deepEqual([got[1].delta, got[3].input].map(JSON.parse), [SETTING, SETTING]);
  assert.deepEqual(told, [[SET_UP.name, "namespace"]]);
});

test("calls that do not fit, examples of input, and tools that are left out", async () => {
  const told = [];
  const onIssues = (issues, info) => told.push({ ...info, ...issues[0] });
  const telling = lapidaryMiddleware({ onIssues, onError: "omit" });
  const never = { name: "never", inputSchema: { type: "object", properties: { a: false }, required: ["a"] } };
  const example = { ...functionTool(SET_UP), inputExamples: [{ input: SETTING }] };
  const params = await telling.transformParams({ params: { prompt, tools: [example, functionTool(never)] } });
  assert.deepEqual(params.tools.map(({ name }) => name), [CODED_NAME]);
  assert.deepEqual(params.tools[0].inputExamples, [{ input: CODED }]);
  const call = { type: "tool-call", toolCallId: "1", toolName: CODED_NAME, input: '{"vars": 5}' };
  const { content } = await telling.wrapGenerate({ params, doGenerate: async () => ({ content: [call] }) });
  assert.equal(content[0].toolName, SET_UP.name);
  const { code, pointer } = told.find(({ direction }) => direction === "response");
  assert.deepEqual([code, pointer], ["misfit", "/vars"]);
});

test("functions may be named as members that every object has", async () => {
  const names = ["constructor", "toString", "__proto__"];
  const inputSchema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  const tools = [SET_UP, ...names.map((name) => ({ name, inputSchema }))].map(functionTool);
  const params = await middleware.transformParams({ params: { prompt, tools } });
  assert.deepEqual(params.tools.map(({ name }) => name), [CODED_NAME, ...names]);
  const content = names.map((toolName) => ({ type: "tool-call", toolCallId: "1", toolName, input: '{"a":"b"}' }));
  const result = await middleware.wrapGenerate({ params, doGenerate: async () => ({ content }) });
  assert.deepEqual(result.content, content);
});

test("calls of tools that are no longer declared keep the name under which they were", async () => {
  const call = { type: "tool-call", toolCallId: "1", toolName: SET_UP.name, input: SETTING };
  const result = { type: "tool-result", toolCallId: "1", toolName: SET_UP.name, output: { type: "text", value: "done" } };
  const history = [{ role: "assistant", content: [call] }, { role: "tool", content: [result] }];
  const other = { name: "other", inputSchema: { type: "object", properties: {} } };
  const params = await middleware.transformParams({ params: { prompt: history, tools: [functionTool(other)] } });
  assert.deepEqual(params.prompt.map(({ content }) => content[0].toolName), [CODED_NAME, CODED_NAME]);
  assert.deepEqual(params.tools.map(({ name }) => name), ["other"]);
});

test("functions count as those of a request, without those that are no longer declared", async () => {
  const listed = (count, name) => Array.from({ length: count }, (_, at) => functionTool({ name: `${name}${at}`, inputSchema: { type: "object" } }));
  const called = ({ name }) => ({ role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName: name, input: {} }] });
  const told = [];
  const onIssues = (issues, { tool }) => told.push(...issues.map(({ code }) => [code, tool]));
  const fitted = (onError, count) => {
    const params = { prompt: listed(30, "old").map(called), tools: listed(count, "now") };
    return lapidaryMiddleware({ onIssues, onError }).transformParams({ params });
  };
  for (const onError of ["keep-going", "omit", "throw"]) assert.equal((await fitted(onError, 500)).tools.length, 500);
  assert.deepEqual(told.filter(([code]) => code === "GS058"), []);
  for (const onError of ["keep-going", "omit"]) assert.equal((await fitted(onError, 513)).tools.length, 512);
  assert.deepEqual(told.filter(([code]) => code === "GS058"), Array(2).fill(["GS058", "now512"]));
  await assert.rejects(fitted("throw", 513), ({ issue }) => issue.code === "GS058" && issue.pointer === "/tools/512/name");
});

test("the input of a call in the prompt may be JSON text", async () => {
  const call = { type: "tool-call", toolCallId: "1", toolName: SET_UP.name, input: JSON.stringify(SETTING) };
  const history = [{ role: "assistant", content: [call] }];
  const params = await middleware.transformParams({ params: { prompt: history, tools: [functionTool(SET_UP)] } });
  assert.deepEqual(JSON.parse(params.prompt[0].content[0].input), CODED);
});

test("input that ends before it is complete is passed on", async () => {
  const params = await middleware.transformParams({ params: { prompt, tools: [functionTool(SET_UP)] } });
  const sent = [
    { type: "tool-input-start", id: "1", toolName: CODED_NAME },
    { type: "tool-input-delta", id: "1", delta: '{"vars":[' },
    { type: "finish", finishReason: "length" },
  ];
  const { stream } = await middleware.wrapStream({ params, doStream: async () => ({ stream: ReadableStream.from(sent) }) });
  const got = [];
  for await (const part of stream) got.push(part);
  assert.deepEqual(got.slice(1), sent.slice(1));
});
