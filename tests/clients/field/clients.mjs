// The clients of the table, each used as its users do. `open` takes a connection to a server and the address of
// Gemini, and gives the tools as the client loads them; `ask` sends a text and lets the client do what follows: call
// the tool, and send its result to the model. It returns an error that the client does not throw. `packages` are
// folders of node_modules or names of pip; `ways` are those in which the client is used, by default all; `unsaid` are
// the tools of which the client omits more than any program behind it can restore, each with the reason.

import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createGoogleGenerativeAI as createGoogle3 } from "@ai-sdk/google-3";
import { createMCPClient } from "@ai-sdk/mcp";
import { createMCPClient as createMcpClient1 } from "@ai-sdk/mcp-1";
import { GoogleGenAI, mcpToTool } from "@google/genai";
import { HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import * as ai from "ai";
import * as ai6 from "ai-6";
import { lapidaryMiddleware } from "../../../crate/wasm/dist/ai-sdk.js";
import { withLapidary as withLapidaryForGenai } from "../../../crate/wasm/dist/google-genai.js";
import { withLapidary } from "../../../crate/wasm/dist/langchain.js";
import { listed } from "./listed.mjs";
import { connectedInPython, required } from "./python.mjs";

const MODEL = "gemini-3-flash-preview";
const silent = { onIssues: () => {} };

/** The official client, connected by a name: the proxy goes by it. */
const connected = async (connection, name = "field-table") => {
  const client = new Client({ name, version: "1.0.0" });
  await client.connect(connection);
  return client;
};

/** The AI SDK of one major version. Its MCP client is its own, around which `lapidary/mcp` does not go. */
const aiSdk = (packages, { generateText, stepCountIs, wrapLanguageModel }, createGoogle, createMcpClient, more) => ({
  packages,
  ...more,
  ways: ["original", "upstream", "downstream", "gateway", "proxy"],
  connect: (transport) => createMcpClient({ transport }),
  async open(client, baseURL, ours) {
    const google = createGoogle({ apiKey: "none", baseURL: `${baseURL}/v1beta` })(MODEL);
    const model = ours ? wrapLanguageModel({ model: google, middleware: lapidaryMiddleware(silent) }) : google;
    const tools = await client.tools();
    return async (prompt) => {
      const { steps } = await generateText({ model, tools, prompt, stopWhen: stepCountIs(2), maxRetries: 0 });
      return steps.flatMap(({ content }) => content).find(({ type }) => type === "tool-error")?.error;
    };
  },
});

export const CLIENTS = {
  "LangChain.js": {
    packages: ["@langchain/core", "@langchain/google-genai"],
    connect: (connection) => connected(connection, "@langchain/mcp-adapters"),
    async open(client, url, ours) {
      const model = new ChatGoogleGenerativeAI({ model: MODEL, apiKey: "none", baseUrl: url, maxRetries: 0 });
      const tools = (await listed(client)).map(({ name, description, inputSchema }) =>
        tool(async (given) => JSON.stringify(await client.callTool({ name, arguments: given })), {
          name,
          description,
          schema: inputSchema,
        }),
      );
      const caller = new ToolNode(tools);
      const bound = (ours ? withLapidary(model, silent) : model).bindTools(tools);
      return async (text) => {
        const messages = [new HumanMessage(text)];
        const answer = await bound.invoke(messages);
        if (answer.tool_calls.length === 0) return undefined;
        const done = await caller.invoke({ messages: [...messages, answer] });
        await bound.invoke([...messages, answer, ...done.messages]);
        return done.messages.find(({ status }) => status === "error")?.content;
      };
    },
  },
  "AI SDK 7": aiSdk(["ai", "@ai-sdk/google", "@ai-sdk/mcp"], ai, createGoogleGenerativeAI, createMCPClient),
  "AI SDK 6": aiSdk(["ai-6", "@ai-sdk/google-3", "@ai-sdk/mcp-1"], ai6, createGoogle3, createMcpClient1, {
    unsaid: { perplexity_search: "the client omits `minimum` from its requests, and the server insists on it" },
  }),
  "@google/genai": {
    packages: ["@google/genai"],
    connect: (connection) => connected(connection),
    async open(client, baseUrl, ours) {
      const genai = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl } });
      const { models } = ours ? withLapidaryForGenai(genai, silent) : genai;
      const config = { tools: [mcpToTool(client, {})] };
      return async (contents) => {
        await models.generateContent({ model: MODEL, contents, config });
      };
    },
  },
  "google-genai (Python)": {
    packages: [required("google-genai"), required("mcp")],
    ways: ["original", "gateway", "proxy"],
    connect: (connection) => connectedInPython(connection, MODEL),
    open: async (client, url) => (text) => client.ask(url, text),
  },
};
