// The functions by which packages of npm convert the schema of a tool, each called by itself, without the request around
// it. `within` is the module that has a function which the package does not export. Packages that send schemas as they
// are have none.

import { exposed } from "./exposed.mjs";

const MODEL = "gemini-3-flash-preview";

export const CONVERTERS = {
  "AI SDK 6": {
    folder: "@ai-sdk/google-3",
    calls: "convertJSONSchemaToOpenAPISchema",
    within: "dist/index.mjs",
    converter: (convert) => ({ name, description, inputSchema }) => ({ name, description, parameters: convert(inputSchema) }),
  },
  "LangChain.js": {
    folder: "@langchain/google-genai",
    calls: "jsonSchemaToGeminiParameters",
    within: "dist/utils/zod_to_genai_parameters.js",
    converter: (convert) => ({ name, description, inputSchema }) => ({ name, description, parameters: convert(inputSchema) }),
  },
  "LangChain.js, h1deya's model": {
    folder: "@h1deya/langchain-google-genai-ex",
    calls: "transformMcpToolForGemini",
    within: "dist/index.mjs",
    converter: (convert) => (tool) => convert(tool).functionDeclaration,
  },
  Mastra: {
    folder: "@mastra/schema-compat",
    calls: "applyCompatLayer",
    converter(applyCompatLayer, { GoogleSchemaCompatLayer }) {
      const model = { provider: "google.generative-ai", modelId: MODEL, supportsStructuredOutputs: false };
      const how = { compatLayers: [new GoogleSchemaCompatLayer(model)], mode: "jsonSchema" };
      return ({ name, description, inputSchema }) => {
        return { name, description, parametersJsonSchema: applyCompatLayer({ schema: inputSchema, ...how }) };
      };
    },
  },
  Genkit: {
    folder: "@genkit-ai/google-genai",
    calls: "toGeminiTool",
    within: "lib/common/converters.mjs",
    converter: (convert) => convert,
  },
};

/** What a package makes of a tool, as a function: it returns a declaration or throws. */
export async function opened({ folder, calls, within, converter }) {
  const module = await (within ? exposed(folder, within, calls) : import(folder));
  return converter(module[calls], module);
}
