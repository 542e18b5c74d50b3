// lapidary/google-genai around Google's own client, to the stand-in and to MCP servers.

import assert from "node:assert/strict";
import { once } from "node:events";
import { after, afterEach, describe, mock, test } from "node:test";
import * as genai3 from "@google/genai";
import * as genai2 from "@google/genai-2";
import { WebSocketServer } from "ws";
import { lapidaryTool, withLapidary } from "../../crate/wasm/dist/google-genai.js";
import { READ_FILES, SET_UP, filesServer } from "./files-server.mjs";
import { standIn } from "./stand-in.mjs";

const gemini = await standIn();
const { client: mcp, calls } = await filesServer();
after(async () => {
  await mcp.close();
  await gemini.stop();
});
afterEach(() => calls.splice(0));

const quiet = { onIssues: () => {} };
const ASKED = `call ${SET_UP.name} #0\ncall read_files #7`;
/** The functions that were called with arguments that the server takes. */
const taken = () => calls.map(({ name }) => name).sort();
const BOTH = [SET_UP.name, READ_FILES.name].sort();

/** The tool as a declaration of the caller's own, who runs the calls. */
const OWN = { functionDeclarations: [{ name: SET_UP.name, parametersJsonSchema: SET_UP.inputSchema }] };

/** A Live session of a client, the messages that the service gets, and those that the caller does. */
async function live(ai, params) {
  const sent = [];
  const got = [];
  const service = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(service, "listening");
  let socket;
  service.on("connection", (connection) => {
    socket = connection;
    socket.on("message", (data) => {
      sent.push(JSON.parse(data));
      if (sent.length === 1) socket.send(JSON.stringify({ setupComplete: {} }));
      service.emit("message");
    });
  });
  const { port } = service.address();
  class Callbacks {
    onmessage(message) {
      got.push(message);
      service.emit("got");
    }
  }
  const session = await ai(`http://127.0.0.1:${port}`).live.connect({ model: "gemini-live-2.5", callbacks: new Callbacks(), ...params });
  return {
    session,
    /** The message that the service gets during `work`. */
    sends: async (work) => (await Promise.all([once(service, "message"), work()]), sent.at(-1)),
    /** The message that the caller gets when the service sends this one. */
    gets: async (message) => (await Promise.all([once(service, "got"), socket.send(JSON.stringify(message))]), got.at(-1)),
    setup: sent[0].setup,
    close: () => (session.close(), service.close()),
  };
}

for (const [major, { ApiError, GoogleGenAI, mcpToTool }] of Object.entries({ "@google/genai 3": genai3, "@google/genai 2": genai2 })) {
  describe(major, () => {
    const plain = (options = {}) => new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: gemini.url }, ...options });
    const wrapped = (options) => withLapidary(plain(options), quiet);
    const BETA = { apiVersion: "v1beta" };
    /** Each on its surface: a model that has `parameters` alone, one that has both doors, one that insists on its signatures. */
    const SETTINGS = {
      "the Gemini API, before 2.5": { model: "gemini-2.0-flash", ...BETA },
      "the Gemini API": { model: "gemini-2.5-flash", ...BETA },
      "the Gemini API, Gemini 3, at the version of the client": { model: "gemini-3-pro" },
      "the Gemini API, Gemini 3, v1": { model: "gemini-3-pro", apiVersion: "v1" },
      "the Gemini API, Gemini 3, v1alpha": { model: "gemini-3-pro", apiVersion: "v1alpha" },
      "Vertex AI": { model: "gemini-2.5-flash", vertexai: true },
      "Vertex AI, before 2.5": { model: "gemini-2.0-flash-001", vertexai: true },
    };
    for (const [setting, { model, ...options }] of Object.entries(SETTINGS)) {
      test(`functions of an MCP server are called automatically: ${setting}`, async () => {
        const ai = wrapped(options);
        const config = { tools: [mcpToTool(mcp)] };
        const { text, automaticFunctionCallingHistory: turns } = await ai.models.generateContent({ model, contents: ASKED, config });
        assert.ok(text);
        assert.deepEqual(taken(), BOTH);
        const names = turns[1].parts.map(({ functionCall }) => functionCall.name);
        assert.deepEqual(names.sort(), BOTH);
        assert.ok(turns[2].parts.every(({ functionResponse }) => !functionResponse.response.error), JSON.stringify(turns));
      });

      test(`and from a stream: ${setting}`, async () => {
        const ai = wrapped(options);
        const contents = ASKED.split("\n")[0];
        const stream = await ai.models.generateContentStream({ model, contents, config: { tools: [mcpToTool(mcp)] } });
        const parts = [];
        for await (const { candidates } of stream) parts.push(...candidates[0].content.parts);
        assert.ok(parts.some(({ text }) => text));
        assert.deepEqual(taken(), [SET_UP.name]);
        const call = parts.find(({ functionCall }) => functionCall).functionCall;
        assert.deepEqual({ name: call.name, args: call.args }, calls[0]);
      });
    }

    test("without it the same call does not reach the server", async () => {
      const request = { model: "gemini-2.0-flash", contents: ASKED, config: { tools: [mcpToTool(mcp)] } };
      await assert.rejects(plain().models.generateContent(request), ApiError);
      assert.deepEqual(calls, []);
    });

    test("the client that is given stays as it is", async () => {
      const ai = plain(BETA);
      const parts = (object) => Object.entries(Object.getOwnPropertyDescriptors(object)).map(([name, { value }]) => [name, value]);
      const before = [ai, ai.apiClient, ai.models, ai.chats, ai.live].map(parts);
      const copy = withLapidary(ai, quiet);
      assert.ok(copy instanceof GoogleGenAI);
      await copy.models.generateContent({ model: "gemini-2.5-flash", contents: ASKED, config: { tools: [mcpToTool(mcp)] } });
      const after = [ai, ai.apiClient, ai.models, ai.chats, ai.live].map(parts);
      for (const [at, fields] of before.entries()) {
        assert.equal(after[at].length, fields.length);
        for (const [which, [name, value]] of fields.entries()) assert.equal(after[at][which][1], value, name);
      }
      const request = { model: "gemini-2.0-flash", contents: ASKED, config: { tools: [mcpToTool(mcp)] } };
      await assert.rejects(ai.models.generateContent(request), ApiError);
    });

    test("a chat keeps the calls as the caller knows them, and sends them as the model made them", async () => {
      for (const { model, ...options } of Object.values(SETTINGS)) {
        const chat = wrapped(options).chats.create({ model, config: { tools: [OWN] } });
        const { functionCalls } = await chat.sendMessage({ message: `call ${SET_UP.name} #3` });
        assert.equal(functionCalls.length, 1);
        const [{ name, args, id }] = functionCalls;
        assert.equal(name, SET_UP.name);
        assert.ok(!Array.isArray(args.vars));
        const part = { functionResponse: { name, response: { ok: true }, ...(id && { id }) } };
        const { text } = await chat.sendMessage({ message: [part] });
        assert.ok(text, "the stand-in compares the call with the one that it made");
        assert.equal(chat.getHistory().length, 4);
        assert.equal(chat.getHistory()[1].parts[0].functionCall.name, SET_UP.name);
      }
    });

    test("tokens are counted of what would be sent", async () => {
      const ai = wrapped({ vertexai: true });
      const { totalTokens } = await ai.models.countTokens({ model: "gemini-2.5-flash", contents: "x", config: { tools: [OWN] } });
      assert.ok(totalTokens > 0);
      const { path, body } = (await gemini.requests()).at(-1);
      assert.match(path, /:countTokens$/);
      assert.match(body.tools[0].functionDeclarations[0].name, /^env_set_up_/);
    });

    /** A client whose requests are kept instead of sent. */
    function kept(answer) {
      const sent = [];
      const fetch = async (url, { body }) => {
        sent.push({ path: new URL(url).pathname, body: JSON.parse(body) });
        return Response.json(answer);
      };
      return { sent, ai: withLapidary(new GoogleGenAI({ apiKey: "none", httpOptions: { fetch } }), quiet) };
    }

    test("batches and cached content are made fit, and nothing in them is coded", async () => {
      const { sent, ai } = kept({ name: "batches/7" });
      const model = "gemini-2.0-flash";
      await ai.batches.create({ model, src: [{ contents: [{ parts: [{ text: "x" }] }], config: { tools: [OWN] } }] });
      await ai.caches.create({ model, config: { contents: "x", tools: [OWN] } });
      const [batch, cache] = sent;
      assert.match(batch.path, /:batchGenerateContent$/);
      assert.match(cache.path, /\/cachedContents$/);
      for (const tools of [batch.body.batch.inputConfig.requests.requests[0].request.tools, cache.body.tools]) {
        const [{ name, parameters }] = tools[0].functionDeclarations;
        assert.match(name, /^env_set_up_/);
        assert.match(parameters.properties.vars.type, /object/i);
      }
    });

    test("other requests, and errors, are the client's own", async () => {
      const { sent, ai } = kept({ embeddings: [{ values: [1] }] });
      await ai.models.embedContent({ model: "text-embedding", contents: "x" });
      assert.match(sent[0].path, /:batchEmbedContents$/);
      const contents = [{ role: "nobody", parts: [{ text: "x" }] }];
      const [refusal, own] = await Promise.all([wrapped(), plain()].map((ai) =>
        ai.models.generateContent({ model: "gemini-2.5-flash", contents }).catch((error) => error)));
      assert.ok(refusal instanceof ApiError);
      assert.deepEqual([refusal.status, refusal.message], [own.status, own.message]);
      assert.equal(wrapped() instanceof GoogleGenAI, true);
    });

    test("what `onError: \"throw\"` rejects is thrown with its issue", async () => {
      const never = { name: "never", parametersJsonSchema: { type: "object", properties: { a: false }, required: ["a"] } };
      const config = { tools: [{ functionDeclarations: [never] }] };
      const ai = withLapidary(plain(BETA), { ...quiet, onError: "throw" });
      const asking = ai.models.generateContent({ model: "gemini-2.5-flash", contents: "hi", config });
      await assert.rejects(asking, ({ issue }) => issue.message.startsWith("never: "));
    });

    test("what needs a newer model at v1 is told, and goes out", async () => {
      const told = [];
      const request = { contents: "hi", config: { tools: [OWN] } };
      const onIssues = (issues) => told.push(...issues.map(({ code, message }) => [code, message]));
      const wrap = (options) => withLapidary(plain(options), { onIssues });
      const ask = (model, options) => wrap(options).models.generateContent({ model, ...request }).catch((error) => error);
      const codes = () => told.splice(0).filter(([code]) => code === "api-version");
      assert.ok((await ask("gemini-2.5-flash", { apiVersion: "v1" })) instanceof ApiError);
      assert.match(codes()[0][1], /^gemini-2.5-flash is known to reject functions at \/v1/);
      for (const [model, told] of [["gemini-2.5-flash", 2], ["gemini-3-pro", 0]]) {
        const ai = wrap({ apiVersion: "v1" });
        await ai.batches.create({ model, src: [request] }).catch(() => {});
        await ai.caches.create({ model, config: { contents: "x", tools: [OWN] } }).catch(() => {});
        assert.equal(codes().length, told);
      }
      for (const [model, options] of [["gemini-3-pro", {}], ["gemini-2.5-flash", BETA], ["gemini-2.5-flash", { vertexai: true }]]) {
        assert.ok((await ask(model, options)).text);
        assert.deepEqual(codes(), []);
      }
    });

    test("retries and timeouts stay those of the client", async () => {
      const answers = [new Response("busy", { status: 503 }), Response.json({ candidates: [] })];
      const fetch = async () => answers.shift();
      const retryOptions = { attempts: 2, initialDelay: 0.001, maxDelay: 0.001 };
      const ai = withLapidary(new GoogleGenAI({ apiKey: "none", httpOptions: { fetch, retryOptions } }), quiet);
      await ai.models.generateContent({ model: "gemini-2.5-flash", contents: "x", config: { tools: [OWN] } });
      assert.equal(answers.length, 0);
    });

    test("a callable tool by itself works in a client that is not wrapped", async () => {
      for (const { model, ...options } of Object.values(SETTINGS)) {
        const tool = lapidaryTool(mcpToTool(mcp), quiet);
        const config = { tools: [tool] };
        const { text, automaticFunctionCallingHistory: turns } = await plain(options).models.generateContent({ model, contents: ASKED, config });
        assert.ok(text);
        assert.deepEqual(taken(), BOTH);
        const names = (key) => (turn) => turn.parts.map((part) => part[key].name);
        assert.deepEqual(names("functionResponse")(turns[2]), names("functionCall")(turns[1]));
        calls.splice(0);
      }
    });

    test("a Live session declares, restores and answers like the rest", async () => {
      const own = { name: "own", parametersJsonSchema: SET_UP.inputSchema };
      const client = (baseUrl) => withLapidary(new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl } }), quiet);
      const config = { tools: [mcpToTool(mcp), { functionDeclarations: [own] }] };
      const { session, sends, gets, setup, close } = await live(client, { config });
      const declared = setup.tools.flatMap((tool) => tool.functionDeclarations);
      assert.deepEqual(declared.map(({ name }) => name.replace(/_[0-9a-f]{6}$/, "")), [READ_FILES.name, "env_set_up", "own"]);
      for (const { parameters } of declared.slice(1)) assert.equal(parameters.properties.vars.type, "ARRAY");

      const wire = { id: "1", name: declared[1].name, args: { vars: [{ key: "HOME", value: "/" }], level: "5" } };
      const call = { id: "1", name: SET_UP.name, args: { vars: { HOME: "/" }, level: 5 } };
      const message = await gets({ toolCall: { functionCalls: [wire] } });
      assert.deepEqual({ ...message }, { toolCall: { functionCalls: [call] } });
      const undeclared = ["valueOf", "constructor", "__proto__"].map((name) => ({ id: "2", name, args: { a: 1 } }));
      assert.deepEqual((await gets({ toolCall: { functionCalls: undeclared } })).toolCall.functionCalls, undeclared);
      assert.equal((await gets({ serverContent: { modelTurn: { parts: [{ text: "hi" }] } } })).text, "hi");

      const answer = { id: "1", name: SET_UP.name, response: { output: "done" } };
      const known = { ...answer, name: wire.name };
      for (const functionResponses of [answer, [answer]]) {
        assert.deepEqual(await sends(() => session.sendToolResponse({ functionResponses })), {
          toolResponse: { functionResponses: [known] },
        });
      }
      const turns = [{ role: "model", parts: [{ functionCall: call }] }, { role: "user", parts: [{ functionResponse: answer }] }];
      const { clientContent } = await sends(() => session.sendClientContent({ turns, turnComplete: false }));
      assert.deepEqual(clientContent.turns, [
        { role: "model", parts: [{ functionCall: wire }] },
        { role: "user", parts: [{ functionResponse: known }] },
      ]);
      assert.equal((await sends(() => session.sendClientContent({ turns: "hi" }))).clientContent.turns[0].parts[0].text, "hi");
      assert.deepEqual(await sends(() => session.sendClientContent()), { clientContent: { turnComplete: true } });

      const update = { tools: { tools: [{ functionDeclarations: [{ ...own, name: "a/b" }] }] } };
      const { contextUpdate } = await sends(() => session.sendContextUpdate(update));
      const [{ name }] = contextUpdate.tools.tools[0].functionDeclarations;
      const { toolCall } = await gets({ toolCall: { functionCalls: [{ ...wire, name }] } });
      assert.deepEqual(toolCall.functionCalls, [{ ...call, name: "a/b" }]);
      close();
    });

    test("a callable tool is called with what the model made, before it was asked for declarations too", async () => {
      const told = [];
      const tool = lapidaryTool(mcpToTool(mcp), { onIssues: (issues, info) => told.push({ ...info, code: issues[0].code }) });
      const { functionDeclarations } = await lapidaryTool(mcpToTool(mcp), quiet).tool();
      const { name } = functionDeclarations[1];
      const args = { vars: [{ key: "HOME", value: "/" }], level: "5", target: null, tree: 7 };
      const [{ functionResponse }] = await tool.callTool([{ id: "1", name, args }]);
      assert.equal(functionResponse.name, name);
      assert.match(functionResponse.response.error.content[0].text, /tree must be object/);
      assert.deepEqual(told.filter(({ direction }) => direction === "response"), [
        { direction: "response", tool: SET_UP.name, code: "misfit" },
      ]);
      assert.deepEqual(await tool.callTool([{ name: "unknown", args: {} }]), []);
      assert.throws(() => lapidaryTool(tool, { mode: "both" }), TypeError);
    });

    test("a tool keeps its members, also if it is frozen", async () => {
      const tool = Object.freeze({ label: "x", tool: async () => ({ functionDeclarations: [] }), callTool: async (calls) => calls });
      const fixed = lapidaryTool(tool, quiet);
      assert.deepEqual(await fixed.tool(), { functionDeclarations: [] });
      assert.deepEqual([fixed.label, Object.keys(fixed), "label" in fixed], ["x", Object.keys(tool), true]);
      assert.deepEqual(Object.keys({ ...fixed }), Object.keys(tool));
    });

    /** What a program may have changed before the client is wrapped. */
    const CHANGES = {
      "a function of its own": (ai) => void (ai.models.generateContent = async () => {}),
      "a method of a class": (ai) => void mock.method(ai.chats, "create"),
      "a part that is made when it is read": (ai) => void (ai.interactions.create = async () => {}),
      "a part": (ai) => void (ai.models = { generateContent: async () => {} }),
      "the parts of a copy, as tracers have it": (ai) => ({ ...ai, models: { ...ai.models } }),
      "a copy of this package": (ai) => {
        const copy = withLapidary(ai, quiet);
        copy.live.connect = async () => {};
        return copy;
      },
    };
    for (const [what, change] of Object.entries(CHANGES)) {
      test(`a client is wrapped before anything else changes ${what}`, () => {
        const ai = plain();
        assert.throws(() => withLapidary(change(ai) ?? ai, quiet), { name: "TypeError", message: /`wrap\(withLapidary\(ai\)\)`/ });
        change(withLapidary(plain(), quiet));
      });
    }

    test("a client may be wrapped twice, and its methods replaced afterwards", async () => {
      const ai = withLapidary(wrapped(BETA), quiet);
      for (const part of [ai.models, ai.interactions]) {
        const name = part === ai.models ? "generateContent" : "create";
        const own = part[name].bind(part);
        const method = mock.method(part, name, (...args) => own(...args));
        const request = { model: "gemini-2.5-flash", contents: ASKED, input: "hi", config: { tools: [OWN] } };
        await part[name](request).catch(() => {});
        assert.equal(method.mock.callCount(), 1);
      }
    });

    test("what is no such client is refused at once", () => {
      for (const none of [{ models: {} }, undefined]) assert.throws(() => withLapidary(none), /httpOptions/);
      for (const none of [undefined, {}, "x"]) assert.throws(() => lapidaryTool(none), { name: "TypeError", message: /`mcpToTool`/ });
      assert.throws(() => withLapidary(plain(), { taget: "gemini" }), TypeError);
    });
  });
}
