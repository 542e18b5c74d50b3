// The packages of npm, each called as its documentation says to call it with the tools of an MCP server. `packages` are
// folders of node_modules, `ways` what is called, for the page; `imports` is what a program imports to do the same, for
// the size. `open` gives what makes a declaration of a tool: the one that the client sends.

import { declaration, serving } from "./captured.mjs";

const MODEL = "gemini-3-flash-preview";
const KEY = { apiKey: "none" };

/** The AI SDK of one major version, with a tool as its MCP client makes it. */
const aiSdk = (packages, way) => ({
  packages,
  way,
  imports: `export { generateText, dynamicTool, jsonSchema } from "${packages[1]}"; export { createGoogleGenerativeAI } from "${packages[0]}";`,
  async open() {
    const { generateText, dynamicTool, jsonSchema } = await import(packages[1]);
    const { createGoogleGenerativeAI } = await import(packages[0]);
    const model = createGoogleGenerativeAI(KEY)(MODEL);
    return ({ name, description, inputSchema }) => {
      const { properties = {} } = inputSchema;
      const schema = jsonSchema({ ...inputSchema, properties, additionalProperties: false });
      const tools = { [name]: dynamicTool({ description, inputSchema: schema, execute: () => "" }) };
      return declaration(() => generateText({ model, tools, prompt: "hello", maxRetries: 0 }));
    };
  },
});

/** A LangChain.js model for Gemini, with a tool as `load` of a package makes it. */
const langChain = ([folder, loader], model, load, way) => ({
  packages: [folder, loader],
  way,
  imports: `export { ${model} } from "${folder}"; export { ${load.name} } from "${load.from}";`,
  async open() {
    const { [load.name]: maker } = await import(load.from);
    const { [model]: Model } = await import(folder);
    const client = new Model({ ...KEY, model: MODEL, maxRetries: 0 });
    return async (tool) => {
      const tools = await load.with(maker, tool);
      return declaration(() => client.bindTools(tools).invoke("hello"));
    };
  },
});
const BY_HAND = {
  name: "tool",
  from: "@langchain/core/tools",
  with: (tool, { name, description, inputSchema }) => [tool(() => "", { name, description, schema: inputSchema })],
};
const BY_ADAPTER = {
  name: "loadMcpTools",
  from: "@langchain/mcp-adapters",
  with: (loadMcpTools, tool) => loadMcpTools("compare", serving(tool)),
};

export const PACKAGES = {
  "@google/genai": {
    packages: ["@google/genai"],
    way: "`mcpToTool`, in the `tools` of a request",
    imports: 'export { GoogleGenAI, mcpToTool } from "@google/genai";',
    async open() {
      const { GoogleGenAI, mcpToTool } = await import("@google/genai");
      const { models } = new GoogleGenAI(KEY);
      return (tool) => {
        const config = { tools: [mcpToTool(serving(tool), {})] };
        return declaration(() => models.generateContent({ model: MODEL, contents: "hello", config }));
      };
    },
  },
  "AI SDK 7": aiSdk(["@ai-sdk/google", "ai"], "`generateText`, with tools as `@ai-sdk/mcp` makes them"),
  "AI SDK 6": aiSdk(["@ai-sdk/google-3", "ai-6"], "the same"),
  "LangChain.js": langChain(
    ["@langchain/google-genai", "@langchain/core"],
    "ChatGoogleGenerativeAI",
    BY_HAND,
    "`bindTools`, with `tool` and the server's schema",
  ),
  "LangChain.js, MCP adapters": langChain(
    ["@langchain/google-genai", "@langchain/mcp-adapters"],
    "ChatGoogleGenerativeAI",
    BY_ADAPTER,
    "`bindTools`, with the tools of `loadMcpTools`",
  ),
  "LangChain.js, h1deya's model": langChain(
    ["@h1deya/langchain-google-genai-ex", "@langchain/mcp-adapters"],
    "ChatGoogleGenerativeAIEx",
    BY_ADAPTER,
    "the same",
  ),
  Mastra: {
    packages: ["@mastra/schema-compat"],
    way: "`applyCompatLayer` with `GoogleSchemaCompatLayer`; its output as `parametersJsonSchema`, in which the AI SDK sends it",
    imports: 'export { applyCompatLayer, GoogleSchemaCompatLayer } from "@mastra/schema-compat";',
    async open() {
      const { applyCompatLayer, GoogleSchemaCompatLayer } = await import("@mastra/schema-compat");
      const layer = new GoogleSchemaCompatLayer({
        provider: "google.generative-ai",
        modelId: MODEL,
        supportsStructuredOutputs: false,
      });
      return ({ name, description, inputSchema }) => ({
        name,
        description,
        parametersJsonSchema: applyCompatLayer({ schema: inputSchema, compatLayers: [layer], mode: "jsonSchema" }),
      });
    },
  },
  Genkit: {
    packages: ["@genkit-ai/google-genai", "genkit"],
    way: "`generate`, with tools of `dynamicTool`, as `@genkit-ai/mcp` makes them",
    imports: 'export { genkit } from "genkit"; export { googleAI } from "@genkit-ai/google-genai";',
    async open() {
      const { genkit } = await import("genkit");
      const { googleAI } = await import("@genkit-ai/google-genai");
      const ai = genkit({ plugins: [googleAI(KEY)] });
      const model = googleAI.model(MODEL);
      return ({ name, description, inputSchema }) => {
        const tool = ai.dynamicTool({ name, description: description ?? "", inputJsonSchema: inputSchema }, () => "");
        return declaration(() => ai.generate({ model, tools: [tool], prompt: "hello" }));
      };
    },
  },
};

/** A package by its folder of node_modules: its own name, and its version. */
export const versionOf = (folder, lock) => {
  const { name = folder, version } = lock.packages[`node_modules/${folder}`];
  return { name, version };
};
