// lapidary/fetch below clients of OpenAI's `chat/completions`, to the endpoints of the stand-in that take it, and to an
// MCP server.

import assert from "node:assert/strict";
import { after, beforeEach, describe, test } from "node:test";

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { HumanMessage } from "@langchain/core/messages";
import { tool as langchainTool } from "@langchain/core/tools";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { ChatOpenAI as ChatOpenAI15 } from "@langchain/openai-1.5";
import { generateText, jsonSchema, stepCountIs, streamText, tool as sdkTool } from "ai";
import OpenAI from "openai";
import OpenAI6 from "openai-6";
import { zodResponseFormat as zodResponseFormat6 } from "openai-6/helpers/zod";
import { zodResponseFormat } from "openai/helpers/zod";
import { z } from "zod";

import { createGeminiFetch } from "../../crate/wasm/dist/fetch.js";
import { createRestorer, normalizeRequest, restoreResponse } from "../../crate/wasm/dist/index.js";
import { FILES, READ, READ_FILES, SETTING, SET_UP, codedCall, filesServer } from "./files-server.mjs";
import { fsMcp } from "./real-servers.mjs";
import { standIn } from "./stand-in.mjs";

const server = await standIn();
const { client, calls } = await filesServer();
const files = await fsMcp(import.meta.dirname);
after(async () => {
  await files.close();
  await client.close();
  await server.stop();
});
beforeEach(() => void (calls.length = 0));

const ENDPOINTS = {
  "the Gemini API": { baseURL: `${server.url}/v1beta/openai/`, model: "gemini-2.5-flash", thinking: "gemini-3-pro" },
  "Vertex AI": {
    baseURL: `${server.url}/v1/projects/p/locations/l/endpoints/openapi`,
    model: "google/gemini-2.5-flash",
    thinking: "google/gemini-3-pro",
  },
};
const { baseURL, model: MODEL } = ENDPOINTS["the Gemini API"];
const PACKAGES = {
  "openai 7": { Client: OpenAI, zodResponseFormat },
  "openai 6": { Client: OpenAI6, zodResponseFormat: zodResponseFormat6 },
};
const SETTINGS = Object.entries(PACKAGES).flatMap(([major, own]) =>
  Object.entries(ENDPOINTS).map(([name, endpoint]) => ({ name: `${major} at ${name}`, ...own, ...endpoint })),
);

const onIssues = () => {};
const fetch = createGeminiFetch({ onIssues });
const openai = ({ Client = OpenAI, ...options } = {}) =>
  new Client({ apiKey: "none", baseURL, maxRetries: 0, fetch, ...options });
const requests = async (count) => (await server.requests()).slice(-count).map(({ body }) => body);
const { call: { name: CODED_NAME, args: CODED }, prompt: SET } = codedCall({ mode: "round-trip" });

/** The tool of an MCP server as OpenAI takes it. */
const asFunction = ({ name, description, inputSchema: parameters }) => ({ name, description, parameters });
const run = async (name, args) => (await client.callTool({ name, arguments: args })).content[0].text;
const tools = [READ_FILES, SET_UP].map((tool) => ({ type: "function", function: asFunction(tool) }));
/** The same, for helpers that run functions. */
const runnable = tools.map((tool) => ({
  ...tool,
  function: { ...tool.function, parse: JSON.parse, function: (args) => run(tool.function.name, args) },
}));
const said = (content) => [{ role: "user", content }];
const called = ({ function: { name, arguments: text } }) => ({ name, args: JSON.parse(text) });
const PIECES = { extra_body: { google: { stream_function_call_arguments: true } } };

/** The calls of a stream's chunks, whose entries without a number are calls by themselves. */
async function gathered(stream) {
  const calls = [];
  for await (const { choices } of stream) {
    for (const { index, delta } of choices) {
      for (const { index: number = calls.length, id, function: { name, arguments: text }, ...more } of delta.tool_calls ?? []) {
        const call = (calls[number] ??= { id, choice: index, function: { name, arguments: "" }, ...more });
        call.function.arguments += text ?? "";
      }
    }
  }
  return calls;
}

for (const { name, Client, zodResponseFormat, baseURL, model, thinking } of SETTINGS) {
  describe(name, () => {
    const chat = openai({ Client, baseURL }).chat.completions;

    test("without Lapidary the tools are refused", async () => {
      const plain = openai({ Client, baseURL, fetch: undefined }).chat.completions;
      await assert.rejects(plain.create({ model, tools, messages: said(READ) }), { status: 400 });
    });

    test("tools are run, whole and streamed: in one piece and in many", async () => {
      for (const more of [{}, { stream: true, ...PIECES }]) {
        for (const [prompt, expected] of [[READ, { name: READ_FILES.name, args: FILES }], [SET, { name: SET_UP.name, args: SETTING }]]) {
          calls.length = 0;
          const runner = chat.runTools({ model, tools: runnable, messages: said(prompt), ...more });
          assert.match(await runner.finalContent(), /^I have the answer of/);
          assert.deepEqual(calls, [expected]);
        }
      }
    });

    test("a streamed call as Gemini sends it, without a number", async () => {
      const stream = await chat.create({ model, tools, messages: said(`${SET}\n${READ}`), stream: true });
      assert.deepEqual((await gathered(stream)).map(called), [
        { name: SET_UP.name, args: SETTING },
        { name: READ_FILES.name, args: FILES },
      ]);
    });

    test("calls of the history go out as the model made them, with their signatures", async () => {
      const messages = said(SET);
      for (const more of [{ stream: true }, { stream: true, ...PIECES }, {}]) {
        const answer = await chat.create({ model: thinking, tools, messages, ...more });
        const made = more.stream ? await gathered(answer) : answer.choices[0].message.tool_calls;
        assert.deepEqual(made.map(called), [{ name: SET_UP.name, args: SETTING }]);
        assert.ok(made[0].extra_content.google.thought_signature);
        const result = { role: "tool", tool_call_id: made[0].id, name: SET_UP.name, content: "done" };
        const history = [...messages, { role: "assistant", tool_calls: made }, result];
        const last = await chat.create({ model: thinking, tools, messages: history });
        assert.match(last.choices[0].message.content, new RegExp(`of ${CODED_NAME}\\.$`));
        const [{ messages: sent }] = await requests(1);
        assert.deepEqual(called(sent[1].tool_calls[0]), { name: CODED_NAME, args: CODED });
        assert.deepEqual(sent[1].tool_calls[0].extra_content, made[0].extra_content);
        assert.equal(sent[2].name, CODED_NAME);
      }
    });

    test("parallel calls, several choices, the usage", async () => {
      const request = { model, tools, messages: said(`${SET}\n${READ}`), n: 2 };
      const expected = [{ name: SET_UP.name, args: SETTING }, { name: READ_FILES.name, args: FILES }];
      const { choices } = await chat.create(request);
      assert.deepEqual(choices.map(({ message }) => message.tool_calls.map(called)), [expected, expected]);
      const helper = chat.stream({ ...request, ...PIECES, stream_options: { include_usage: true } });
      const streamed = await helper.finalChatCompletion();
      assert.deepEqual(streamed.choices.map(({ message }) => message.tool_calls.map(called)), [expected, expected]);
      assert.equal(streamed.usage.total_tokens, 15);
    });

    test("the choice of a tool, and answers by a schema", async () => {
      const choose = (tool_choice) => chat.create({ model, tools, messages: said("hi"), tool_choice });
      const chosen = await choose({ type: "function", function: { name: SET_UP.name } });
      assert.equal(chosen.choices[0].message.tool_calls[0].function.name, SET_UP.name);
      assert.equal((await choose("none")).choices[0].message.tool_calls, undefined);
      assert.ok((await choose("required")).choices[0].message.tool_calls);
      const Kind = z.object({ kind: z.union([z.literal("a"), z.int().min(5)]).nullable(), more: z.strictObject({ a: z.string() }) });
      const response_format = zodResponseFormat(Kind, "kind");
      const answer = { kind: 7, more: { a: "b" } };
      const parsed = await chat.parse({ model, messages: said(`answer with ${JSON.stringify(answer)}`), response_format });
      assert.deepEqual(parsed.choices[0].message.parsed, answer);
      const plain = openai({ Client, baseURL, fetch: undefined }).chat.completions;
      await assert.rejects(plain.parse({ model, messages: said("answer"), response_format }), { status: 400 });
    });

    test("a refusal reaches the client", async () => {
      const unpaired = { role: "tool", tool_call_id: "gone", content: "x" };
      const refused = chat.create({ model, tools, messages: [...said("hi"), unpaired] });
      await assert.rejects(refused, { status: 400 });
      const [{ error }] = (await server.requests()).slice(-1);
      assert.match(error, /function_response.name: Name cannot be empty/);
    });
  });
}

test("the tools of the real fs-mcp are taken, and it reads the file that is asked for", async () => {
  const listed = (await files.listTools()).tools.map((tool) => ({ type: "function", function: asFunction(tool) }));
  const content = `call read_files with ${JSON.stringify({ files: [{ path: import.meta.filename, head: 1 }] })}`;
  const { choices } = await openai().chat.completions.create({ model: MODEL, tools: listed, messages: said(content) });
  const { name, args } = called(choices[0].message.tool_calls[0]);
  const answer = await files.callTool({ name, arguments: args });
  assert.match(answer.content[0].text, /below clients of OpenAI/);
});

describe("LangChain's ChatOpenAI", () => {
  // The second is the last on openai 6, and the last for Node 20.
  const CLASSES = { "on openai 7": ChatOpenAI, "on openai 6": ChatOpenAI15 };
  const fields = { model: MODEL, apiKey: "none", maxRetries: 0, configuration: { baseURL, fetch } };
  const real = [READ_FILES, SET_UP].map(({ name, description, inputSchema: schema }) =>
    langchainTool((args) => run(name, args), { name, description, schema }),
  );

  for (const [major, Chat] of Object.entries(CLASSES)) {
    for (const [kind, modelKwargs, stream] of [["whole", {}, false], ["streamed", {}, true], ["in pieces", PIECES, true]]) {
      test(`an agent ${major}, ${kind}`, async () => {
        const agent = createReactAgent({ llm: new Chat({ ...fields, modelKwargs }), tools: real });
        for (const content of [READ, SET]) {
          const messages = [new HumanMessage(content)];
          // With these messages it streams: the option `streaming` loads tokenizers from the network.
          if (stream) for await (const _ of await agent.stream({ messages }, { streamMode: "messages" }));
          else assert.match((await agent.invoke({ messages })).messages.at(-1).text, /^I have the answer of/);
        }
        assert.deepEqual(calls, [{ name: READ_FILES.name, args: FILES }, { name: SET_UP.name, args: SETTING }]);
        const [{ messages: sent, stream: streamed = false }] = await requests(1);
        assert.equal(streamed, stream);
        assert.deepEqual(called(sent[1].tool_calls[0]), { name: CODED_NAME, args: CODED });
      });
    }
  }
});

describe("the AI SDK's provider for compatible endpoints", () => {
  const provider = createOpenAICompatible({ name: "google", apiKey: "none", baseURL, fetch });
  const sdkTools = Object.fromEntries(
    [READ_FILES, SET_UP].map(({ name, description, inputSchema }) => {
      return [name, sdkTool({ description, inputSchema: jsonSchema(inputSchema), execute: (args) => run(name, args) })];
    }),
  );
  const asked = (prompt, more) => ({ model: provider("gemini-3-pro"), tools: sdkTools, prompt, stopWhen: stepCountIs(3), ...more });

  test("calls and changed names come back as the server's, and thought signatures survive", async () => {
    for (const prompt of [READ, SET]) {
      assert.match((await generateText(asked(prompt))).text, /^I have the answer of/);
      const stream = streamText(asked(prompt));
      assert.match(await stream.text, /^I have the answer of/);
    }
    const [read, set] = [{ name: READ_FILES.name, args: FILES }, { name: SET_UP.name, args: SETTING }];
    assert.deepEqual(calls, [read, read, set, set]);
    const [{ messages }] = await requests(1);
    const [call] = messages.find(({ tool_calls }) => tool_calls).tool_calls;
    assert.deepEqual(called(call), { name: CODED_NAME, args: CODED });
    assert.ok(call.extra_content.google.thought_signature);
  });

  test("arguments that are streamed in pieces", async () => {
    const pieces = createOpenAICompatible({
      name: "google", apiKey: "none", baseURL, fetch, transformRequestBody: (body) => ({ ...body, ...PIECES }),
    });
    const parts = [];
    const { fullStream } = streamText(asked(SET, { model: pieces("gemini-3-pro") }));
    for await (const part of fullStream) parts.push(part);
    const of = (type) => parts.filter((part) => part.type === type);
    assert.deepEqual(of("tool-input-start").map(({ toolName }) => toolName), [SET_UP.name]);
    assert.deepEqual(JSON.parse(of("tool-input-delta").map(({ delta }) => delta).join("")), SETTING);
    assert.deepEqual(of("tool-call").map(({ input }) => input), [SETTING]);
  });
});

describe("which requests are made fit", () => {
  const body = (model) => JSON.stringify({ model, messages: said("hi"), tools });
  const sent = async (url, model, options) => {
    let passed;
    const fetch = createGeminiFetch({ onIssues, fetch: async (...args) => ((passed = args), new Response("{}")), ...options });
    const init = { method: "POST", body: body(model) };
    await fetch(url, init);
    return passed[1] === init ? "passed" : JSON.parse(passed[1].body).tools[1].function.name;
  };

  test("at Google's endpoints all, elsewhere those of Gemini", async () => {
    const vertex = "https://x-aiplatform.googleapis.com/v1beta1/projects/p/locations/x/endpoints/7/chat/completions";
    assert.equal(await sent("https://generativelanguage.googleapis.com/v1beta/openai/chat/completions", "tuned"), CODED_NAME);
    assert.equal(await sent(vertex, undefined), CODED_NAME);
    const gateway = "https://openrouter.ai/api/v1/chat/completions";
    for (const model of ["google/gemini-2.5-pro", "gemini-flash-latest", "vertex_ai/gemini-3-pro", "my_gemini-3-pro"]) {
      assert.equal(await sent(gateway, model), CODED_NAME);
    }
    assert.equal(await sent(gateway, "fast", { model: "gemini-2.5-flash" }), CODED_NAME);
    assert.equal(await sent(gateway, "google/gemini-2.5-pro", { model: "my-deployment" }), CODED_NAME);
    for (const model of ["openai/gpt-5", "anthropic/claude-sonnet-5", "notgemini-1", undefined, 7]) {
      assert.equal(await sent(gateway, model), "passed");
      assert.equal(await sent("https://api.openai.com/v1/chat/completions", model), "passed");
      assert.equal(await sent("https://gateway.example/v1/account/openai/chat/completions", model), "passed");
    }
  });

  test("what needs nothing, and what cannot be read, goes on as it was", async () => {
    const told = [];
    let passed;
    const fetch = createGeminiFetch({
      onIssues: (issues) => told.push(...issues.map(({ code }) => code)),
      fetch: async (...args) => ((passed = args), new Response("{}")),
    });
    const fit = { type: "function", function: { name: "f", parameters: { type: "object", properties: { a: { type: "string" } } } } };
    for (const body of [JSON.stringify({ messages: said("é"), tools: [fit], tool_choice: "auto" }), "{nope", "null"]) {
      const init = { method: "POST", body };
      await fetch(`${baseURL}chat/completions`, init);
      assert.equal(passed[1], init);
    }
    assert.deepEqual(told, ["invalid-json", "no-request"]);
  });
});

test("clients show why `onError: \"throw\"` rejects a tool, and do not try again", async () => {
  const parameters = { type: "object", properties: { a: false }, required: ["a"] };
  const never = [{ type: "function", function: { name: "never", parameters } }];
  const throwing = createGeminiFetch({ onIssues, onError: "throw", fetch: () => assert.fail("sent") });
  let asked = 0;
  const fetch = (...args) => ((asked += 1), throwing(...args));
  for (const Client of [OpenAI, OpenAI6]) {
    for (const stream of [false, true]) {
      const given = { model: MODEL, tools: never, messages: said("hi"), stream };
      const asking = openai({ Client, fetch, maxRetries: 2 }).chat.completions.create(given);
      await assert.rejects(asking, { name: /^(Error|BadRequestError)$/, status: 400, message: /^400 lapidary: never: / });
    }
  }
  for (const Chat of [ChatOpenAI, ChatOpenAI15]) {
    const model = new Chat({ model: MODEL, apiKey: "none", configuration: { baseURL, fetch } });
    await assert.rejects(model.bindTools(never).invoke("hi"), /lapidary: never: /);
  }
  const provider = createOpenAICompatible({ name: "gemini", baseURL, fetch });
  const own = sdkTool({ inputSchema: jsonSchema(parameters) });
  await assert.rejects(generateText({ model: provider(MODEL), tools: { never: own }, prompt: "hi" }), /^\w+: lapidary: never: /);
  assert.equal(asked, 7);
});

test("a stream that breaks off gives the client what had come", async () => {
  const chunk = (delta) => `data: ${JSON.stringify({ id: "x", choices: [{ index: 0, delta }] })}\n\n`;
  const text = JSON.stringify(CODED).slice(0, 20);
  const start = chunk({ tool_calls: [{ index: 0, id: "1", function: { name: CODED_NAME, arguments: text.slice(0, 9) } }] });
  const rest = chunk({ tool_calls: [{ index: 0, function: { arguments: text.slice(9) } }] });
  const found = [];
  const fetch = createGeminiFetch({
    onIssues: (issues, { direction }) => found.push(...issues.filter(() => direction === "response").map(({ code }) => code)),
    fetch: async () => new Response(start + rest, { headers: { "content-type": "text/event-stream" } }),
  });
  const stream = await openai({ fetch }).chat.completions.create({ model: MODEL, tools, messages: said("hi"), stream: true });
  const [call] = await gathered(stream);
  assert.deepEqual(call.function, { name: SET_UP.name, arguments: text });
  assert.deepEqual(found, ["misfit"]);
});

test("bodies and answers as data", () => {
  const { body, codec, tools: reports } = normalizeRequest({ messages: said("hi"), tools }, { mode: "round-trip" });
  assert.deepEqual(reports.map(({ name }) => name), [READ_FILES.name, SET_UP.name]);
  assert.equal(body.tools[1].function.name, CODED_NAME);
  assert.equal(body.tools[1].function.parameters.type, "object");
  const answer = (name, args) => ({
    choices: [{ message: { role: "assistant", tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }] } }],
  });
  assert.deepEqual(restoreResponse(codec, answer(CODED_NAME, CODED)).body, answer(SET_UP.name, SETTING));
  const event = (name, args) => `data: ${JSON.stringify(answer(name, args)).replace("message", "delta")}\n\n`;
  const restorer = createRestorer(codec);
  const bytes = [restorer.push(event(CODED_NAME, CODED)), restorer.end()];
  // In a stream clients put calls together by their numbers.
  const numbered = event(SET_UP.name, SETTING).replace('{"function"', '{"index":0,"function"');
  assert.equal(Buffer.concat(bytes).toString(), numbered);
});
