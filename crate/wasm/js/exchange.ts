// What integrations send, and what comes back: made fit and restored. Where the engine fails, that is told, and
// things pass as they were. Not by way of `index.ts`, which brings the engine: `slim` shares this code.

import { normalizeRequest, restoreCall, restoreResponse } from "./calls.js";
import type { Codec, Codecs } from "./codec.js";
import { type OnIssues, attempt, misfits, tell } from "./issues.js";
import type { JsonObject } from "./text.js";
import type { Call, NormalizedRequest, Options, RestoredResponse } from "./types.js";

/** Throws a `TypeError` for a misspelt option: now, and not at the first request. */
export function demandOptions(options: Options): void {
  normalizeRequest("{}", options);
}

/** A request's body made fit. What was found is left to be told. */
export function fit<Body extends string | JsonObject>(
  body: Body,
  options: Options,
  onIssues: OnIssues,
): NormalizedRequest<Body> {
  const same: NormalizedRequest<Body> = { body, codec: { version: 1 }, tools: [], issues: [] };
  const work = () => normalizeRequest(body, options) as NormalizedRequest<Body>;
  return attempt(onIssues, { direction: "request" }, same, work);
}

/** The body of an answer with its calls restored. What did not fit is told. */
export function answered<Body extends string | object>(codec: Codecs, body: Body, onIssues: OnIssues): Body {
  const info = { direction: "response" } as const;
  const work = () => restoreResponse(codec, body) as RestoredResponse<Body>;
  const answer = attempt(onIssues, info, { body, issues: [] }, work);
  tell(onIssues, answer.issues, info);
  return answer.body;
}

/** A model's call of a tool as the server takes it: its own name and arguments. What did not fit is told. */
export function called(codec: Codec, call: Call, onIssues: OnIssues): { name: string; args: JsonObject } {
  const info = { direction: "response", tool: codec.name ?? call.name } as const;
  const same = { name: info.tool, args: call.args ?? {}, issues: [] };
  const { issues, ...own } = attempt(onIssues, info, same, () => restoreCall(codec, call));
  tell(onIssues, misfits(issues), info);
  return own;
}
