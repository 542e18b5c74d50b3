// `null` as a type of JSON Schema.

import type { JsonObject } from "./text.js";

const NULL = { type: "null" };

interface Node extends JsonObject {
  nullable?: boolean;
  properties?: Record<string, JsonObject>;
  items?: JsonObject;
  anyOf?: JsonObject[];
}

/**
 * Replaces OpenAPI's `nullable`, which validators ignore, in the parameters of a function: `null` becomes a separate
 * branch of a union without siblings, `{"anyOf":[{"type":"string"},{"type":"null"}]}`, as Vertex AI requires. All
 * clients accept this form; a list of types is rejected behind @langchain/google-genai 2.3.2, which writes it into
 * `parameters`. At the root, `nullable` is only removed: arguments are an object.
 */
export function nullAsType(parameters: JsonObject): JsonObject {
  return split(parameters).schema;
}

/** A schema without `nullable`, and whether `null` was one of its values. */
function split(node: Node): { schema: JsonObject; isNullable: boolean } {
  const { nullable, ...schema } = node;
  let isNullable = nullable === true;
  if (schema.properties) {
    const members = Object.entries(schema.properties).map(([name, member]) => [name, joined(member)]);
    schema.properties = Object.fromEntries(members) as Record<string, JsonObject>;
  }
  if (schema.items) schema.items = joined(schema.items);
  if (schema.anyOf) {
    const branches = schema.anyOf.map(split);
    schema.anyOf = branches.map(({ schema }) => schema);
    isNullable ||= branches.some(({ isNullable }) => isNullable);
  }
  return { schema, isNullable };
}

/** A schema in which `null`, if it is one of the values, is a branch. */
function joined(node: JsonObject): JsonObject {
  const { schema, isNullable } = split(node);
  if (!isNullable) return schema;
  const { anyOf, ...others }: Node = schema;
  return anyOf ? { ...others, anyOf: [...anyOf, NULL] } : { anyOf: [schema, NULL] };
}
