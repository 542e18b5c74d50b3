// Lists that a client rejects as a whole, because of a tool that violates the protocol.

import { type OnIssues, tell } from "../issues.js";
import { overlay } from "../overlay.js";
import type { McpClient } from "./index.js";
import type { Page, Tool } from "./listing.js";

/** Whether a client is of `@modelcontextprotocol/client`, which accepts the definition of a tool with its call. */
export const isSecond = (client: object): boolean => "getProtocolEra" in client;

/** The limit of `@modelcontextprotocol/client`, too. */
const MOST_PAGES = 64;
const LONGEST = 300;

/**
 * The list that a client rejected with `error`, as its server sends it: requested again, and taken from the messages
 * that arrive. The tools in it that the first SDK accepts are passed to it, so that it validates their results and
 * knows their tasks; the second SDK takes definitions with calls. Throws `error` if no list arrives.
 */
export async function unrefused(client: McpClient, args: any[], error: unknown, onIssues: OnIssues): Promise<Page> {
  const pages = wasAnswered(error) ? await overheard(client, args) : [];
  const last = pages.at(-1);
  if (!last) throw error;
  const tools = pages.flatMap(({ tools }) => tools.filter(isNamed).map(withoutNulls));
  if (!isSecond(client)) await learn(client, tools);
  const said = error instanceof Error ? error.message : String(error);
  const message = `the client rejects this list of tools: ${said.replace(/\s+/g, " ").slice(0, LONGEST)}`;
  const help = "all tools with a name are listed all the same; mend the one that the message is about";
  tell(onIssues, [{ code: "refused-list", severity: "warning", message, help, pointer: "" }], { direction: "request" });
  return { ...last, tools };
}

/** Errors of the server and of the connection have a code, and so do timeouts. */
function wasAnswered(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === undefined || code === "INVALID_RESULT";
}

/** The pages that arrive when a client lists tools, whether it accepts them or not. */
async function overheard(client: McpClient, [params, ...more]: any[]): Promise<Page[]> {
  const pages: Page[] = [];
  const { transport } = client;
  if (!transport) return pages;
  const { onmessage } = transport;
  const hear: typeof onmessage = (message, ...extra) => {
    const { resultType, ...page } = message.result ?? {};
    if (Array.isArray(page.tools)) pages.push(page);
    onmessage?.call(transport, message, ...extra);
  };
  transport.onmessage = hear;
  const list = (params: unknown) => client.listTools(params, ...more).catch(() => {});
  await list(params);
  // The second SDK returns all pages if no cursor is given.
  const isWhole = isSecond(client) && params?.cursor === undefined;
  const cursors = new Set<string>();
  while (isWhole && cursors.size < MOST_PAGES) {
    const cursor = pages.at(-1)?.nextCursor;
    if (!cursor || cursors.has(cursor)) break;
    cursors.add(cursor);
    await list({ ...params, cursor });
  }
  if (transport.onmessage === hear) transport.onmessage = onmessage;
  return pages;
}

/** Lets the first SDK list those tools that it accepts, which is determined one by one. */
async function learn(client: McpClient, tools: Tool[]): Promise<void> {
  const listed = async (tools: Tool[]) => {
    const request = async (_: unknown, schema: { parse(page: object): unknown }) => schema.parse({ tools });
    await client.listTools.call(overlay(client, { request }));
  };
  const taken: Tool[] = [];
  for (const tool of tools) {
    const isTaken = await listed([tool]).then(
      () => true,
      () => false,
    );
    if (isTaken) taken.push(tool);
  }
  await listed(taken);
}

const isNamed = (tool: unknown): tool is Tool => typeof (tool as Tool | null)?.name === "string";

/** A tool without the members that are null where the protocol requires them to be absent. */
function withoutNulls(tool: Tool): Tool {
  const kept = (members: object) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
  const { annotations, ...own } = kept(tool);
  return { ...own, ...(annotations instanceof Object && { annotations: kept(annotations) }) } as unknown as Tool;
}
