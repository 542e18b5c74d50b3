// The answers and streams that lapidary/fetch restores, over a real connection.

import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { createGeminiFetch } from "../../crate/wasm/dist/fetch.js";
import { BODY, CALLED, PATH, STREAM, answer, callOf, listen, listening, post, upstream } from "./upstream.mjs";

listen();

test("the answer is that of the network, with its calls restored", async () => {
  upstream.respond = (response, body, { url }) => {
    if (url !== PATH) return response.writeHead(307, { location: PATH }).end();
    const text = JSON.stringify({ ...answer(callOf(body)), modelVersion: "grün" });
    response.writeHead(200, "Fine", { "content-type": "application/json", "content-encoding": "gzip", "x-id": "7" });
    response.end(gzipSync(text));
  };
  const response = await listening().fetch(`${upstream.origin}/moved${PATH}`, post(BODY));
  assert.ok(response instanceof Response);
  const { status, statusText, ok, url, redirected, type } = response;
  assert.deepEqual([status, statusText, ok, redirected, type], [200, "Fine", true, true, "basic"]);
  assert.equal(url, upstream.origin + PATH);
  assert.deepEqual([...response.headers.keys()].filter((name) => name.startsWith("content-")), ["content-type"]);
  assert.equal(response.headers.get("x-id"), "7");
  const copy = response.clone();
  assert.equal(copy.url, url);
  for (const read of [response, copy]) {
    assert.deepEqual(await read.json(), { ...answer(CALLED), modelVersion: "grün" });
  }
});

test("errors, and answers of other kinds, come back as the same Response", async () => {
  const error = JSON.stringify({ error: { code: 400, status: "INVALID_ARGUMENT" } });
  let sent;
  const send = (body, init) => createGeminiFetch({ fetch: async () => (sent = new Response(body, init)) });
  const other = PATH.replace("generateContent", "countTokens");
  for (const [path, body, init] of [[PATH, error, { status: 400 }], [PATH, null, { status: 204 }], [other, "{}", {}]]) {
    assert.equal(await send(body, init)(upstream.origin + path, post(BODY)), sent);
  }
  const page = "<h1>Sign in</h1>\xff";
  assert.equal(await (await send(page)(upstream.origin + PATH, post(BODY))).text(), page);
  const bytes = Uint8Array.of(0xff, 0x7b, 0xff);
  assert.deepEqual(new Uint8Array(await (await send(bytes)(upstream.origin + PATH, post(BODY))).arrayBuffer()), bytes);
});

test("a stream is restored wherever it is cut, as events and as a JSON array", async () => {
  const fetched = async (text, at) => {
    const bytes = new TextEncoder().encode(text);
    const cuts = [bytes.subarray(0, at), bytes.subarray(at)];
    const fetch = createGeminiFetch({ fetch: async () => new Response(ReadableStream.from(cuts)) });
    return (await fetch(`${upstream.origin}${STREAM}?alt=sse`, post(BODY))).text();
  };
  let sent;
  await createGeminiFetch({ fetch: async (_, { body }) => ((sent = body), new Response("")) })(upstream.origin + STREAM, post(BODY));
  const chunks = [{ candidates: [{ content: { parts: [{ text: "…ü" }] } }] }, answer(callOf(sent)), { usageMetadata: {} }];
  const restored = chunks.with(1, answer(CALLED));
  const events = (chunks) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join("");
  const array = (chunks) => `[${chunks.map((chunk) => JSON.stringify(chunk)).join("\n,\r\n")}]\n`;
  for (const form of [events, array]) {
    const length = new TextEncoder().encode(form(chunks)).length;
    for (let at = 0; at <= length; at += 1) assert.equal(await fetched(form(chunks), at), form(restored));
  }
});

test("an event leaves before the next one arrives, and a consumer that stops ends the stream", async () => {
  let closed;
  upstream.respond = (response, body) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify(answer(callOf(body)))}\n\n`);
    closed = once(response, "close");
  };
  const response = await listening().fetch(`${upstream.origin}${STREAM}?alt=sse`, post(BODY));
  const reader = response.body.getReader();
  const { value } = await reader.read();
  assert.equal(new TextDecoder().decode(value), `data: ${JSON.stringify(answer(CALLED))}\n\n`);
  await reader.cancel();
  await closed;
});

test("a signal ends a stream that is being restored", async () => {
  upstream.respond = (response, body) => void response.write(`data: ${JSON.stringify(answer(callOf(body)))}\n\n`);
  const abort = new AbortController();
  const response = await listening().fetch(upstream.origin + STREAM, post(BODY, { signal: abort.signal }));
  const reader = response.body.getReader();
  await reader.read();
  abort.abort();
  await assert.rejects(reader.read(), { name: "AbortError" });
});

test("a slow consumer holds the stream back", async () => {
  let pulled = 0;
  const source = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(`data: {"n":${(pulled += 1)}}\n\n`)),
  });
  const { fetch } = listening({ fetch: async () => new Response(source) });
  const reader = (await fetch(upstream.origin + STREAM, post(BODY))).body.getReader();
  await reader.read();
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(pulled < 10, `${pulled} events were read ahead of one`);
});
