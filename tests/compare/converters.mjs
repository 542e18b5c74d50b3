// The functions with which npm packages convert the schema of a tool, each called without the request around it: as the
// comparison calls it (`open`), or exposed in the module `within`, where the package does not export it.
// Packages that send schemas as they are have none.

import { exposed } from "./exposed.mjs";
import { PACKAGES } from "./packages.mjs";

/** A function that converts schemas, as one that declares tools. */
const declaring = (convert) => ({ name, description, inputSchema }) => ({ name, description, parameters: convert(inputSchema) });

export const CONVERTERS = {
  "AI SDK 6": {
    folder: "@ai-sdk/google-3",
    calls: "convertJSONSchemaToOpenAPISchema",
    within: "dist/index.mjs",
    converter: declaring,
  },
  "LangChain.js": {
    folder: "@langchain/google-genai",
    calls: "jsonSchemaToGeminiParameters",
    within: "dist/utils/zod_to_genai_parameters.js",
    converter: declaring,
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
    open: PACKAGES.Mastra.open,
  },
  Genkit: {
    folder: "@genkit-ai/google-genai",
    calls: "toGeminiTool",
    within: "lib/common/converters.mjs",
    converter: (convert) => convert,
  },
};

/** The conversion of a package as a function of a tool: it returns a declaration or throws. */
export async function opened({ folder, calls, within, converter, open }) {
  return open ? open() : converter((await exposed(folder, within, calls))[calls]);
}
