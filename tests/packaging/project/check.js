// What every runtime and every bundle does with the package: calls right after import, without waiting;
// a call through an integration; and the entry without an engine, which must find the one that runs.

import { restoreCall, transformTools } from "lapidary";
import { createGeminiFetch } from "lapidary/fetch";
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

export async function check() {
  expect(call, { name: "set/env", args, issues: [] });
  const fetch = createGeminiFetch({ fetch: answer, onIssues: () => {} });
  const body = JSON.stringify({ tools: [{ functionDeclarations: [{ name: "set/env", parametersJsonSchema: schema }] }] });
  const response = await fetch("https://gemini.invalid/v1beta/models/any:generateContent", { method: "POST", body });
  expect((await response.json()).candidates[0].content.parts[0].functionCall, { name: "set/env", args });
  return `passed with ${version()}`;
}
