// Null in JSON Schema's own words.

import type { JsonObject } from "./text.js";

const NULL = { type: "null" };

interface Node extends JsonObject {
  nullable?: boolean;
  properties?: Record<string, JsonObject>;
  items?: JsonObject;
  anyOf?: JsonObject[];
}

/**
 * The parameters of a function with null as a type, where OpenAPI's `nullable` is, which validators do not read: a
 * branch of a union that stands alone, `{"anyOf":[{"type":"string"},{"type":"null"}]}`, as Vertex AI wants unions. All
 * clients take this form; a list of types is refused behind @langchain/google-genai 2.3.2, which writes it into
 * `parameters`. Null at the root is gone: arguments are an object.
 */
export function nullAsType(parameters: JsonObject): JsonObject {
  return split(parameters).schema;
}

/** A schema without null, and whether null is one of its values. */
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

/** A schema with null among its values as a branch, if it is one. */
function joined(node: JsonObject): JsonObject {
  const { schema, isNullable } = split(node);
  if (!isNullable) return schema;
  const { anyOf, ...others }: Node = schema;
  return anyOf ? { ...others, anyOf: [...anyOf, NULL] } : { anyOf: [schema, NULL] };
}
