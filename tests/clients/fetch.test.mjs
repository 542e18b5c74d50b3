// The requests of lapidary/fetch, over a real connection.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { createGeminiFetch } from "../../crate/wasm/dist/fetch.js";
import {
  BODY,
  CALLED,
  FIT,
  PATH,
  STREAM,
  answer,
  callOf,
  declared,
  listen,
  listening,
  post,
  request,
  tool,
  upstream,
} from "./upstream.mjs";

listen();

test("what is no request to Gemini, and what needs nothing, goes on as the same arguments", async () => {
  let passed;
  const same = new Response("{}");
  const fetch = createGeminiFetch({ fetch: async (...args) => ((passed = args), same) });
  const url = "https://generativelanguage.googleapis.com/v1beta";
  const form = new FormData();
  form.set("a", "b");
  const traffic = [
    [`${url}/models`],
    [new URL(`${url}/models/gemini-2.5-flash:generateContent`), { method: "GET" }],
    [`${url}/models/text-embedding:embedContent`, post(BODY)],
    [`${url}/cachedContents/7`, { method: "PATCH", body: BODY }],
    [`https://example.com${PATH}`, post(form)],
    [`https://example.com${PATH}`, { method: "POST" }],
    ["data:text/plain,hi"],
    [`https://example.com${PATH}`, post(FIT, { headers: { "content-length": String(FIT.length) } })],
    [`https://example.com${PATH}`, post(new TextEncoder().encode(FIT))],
    [`https://example.com${PATH}`, post(new Blob([FIT]))],
    [`https://example.com${PATH}`, post(gzipSync(FIT), { headers: { "content-encoding": "gzip" } })],
    [new Request(`https://example.com${PATH}`, post(FIT))],
  ];
  for (const args of traffic) {
    const copies = args.map((arg) => (Object.getPrototypeOf(arg) === Object.prototype ? { ...arg } : arg));
    assert.equal(await fetch(...args), same);
    assert.equal(passed.length, args.length);
    args.forEach((arg, index) => assert.equal(passed[index], arg));
    assert.deepEqual(passed, copies);
  }
  assert.equal(await passed[0].text(), FIT, "the body of a Request can still be read");
});

test("a body of any kind is made fit, and described by its headers", async () => {
  const bytes = new TextEncoder().encode(BODY);
  const stream = () => new Blob([bytes]).stream();
  const bodies = {
    string: () => post(BODY),
    bytes: () => post(bytes),
    buffer: () => post(bytes.buffer),
    view: () => post(new DataView(bytes.buffer)),
    blob: () => post(new Blob([BODY], { type: "application/json" })),
    stream: () => post(stream(), { duplex: "half" }),
    gzip: () => post(gzipSync(BODY), { headers: { "content-encoding": "gzip" } }),
    deflate: () => post(stream().pipeThrough(new CompressionStream("deflate")), {
      headers: { "Content-Encoding": "deflate" }, duplex: "half",
    }),
    length: () => post(BODY, { headers: { "content-length": String(bytes.length) } }),
  };
  const { fetch } = listening();
  for (const [kind, init] of Object.entries(bodies)) {
    for (const args of [[upstream.origin + PATH, init()], [new URL(upstream.origin + PATH), init()], [new Request(upstream.origin + PATH, init())]]) {
      const response = await fetch(...args);
      assert.deepEqual((await response.json()).candidates[0].content.parts[0].functionCall, CALLED, kind);
      const { headers, bytes } = upstream.got.pop();
      assert.match(declared(bytes)[0].name, /^env_set_[0-9a-f]{6}$/);
      assert.equal(headers["content-length"], String(bytes.length));
      assert.equal(headers["content-encoding"], undefined);
      if (kind === "blob") assert.equal(headers["content-type"], "application/json");
    }
  }
});

test("all else about a request is kept", async () => {
  const abort = new AbortController();
  let passed;
  const fetch = createGeminiFetch({ fetch: async (...args) => ((passed = args), new Response("{}")) });
  const init = post(BODY, { signal: abort.signal, credentials: "include", headers: { "x-goog-api-key": "k" }, agent: 1 });
  await fetch(upstream.origin + PATH, init);
  assert.deepEqual(passed[1], { ...init, body: passed[1].body });
  assert.equal(init.body, BODY);

  const given = new Request(upstream.origin + PATH, init);
  await fetch(given, { cache: "no-store" });
  const sent = new Request(...passed);
  assert.equal(sent.headers.get("x-goog-api-key"), "k");
  assert.deepEqual([sent.credentials, sent.cache], ["include", "no-store"]);
  abort.abort();
  assert.ok(sent.signal.aborted);
});

test("a request is aborted while its body is read", { timeout: 10_000 }, async () => {
  const fetch = createGeminiFetch({ fetch: () => assert.fail("nothing is sent") });
  for (const aborted of [false, true]) {
    for (const wrapped of [false, true]) {
      const abort = new AbortController();
      let cancelled;
      const body = new ReadableStream({ start: (to) => to.enqueue(new Uint8Array([123])), cancel: (why) => (cancelled = why) });
      const init = post(body, { duplex: "half", signal: abort.signal });
      if (aborted) abort.abort(new Error("enough"));
      const sent = fetch(...(wrapped ? [new Request(upstream.origin + PATH, init)] : [upstream.origin + PATH, init]));
      if (!aborted) setTimeout(() => abort.abort(new Error("enough")), 10);
      await assert.rejects(sent, /enough/);
      if (!wrapped) assert.match(cancelled.message, /enough/);
    }
  }
});

test("a body that cannot be read is sent as it was, and told of", async () => {
  upstream.respond = (response) => response.end("{}");
  const { told, fetch } = listening();
  for (const [body, encoding] of [[gzipSync(BODY), "zstd"], [BODY, "gzip"], [Buffer.from([0xff, 0xfe]), "identity"]]) {
    await fetch(upstream.origin + PATH, post(body, { headers: { "content-encoding": encoding } }));
    assert.deepEqual(upstream.got.pop().bytes, Buffer.from(body));
    assert.deepEqual([told.at(-1).code, told.at(-1).direction], ["unreadable-body", "request"], encoding);
  }
  const stream = new Blob([gzipSync(BODY)]).stream();
  await fetch(upstream.origin + PATH, post(stream, { headers: { "content-encoding": "br" }, duplex: "half" }));
  assert.equal(gunzipSync(upstream.got.pop().bytes).toString(), BODY);
  await fetch(upstream.origin + PATH, post("{nope"));
  assert.equal(upstream.got.pop().bytes.toString(), "{nope");
  assert.equal(told.at(-1).code, "invalid-json");
});

test("a body that is longer than the limit, also once it is inflated, is sent as it was, and reported", async () => {
  upstream.respond = (response) => response.end("{}");
  const long = JSON.stringify({ ...JSON.parse(BODY), contents: Array.from({ length: 5_000 }, () => ({})) });
  const { told, fetch } = listening({ maxBody: 9_000 });
  const bodies = {
    text: () => post(long),
    bytes: () => post(Buffer.from(long)),
    blob: () => post(new Blob([long])),
    stream: () => post(new Blob([long, long]).stream(), { duplex: "half" }),
    gzip: () => post(gzipSync(long), { headers: { "content-encoding": "gzip" } }),
  };
  for (const [kind, init] of Object.entries(bodies)) {
    for (const send of [(init) => fetch(upstream.origin + PATH, init), (init) => fetch(new Request(upstream.origin + PATH, init))]) {
      await send(init());
      const sent = kind === "gzip" ? gzipSync(long) : Buffer.from(kind === "stream" ? long + long : long);
      assert.ok(upstream.got.pop().bytes.equals(sent), kind);
      assert.match(told.at(-1).message, /longer than 9000 bytes/, kind);
      assert.match(told.at(-1).help, /raise `maxBody`$/, kind);
    }
  }
  await fetch(upstream.origin + PATH, post(BODY));
  assert.notEqual(upstream.got.pop().bytes.toString(), BODY);
  // The limit is one of bytes, also for text.
  const length = Buffer.byteLength(BODY);
  assert.ok(BODY.length < length);
  for (const [maxBody, count] of [[length, 0], [length - 1, 1]]) {
    const { told, fetch } = listening({ maxBody });
    await fetch(upstream.origin + PATH, post(BODY));
    assert.equal(told.filter(({ code }) => code === "unreadable-body").length, count);
  }
});

test("an answer that is longer than the limit passes as it came, and is reported", async () => {
  let sent;
  upstream.respond = (response, body) => response.end((sent = JSON.stringify({ ...answer(callOf(body)), pad: "x".repeat(200_000) })));
  const { told, fetch } = listening({ maxBody: 100_000 });
  const text = await fetch(upstream.origin + PATH, post(BODY)).then((response) => response.text());
  assert.ok(text === sent);
  assert.equal(told.at(-1).code, "too-long");
});

test("a limit of the engine that is met leaves the tool as it came, and is reported", async () => {
  upstream.respond = (response) => response.end("{}");
  const { told, fetch } = listening({ limits: { declarations: 1 } });
  await fetch(upstream.origin + PATH, post(JSON.stringify(request(tool("a"), tool("b")))));
  const [first, second] = declared(upstream.got.pop().bytes);
  assert.notDeepEqual(first, tool("a"));
  assert.deepEqual(second, tool("b"));
  assert.equal(told.at(-1).code, "limit");
  assert.throws(() => createGeminiFetch({ limits: { bytes: 1 } }), /limits: unknown option "bytes"/);
});

test("calls of the history go out as the model made them, with their signatures", async () => {
  const turns = (functionCall, name) => [
    { role: "user", parts: [{ text: "set it" }] },
    { role: "model", parts: [{ functionCall, thoughtSignature: "c2lnbmVk+/==" }] },
    { role: "user", parts: [{ functionResponse: { name, response: { ok: true } } }] },
  ];
  const { fetch, told } = listening();
  await fetch(upstream.origin + PATH, post(JSON.stringify({ ...request(tool()), contents: turns(CALLED, CALLED.name) })));
  const sent = upstream.got.pop().bytes;
  const call = callOf(sent);
  assert.deepEqual(JSON.parse(sent).contents, turns(call, call.name));
  assert.deepEqual(told.filter(({ direction, code }) => direction === "response" || code === "misfit"), []);
});

test("tokens are counted of what would be sent", async () => {
  const path = PATH.replace("generateContent", "countTokens");
  upstream.respond = (response) => response.end('{"totalTokens": 7}');
  const { fetch } = listening();
  await fetch(upstream.origin + PATH, post(BODY));
  await fetch(upstream.origin + path, post(BODY));
  await fetch(upstream.origin + path, post(`{"generateContentRequest":${BODY}}`));
  const [sent, counted, wrapped] = upstream.got.map(({ bytes }) => bytes.toString());
  assert.equal(counted, sent);
  assert.equal(wrapped, `{"generateContentRequest":${sent}}`);
});

test("the URL says which door is open, and options say otherwise", async () => {
  const vertex = "projects/p/locations/l/publishers/google/models";
  const members = async (path, options = {}) => {
    const { name, parameters: parametersJsonSchema } = tool();
    const body = JSON.stringify(request({ name, parametersJsonSchema }));
    await listening(options).fetch(`${upstream.origin}/gateway/v1/${path}:countTokens`, post(body));
    const [{ parameters }] = declared(upstream.got.pop().bytes);
    return !parameters ? "json-schema" : parameters.properties.vars.additionalProperties ? "map" : "entries";
  };
  upstream.respond = (response) => response.end("{}");
  assert.equal(await members("models/gemini-2.0-flash"), "entries");
  assert.equal(await members("models/gemini-2.5-flash"), "json-schema");
  assert.equal(await members("models/gemini-2.5-flash", { target: "gemini-api" }), "entries");
  assert.equal(await members("models/gemini-2.5-flash", { surface: "gateway" }), "entries");
  assert.equal(await members("models/gemini-2.0-flash", { model: "gemini-2.5-pro" }), "json-schema");
  assert.equal(await members(`${vertex}/gemini-2.0-flash-001`), "map");
  assert.equal(await members("publishers/google/models/gemini-2.0-flash-001"), "map");
});

test("requests under way at once have a codec each", async () => {
  const { fetch } = listening();
  const waiting = [];
  upstream.respond = (response, body) => {
    waiting.unshift(() => response.end(JSON.stringify(answer(callOf(body, declared(body)[0].name)))));
    if (waiting.length === 2) waiting.forEach((go) => go());
  };
  const names = ["a/one", "a/two"];
  const calls = await Promise.all(names.map(async (name) => {
    const response = await fetch(upstream.origin + PATH, post(JSON.stringify(request(tool(name, name)))));
    return (await response.json()).candidates[0].content.parts[0].functionCall;
  }));
  calls.forEach(({ name, args }, index) => {
    assert.equal(name, names[index]);
    assert.match(args[name].HOME, new RegExp(`^${name.replace("/", "_")}_`));
  });
});

test("in what is answered elsewhere nothing is coded, and new names are told", async () => {
  upstream.respond = (response) => response.end('{"name": "cachedContents/7"}');
  const { fetch, told } = listening();
  const item = JSON.parse(BODY);
  const model = "models/gemini-2.0-flash";
  const bodies = {
    "/v1beta/cachedContents": { model, ...item },
    "/v1/projects/p/locations/l/cachedContents": { model, ttl: "60s", ...item },
    [`/v1beta/${model}:batchGenerateContent`]: { batch: { input_config: { requests: { requests: [{ request: item }] } } } },
  };
  for (const [path, body] of Object.entries(bodies)) {
    told.length = 0;
    await fetch(upstream.origin + path, post(JSON.stringify(body)));
    const sent = upstream.got.pop().bytes.toString();
    assert.match(sent, /"name":"env_set_[0-9a-f]{6}"/);
    assert.doesNotMatch(sent, /"key"/);
    assert.match(told.find(({ code }) => code === "lost-request")?.message ?? "", /env_set_[0-9a-f]{6}/, path);
  }
});

test("for a tool that `onError: \"throw\"` rejects, the answer is an error of the API, and nothing is sent", async () => {
  const never = { name: "never", parameters: { type: "object", properties: { a: false }, required: ["a"] } };
  const body = request(tool(), never);
  const { fetch } = listening({ onError: "throw" });
  const answered = async (path, given) => {
    const response = await fetch(upstream.origin + path, post(JSON.stringify(given)));
    assert.deepEqual([response.status, response.headers.get("content-type")], [400, "application/json"]);
    return (await response.json()).error;
  };
  const CACHED = "/v1beta/cachedContents";
  for (const path of [PATH, STREAM, CACHED]) {
    const { message, ...error } = await answered(path, { model: "models/gemini-2.5-flash", ...body });
    assert.match(message, /^lapidary: never: /);
    assert.deepEqual(error, { code: 400, status: "INVALID_ARGUMENT" });
  }
  const chat = { model: "gemini-2.5-flash", messages: [], tools: [{ type: "function", function: never }] };
  for (const path of ["/v1beta/openai/chat/completions", "/api/v1/chat/completions"]) {
    const { message, ...error } = await answered(path, chat);
    assert.match(message, /^lapidary: never: /);
    assert.deepEqual(error, { type: "invalid_request_error", param: null, code: "lapidary" });
  }
  assert.deepEqual(upstream.got, []);
  await fetch(upstream.origin + PATH, post(BODY));
  assert.notEqual(upstream.got.pop().bytes.toString(), BODY);
});

test("what a listener throws reaches the caller", async () => {
  const onIssues = () => assert.fail("told");
  await assert.rejects(listening({ onIssues, onError: "throw" }).fetch(upstream.origin + PATH, post(BODY)), /told/);
});

test("misfits in one answer are told tool by tool, and what is omitted is not called unchanged", async () => {
  const told = [];
  const onIssues = (issues, info) => told.push([info, issues.map(({ fix }) => fix)]);
  const vars = [1, 2].map((value) => ({ key: "A", value: String(value) }));
  upstream.respond = (response, body) => {
    const [first, second] = declared(body).map(({ name }) => name);
    const calls = [{ name: first, args: { vars } }, { name: second, args: { vars: 7 } }, { name: first, args: { vars: 7 } }];
    response.end(JSON.stringify(answer(...calls)));
  };
  const { fetch } = listening({ onIssues });
  await (await fetch(upstream.origin + PATH, post(JSON.stringify(request(tool(), tool("b")))))).json();
  assert.deepEqual(told.filter(([{ direction }]) => direction === "response"), [
    [{ direction: "response", tool: "env/set" }, [null, "that part left unchanged"]],
    [{ direction: "response", tool: "b" }, ["that part left unchanged"]],
  ]);
});

test("findings are told with the tool's own name, misfits as they come", async () => {
  const strict = { ...tool(), parameters: { type: "object", properties: { n: { type: "number", multipleOf: 5 } } } };
  upstream.respond = (response, body) => {
    response.write(`data: ${JSON.stringify(answer({ name: callOf(body).name, args: { vars: 7 } }))}\n\n`);
  };
  const { fetch, told } = listening({ target: "gemini-api" });
  const response = await fetch(upstream.origin + STREAM, post(JSON.stringify(request(tool(), { ...strict, name: "five" }))));
  assert.deepEqual(told.find(({ code }) => code === "GS016")?.tool, "five");
  assert.deepEqual(told.find(({ code }) => code === "GS043")?.tool, "env/set");
  assert.ok(told.every(({ direction }) => direction === "request"));
  const reader = response.body.getReader();
  await reader.read();
  const [misfit] = told.filter(({ direction }) => direction === "response");
  assert.deepEqual([misfit.code, misfit.pointer], ["misfit", "/candidates/0/content/parts/0/functionCall/args/vars"]);
  await reader.cancel();
});

test("findings in a stream that are beyond the list are counted when it ends, however it arrives", async () => {
  const misfit = (body) => `data: ${JSON.stringify(answer({ name: callOf(body).name, args: { vars: 7 } }))}\n\n`;
  for (const chunks of [1, 3, 1_500]) {
    const { fetch, told } = listening({
      fetch: async (_, { body }) => {
        const chunk = new TextEncoder().encode(misfit(body).repeat(1_500 / chunks));
        return new Response(ReadableStream.from(Array.from({ length: chunks }, () => chunk)));
      },
    });
    await (await fetch(upstream.origin + STREAM, post(BODY))).text();
    const found = told.filter(({ code }) => code === "misfit");
    assert.equal(found.reduce((sum, { unlisted = 0 }) => sum + 1 + unlisted, 0), 1_500);
    assert.ok(found.length <= 1_001);
  }
});

test("without a listener, what changes meaning is printed once", async (context) => {
  const { mock } = context.mock.method(console, "warn", () => {});
  const lossy = { name: "sixth", parameters: { type: "object", properties: { n: { type: "number", multipleOf: 6 } } } };
  const fetch = createGeminiFetch({ target: "gemini-api" });
  upstream.respond = (response) => response.end("{}");
  for (const _ of [1, 2]) await fetch(upstream.origin + PATH, post(JSON.stringify(request(tool(), lossy))));
  assert.equal(mock.callCount(), 1);
  assert.match(mock.calls[0].arguments[0], /^lapidary: tool "sixth": .*GS016 at \/tools\/0\/.*; it now accepts /);
});
