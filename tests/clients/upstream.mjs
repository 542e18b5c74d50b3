// An upstream over a real connection: it answers what a test wants, and keeps what it got; and what tests of
// `lapidary/fetch` send to it.

import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { after, before, beforeEach } from "node:test";
import { createGeminiFetch } from "../../crate/wasm/dist/fetch.js";

/** A map, which `parameters` have no words for, under a name that Gemini refuses. */
export const tool = (name = "env/set", key = "vars") => ({
  name,
  parameters: { type: "object", properties: { [key]: { type: "object", additionalProperties: { type: "string" } } } },
});
export const request = (...declarations) => ({
  contents: [{ role: "user", parts: [{ text: "Grüße" }] }],
  tools: [{ functionDeclarations: declarations }],
});
export const BODY = JSON.stringify(request(tool()));
export const FIT = JSON.stringify(request({ name: "now" }));
export const PATH = "/v1beta/models/gemini-2.0-flash:generateContent";
export const STREAM = PATH.replace("generateContent", "streamGenerateContent");

export const answer = (...calls) => ({
  candidates: [{ content: { role: "model", parts: calls.map((functionCall) => ({ functionCall })) } }],
});
export const declared = (body) => JSON.parse(body).tools[0].functionDeclarations;
/** The call that a model makes of the first function: every map gets one entry. */
export const callOf = (body, value = "/") => {
  const [{ name, parameters }] = declared(body);
  return { name, args: { [Object.keys(parameters.properties)[0]]: [{ key: "HOME", value }] } };
};
export const CALLED = { name: "env/set", args: { vars: { HOME: "/" } } };

/** Its address, the requests that it got in the test at hand, and how it answers. */
export const upstream = { origin: "", got: [], respond: undefined };

/** Starts the upstream for the tests of a file. */
export function listen() {
  let server;
  before(async () => {
    server = createServer(async (request, response) => {
      const bytes = await buffer(request);
      upstream.got.push({ headers: request.headers, bytes });
      upstream.respond(response, bytes.toString(), request);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    upstream.origin = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    upstream.got = [];
    upstream.respond = (response, body) => response.end(JSON.stringify(answer(callOf(body))));
  });
}

/** A list of issues, and a fetch that reports to it. */
export function listening(options = {}) {
  const told = [];
  const onIssues = (issues, info) => told.push(...issues.map((issue) => ({ ...info, ...issue })));
  return { told, fetch: createGeminiFetch({ onIssues, ...options }) };
}
export const post = (body, more = {}) => ({ method: "POST", body, ...more });
