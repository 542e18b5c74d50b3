// An MCP server of the second SDK over stdio, for clients of both eras. Its tool answers with the sum of a map's
// numbers, by an output schema that Gemini refuses as it is.

import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const MEASURE = {
  name: "measure",
  description: "Adds up.",
  inputSchema: { type: "object", properties: { m: { type: "object", additionalProperties: { type: "number" } } } },
  outputSchema: {
    type: "object",
    properties: { sum: { $ref: "#/$defs/sum", title: "The sum" } },
    required: ["sum"],
    $defs: { sum: { type: "object", properties: { of: { type: "number" } }, required: ["of"] } },
  },
};

serveStdio(() => {
  const server = new Server({ name: "measures", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [MEASURE] }));
  server.setRequestHandler("tools/call", ({ params: { arguments: args } }) => {
    const of = Object.values(args.m).reduce((sum, number) => sum + number, 0);
    return { content: [], structuredContent: { sum: { of } } };
  });
  return server;
});
