// The class that users of @h1deya/langchain-google-genai-ex know: one import changes. The agent is streamed.

import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ChatGoogleGenerativeAIEx } from "lapidary/langchain-google-genai";

const server = { transport: "stdio", command: "npx", args: ["-y", "@modelcontextprotocol/server-everything"] };
const mcp = new MultiServerMCPClient({ everything: server });

const llm = new ChatGoogleGenerativeAIEx({
  model: "gemini-3.5-flash",
  apiKey: process.env.GEMINI_API_KEY,
  baseUrl: process.env.GOOGLE_GEMINI_BASE_URL,
});
const agent = createReactAgent({ llm, tools: await mcp.getTools() });
const question = { messages: [{ role: "user", content: 'call get-sum with {"a": 2, "b": 3}' }] };
for await (const [message] of await agent.stream(question, { streamMode: "messages" })) {
  console.log(message.getType(), message.tool_calls?.[0]?.args ?? message.text);
}
await mcp.close();
