// An MCP client whose tools fit Gemini, and whose server gets the calls that it asked for.

import type { Codec } from "./codec.js";
import { called, demandOptions } from "./exchange.js";
import { transform } from "./index.js";
import { type IntegrationOptions, attempt, tellRequest, warn } from "./issues.js";
import { overlay } from "./overlay.js";
import type { JsonObject } from "./text.js";
import type { Options, Result } from "./types.js";

export { type Finding, type IntegrationOptions, type IssueInfo, type OnIssues, warn } from "./issues.js";

/** What is used of a `Client` (`@modelcontextprotocol/sdk` 1.32.2). */
export interface McpClient {
  listTools(...args: any[]): Promise<{ tools: object[] }>;
  callTool(params: any, ...more: any[]): Promise<unknown>;
  request?(request: any, ...more: any[]): Promise<unknown>;
}

interface Call {
  name: string;
  arguments?: JsonObject;
}

/**
 * The client with tools that are made fit, for whatever hands them to a model. `listTools` gives them in
 * the MCP envelope, in JSON Schema's spelling and with an object as root, page by page as the server does;
 * `callTool` takes the calls that the model makes of them and sends those that the server asked for. So do
 * `request` and `experimental.tasks.callToolStream`. All else is the client's own. Output schemas stay as
 * they are, and the client goes on checking results by them.
 *
 * The target is `universal` when left out, which OpenAI without `strict` and Claude take too. Tools that
 * the client's own `listChanged` hands over are the server's: list them anew. Throws a `TypeError` for a
 * misspelt option.
 *
 * ```ts
 * const client = withLapidary(new Client({ name: "app", version: "1.0.0" }));
 * await client.connect(transport);
 * ```
 */
export function withLapidary<Client extends McpClient>(
  client: Client,
  { onIssues = warn, ...given }: IntegrationOptions = {},
): Client {
  const options: Options = { target: "universal", mode: "round-trip", ...given, emit: "same" };
  demandOptions(options);
  /** By declared name, over all pages; a tool that is listed again replaces its own. */
  const codecs = new Map<string, Codec>();

  function listed<Listed extends { tools: object[] }>(page: Listed): Listed {
    if (page.tools.length === 0) return page;
    const same: Result<unknown> = { kind: null, readAs: "", output: page, tools: [], issues: [] };
    const fit = attempt(onIssues, { direction: "request" }, same, () => transform(page, options));
    tellRequest(onIssues, fit);
    for (const { name, codec } of fit.tools) codecs.set(codec.declared ?? name, codec);
    const isChanged = fit.tools.some(({ transforms_applied }) => transforms_applied.length > 0);
    return isChanged ? (fit.output as Listed) : page;
  }

  function restored(params: Call): Call {
    const codec = codecs.get(params.name);
    if (!codec?.arguments && !codec?.name) return params;
    const { name, args } = called(codec, { name: params.name, args: params.arguments }, onIssues);
    return { ...params, name, arguments: args };
  }

  const own: McpClient & { readonly experimental: unknown } = {
    listTools: async (...args) => listed(await client.listTools(...args)),
    callTool: async (params, ...more) => client.callTool(restored(params), ...more),
    async request(request, ...more) {
      if (request.method === "tools/call") return client.request?.({ ...request, params: restored(request.params) }, ...more);
      const answer = await client.request?.(request, ...more);
      return request.method === "tools/list" ? listed(answer as { tools: object[] }) : answer;
    },
    /** Where calls that run as tasks are made. */
    get experimental() {
      const { experimental } = client as { experimental?: { tasks: { callToolStream(params: Call, ...more: unknown[]): unknown } } };
      if (!experimental) return undefined;
      const { tasks } = experimental;
      const callToolStream = (params: Call, ...more: unknown[]) => tasks.callToolStream(restored(params), ...more);
      return overlay(experimental, { tasks: overlay(tasks, { callToolStream }) });
    },
  };
  return overlay<McpClient>(client, own) as Client;
}
