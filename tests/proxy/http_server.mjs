// A server of the second SDK over HTTP, in both eras, whose tool asks for headers; it prints its port.

import { createRequire } from "node:module";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const { resolve } = createRequire(new URL("../servers/package.json", import.meta.url));
const { Server, createMcpHandler } = await import(pathToFileURL(resolve("@modelcontextprotocol/server")));

const properties = {
  region: { type: "string", "x-mcp-header": "Region" },
  options: { type: "object", properties: { n: { type: "integer", "x-mcp-header": "N" } } },
  env: { type: "object", additionalProperties: { type: "string" } },
};
const tools = [
  { name: "put it", inputSchema: { type: "object", properties } },
  { name: "wrong", inputSchema: { type: "object", properties: { a: { type: "number", "x-mcp-header": "A" } } } },
];

function server() {
  const server = new Server({ name: "headers", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools }));
  server.setRequestHandler("tools/call", ({ params }) => ({
    content: [{ type: "text", text: JSON.stringify([params.name, params.arguments]) }],
  }));
  return server;
}

const { fetch } = createMcpHandler(server);
const http = createServer(async (request, response) => {
  const { method, url, headers } = request;
  const body = method === "POST" ? Buffer.concat(await request.toArray()) : undefined;
  const answer = await fetch(new Request(new URL(url, "http://localhost"), { method, headers, body, duplex: "half" }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  console.log(JSON.stringify({ status: answer.status, headers }));
});
http.listen(0, "127.0.0.1", () => console.log(http.address().port));
