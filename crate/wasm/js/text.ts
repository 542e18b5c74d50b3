// Inputs are JSON text, or plain data that is converted to JSON text; results are of the same kind.

import { holdsStandard, written } from "./standard.js";

/** A document: JSON text, or the object that it represents. */
export type Input = string | object;

/** A schema: JSON text, or the object or boolean that it represents. */
export type SchemaInput = Input | boolean;

/** An object of a JSON document. */
export type JsonObject = Record<string, unknown>;

/** The type of a result: text for text, and parsed data for anything else. */
export type Like<Given, Spelled = unknown> = Given extends string ? string : Spelled;

export function textOf(input: unknown): string {
  if (typeof input === "string") return input;
  if (input === null || typeof input === "number")
    throw new TypeError(`the input is ${input}; give JSON text, or the object that it spells`);
  const text: string | undefined = JSON.stringify(input, holdsStandard(input) ? written : undefined);
  if (text === undefined) throw new TypeError("the input must be JSON text or plain data");
  return text;
}

export function like<Given, Spelled>(input: Given, text: string): Like<Given, Spelled> {
  return (typeof input === "string" ? text : JSON.parse(text)) as Like<Given, Spelled>;
}
