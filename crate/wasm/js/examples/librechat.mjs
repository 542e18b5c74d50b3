// The steps of LibreChat for the tools of an MCP server with Google's models: it sanitizes their schemas, stores
// them as definitions, and binds them when they are needed.

import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { sanitizeGeminiSchema } from "lapidary";

const server = new Client({ name: "example", version: "1.0.0" });
await server.connect(new StdioClientTransport({ command: "npx", args: ["-y", "@modelcontextprotocol/server-everything"] }));

const { tools } = await server.listTools();
const stored = tools.map(({ name, description, inputSchema }) =>
  JSON.stringify({ name, description, parameters: sanitizeGeminiSchema(inputSchema) }),
);

const model = new ChatGoogleGenerativeAI({
  model: "gemini-3.5-flash",
  apiKey: process.env.GEMINI_API_KEY,
  baseUrl: process.env.GOOGLE_GEMINI_BASE_URL,
});
const definitions = stored.map((text) => ({ type: "function", function: JSON.parse(text) }));
const { tool_calls } = await model.bindTools(definitions).invoke('call get-sum with {"a": 2, "b": 3}');
for (const { name, args } of tool_calls) {
  const { content } = await server.callTool({ name, arguments: args });
  console.log(args, content[0].text);
}
await server.close();
