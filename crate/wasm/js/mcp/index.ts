// An MCP client whose tools fit Gemini, and whose server gets the calls that it asked for.

import { called, demandOptions } from "../exchange.js";
import { type IntegrationOptions, warn } from "../issues.js";
import { overlay } from "../overlay.js";
import type { JsonObject } from "../text.js";
import type { RequestOptions } from "../types.js";
import { type ListedTool, type Page, type Tool, fitted } from "./listing.js";
import { isSecond, unrefused } from "./refusal.js";

export { type Finding, type IntegrationOptions, type IssueInfo, type OnIssues, warn } from "../issues.js";

/** What is used of a `Client` of `@modelcontextprotocol/sdk` (1.32.2) or `@modelcontextprotocol/client` (2.4.0). */
export interface McpClient {
  listTools(...args: any[]): Promise<{ tools: object[] }>;
  callTool(params: any, ...more: any[]): Promise<unknown>;
  request?(request: any, ...more: any[]): Promise<unknown>;
  readonly transport?: { onmessage?: ((message: any, ...extra: any[]) => void) | undefined } | undefined;
}

interface Call {
  name: string;
  arguments?: JsonObject;
}

interface Tasks {
  callToolStream(params: Call, ...more: unknown[]): unknown;
  requestStream(request: { method: string; params?: Call }, ...more: unknown[]): unknown;
}

/**
 * The client with tools that are made fit, for whatever hands them to a model. `listTools` gives them in
 * the MCP envelope, as JSON Schema that validators read and with an object as root, page by page as the client
 * does; `callTool` takes the calls that the model makes of them and sends those that the server asked for. So do
 * `request` and `experimental.tasks`. All else is the client's own.
 *
 * The client itself keeps the server's tools: by them it checks results and mirrors arguments into headers. Output
 * schemas are made fit in the listed copy only, as what passes them on sends them (`responseJsonSchema`); one that
 * could not hold all of its values there is left out. A list that the client refuses because of one of its tools is
 * listed all the same, and that is told (`refused-list`).
 *
 * The target is `universal` when left out. Lists go to all kinds of clients, and only what it declares was taken
 * through each of them: @langchain/google-genai 2.3.2, @langchain/google 0.2.6 and @ai-sdk/google 3.0.141, which
 * write schemas into `parameters`, and @ai-sdk/google 4.0.121 and @google/genai 3.3.0, which pass them on; OpenAI
 * without `strict` and Claude take it too. Where tools go to clients of the second kind alone, `gemini-json-schema`
 * keeps maps and references as they are.
 *
 * Tools that the client's own `listChanged` hands over are the server's: list them anew. Throws a `TypeError` for a
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
  const options: RequestOptions = { target: "universal", mode: "round-trip", ...given };
  demandOptions(options);
  /** By declared name, over all pages; a tool that is listed again replaces its own. */
  const known = new Map<string, ListedTool>();
  /** Those that only we have listed, since the client refused their list. */
  const refused = new WeakSet<Tool>();

  function listed(page: Page): Page {
    const fit = fitted(page, options, onIssues);
    for (const [declared, tool] of fit.tools) known.set(declared, tool);
    return fit.page;
  }

  function restored(params: Call): Call {
    const codec = known.get(params.name)?.codec;
    if (!codec?.arguments && !codec?.name) return params;
    const { name, args } = called(codec, { name: params.name, args: params.arguments }, onIssues);
    const isGiven = params.arguments !== undefined || Object.keys(args).length > 0;
    return { ...params, name, ...(isGiven && { arguments: args }) };
  }

  const restoredRequest = <Request extends { method: string; params?: Call }>(request: Request): Request =>
    request.method === "tools/call" && request.params ? { ...request, params: restored(request.params) } : request;

  /** What follows the parameters of a call. A definition in it is the server's, for the client reads it as such. */
  function further(name: string, more: any[]): any[] {
    const tool = known.get(name);
    if (!isSecond(client) || !tool || !(refused.has(tool.original) || more[0]?.toolDefinition)) return more;
    return [{ ...more[0], toolDefinition: tool.original }, ...more.slice(1)];
  }

  const own: McpClient & { readonly experimental: unknown } = {
    async listTools(...args) {
      const page = client.listTools(...args) as Promise<Page>;
      return listed(await page.catch(async (error) => {
        const page = await unrefused(client, args, error, onIssues);
        for (const tool of page.tools) refused.add(tool);
        return page;
      }));
    },
    callTool: async (params, ...more) => client.callTool(restored(params), ...further(params.name, more)),
    async request(request, ...more) {
      const answer = await client.request?.(restoredRequest(request), ...more);
      return request.method === "tools/list" ? listed(answer as Page) : answer;
    },
    /** Where the first SDK calls tools that run as tasks. */
    get experimental() {
      const { experimental } = client as { experimental?: { tasks: Tasks } };
      if (!experimental) return undefined;
      const { tasks } = experimental;
      const restoring: Tasks = {
        callToolStream: (params, ...more) => tasks.callToolStream(restored(params), ...more),
        requestStream: (request, ...more) => tasks.requestStream(restoredRequest(request), ...more),
      };
      return overlay(experimental, { tasks: overlay(tasks, restoring) });
    },
  };
  return overlay<McpClient>(client, own) as Client;
}
