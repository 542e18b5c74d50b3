// Guesses the kind of a value by its members: enough to distinguish a tool from other data. The engine parses it.

import { get, listAt, objectAt, textAt, textOf, type Value } from "./value";

export type Shape = "tools" | "schema" | "document";

const SCHEMAS = [
  "inputSchema",
  "input_schema",
  "parameters",
  "parametersJsonSchema",
  "parameters_json_schema",
  "schema",
  "response_schema",
];
const KEYWORDS = ["properties", "items", "anyOf", "oneOf", "allOf", "$ref", "$schema", "$defs", "enum", "const"];
const TYPES = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

export function shapeOf(value: Value): Shape | undefined {
  if (holdsTools(value)) return "tools";
  if (isDocument(value)) return "document";
  return isSchema(value) ? "schema" : undefined;
}

/** A description of an API, or a client's file with servers. */
const isDocument = (value: Value): boolean =>
  objectAt(value, "mcpServers") !== undefined ||
  ((textAt(value, "openapi") ?? textAt(value, "swagger")) !== undefined && objectAt(value, "paths") !== undefined);

function holdsTools(value: Value): boolean {
  if (value.kind === "list") return value.items.length > 0 && value.items.some(isTool);
  return isTool(value) || (listAt(value, "tools") ?? listAt(get(value, "result"), "tools") ?? []).some(isTool);
}

/** A tool of MCP, a function of OpenAI, or a list of declarations. */
export function isTool(value: Value): boolean {
  const declared = listAt(value, "functionDeclarations") ?? listAt(value, "function_declarations");
  if (declared) return declared.length > 0;
  const tool = objectAt(value, "function") ?? value;
  if (textAt(tool, "name") === undefined) return false;
  const isFunction = textAt(value, "type") === "function";
  return isFunction || SCHEMAS.some((name) => objectAt(tool, name));
}

function isSchema(value: Value): boolean {
  if (value.kind !== "object") return false;
  const type = textAt(value, "type") ?? textOf(listAt(value, "type")?.[0]);
  const typed = type !== undefined && TYPES.has(type.toLowerCase());
  const keywords = KEYWORDS.filter((name) => get(value, name));
  return typed
    ? keywords.length > 0
    : keywords.some((name) => name.startsWith("$") || name === "properties" || name.endsWith("Of"));
}
