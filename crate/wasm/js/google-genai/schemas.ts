// JSON Schema in the fields that the client's converters rewrite: it is moved into the fields that they pass on, in
// copies. The converters drop maps and more before a request exists, and write into the caller's objects.

import { flat } from "../flat.js";
import { overlay } from "../overlay.js";
import { type JsonObject, textOf } from "../text.js";
import { replaceMethod } from "./copy.js";

/** The methods that take tools or schemas, by part of the client; chats use those of `models`. */
const METHODS: Record<string, string[]> = {
  models: ["generateContent", "generateContentStream", "countTokens"],
  batches: ["create"],
  caches: ["create"],
};

/** The fields that are converted, and those that are passed on instead (1.9.0 to 3.3.0). */
const OF_DECLARATION = { parameters: "parametersJsonSchema", response: "responseJsonSchema" };
const OF_CONFIG = { responseSchema: "responseJsonSchema" };

interface Tool {
  functionDeclarations?: JsonObject[];
  /** Of a callable tool. */
  tool?(): Promise<Tool>;
}

interface Config extends JsonObject {
  tools?: Tool[];
}

interface Request {
  config?: Config;
  /** The requests of a batch, or where they are. */
  src?: Request[] | { inlinedRequests?: Request[] } | string | null;
}

/** Makes a client take JSON Schema in any field. */
export function withSchemas(ai: object): void {
  for (const [name, methods] of Object.entries(METHODS)) {
    const part: object = Reflect.get(ai, name) ?? {};
    for (const method of methods) {
      replaceMethod(part, method, (own) => async (params: Request, ...more: unknown[]) => own(movedRequest(params), ...more));
    }
  }
}

function movedRequest(request: Request): Request {
  const { config, src } = request;
  const own: Request = { ...flat(request) };
  if (config) own.config = movedConfig(config);
  if (Array.isArray(src)) own.src = src.map(movedRequest);
  else if (typeof src === "object" && src?.inlinedRequests) {
    own.src = { ...src, inlinedRequests: src.inlinedRequests.map(movedRequest) };
  }
  return own;
}

function movedConfig(config: Config): Config {
  const { tools } = config;
  return { ...moved(config, OF_CONFIG), ...(Array.isArray(tools) && { tools: tools.map(movedTool) }) };
}

function movedTool(tool: Tool): Tool {
  const { functionDeclarations: given } = tool;
  if (tool.tool) return overlay(tool, { tool: async () => movedTool(await tool.tool!()) });
  return given ? { ...tool, functionDeclarations: given.map((one) => moved(one, OF_DECLARATION)) } : tool;
}

/** A copy in which the schemas that the converter would change are in the fields that are passed on, as JSON Schema. */
function moved(holder: JsonObject, fields: Record<string, string>): JsonObject {
  const copy = { ...flat(holder) };
  for (const [field, passed] of Object.entries(fields)) {
    const schema = copy[field] ?? {};
    if (copy[passed]) {
      copy[passed] = asData(copy[passed]);
    } else if (!isKept(schema)) {
      delete copy[field];
      copy[passed] = asJsonSchema(schema);
    }
  }
  return copy;
}

/** The names of types that the converter knows: those of Gemini's own form. */
const TYPES: unknown[] = ["TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"];

/** Whether the converter, `processJsonSchema`, returns a schema as it is (1.9.0 to 3.3.0), and JSON has all of it. */
function isKept(schema: unknown): boolean {
  return isObject(schema) && Object.entries(schema).every(([name, value]) => {
    if (name === "type") return TYPES.includes(value) && !schema.anyOf;
    if (name === "items") return isKept(value);
    if (name === "anyOf") return Array.isArray(value) && value.every(isKept);
    if (name === "properties") return isObject(value) && Object.values(value).every(isKept);
    return name !== "additionalProperties" && value !== null && typeof value !== "function";
  });
}

/** A copy of a schema as data: a schema of a library in its place would be sent with the library's own members. */
const asData = (schema: unknown): unknown => (typeof schema === "string" ? schema : JSON.parse(textOf(schema)));

/** Where references of Vertex AI's form point to. */
const DEFS = "#/defs/";

/** A copy of a schema, in which references are JSON Schema's: in Vertex AI's form they are `ref` and `defs`. */
function asJsonSchema(schema: unknown): unknown {
  const text = textOf(schema);
  const given: unknown = JSON.parse(text);
  if (!isObject(given) || !isObject(given.defs) || "$defs" in given) return given;
  const renamed = (_: string, value: unknown) => {
    if (!isObject(value) || typeof value.ref !== "string" || !value.ref.startsWith(DEFS)) return value;
    const { ref, ...others } = value;
    return { ...others, $ref: `#/$defs/${value.ref.slice(DEFS.length)}` };
  };
  const { defs, ...others }: JsonObject = JSON.parse(text, renamed);
  return { ...others, $defs: defs };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
