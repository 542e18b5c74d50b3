// Lists that a client refuses as a whole, because of a tool that is not as the protocol has it.

import { type OnIssues, tell } from "../issues.js";
import { overlay } from "../overlay.js";
import type { McpClient } from "./index.js";
import type { Page, Tool } from "./listing.js";

/** Whether a client is of `@modelcontextprotocol/client`: that one takes the definition of a tool with its call. */
export const isSecond = (client: object): boolean => "getProtocolEra" in client;

/** Takes any answer, as the schemas of zod 3 do and as Standard Schema has it. */
const ANY = {
  safeParse: (data: unknown) => ({ success: true, data }),
  "~standard": { version: 1, vendor: "lapidary", validate: (value: unknown) => ({ value }) },
};
/** What `@modelcontextprotocol/client` follows at most, too. */
const MOST_PAGES = 64;
const LONGEST = 300;

/**
 * The list that a client refused with `error`, as its server gives it. What the client can take, the first SDK is
 * given, so that it checks those results and knows those tasks; the second SDK takes definitions with calls.
 */
export async function unrefused(client: McpClient, args: any[], error: unknown, onIssues: OnIssues): Promise<Page> {
  const [params, options] = args;
  const list = (more: object) =>
    client.request?.({ method: "tools/list", params: { ...params, ...more } }, ANY, options) as Promise<Page>;
  if (!wasAnswered(error)) throw error;
  const first = await list({}).catch(() => undefined);
  if (!Array.isArray(first?.tools)) throw error;
  // The second SDK gives all pages to whom asks for none.
  const page = isSecond(client) && params?.cursor === undefined ? await followed(first, list) : first;
  const tools = page.tools.filter(isNamed).map(withoutNulls);
  if (!isSecond(client)) await learn(client, tools);
  const said = error instanceof Error ? error.message : String(error);
  const message = `the client refuses this list of tools: ${said.replace(/\s+/g, " ").slice(0, LONGEST)}`;
  const help = "its tools are listed as the server gives them; results are checked of those that the client takes";
  tell(onIssues, [{ code: "refused-list", severity: "warning", message, help, pointer: "" }], { direction: "request" });
  return { ...page, tools };
}

/** Errors of the server and of the connection have a code, and so has the end of waiting. */
function wasAnswered(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === undefined || code === "INVALID_RESULT";
}

/** A page with the tools of those that follow it. */
async function followed({ nextCursor, ...page }: Page, list: (more: object) => Promise<Page>): Promise<Page> {
  const seen = new Set<string>();
  const tools = [...page.tools];
  for (let cursor = nextCursor; typeof cursor === "string" && !seen.has(cursor) && seen.size < MOST_PAGES; ) {
    seen.add(cursor);
    const next = await list({ cursor });
    tools.push(...next.tools);
    cursor = next.nextCursor;
  }
  return { ...page, tools };
}

/** Lets the first SDK list what it can take of a page, tool by tool to find that out. */
async function learn(client: McpClient, tools: Tool[]): Promise<void> {
  const listed = async (tools: Tool[]) => {
    const request = async (_: unknown, schema: { parse(page: object): unknown }) => schema.parse({ tools });
    await client.listTools.call(overlay(client, { request }));
  };
  const taken: Tool[] = [];
  for (const tool of tools) {
    await listed([tool]).then(
      () => taken.push(tool),
      () => {},
    );
  }
  await listed(taken);
}

const isNamed = (tool: unknown): tool is Tool => typeof (tool as Tool | null)?.name === "string";

/** A tool without the members that are null where the protocol has them absent. */
function withoutNulls(tool: Tool): Tool {
  const kept = (members: object) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
  const { annotations, ...own } = kept(tool);
  return { ...own, ...(annotations instanceof Object && { annotations: kept(annotations) }) } as Tool;
}
