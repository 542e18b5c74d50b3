// The options of integrations: a wrong one is a TypeError at once, before any request goes out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GoogleGenAI } from "@google/genai";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { lapidaryMiddleware } from "../../crate/wasm/dist/ai-sdk.js";
import { createGeminiFetch } from "../../crate/wasm/dist/fetch.js";
import * as genai from "../../crate/wasm/dist/google-genai.js";
import * as langchain from "../../crate/wasm/dist/langchain.js";
import * as mcp from "../../crate/wasm/dist/mcp.js";
import { BODY, PATH, declared } from "./upstream.mjs";

const ai = new GoogleGenAI({ apiKey: "none" });
const chat = new ChatGoogleGenerativeAI({ model: "gemini-3-pro", apiKey: "none" });
const client = new Client({ name: "test", version: "1.0.0" });
const callable = { tool: async () => ({}), callTool: async () => [] };

const ENTRIES = {
  createGeminiFetch,
  lapidaryMiddleware,
  "withLapidary of lapidary/google-genai": (options) => genai.withLapidary(ai, options),
  lapidaryTool: (options) => genai.lapidaryTool(callable, options),
  "withLapidary of lapidary/langchain": (options) => langchain.withLapidary(chat, options),
  "withLapidary of lapidary/mcp": (options) => mcp.withLapidary(client, options),
};
const refused = (entry, options, message) => assert.throws(() => entry(options), { name: "TypeError", message });

for (const [name, entry] of Object.entries(ENTRIES)) {
  test(name, () => {
    for (const options of [null, "gemini", 5, [], new Map(), fetch]) refused(entry, options, /^options: they must be an object/);
    for (const onIssues of [3, null, {}]) refused(entry, { onIssues }, "options: onIssues: must be a function");
    for (const option of ["taget", "onIssue"]) {
      const own = name === "createGeminiFetch" ? ", fetch, maxBody" : "";
      refused(entry, { [option]: 1 }, new RegExp(`"${option}"; known are onIssues${own}, target, mode, surface,`));
    }
    refused(entry, { limits: { step: 1 } }, /known are steps,/);
    refused(entry, { role: "response" }, /^options: unknown option "role"; known are onIssues, /);
    refused(entry, { mode: "both" }, /^options: mode: must be one of/);
    for (const options of [undefined, {}, { onIssues: undefined, target: undefined }, { onIssues() {} }]) entry(options);
  });
}

test("what a fetch is given, and how long bodies may be", async () => {
  refused(createGeminiFetch, async () => new Response(), /^options: they must be an object, such as `\{ fetch \}`$/);
  for (const fetch of [1, null, {}]) refused(createGeminiFetch, { fetch }, "options: fetch: must be a function");
  const bytes = "options: maxBody: must be a number of bytes";
  for (const maxBody of ["1MB", -1, NaN, null]) refused(createGeminiFetch, { maxBody }, bytes);
  refused(lapidaryMiddleware, { maxBody: 1 }, /^options: unknown option "maxBody"/);
  for (const options of [{ fetch, maxBody: 0 }, { fetch: undefined, maxBody: Infinity }]) createGeminiFetch(options);
});

test("options that are inherited count", async () => {
  let sent;
  class Options {
    get mode() {
      return "drop-in";
    }
    async fetch(url, { body }) {
      sent = body;
      return Response.json({});
    }
    onIssues() {}
  }
  await createGeminiFetch(new Options())(`http://127.0.0.1${PATH}`, { method: "POST", body: BODY });
  assert.equal(declared(sent)[0].parameters.properties.vars.type.toLowerCase(), "object");
});
