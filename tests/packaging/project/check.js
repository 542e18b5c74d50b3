// Runs in every runtime and every bundle: calls right after import, without waiting; a call through each integration
// whose host can be faked here (their own tests use the real ones); and the entry without an engine, which must find
// the engine that is loaded.

import { restoreCall, transformTools } from "lapidary";
import { lapidaryMiddleware } from "lapidary/ai-sdk";
import { createGeminiFetch } from "lapidary/fetch";
import { lapidaryTool } from "lapidary/google-genai";
import { withLapidary } from "lapidary/mcp";
import { version } from "lapidary/slim";

const schema = { type: "object", properties: { vars: { type: "object", additionalProperties: { type: "string" } } } };
const args = { vars: { HOME: "/" } };
/** The same in the form that is declared to Gemini, which has no words for maps. */
const wire = { vars: [{ key: "HOME", value: "/" }] };

const { declarations, codec } = transformTools([{ name: "set/env", inputSchema: schema }], { mode: "round-trip" });
const call = restoreCall(codec, { name: declarations[0].name, args: wire });

/** Answers as Gemini does: with a call of the function that was declared. */
async function answer(_url, { body }) {
  const [{ name }] = JSON.parse(body).tools[0].functionDeclarations;
  return Response.json({ candidates: [{ content: { parts: [{ functionCall: { name, args: wire } }] } }] });
}

function expect(actual, expected) {
  const texts = [actual, expected].map((value) => JSON.stringify(value));
  if (texts[0] !== texts[1]) throw new Error(`${texts[0]} instead of ${texts[1]}`);
}

async function checkFetch() {
  const fetch = createGeminiFetch({ fetch: answer, onIssues });
  const body = JSON.stringify({ tools: [{ functionDeclarations: [{ name: "set/env", parametersJsonSchema: schema }] }] });
  const response = await fetch("https://gemini.invalid/v1beta/models/any:generateContent", { method: "POST", body });
  expect((await response.json()).candidates[0].content.parts[0].functionCall, { name: "set/env", args });
}

async function checkMiddleware() {
  const { transformParams, wrapGenerate } = lapidaryMiddleware({ onIssues });
  const tools = [{ type: "function", name: "set/env", inputSchema: schema }];
  const params = await transformParams({ params: { prompt: [], tools } });
  const [{ name: toolName }] = params.tools;
  const doGenerate = async () => ({ content: [{ type: "tool-call", toolName, input: JSON.stringify(wire) }] });
  const { content } = await wrapGenerate({ doGenerate, params });
  expect(content, [{ type: "tool-call", toolName: "set/env", input: JSON.stringify(args) }]);
}

async function checkMcp() {
  const server = { listTools: async () => ({ tools: [{ name: "set/env", inputSchema: schema }] }), callTool: async (call) => call };
  const client = withLapidary(server, { onIssues });
  const { tools } = await client.listTools();
  expect(await client.callTool({ name: tools[0].name, arguments: wire }), { name: "set/env", arguments: args });
}

async function checkCallableTool() {
  const server = {
    tool: async () => ({ functionDeclarations: [{ name: "set/env", parametersJsonSchema: schema }] }),
    callTool: async (calls) => calls,
  };
  const callable = lapidaryTool(server, { onIssues });
  const { functionDeclarations } = await callable.tool();
  const [made] = await callable.callTool([{ name: functionDeclarations[0].name, args: wire }]);
  expect(made, { name: "set/env", args });
}

const onIssues = () => {};

export async function check() {
  expect(call, { name: "set/env", args, issues: [] });
  for (const checked of [checkFetch, checkMiddleware, checkMcp, checkCallableTool]) await checked();
  return `passed with ${version()}`;
}
