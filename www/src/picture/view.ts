// A schema as people read it: references followed, `allOf` put together, null taken out of unions.

import { at, isObject, join } from "../json/pointer";
import { limitsOf } from "./limits";

/** A schema with its place in the tool's schema, and the references that led there. */
export interface Place {
  schema: unknown;
  pointer: string;
  trail?: readonly string[];
}

export interface Property {
  name: string;
  place: Place;
  required: boolean;
}

export interface View {
  /** Types in lower case; empty where any is allowed. */
  types: string[];
  nullable: boolean;
  /** The listed values as JSON, if there is a list. */
  values: string[] | undefined;
  format: string | undefined;
  title: string | undefined;
  limits: string[];
  /** Every place that says something about this value, the outermost first. */
  pointers: string[];
  properties: Property[];
  alternatives: Place[];
  items: Place | undefined;
  positions: Place[];
  /** The schema of further members; undefined if it is not declared. */
  others: Place | undefined;
  /** Whether this is a schema that contains itself. */
  repeated: boolean;
}

const MOST_REFERENCES = 40;

export function read(place: Place, root: unknown): View {
  const view: View = {
    types: [],
    nullable: false,
    values: undefined,
    format: undefined,
    title: undefined,
    limits: [],
    pointers: [],
    properties: [],
    alternatives: [],
    items: undefined,
    positions: [],
    others: undefined,
    repeated: false,
  };
  absorb(view, place, root, 0);
  return view;
}

function absorb(view: View, { schema, pointer, trail = [] }: Place, root: unknown, depth: number): void {
  view.pointers.push(pointer);
  if (!isObject(schema) || depth > MOST_REFERENCES) return;
  const inner = (name: string, ...rest: (string | number)[]): Place => {
    const own = join(pointer, name, ...rest);
    return { schema: at(schema, own.slice(pointer.length)), pointer: own, trail };
  };
  follow(view, schema, trail, root, depth);
  if (isObject(schema["properties"])) {
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    for (const name of Object.keys(schema["properties"])) {
      addProperty(view, { name, place: inner("properties", name), required: required.includes(name) });
    }
  }
  describe(view, schema);
  if (isObject(schema["items"])) view.items = inner("items");
  for (const key of ["prefixItems", "items"]) {
    const list = schema[key];
    if (Array.isArray(list)) view.positions.push(...list.map((_, index) => inner(key, index)));
  }
  if (isObject(schema["additionalProperties"]) || schema["additionalProperties"] === true)
    view.others = inner("additionalProperties");
  else if (isObject(schema["patternProperties"])) {
    const [first] = Object.keys(schema["patternProperties"]);
    if (first !== undefined) view.others ??= inner("patternProperties", first);
  }
  if (Array.isArray(schema["allOf"]))
    schema["allOf"].forEach((_, index) => absorb(view, inner("allOf", index), root, depth + 1));
  for (const key of ["anyOf", "oneOf"]) {
    const list = schema[key];
    if (Array.isArray(list))
      unite(
        view,
        list.map((_, index) => inner(key, index)),
        root,
        depth,
      );
  }
}

function follow(
  view: View,
  schema: Record<string, unknown>,
  trail: readonly string[],
  root: unknown,
  depth: number,
): void {
  const reference = schema["$ref"] ?? schema["ref"];
  if (typeof reference !== "string" || !reference.startsWith("#")) return;
  const pointer = decoded(reference.slice(1));
  if (trail.includes(pointer)) {
    view.repeated = true;
    return;
  }
  const target = at(root, pointer);
  if (target !== undefined) absorb(view, { schema: target, pointer, trail: [...trail, pointer] }, root, depth + 1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function addProperty(view: View, property: Property): void {
  const known = view.properties.find(({ name }) => name === property.name);
  if (!known) view.properties.push(property);
  else known.required ||= property.required;
}

function describe(view: View, schema: Record<string, unknown>): void {
  const types = [schema["type"]]
    .flat()
    .filter((type): type is string => typeof type === "string")
    .map((type) => type.toLowerCase());
  for (const type of types) {
    if (type === "null") view.nullable = true;
    else if (!view.types.includes(type)) view.types.push(type);
  }
  if (schema["nullable"] === true) view.nullable = true;
  const values = Array.isArray(schema["enum"]) ? schema["enum"] : "const" in schema ? [schema["const"]] : undefined;
  if (values) {
    view.values = values.filter((value) => value !== null).map((value) => JSON.stringify(value) ?? "");
    if (values.includes(null)) view.nullable = true;
  }
  if (typeof schema["format"] === "string") view.format ??= schema["format"];
  if (typeof schema["title"] === "string") view.title ??= schema["title"];
  for (const limit of limitsOf(schema)) if (!view.limits.includes(limit)) view.limits.push(limit);
}

const isNull = ({ schema }: Place) =>
  isObject(schema) && (String(schema["type"]).toLowerCase() === "null" || schema["const"] === null);

/** Whether no value is valid: some generators write `{"not": {}}` for a member that may be absent. */
const isNever = ({ schema }: Place) =>
  schema === false || (isObject(schema) && isObject(schema["not"]) && Object.keys(schema["not"]).length === 0);

/** A union: without null and what nothing fits, and without alternatives where they only list values. */
function unite(view: View, places: Place[], root: unknown, depth: number): void {
  if (places.some(isNull)) view.nullable = true;
  const rest = places.filter((place) => !isNull(place) && !isNever(place));
  const [only] = rest;
  if (rest.length === 1 && only) {
    absorb(view, only, root, depth + 1);
    return;
  }
  const listed = rest.map(({ schema }) =>
    isObject(schema) && "const" in schema ? JSON.stringify(schema["const"]) : undefined,
  );
  if (listed.length > 0 && listed.every((value) => value !== undefined)) {
    view.values = listed;
    view.pointers.push(...rest.map(({ pointer }) => pointer));
  } else view.alternatives.push(...rest);
}
