// An agent of LangChain.js with the tools of an MCP server.

import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { createAgent } from "langchain";
import { withLapidary } from "lapidary/langchain";

const server = { transport: "stdio", command: "npx", args: ["-y", "@modelcontextprotocol/server-everything"] };
const mcp = new MultiServerMCPClient({ everything: server });

const model = new ChatGoogleGenerativeAI({
  model: "gemini-3.5-flash",
  apiKey: process.env.GEMINI_API_KEY,
  baseUrl: process.env.GOOGLE_GEMINI_BASE_URL,
});
const agent = createAgent({ model: withLapidary(model), tools: await mcp.getTools() });
const { messages } = await agent.invoke({
  messages: [{ role: "user", content: 'call get-sum with {"a": 2, "b": 3}' }],
});
for (const message of messages) console.log(message.getType(), message.tool_calls?.[0]?.args ?? message.text);
await mcp.close();
