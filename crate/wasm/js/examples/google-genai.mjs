// Google's own client, which calls the tools of an MCP server automatically.

import { GoogleGenAI, mcpToTool } from "@google/genai";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { withLapidary } from "lapidary/google-genai";

const server = new Client({ name: "example", version: "1.0.0" });
await server.connect(new StdioClientTransport({ command: "npx", args: ["-y", "@modelcontextprotocol/server-everything"] }));

const ai = withLapidary(new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY }));
const response = await ai.models.generateContent({
  model: "gemini-3.5-flash",
  contents: 'call get-sum with {"a": 2, "b": 3}',
  config: { tools: [mcpToTool(server)] },
});
const [called, answered] = response.automaticFunctionCallingHistory.slice(1);
console.log(called.parts[0].functionCall.args);
console.log(answered.parts[0].functionResponse.response.content[0].text);
console.log(response.text);
await server.close();
