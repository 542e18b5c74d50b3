// Determines the kind of a document in any syntax: tools, servers, operations, an error.

import { answered } from "./answers";
import { bedrock } from "./bedrock";
import { enveloped, objectOfProperties, schemaWithin } from "./enveloped";
import { complaintIn, isComplaint } from "./errors";
import { openApi } from "./openapi";
import { isPlain, jsonValue } from "../value/json";
import { part } from "../value/places";
import { print } from "../value/print";
import type { Format, Recognized } from "../recognized";
import { servers } from "./servers";
import { shapeOf } from "../value/shape";
import type { Value } from "../value/value";

/** Reads a value as a document that the engine takes, or says what it is; undefined for other data. */
export function documentOf(
  value: Value,
  syntax: string,
  read: Pick<Recognized, "json" | "notes">,
): Recognized | undefined {
  const found = servers(value, syntax) ?? openApi(value, syntax) ?? bedrock(value) ?? complaintIn(value);
  if (found) return { ...found, notes: [...read.notes, ...found.notes] };
  if (shapeOf(value)) return { what: syntax, steps: [], ...read };
  const whole = objectOfProperties(value);
  return whole && { what: `${syntax} with properties alone, read as an object`, json: print(whole), notes: read.notes, steps: [] };
}

/** JSON, also with the comments and trailing commas of clients' files. */
export const json: Format = (text) => {
  if (!/^\s*(?:[[{]|\/[/*])/.test(text)) return undefined;
  const value = jsonValue(text);
  if (!value) return undefined;
  const plain = isPlain(text);
  const what = plain ? "JSON" : "JSON with comments or trailing commas";
  const found = documentOf(value, what, { json: plain ? part(text, 0) : print(value), notes: [] });
  if (found && found.complaint === undefined) return found;
  const inner = enveloped(value, what) ?? (found ? undefined : (answered(value) ?? schemaWithin(value, what)));
  if (!inner) return found;
  // What was sent and what was answered, as clients log both.
  const complaint = found?.complaint ?? (isComplaint(text) ? text : undefined);
  return { ...inner, ...(complaint !== undefined && { complaint }) };
};
