// Drop-in replacements: the same envelope out as in, in JSON Schema's own spelling.

import { normalizeRequest } from "./calls.js";
import { transform, transformSchema } from "./documents.js";
import type { Input, JsonObject, Like, SchemaInput } from "./text.js";

/** A schema that Gemini, OpenAI without `strict`, and Claude all take: the target `universal`. */
export function makeGeminiCompatible<Given extends SchemaInput>(schema: Given): Like<Given, JsonObject> {
  return transformSchema(schema, { target: "universal", emit: "same" }).schema;
}

/** MCP tools whose schemas Gemini, OpenAI without `strict`, and Claude all take. Throws on text that is no JSON. */
export function transformMcpToolsForGemini<Given extends Input>(tools: Given): Given {
  if (Array.isArray(tools) && tools.length === 0) return tools;
  const options = { target: "universal", emit: "same" } as const;
  const { output, issues } = transform(tools, options);
  if (output === null) throw Object.assign(new Error(issues[0]?.message), { issue: issues[0] });
  return output as Given;
}

/**
 * A schema that the Google converters of LangChain.js take: the target `langchain`. It has the signature of
 * LibreChat's function of this name, and stands where that does: for Google's models only, on the schema of a live
 * tool and on the `parameters` of a stored definition. A tool without a schema stays without.
 */
export function sanitizeGeminiSchema<Given extends SchemaInput | null | undefined>(
  schema: Given,
): Given extends boolean ? JsonObject : Given {
  const fit = schema == null ? schema : transformSchema(schema, { target: "langchain", emit: "same" }).schema;
  return fit as Given extends boolean ? JsonObject : Given;
}

/**
 * A Gemini request made fit, just before it is sent. Calls come back in their own shape, but functions
 * whose name Gemini refuses have another one: `normalizeRequest` also gives the codec that undoes it.
 */
export function normalizeGeminiToolsPayload<Given extends Input>(request: Given): Like<Given, JsonObject> {
  return normalizeRequest(request).body;
}
