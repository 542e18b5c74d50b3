// Schemas of libraries (https://standardschema.dev) where JSON Schema is wanted: written as such, or refused. As plain data
// they would be read as schemas of anything.

/** What is used of a Standard Schema: version 1, with the Standard JSON Schema of its libraries' newer versions. */
interface Standard {
  "~standard": { vendor?: string; jsonSchema?: { input(options: { target: string }): unknown } };
  toJSONSchema?(): unknown;
  toJsonSchema?(): unknown;
}

/** Where tools of any format have their schema. */
const SCHEMAS = ["inputSchema", "input_schema", "parameters", "parametersJsonSchema", "schema", "outputSchema"];

/** Whether some input is such a schema, or has tools with one. */
export function holdsStandard(input: unknown): boolean {
  if (isStandard(input)) return true;
  return toolsIn(input).some((tool) => isObject(tool) && SCHEMAS.some((name) => isStandard(tool[name])));
}

/** For `JSON.stringify`: such schemas as JSON Schema. Throws a `TypeError` for one that does not say how it is written. */
export function written(this: Record<string, unknown>, key: string, value: unknown): unknown {
  // Some have a `toJSON`, which is of another kind.
  const own = this[key];
  if (!isStandard(own)) return value;
  const { vendor, jsonSchema } = own["~standard"];
  if (jsonSchema) return jsonSchema.input({ target: "draft-2020-12" });
  if (own.toJSONSchema) return own.toJSONSchema();
  if (own.toJsonSchema) return own.toJsonSchema();
  const how = vendor === "zod" ? "`z.toJSONSchema(schema)` of zod 4" : "what its library has for that";
  throw new TypeError(`a schema of ${vendor ?? "a library"} is not JSON Schema: convert it first, with ${how}`);
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

function isStandard(value: unknown): value is Standard {
  return (isObject(value) || typeof value === "function") && "~standard" in value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
