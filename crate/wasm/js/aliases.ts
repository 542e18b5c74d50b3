// Drop-in replacements: the output has the envelope of the input, and calls need no restoring.

import { normalizeRequest } from "./calls.js";
import { transform, transformSchema } from "./documents.js";
import type { Input, JsonObject, Like, SchemaInput } from "./text.js";

/**
 * The rules that rename functions. Without them a function keeps a name that Gemini rejects, and the request is rejected
 * as it would be anyway; `transformTools` and `normalizeRequest` rename it, with a codec that restores the name.
 */
const RENAMING = ["GS043", "GS044"];

/** Lowers a schema for the target `universal`: Gemini, OpenAI without `strict`, and Claude all accept it. */
export function makeGeminiCompatible<Given extends SchemaInput>(schema: Given): Like<Given, JsonObject> {
  return transformSchema(schema, { target: "universal", typeCase: "lower" }).schema;
}

/**
 * Lowers the schemas of MCP tools so that Gemini, OpenAI without `strict`, and Claude all accept them. Names stay
 * unchanged. Throws on text that is not JSON.
 */
export function transformMcpToolsForGemini<Given extends Input>(tools: Given): Given {
  if (Array.isArray(tools) && tools.length === 0) return tools;
  const options = { target: "universal", emit: "same", disable: RENAMING } as const;
  const { output, issues } = transform(tools, options);
  if (output === null) throw Object.assign(new Error(issues[0]?.message), { issue: issues[0] });
  return output as Given;
}

/**
 * Lowers a schema for the Google converters of LangChain.js: the target `langchain`. It has the signature of
 * LibreChat's function of this name (danny-avila/LibreChat#13623, `packages/api/src/mcp/zod.ts`) and can replace it:
 * for Google's models only, on the schema of a live tool and on the `parameters` of a stored definition, before or
 * after LibreChat's own steps (`sanitizeGeminiSchema(normalizeJsonSchema(resolveJsonSchemaRefs(schema)))`).
 *
 * A part of a schema can be given as well, of any type; the elements of a list are lowered one by one. A value that is
 * not an object is returned unchanged.
 */
export function sanitizeGeminiSchema<Schema extends Record<string, unknown>>(schema: Schema): Schema {
  return sanitized(schema) as Schema;
}

function sanitized(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(sanitized);
  if (typeof schema !== "object" || schema === null) return schema;
  // The arguments of a tool declare `type: "object"`, or are empty; anything else may be a part of them.
  const isWhole = "type" in schema ? schema.type === "object" : Object.keys(schema).length === 0;
  const role = isWhole ? "arguments" : "response";
  return transformSchema(schema, { target: "langchain", typeCase: "lower", role }).schema;
}

/** Normalizes a Gemini request, just before it is sent. Calls in the response need no restoring. */
export function normalizeGeminiToolsPayload<Given extends Input>(request: Given): Like<Given, JsonObject> {
  return normalizeRequest(request, { disable: RENAMING }).body;
}
