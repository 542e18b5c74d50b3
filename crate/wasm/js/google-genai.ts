// The client of `@google/genai`, and its callable tools such as those of `mcpToTool`.

import { createGeminiFetch } from "./fetch.js";
import { normalizeRequest, restoreCall } from "./index.js";
import { type IntegrationOptions, attempt, misfits, tell, tellRequest, warn } from "./issues.js";
import { overlay } from "./overlay.js";
import type { JsonObject } from "./text.js";
import type { NormalizedRequest, Options } from "./types.js";

export { type Finding, type IntegrationOptions, type IssueInfo, type OnIssues, warn } from "./issues.js";

/**
 * The same client, with every request of `models`, `chats`, `batches` and `caches` made fit and calls in
 * their answers restored, also those that it runs itself (automatic function calling): see
 * `createGeminiFetch` for what happens to which. It is changed in place.
 *
 * Live sessions are left alone: give them `lapidaryTool(…)`.
 *
 * Throws a `TypeError` for a misspelt option, and for what has not what this builds on: the one function
 * that sends all requests (`apiClient.apiCall`, in 1.9.0 to 3.1.0).
 *
 * ```ts
 * const ai = withLapidary(new GoogleGenAI({ apiKey }));
 * ```
 */
export function withLapidary<Client extends { models: object; chats: object }>(ai: Client, options: IntegrationOptions = {}): Client {
  const { apiClient } = ai as { apiClient?: { apiCall?: typeof fetch } };
  if (typeof apiClient?.apiCall !== "function") {
    throw new TypeError("this is no client of @google/genai, or a new one: give it `httpOptions: { fetch: createGeminiFetch() }`");
  }
  // Above its own `fetch`, which may not be replaced without losing its timeouts (2.32.0).
  apiClient.apiCall = createGeminiFetch({ ...options, fetch: apiClient.apiCall.bind(apiClient) });
  return ai;
}

/** What is used of a `CallableTool` (`@google/genai` 2.32.0). */
export interface CallableTool {
  tool(): Promise<object>;
  callTool(calls: any[]): Promise<any[]>;
}

interface FunctionCall {
  name?: string;
  args?: JsonObject;
}

/**
 * A callable tool by itself, for Live sessions and clients that are not wrapped: `tool` gives declarations
 * that are made fit, `callTool` takes the model's calls of them, and answers under their names. Where it
 * is sent is not known here, so the target is `gemini` when left out. Throws a `TypeError` for a misspelt
 * option.
 *
 * ```ts
 * const tools = [lapidaryTool(mcpToTool(mcpClient))];
 * ```
 */
export function lapidaryTool<Tool extends CallableTool>(
  callable: Tool,
  { onIssues = warn, ...given }: IntegrationOptions = {},
): Tool {
  const options: Options = { mode: "round-trip", ...given };
  normalizeRequest("{}", options); // Tells of a misspelt option now, not at the first turn.
  let current: { tool: object; fit: NormalizedRequest<JsonObject> } | undefined;

  async function declare(): Promise<NonNullable<typeof current>> {
    const tool = await callable.tool();
    return (current = { tool, fit: request({ tools: [tool] }) });
  }

  function request(body: JsonObject): NormalizedRequest<JsonObject> {
    const same: NormalizedRequest<JsonObject> = { body, codec: { version: 1 }, tools: [], issues: [] };
    return attempt(onIssues, { direction: "request" }, same, () => normalizeRequest(body, options));
  }
  return overlay<CallableTool>(callable, {
    async tool() {
      const { tool, fit } = await declare();
      tellRequest(onIssues, fit);
      const [declared] = fit.body.tools as object[];
      return declared ?? tool;
    },
    async callTool(calls: FunctionCall[]) {
      const { tool, fit } = current ?? (await declare());
      const restored = calls.map((call) => {
        const { name = "", args } = call;
        const codec = fit.codec.tools?.[name];
        if (!codec) return call;
        const info = { direction: "response", tool: codec.name ?? name } as const;
        const same = { name: info.tool, args: args ?? {}, issues: [] };
        const { issues, ...own } = attempt(onIssues, info, same, () => restoreCall(codec, { name, args }));
        tell(onIssues, misfits(issues), info);
        return { ...call, ...own };
      });
      const parts = await callable.callTool(restored);
      // The history names functions as they are declared.
      const { body, issues } = request({ tools: [tool], contents: [{ role: "user", parts }] });
      tell(onIssues, issues, { direction: "request" });
      const [{ parts: answers }] = body.contents as [{ parts: object[] }];
      return answers;
    },
  }) as Tool;
}
