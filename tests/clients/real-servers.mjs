// Real MCP servers as child processes, each with a client that is connected.

import { StdioClientTransport as SecondTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { fileURLToPath } from "node:url";
import { FASTMCP } from "./fastmcp.mjs";

const EVERYTHING = new URL(
  "../servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js",
  import.meta.url,
);
const DUAL_ERA = new URL("dual-era-server.mjs", import.meta.url);

/** The name of a client of these tests, and its support for tasks. */
export const CLIENT = [{ name: "test", version: "1.0.0" }];

/** `@modelcontextprotocol/server-everything`, of tests/servers. */
export const everything = (client = new Client(...CLIENT)) =>
  connected(client, { command: process.execPath, args: [fileURLToPath(EVERYTHING), "stdio"] });

/** dual-era-server.mjs, for a client of the second SDK. */
export const dualEra = (client) => connected(client, { command: process.execPath, args: [fileURLToPath(DUAL_ERA)] });

/** fs-mcp, which serves a folder; of the Python in `LAPIDARY_PYTHON`, with tests/servers/requirements.txt. */
export const fsMcp = (folder, client = new Client(...CLIENT)) =>
  connected(client, {
    command: process.env.LAPIDARY_PYTHON ?? "python3",
    args: ["-m", "fs_mcp", "--no-ui", "--no-http", folder],
    env: {
      ...process.env,
      ...FASTMCP,
      // It denies what lies in the folder for temporary files, where this checkout may be.
      TMPDIR: fileURLToPath(new URL("../servers/node_modules", import.meta.url)),
    },
  });

/** A client of either SDK, connected to a server by a transport of its own. */
async function connected(client, server) {
  const Transport = "getProtocolEra" in client ? SecondTransport : StdioClientTransport;
  await client.connect(new Transport({ ...server, stderr: "ignore" }));
  return client;
}
