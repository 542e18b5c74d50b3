// Prints what LangChain.js's Google clients would send. Reads a function declaration per line; writes for each a line
// `{"sent": {CLIENT: DECLARATION}, "thrown": {CLIENT: MESSAGE}}`. Nothing is sent: `fetch` is replaced.

import { createInterface } from "node:readline";

import { tool } from "@langchain/core/tools";
import { ChatGoogle } from "@langchain/google";
import { ChatGoogle as ChatGoogleCommon } from "@langchain/google-gauth";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ChatVertexAI } from "@langchain/google-vertexai";

const ANSWER = {
  candidates: [{ index: 0, content: { role: "model", parts: [{ text: "ok" }] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
};
const FIELDS = { model: "gemini-2.5-flash", apiKey: "none", maxRetries: 0 };

let body;
globalThis.fetch = async (input, init) => {
  body = input instanceof Request ? await input.text() : init.body;
  return new Response(JSON.stringify(ANSWER), { headers: { "content-type": "application/json" } });
};

// @langchain/google-common holds no client of its own: -gauth is its thinnest, and -vertexai builds on that.
const CLIENTS = {
  "@langchain/google": new ChatGoogle({ ...FIELDS, platformType: "gai" }),
  "@langchain/google-common": new ChatGoogleCommon({ ...FIELDS, platformType: "gai" }),
  "@langchain/google-genai": new ChatGoogleGenerativeAI(FIELDS),
  "@langchain/google-vertexai": new ChatVertexAI(FIELDS),
};

/** A LangChain tool, as an MCP adapter makes it; every tool of an MCP server has a schema. */
function made({ name, description, parameters = { type: "object", properties: {} } }) {
  return tool(() => "", { name, description, schema: parameters });
}

/** The one declaration that a client puts into its request for a tool. */
async function sent(client, declaration) {
  body = undefined;
  await client.bindTools([made(declaration)]).invoke("hello");
  const declarations = JSON.parse(body).tools.flatMap((held) => held.functionDeclarations);
  if (declarations.length !== 1) throw new Error(`${declarations.length} declarations were sent`);
  return declarations[0];
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = { sent: {}, thrown: {} };
  for (const [name, client] of Object.entries(CLIENTS)) {
    try {
      answer.sent[name] = await sent(client, JSON.parse(line));
    } catch (error) {
      answer.thrown[name] = String(error?.message ?? error);
    }
  }
  console.log(JSON.stringify(answer));
}
