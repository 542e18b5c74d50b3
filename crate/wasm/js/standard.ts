// Schemas of libraries (https://standardschema.dev) in place of JSON Schema: converted to it, or rejected. As plain data
// they would be read as schemas that accept anything.

/** The used members of a Standard Schema: version 1, with the Standard JSON Schema of newer library versions. */
interface Standard {
  "~standard": { vendor: string; jsonSchema?: { input(options: { target: string }): unknown } };
  toJSONSchema?(): unknown;
  toJsonSchema?(): unknown;
}

/** Whether an input is such a schema, or has tools with one, under any member. */
export function holdsStandard(input: unknown): boolean {
  return isStandard(input) || toolsIn(input).some((tool) => isObject(tool) && Object.values(tool).some(isStandard));
}

/** For `JSON.stringify`: writes such schemas as JSON Schema. Throws a `TypeError` for one that cannot be converted. */
export function written(this: Record<string, unknown>, key: string, value: unknown): unknown {
  // Some have a `toJSON`, which returns something else.
  const own = this[key];
  if (!isStandard(own)) return value;
  const { vendor, jsonSchema } = own["~standard"];
  if (jsonSchema) return jsonSchema.input({ target: "draft-2020-12" });
  if (own.toJSONSchema) return own.toJSONSchema();
  if (own.toJsonSchema) return own.toJsonSchema();
  const how = vendor === "zod" ? "`z.toJSONSchema(schema)` of zod 4" : "what its library has for that";
  throw new TypeError(`a schema of ${vendor} is not JSON Schema: convert it first, with ${how}`);
}

function toolsIn(input: unknown): unknown[] {
  if (!isObject(input)) return [];
  const { tools } = input;
  const listed = Array.isArray(input) ? input : Array.isArray(tools) ? tools : [input];
  return listed.flatMap((tool) => {
    if (!isObject(tool)) return [];
    const { function: nested, functionDeclarations: declared } = tool;
    return Array.isArray(declared) ? declared : [nested ?? tool];
  });
}

/** In JSON Schema, a member of that name is a property's schema, in which `vendor` has no meaning. */
function isStandard(value: unknown): value is Standard {
  if (!isObject(value) && typeof value !== "function") return false;
  const { "~standard": standard } = value as Partial<Standard>;
  return typeof standard?.vendor === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
