// Schemas of libraries (https://standardschema.dev) in place of JSON Schema: converted to it, or rejected. As plain data
// they would be read as schemas that accept anything.

/** The used members of a Standard Schema: version 1, with the Standard JSON Schema of newer library versions. */
interface Standard {
  "~standard": { vendor: string; validate?: unknown; jsonSchema?: { input(options: { target: string }): unknown } };
  toJSONSchema?(): unknown;
  toJsonSchema?(): unknown;
}

/** The JSON text of some data, with such schemas as JSON Schema. Throws a `TypeError` for one that cannot be converted. */
export function spelled(input: unknown): string | undefined {
  return JSON.stringify(input, holdsOther(input) ? written : undefined);
}

/** Whether an input is such a schema or a collection, which JSON would write as `{}`, or has one anywhere. */
function holdsOther(input: unknown, seen = new Set<unknown>()): boolean {
  if (isStandard(input) || isCollection(input)) return true;
  if (!isObject(input) || seen.has(input) || seen.size === MOST) return false;
  seen.add(input);
  for (const name in input) {
    const value = input[name];
    if ((typeof value === "object" || typeof value === "function") && holdsOther(value, seen)) return true;
  }
  return false;
}

/** The most objects that are looked at. */
const MOST = 100_000;

/** For `JSON.stringify`. */
function written(this: Record<string, unknown>, key: string, value: unknown): unknown {
  // Some have a `toJSON`, which returns something else.
  const own = this[key];
  if (isCollection(value)) {
    const instead = value instanceof Map ? "an object, `Object.fromEntries(map)`" : "an array, `[...set]`";
    throw new TypeError(`a ${value.constructor.name} has no members in JSON: give ${instead}`);
  }
  if (!isStandard(own)) return value;
  const { vendor, jsonSchema } = own["~standard"];
  if (jsonSchema) return jsonSchema.input({ target: "draft-2020-12" });
  if (own.toJSONSchema) return own.toJSONSchema();
  if (own.toJsonSchema) return own.toJsonSchema();
  const how = vendor === "zod" ? "`z.toJSONSchema(schema)` of zod 4" : "what its library has for that";
  throw new TypeError(`a schema of ${vendor} is not JSON Schema: convert it first, with ${how}`);
}

/** In data, a member of that name has no functions, or is hidden. */
export function isStandard(value: unknown): value is Standard {
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

/** Whether JSON would write it as `{}`, whatever it contains. */
export const isCollection = (value: unknown) => value instanceof Map || value instanceof Set;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
