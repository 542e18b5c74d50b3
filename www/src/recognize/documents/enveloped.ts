// Tools in an envelope that the engine does not read: under their names, as programs have them, or deeper in a document.

import { withoutSpecs } from "./bedrock";
import { print } from "../value/print";
import { noteOn, type Recognized } from "../recognized";
import { jsonValue } from "../value/json";
import { isOfProperties, shapeOf } from "../value/shape";
import { unescaped } from "../value/text";
import { joined } from "../value/tools";
import { get, list, member, object, objectAt, placed, type Range, scalar, textAt, type Value } from "../value/value";

export function enveloped(document: Value, syntax: string): Recognized | undefined {
  const value = withoutSpecs(document);
  const mapped = listOfMap(value);
  const what = `${syntax} with a map of tools, read as a list`;
  if (mapped) return { what, json: print(mapped), notes: [], steps: [] };
  const [first, ...others] = outermost(value, (each) => shapeOf(each) === "tools");
  if (!first) return undefined;
  const all = joined([first, ...others]);
  const around = { text: "Only the tools or the request here are read, and not what is around.", at: first.from };
  const notes = [around, ...noteOn(all.lost)];
  return { what: `${syntax} with tools deeper in it`, json: print(all.value), notes, steps: [] };
}

/** A schema in a document that has no tools: the format of an answer, a part of a configuration. */
export function schemaWithin(value: Value, syntax: string): Recognized | undefined {
  const [schema] = outermost(value, (each) => shapeOf(each) === "schema");
  if (!schema) return undefined;
  const notes = [{ text: "Only the schema here is read, and not what is around.", at: schema.from }];
  return { what: `${syntax} with a schema deeper in it`, json: print(schema), notes, steps: [] };
}

/** The tools of a map, as a list; undefined for what is none. */
export function listOfMap(value: Value): Value | undefined {
  const map = objectAt(value, "tools") ?? value;
  if (map.kind !== "object" || map.members.length === 0) return undefined;
  if (!map.members.every((each) => isNameless(each.value))) return undefined;
  const tools = map.members.map((each) => {
    const own = each.value.kind === "object" ? each.value.members : [];
    return object([member("name", scalar(each.name, each)), ...own], each.value);
  });
  return object([member("tools", list(tools, map))], map);
}

/** The object that has these properties; undefined for what is none of properties alone. */
export const objectOfProperties = (value: Value): Value | undefined =>
  isOfProperties(value)
    ? object([member("type", scalar("object", value)), member("properties", value)], value)
    : undefined;

/** Whether a value is a tool without a name. */
function isNameless(value: Value): boolean {
  const isDescribed = textAt(value, "description") !== undefined && objectAt(value, "parameters") !== undefined;
  return (isDescribed || ["inputSchema", "input_schema"].some((name) => objectAt(value, name))) && !get(value, "type");
}

/** The outermost values that are such, also in strings that hold JSON: a schema, or the body of a request. */
export function outermost(value: Value, isSuch: (value: Value) => boolean): Value[] {
  const found: Value[] = [];
  const left: Value[] = [value];
  for (const closed of left) {
    // Strings in a tool are its own.
    const each = isSuch(closed) ? closed : opened(closed);
    if (isSuch(each)) found.push(each);
    else for (const inner of partsOf(each)) left.push(inner);
  }
  return found;
}

function partsOf(value: Value): Value[] {
  if (value.kind === "scalar") return [];
  return value.kind === "list" ? value.items : value.members.map((member) => member.value);
}

/** The same value, with JSON in place of each part that is a string of it. */
function opened(value: Value): Value {
  if (value.kind === "scalar") return value;
  if (value.kind === "list") return { ...value, items: value.items.map(heldIn) };
  return { ...value, members: value.members.map((each) => ({ ...each, value: heldIn(each.value) })) };
}

function heldIn(string: Value): Value {
  if (string.kind !== "scalar" || !/^"(?:\\[nrt]|\s)*[[{]/.test(string.json)) return string;
  const inner = unescaped(string.json, "refuse", 1, string.json.length - 1);
  const value = inner && jsonValue(inner.text);
  // A string within a string is spelled otherwise in the text, and has one place there.
  const isSpelled = string.to - string.from === string.json.length;
  return value ? placed(value, (range) => (isSpelled ? shifted(inner.origin(range), string.from) : string)) : string;
}

const shifted = ({ from, to }: Range, by: number): Range => ({ from: from + by, to: to + by });
