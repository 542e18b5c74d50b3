// Drop-in replacements: the same envelope out as in, and nothing that has to be undone in calls.

import { normalizeRequest } from "./calls.js";
import { transform, transformSchema } from "./documents.js";
import type { Input, JsonObject, Like, SchemaInput } from "./text.js";

/**
 * The rules that give functions other names. Without them a function keeps a name that Gemini refuses, and the request
 * is refused as it would be anyway: `transformTools` and `normalizeRequest` rename it, with a codec that undoes that.
 */
const RENAMING = ["GS043", "GS044"];

/** A schema that Gemini, OpenAI without `strict`, and Claude all take: the target `universal`. */
export function makeGeminiCompatible<Given extends SchemaInput>(schema: Given): Like<Given, JsonObject> {
  return transformSchema(schema, { target: "universal", typeCase: "lower" }).schema;
}

/**
 * MCP tools whose schemas Gemini, OpenAI without `strict`, and Claude all take. Names stay. Throws on text that is no
 * JSON.
 */
export function transformMcpToolsForGemini<Given extends Input>(tools: Given): Given {
  if (Array.isArray(tools) && tools.length === 0) return tools;
  const options = { target: "universal", emit: "same", disable: RENAMING } as const;
  const { output, issues } = transform(tools, options);
  if (output === null) throw Object.assign(new Error(issues[0]?.message), { issue: issues[0] });
  return output as Given;
}

/**
 * A schema that the Google converters of LangChain.js take: the target `langchain`. It has the signature of
 * LibreChat's function of this name (danny-avila/LibreChat#13623, `packages/api/src/mcp/zod.ts`) and stands where that
 * does: for Google's models only, on the schema of a live tool and on the `parameters` of a stored definition, before
 * or after LibreChat's own steps (`sanitizeGeminiSchema(normalizeJsonSchema(resolveJsonSchemaRefs(schema)))`).
 *
 * A part of a schema is made fit where it stands, of whatever type it is; the elements of a list each by itself. What
 * is no object comes back as it is.
 */
export function sanitizeGeminiSchema<Schema extends Record<string, unknown>>(schema: Schema): Schema {
  return sanitized(schema) as Schema;
}

function sanitized(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(sanitized);
  if (typeof schema !== "object" || schema === null) return schema;
  // The arguments of a tool are an object by name, or nothing at all; all else may be a part of them.
  const isWhole = "type" in schema ? schema.type === "object" : Object.keys(schema).length === 0;
  const role = isWhole ? "arguments" : "response";
  return transformSchema(schema, { target: "langchain", typeCase: "lower", role }).schema;
}

/** A Gemini request made fit, just before it is sent. Its calls come back as the caller knows them. */
export function normalizeGeminiToolsPayload<Given extends Input>(request: Given): Like<Given, JsonObject> {
  return normalizeRequest(request, { disable: RENAMING }).body;
}
