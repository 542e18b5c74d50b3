// The client of `@google/genai`, and its callable tools such as those of `mcpToTool`.

import { createGeminiFetch } from "../fetch.js";
import { type IntegrationOptions, warn } from "../issues.js";
import { overlay } from "../overlay.js";
import { Declarations, type FunctionCall } from "./declarations.js";
import { type Live, withSessions } from "./live.js";

export { type Finding, type IntegrationOptions, type IssueInfo, type OnIssues, warn } from "../issues.js";

/** What is used of a `GoogleGenAI` (`@google/genai` 2.32.0), beside what it keeps to itself. */
export interface GeminiClient {
  models: object;
  live: Live;
}

/**
 * The same client, with every request of `models`, `chats`, `batches` and `caches` made fit and calls in
 * their answers restored, also those that it runs itself (automatic function calling): see
 * `createGeminiFetch` for what happens to which. Live sessions have their tools made fit and their calls
 * restored too. It is changed in place.
 *
 * Throws a `TypeError` for a misspelt option, and for what has not what this builds on: the one function
 * that sends all requests (`apiClient.apiCall`, in 1.9.0 to 3.1.0).
 *
 * ```ts
 * const ai = withLapidary(new GoogleGenAI({ apiKey }));
 * ```
 */
export function withLapidary<Client extends GeminiClient>(ai: Client, options: IntegrationOptions = {}): Client {
  const { apiClient } = ai as { apiClient?: { apiCall?: typeof fetch } };
  if (typeof apiClient?.apiCall !== "function") {
    throw new TypeError("this is no client of @google/genai, or a new one: give it `httpOptions: { fetch: createGeminiFetch() }`");
  }
  // Above its own `fetch`, which may not be replaced without losing its timeouts (2.32.0).
  apiClient.apiCall = createGeminiFetch({ ...options, fetch: apiClient.apiCall.bind(apiClient) });
  const { onIssues = warn, ...given } = options;
  withSessions(ai.live, { mode: "round-trip", ...given }, onIssues);
  return ai;
}

/** What is used of a `CallableTool` (`@google/genai` 2.32.0). */
export interface CallableTool {
  tool(): Promise<object>;
  callTool(calls: any[]): Promise<any[]>;
}

/**
 * A callable tool by itself, for clients that are not wrapped: `tool` gives declarations that are made fit,
 * `callTool` takes the model's calls of them, and answers under their names. Where it is sent is not known
 * here, so the target is `gemini` when left out. Throws a `TypeError` for a misspelt option.
 *
 * ```ts
 * const tools = [lapidaryTool(mcpToTool(mcpClient))];
 * ```
 */
export function lapidaryTool<Tool extends CallableTool>(
  callable: Tool,
  { onIssues = warn, ...options }: IntegrationOptions = {},
): Tool {
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
