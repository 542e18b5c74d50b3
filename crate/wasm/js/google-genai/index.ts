// The client of `@google/genai`, and its callable tools such as those of `mcpToTool`.

import { demandOptions } from "../exchange.js";
import { fetching } from "../fetching.js";
import { type IntegrationOptions, type OnIssues, warn } from "../issues.js";
import { overlay } from "../overlay.js";
import { copied } from "./copy.js";
import { Declarations, type FunctionCall } from "./declarations.js";
import { withInteractions } from "./interactions.js";
import { type Live, withSessions } from "./live.js";
import { withSchemas } from "./schemas.js";

export { type Finding, type IntegrationOptions, type IssueInfo, type OnIssues, warn } from "../issues.js";

/** The used members of a `GoogleGenAI` (`@google/genai` 2.32.0 and 3.3.0), besides private ones. */
export interface GeminiClient {
  models: object;
  live: Live;
}

/**
 * A copy of the client that normalizes every request of `models`, `chats`, `batches` and `caches` and restores calls in
 * their responses, also those that it runs itself (automatic function calling): see `createGeminiFetch` for the
 * details. JSON Schema in `parameters` and `responseSchema` is moved past the client's own converters, which have
 * losses. In live sessions tools are lowered and calls restored too, and so they are in `interactions`, `agents` and
 * `triggers`, where nothing is encoded. `ai` itself, and what is given to the copy, stay unchanged.
 *
 * From 3.0.0 on the client uses `/v1`, where models before Gemini 3 reject functions: that is reported, and
 * `apiVersion: "v1beta"` avoids it. Declarations are the same at `/v1`, `/v1beta` and `/v1alpha`.
 *
 * Throws a `TypeError` for a misspelt or wrong option, for a client without the one function that sends all requests
 * (`apiClient.apiCall`, in 1.9.0 to 3.3.0), on which this relies, and for one that something else has wrapped or patched
 * before, whose changes the copy would lose: `wrap(withLapidary(ai))` keeps them.
 *
 * ```ts
 * const ai = withLapidary(new GoogleGenAI({ apiKey }));
 * ```
 */
export function withLapidary<Client extends GeminiClient>(ai: Client, options: IntegrationOptions = {}): Client {
  const { onIssues = warn, ...given } = demandOptions(options);
  // Above the client's own `fetch`, which cannot be replaced without losing its timeouts (2.32.0).
  const copy = copied(ai, (apiClient) => {
    const send = fetching({ ...given, onIssues, fetch: apiClient.apiCall.bind(apiClient) });
    return (url, init, ...more: []) => {
      tellOfVersion(String(url), init?.body, onIssues);
      return send(url, init, ...more);
    };
  });
  withSchemas(copy);
  withSessions(copy.live, { mode: "round-trip", ...given }, onIssues);
  withInteractions(copy, given, onIssues);
  return copy;
}

/**
 * Requests to models that reject functions at `/v1` and accept them at `/v1beta`. Google's page on API versions lists
 * function calling for `/v1`, which is the default since 3.0.0 (its release notes); the release notes of hivegate 0.4.1
 * (2026-11-15) list the models that reject it, without the text.
 */
const REFUSED_AT_V1 = /^gemini-[12]\b/;
const METHODS = /\/v1\/models\/([^:/]*):(?:generateContent|streamGenerateContent|batchGenerateContent)$/;
/** The body of new cached content names the model. */
const CACHED = /\/v1\/cachedContents$/;

function tellOfVersion(url: string, body: unknown, onIssues: OnIssues): void {
  if (typeof body !== "string" || !body.includes('"functionDeclarations"')) return;
  const path = url.split("?")[0]!;
  const model = CACHED.test(path) ? JSON.parse(body).model?.replace("models/", "") : METHODS.exec(path)?.[1];
  if (!REFUSED_AT_V1.test(model ?? "")) return;
  const at = "/v1 of the Gemini API, which @google/genai asks from 3.0.0 on";
  const message = `${model} is known to reject functions at ${at}`;
  const help = 'give the client `apiVersion: "v1beta"`, or ask a model from Gemini 3 on';
  onIssues([{ code: "api-version", severity: "warning", message, help, pointer: "" }], { direction: "request" });
}

/** The used members of a `CallableTool` (`@google/genai` 2.32.0). */
export interface CallableTool {
  tool(): Promise<object>;
  callTool(calls: any[]): Promise<any[]>;
}

const NOT_CALLABLE = "this is no callable tool: give one of `mcpToTool`, or an object with its `tool` and `callTool`";

/**
 * Wraps a single callable tool, for clients that are not wrapped: `tool` returns lowered declarations, and `callTool`
 * accepts the model's calls of them and responds under their declared names. Where requests are sent is not known here,
 * so the default target is `gemini`. Throws a `TypeError` for what is no such tool, and for a misspelt or wrong option.
 *
 * ```ts
 * const tools = [lapidaryTool(mcpToTool(mcpClient))];
 * ```
 */
export function lapidaryTool<Tool extends CallableTool>(
  callable: Tool,
  integration: IntegrationOptions = {},
): Tool {
  const { onIssues = warn, ...options } = demandOptions(integration);
  if (typeof callable?.tool !== "function" || typeof callable.callTool !== "function") throw new TypeError(NOT_CALLABLE);
  const declarations = new Declarations({ mode: "round-trip", ...options }, onIssues);
  let asked: Promise<object> | undefined;

  async function tool(): Promise<object> {
    const given = await callable.tool();
    return declarations.declare([given])[0] ?? given;
  }
  return overlay<CallableTool>(callable, {
    tool: () => (asked = tool()),
    async callTool(calls: FunctionCall[]) {
      await (asked ??= tool());
      return declarations.turn(await callable.callTool(calls.map((call) => declarations.restore(call))));
    },
  }) as Tool;
}
