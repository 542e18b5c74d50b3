// OpenAI's client at Gemini's compatible endpoint, which calls the tools of an MCP server automatically.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createGeminiFetch } from "lapidary/fetch";
import OpenAI from "openai";

const server = new Client({ name: "example", version: "1.0.0" });
await server.connect(new StdioClientTransport({ command: "npx", args: ["-y", "@modelcontextprotocol/server-everything"] }));
const { tools } = await server.listTools();

const origin = process.env.GOOGLE_GEMINI_BASE_URL ?? "https://generativelanguage.googleapis.com";
const openai = new OpenAI({
  apiKey: process.env.GEMINI_API_KEY,
  baseURL: `${origin}/v1beta/openai/`,
  fetch: createGeminiFetch(),
});
const runner = openai.chat.completions.runTools({
  model: "gemini-2.5-flash",
  messages: [{ role: "user", content: 'call get-sum with {"a": 2, "b": 3}' }],
  tools: tools.map(({ name, description, inputSchema: parameters }) => ({
    type: "function",
    function: {
      name,
      description,
      parameters,
      parse: JSON.parse,
      function: async (args) => (await server.callTool({ name, arguments: args })).content[0].text,
    },
  })),
});
runner.on("functionToolCallResult", (result) => console.log(result));
console.log(await runner.finalContent());
await server.close();
