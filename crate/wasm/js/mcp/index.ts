// An MCP client whose tools are lowered for Gemini, and whose calls are restored for the server.

import { called, demandOptions } from "../exchange.js";
import { type IntegrationOptions, warn } from "../issues.js";
import { overlay } from "../overlay.js";
import type { JsonObject } from "../text.js";
import type { RequestOptions } from "../types.js";
import { type ListedTool, type Page, type Tool, fitted } from "./listing.js";
import { isSecond, unrefused } from "./refusal.js";

export { type Finding, type IntegrationOptions, type IssueInfo, type OnIssues, warn } from "../issues.js";

/** The used members of a `Client` of `@modelcontextprotocol/sdk` (1.32.2) or `@modelcontextprotocol/client` (2.4.0). */
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
 * The client with lowered tools, for whatever passes them to a model. `listTools` returns them in the MCP envelope, as
 * JSON Schema that validators read and with an object as root, page by page like the client; `callTool` accepts the
 * calls that the model makes of them and sends the restored ones to the server. So do `request` and
 * `experimental.tasks`. Everything else is the client's own.
 *
 * The client itself keeps the server's tools: with them it validates results and mirrors arguments into headers. Output
 * schemas are lowered in the listed copy only, since some integrations send them on (`responseJsonSchema`); one whose
 * lowered form would reject some of its values is omitted. A list that the client rejects because of one of its tools
 * is returned all the same, and that is reported (`refused-list`).
 *
 * The default target is `universal`. Lists are passed to all kinds of clients, and only declarations of this target
 * were tested with each of them: @langchain/google-genai 2.3.2, @langchain/google 0.2.6 and @ai-sdk/google 3.0.141,
 * which write schemas into `parameters`, and @ai-sdk/google 4.0.121 and @google/genai 3.3.0, which pass them on; OpenAI
 * without `strict` and Claude accept them too. If tools are passed to clients of the second kind alone,
 * `gemini-json-schema` keeps maps and references unchanged.
 *
 * Tools that the client's own `listChanged` passes are the server's: list them again. Throws a `TypeError` for a
 * misspelt or wrong option, and for the client of `@ai-sdk/mcp`, whose `tools()` would be the server's.
 *
 * ```ts
 * const client = withLapidary(new Client({ name: "app", version: "1.0.0" }));
 * await client.connect(transport);
 * ```
 */
export function withLapidary<Client extends McpClient>(
  client: Client,
  integration: IntegrationOptions = {},
): Client {
  const { onIssues = warn, ...given } = demandOptions(integration);
  const options: RequestOptions = { target: "universal", mode: "round-trip", ...given };
  demandClient(client);
  /** By declared name, over all pages; a tool that is listed again replaces the earlier one. */
  const known = new Map<string, ListedTool>();
  /** Tools that the client does not know, since it rejected their list. */
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

  /** The arguments after the parameters of a call, in which the client expects the server's tool definition. */
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

function demandClient(client: object): void {
  const { listTools, callTool, tools } = Object(client) as Record<string, unknown>;
  if (typeof listTools !== "function" || typeof callTool !== "function") {
    throw new TypeError("this is no MCP client: it has no `listTools` and `callTool`");
  }
  if (typeof tools !== "function") return;
  const instead = "give its `tools()` to a model with the middleware of `lapidary/ai-sdk`";
  throw new TypeError(`this is the MCP client of AI SDK: ${instead}`);
}
