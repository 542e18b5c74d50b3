// Lists the tools of a server, whose command is given, with the first official SDK; fails where that does.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command, args }));
try {
  await client.listTools();
} finally {
  await client.close();
}
