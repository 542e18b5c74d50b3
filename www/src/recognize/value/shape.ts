// Guesses the kind of a value by its members: enough to distinguish a tool from other data. The engine parses it.

import { get, listAt, objectAt, type ObjectValue, textAt, textOf, type Value } from "./value";

export type Shape = "tools" | "schema" | "document";

const SCHEMAS = [
  "inputSchema",
  "input_schema",
  "parametersJsonSchema",
  "parameters_json_schema",
  // Of LangChain and of OpenAI's agents.
  "args_schema",
  "params_json_schema",
];
/** These hold other things as well, such as the arguments of a call, or the settings of a step in a workflow. */
const PERHAPS_SCHEMAS = ["parameters", "schema", "response_schema"];
/** Whether the member of that name is a tool's schema, by the names of all members. */
export const isSchemaName = (name: string, all: string[]): boolean =>
  SCHEMAS.includes(name) ||
  // Of a tool in a map, as the AI SDK had it.
  (name === "parameters" && all.includes("description")) ||
  (all.includes("name") && (name === "parameters" || (name === "schema" && all.includes("description"))));

/** The schema of a tool, in any of its members. */
export function schemaOf(tool: Value): Value | undefined {
  const held = objectAt(tool, "function") ?? tool;
  if (held.kind !== "object") return undefined;
  const names = held.members.map(({ name }) => name);
  return held.members.find(({ name }) => isSchemaName(name, names))?.value;
}

const TOOL_TYPES = new Set([undefined, "function", "custom"]);
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
  const declared = declarationsIn(value);
  if (declared) return declared.length > 0;
  const tool = objectAt(value, "function") ?? value;
  if (textAt(tool, "name") === undefined || isCall(value)) return false;
  const type = textAt(value, "type");
  if (type === "function" || SCHEMAS.some((name) => objectAt(tool, name))) return true;
  return TOOL_TYPES.has(type) && PERHAPS_SCHEMAS.some((name) => isPerhapsSchema(objectAt(tool, name)));
}

/** A model's call: a part of Gemini's, a block of Claude's, or a function of OpenAI's with its arguments as JSON text. */
export function isCall(value: Value): boolean {
  const holders = ["functionCall", "function_call", "function"].map((name) => objectAt(value, name));
  const [part, message, held = value] = holders;
  const isNamed = (holder: Value | undefined) => textAt(holder, "name") !== undefined;
  if (isNamed(part ?? message) || (isNamed(value) && CALL_TYPES.has(textAt(value, "type")))) return true;
  // As the engine has it: a parameter may have that name.
  return isNamed(held) && /^\s*\{/.test(textAt(held, "arguments") ?? "") && !schemaOf(value);
}

const CALL_TYPES = new Set<string | undefined>(["function_call", "tool_call", "tool_use"]);

/** A tool's codec, or those of several tools. */
export function isCodec(value: Value): boolean {
  const version = get(value, "version");
  const isNumbered = version?.kind === "scalar" && /^\d/.test(version.json);
  return isNumbered && ["arguments", "tools"].some((name) => objectAt(value, name));
}

/** The functions of a tool of Gemini. */
export const declarationsIn = (tool: Value): Value[] | undefined =>
  listAt(tool, "functionDeclarations") ?? listAt(tool, "function_declarations");

/** Also the properties alone. */
function isPerhapsSchema(value: ObjectValue | undefined): boolean {
  if (!value) return false;
  return isTyped(value) || isSchema(value) || value.members.every((each) => each.value.kind === "object");
}

/** Properties without a schema around them: a schema under each name, which need not be a keyword. */
export const isOfProperties = (value: Value): boolean =>
  value.kind === "object" &&
  value.members.length > 0 &&
  !shapeOf(value) &&
  value.members.every((each) => isTyped(each.value) || isSchema(each.value));

function isTyped(value: Value): boolean {
  const type = textAt(value, "type") ?? textOf(listAt(value, "type")?.[0]);
  return type !== undefined && TYPES.has(type.toLowerCase());
}

function isSchema(value: Value): boolean {
  if (value.kind !== "object") return false;
  const keywords = KEYWORDS.filter((name) => get(value, name));
  return isTyped(value)
    ? keywords.length > 0
    : keywords.some((name) => name === "$ref" || name === "$defs" || name === "properties" || name.endsWith("Of"));
}
