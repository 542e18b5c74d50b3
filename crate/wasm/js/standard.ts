// Data as JSON text. Schemas of libraries (https://standardschema.dev) in place of JSON Schema are converted to it, or
// rejected, and so is what JSON does not have: without it, they would be read as schemas that accept anything.

import { snapshotOf } from "./snapshot.js";

/** The used members of a Standard Schema: version 1, with the Standard JSON Schema of newer library versions. */
interface Standard {
  "~standard": { vendor: string; validate?: unknown; jsonSchema?: { input(options: { target: string }): unknown } };
  toJSONSchema?(): unknown;
  toJsonSchema?(): unknown;
}

/**
 * The JSON text of some data, with such schemas as JSON Schema; `inSchema` if all of it is in a schema, `undefined` if
 * none of it is, as in a call. Throws a `TypeError` for what cannot be written.
 */
export function spelled(input: unknown, inSchema: boolean | undefined): string | undefined {
  // Data with a snapshot is plain, which is found faster.
  if (snapshotOf(input) || !holdsOther(input)) return JSON.stringify(input);
  /** What is in schemas: `JSON.stringify` asks for an object before its members. */
  const schemas = new WeakSet<object>();
  return JSON.stringify(input, function (this: Record<string, unknown>, key, value) {
    const isInside = inSchema !== undefined && isInSchema(this, key, schemas.has(this) || (inSchema && key === ""));
    const data = written(this[key], value, isInside);
    if (isInside && isObject(data)) schemas.add(data);
    return data;
  });
}

/**
 * Whether a member is a schema, has several, or is part of one: `within` if the object that has it is. The AI SDK has
 * JSON Schema in a member beside functions.
 */
export const isInSchema = (holder: object, name: string, within: boolean): boolean =>
  /schema$|^(parameters|properties|items)$/i.test(name) || (within && !("jsonSchema" in holder));

/** Whether an input is such a schema, or what JSON does not have, or has one anywhere. */
function holdsOther(input: unknown, seen = new Set<unknown>()): boolean {
  if (isForeign(input) || whyNone(input)) return true;
  if (!isObject(input) || seen.has(input) || seen.size === MOST) return false;
  seen.add(input);
  for (const name in input) {
    const value = input[name];
    if (LOOKED_AT.includes(typeof value) && holdsOther(value, seen)) return true;
  }
  return false;
}

const LOOKED_AT = ["object", "function", "symbol"];
/** The most objects that are looked at. */
const MOST = 100_000;

/** What to write for `own`, of which `value` is what its `toJSON` returns, or itself. */
function written(own: unknown, value: unknown, inSchema: boolean): unknown {
  if (isToolOfLangChain(own)) {
    const instead = "give `{ name, description, inputSchema: tool.schema }`, or use `lapidary/langchain`";
    throw new TypeError(`a tool of LangChain.js is not JSON: ${instead}`);
  }
  if (!isStandard(own)) {
    // Tools and responses have functions of their own.
    const why = inSchema || isCollection(value) ? whyNone(value) : undefined;
    if (why) throw new TypeError(why);
    return value;
  }
  const { vendor, jsonSchema } = own["~standard"];
  if (jsonSchema) return jsonSchema.input({ target: "draft-2020-12" });
  if (own.toJSONSchema) return own.toJSONSchema();
  if (own.toJsonSchema) return own.toJsonSchema();
  const how = vendor === "zod" ? "`z.toJSONSchema(schema)` of zod 4" : "what its library has for that";
  throw new TypeError(`a schema of ${vendor} is not JSON Schema: convert it first, with ${how}`);
}

/** What to give in place of a value that JSON does not have, by its type. */
const INSTEAD: Record<string, string> = {
  function: "give what it returns",
  Map: "give an object, `Object.fromEntries(map)`",
  Set: "give an array, `[...set]`",
  Promise: "`await` it",
  Request: "give its body, `await request.json()`",
  Response: "give its body, `await response.json()`",
  Blob: "give its text, `await blob.text()`",
};
/** The types of objects that JSON writes as they are, also those without members. */
const PLAIN = ["Object", "Array", "Number", "Boolean"];

/** Why `JSON.stringify` would omit a value, or write `{}` whatever it contains; `undefined` if it does not. */
export function whyNone(value: unknown): string | undefined {
  const isNone = typeof value === "function" || typeof value === "symbol";
  if (!isNone && (!isObject(value) || "toJSON" in value || Object.keys(value).length > 0)) return undefined;
  const type = isNone ? typeof value : Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (PLAIN.includes(type)) return undefined;
  const instead = INSTEAD[type] ?? "give plain data";
  return isNone ? `a ${type} is not JSON: ${instead}` : `an object of type ${type} has no members in JSON: ${instead}`;
}

export const isCollection = (value: unknown) => value instanceof Map || value instanceof Set;

/** Whether an object of a library stands for something else, whatever members it has. */
export const isForeign = (value: unknown) => isStandard(value) || isToolOfLangChain(value);

/** Its `toJSON` writes neither its name nor its schema. */
function isToolOfLangChain(value: unknown): boolean {
  return isObject(value) && Array.isArray(value.lc_namespace) && "schema" in value && typeof value.invoke === "function";
}

/** In data, a member of that name has no functions, or is hidden. */
function isStandard(value: unknown): value is Standard {
  if (!isObject(value) && typeof value !== "function") return false;
  const { "~standard": standard } = value as Partial<Standard>;
  if (typeof standard?.vendor !== "string" || isConverted(value)) return false;
  return typeof standard.validate === "function" || typeof standard.jsonSchema?.input === "function";
}

/** Whether an object is JSON Schema already: zod 4 hides the schema that it comes from in it. */
function isConverted(value: object): boolean {
  const isPlain = Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length > 0;
  return isPlain && Object.getOwnPropertyDescriptor(value, "~standard")?.enumerable === false;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
