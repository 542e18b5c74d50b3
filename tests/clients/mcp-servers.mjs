// MCP servers in this process, each behind a client that is connected: the first SDK, and the second in both eras of
// the protocol.

import { Client } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server as FirstServer } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

export const NAME = { name: "test", version: "1.0.0" };
export const MODERN = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
const CAPABILITIES = { capabilities: { tools: { listChanged: true } } };

/**
 * The behavior of a server, whatever its SDK: it lists `pages` of tools, records calls, and answers each with
 * `result`; both may be functions of the request's parameters.
 */
function behavior(pages, result) {
  const calls = [];
  const list = ({ params }) => {
    const at = Number(params?.cursor ?? 0);
    const tools = typeof pages === "function" ? pages(params) : pages[at];
    return { tools, ...(at + 1 < pages.length && { nextCursor: String(at + 1) }), _meta: { at } };
  };
  const call = ({ params, ...rest }, context) => {
    calls.push(params);
    return typeof result === "function" ? result(params, context) : result;
  };
  return { calls, list, call };
}

/** A server of the second SDK. */
export function server({ list, call }) {
  const server = new Server(NAME, CAPABILITIES);
  server.setRequestHandler("tools/list", list);
  server.setRequestHandler("tools/call", call);
  return server;
}

function second(options) {
  return async (pages, result = { content: [] }, more = {}) => {
    const does = behavior(pages, result);
    const [near, far] = InMemoryTransport.createLinkedPair();
    let latest;
    serveStdio(() => (latest = server(does)), { transport: far });
    const client = new Client(NAME, { ...options, ...more });
    await client.connect(near);
    return { client, calls: does.calls, changed: () => latest.sendToolListChanged() };
  };
}

/** By what they are called: takes pages of tools, the answer to calls, and options of the client. */
export const KINDS = {
  "the first SDK": async (pages, result = { content: [] }, options = {}, client = new FirstClient(NAME, options)) => {
    const { calls, list, call } = behavior(pages, result);
    const server = new FirstServer(NAME, CAPABILITIES);
    server.setRequestHandler(ListToolsRequestSchema, list);
    server.setRequestHandler(CallToolRequestSchema, call);
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    await client.connect(near);
    return { client, calls, server, changed: () => server.sendToolListChanged() };
  },
  "the second SDK, initialized": second({}),
  "the second SDK, 2026-07-28": second(MODERN),
};
