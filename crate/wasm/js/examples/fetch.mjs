// Requests of your own, without a client library: tools go out as their MCP server describes them, and the
// answer has the call that the server takes.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createGeminiFetch } from "lapidary/fetch";

const server = new Client({ name: "example", version: "1.0.0" });
await server.connect(new StdioClientTransport({ command: "npx", args: ["-y", "@modelcontextprotocol/server-everything"] }));
const { tools } = await server.listTools();

const fetch = createGeminiFetch();
const origin = process.env.GOOGLE_GEMINI_BASE_URL ?? "https://generativelanguage.googleapis.com";
const response = await fetch(`${origin}/v1beta/models/gemini-3.5-flash:generateContent`, {
  method: "POST",
  headers: { "content-type": "application/json", "x-goog-api-key": process.env.GEMINI_API_KEY },
  body: JSON.stringify({
    contents: [{ role: "user", parts: [{ text: 'call get-sum with {"a": 2, "b": 3}' }] }],
    tools: [
      {
        functionDeclarations: tools.map(({ name, description, inputSchema }) => ({
          name,
          description,
          parameters: inputSchema,
        })),
      },
    ],
  }),
});
if (!response.ok) throw new Error(await response.text());
const { candidates } = await response.json();
const { functionCall } = candidates[0].content.parts.find((part) => part.functionCall);
const { content } = await server.callTool({ name: functionCall.name, arguments: functionCall.args });
console.log(content[0].text);
await server.close();
