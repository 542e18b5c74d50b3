// A stand-in of one's own, and what tests ask of it.

import assert from "node:assert/strict";
import { after } from "node:test";

import { standIn } from "./stand-in.mjs";

export const GEMINI = "/v1beta/models/gemini-2.5-flash:generateContent";
export const GEMINI_3 = "/v1beta/models/gemini-3-pro:generateContent";
export const VERTEX = "/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-flash:generateContent";
export const STREAM = GEMINI.replace("generateContent", "streamGenerateContent");

export const server = await standIn();
after(() => server.stop());

export const post = (path, body, headers = {}) => {
  const raw = typeof body === "string" || body instanceof Uint8Array;
  return fetch(server.url + path, { method: "POST", body: raw ? body : JSON.stringify(body), headers });
};

export const said = (text) => ({ role: "user", parts: [{ text }] });

/** A request that has one function, whose declaration has these members. */
export const request = (members, text = "call f", more = {}) => ({
  contents: [said(text)],
  tools: [{ functionDeclarations: [{ name: "f", description: "d", ...members }] }],
  ...more,
});

export const refusal = async (path, body) => {
  const response = await post(path, body);
  assert.equal(response.status, 400, JSON.stringify(body));
  return (await response.json()).error;
};

export const parts = async (path, body) => {
  const response = await post(path, body);
  const answer = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer.candidates[0].content.parts;
};

export const args = async (declaration, text, path = GEMINI) =>
  (await parts(path, request(declaration, text)))[0].functionCall.args;
