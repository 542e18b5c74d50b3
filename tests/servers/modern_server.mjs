// An MCP server of the second SDK that knows the newer era of the protocol alone: over stdio, or over HTTP on a port
// that it prints.

import { Server, createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "node:http";

const PAGES = [["first"], ["second", "third"]];
const ALONE = { legacy: "reject" };

function server() {
  const server = new Server({ name: "modern", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", ({ params }) => {
    const at = Number(params?.cursor ?? 0);
    const tools = PAGES[at].map((name) => ({ name, inputSchema: { type: "object" } }));
    return { tools, ...(at + 1 < PAGES.length && { nextCursor: String(at + 1) }) };
  });
  return server;
}

async function answer({ method, url, headers, body }) {
  const { fetch } = createMcpHandler(server, ALONE);
  const response = await fetch(new Request(new URL(url, "http://localhost"), { method, headers, body, duplex: "half" }));
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

if (process.argv[2] === "http") {
  const http = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = method === "POST" ? Buffer.concat(await request.toArray()) : undefined;
    const { status, headers: given, text } = await answer({ method, url, headers, body });
    response.writeHead(status, given).end(text);
  });
  http.listen(0, "127.0.0.1", () => console.log(http.address().port));
} else {
  serveStdio(server, ALONE);
}
