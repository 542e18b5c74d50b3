// Prints as JSON what an official TypeScript client gets from a server. The argument gives the client, its name, the
// server (a command, or a URL), and the calls.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { resolve } = createRequire(new URL("../clients/package.json", import.meta.url));
const load = (name) => import(pathToFileURL(resolve(name)));

const { sdk, name, command, args, url, calls } = JSON.parse(process.argv[2]);
const info = { name, version: "1.0.0" };
const first = sdk === "first";
const [{ Client, StreamableHTTPClientTransport }, { StdioClientTransport }, http] = await Promise.all(
  first
    ? ["client/index.js", "client/stdio.js", "client/streamableHttp.js"].map((part) => load(`@modelcontextprotocol/sdk/${part}`))
    : [load("@modelcontextprotocol/client"), load("@modelcontextprotocol/client/stdio"), {}],
);
const Http = StreamableHTTPClientTransport ?? http.StreamableHTTPClientTransport;
const versionNegotiation = { mode: sdk === "auto" ? "auto" : "legacy" };
const client = new Client(info, first ? {} : { versionNegotiation });
await client.connect(url ? new Http(new URL(url)) : new StdioClientTransport({ command, args, stderr: "ignore" }));

const attempt = (promise) => promise.catch(({ code, message }) => ({ code, message }));
const capabilities = client.getServerCapabilities();
const seen = {
  era: first ? "legacy" : client.getProtocolEra(),
  server: client.getServerVersion(),
  instructions: client.getInstructions(),
  capabilities,
  list: await attempt(client.listTools()),
  prompts: capabilities.prompts && (await attempt(client.listPrompts())),
  resources: capabilities.resources && (await attempt(client.listResources())),
  results: [],
};
for (const call of calls) {
  const progress = [];
  const options = { onprogress: (notice) => progress.push(notice) };
  const result = await attempt(first ? client.callTool(call, undefined, options) : client.callTool(call, options));
  // A notice that comes in one piece with the result is dropped by the second SDK.
  seen.results.push({ result, progress: progress.slice(0, 1) });
}
await client.close();
console.log(JSON.stringify(seen));
