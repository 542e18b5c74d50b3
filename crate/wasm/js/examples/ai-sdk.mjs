// The AI SDK with the tools of an MCP server, streamed.

import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { stepCountIs, streamText, wrapLanguageModel } from "ai";
import { lapidaryMiddleware } from "lapidary/ai-sdk";

const server = { command: "npx", args: ["-y", "@modelcontextprotocol/server-everything"] };
const mcp = await createMCPClient({ transport: new StdioTransport(server) });

const origin = process.env.GOOGLE_GEMINI_BASE_URL ?? "https://generativelanguage.googleapis.com";
const google = createGoogleGenerativeAI({ apiKey: process.env.GEMINI_API_KEY, baseURL: `${origin}/v1beta` });
const { fullStream } = streamText({
  model: wrapLanguageModel({ model: google("gemini-3.5-flash"), middleware: lapidaryMiddleware() }),
  prompt: 'call get-sum with {"a": 2, "b": 3}',
  tools: await mcp.tools(),
  stopWhen: stepCountIs(3),
});
for await (const part of fullStream) {
  if (part.type === "tool-call") console.log(part.toolName, part.input);
  if (part.type === "tool-result") console.log(part.output.content[0].text);
  if (part.type === "text-delta") console.log(part.text);
}
await mcp.close();
