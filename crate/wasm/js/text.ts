// Inputs are JSON text, or plain data that is converted to JSON text; results are of the same kind.

import { isCollection, isForeign, isInSchema, spelled, whyNone } from "./standard.js";

/** A document: JSON text, or the object that it represents. */
export type Input = string | object;

/** A schema: JSON text, or the object or boolean that it represents. */
export type SchemaInput = Input | boolean;

/** An object of a JSON document. */
export type JsonObject = Record<string, unknown>;

/** The type of a result: text for text, and parsed data for anything else. */
export type Like<Given, Spelled = unknown> = Given extends string ? string : Spelled;

/** The JSON text of an input, which may have schemas; `isPlain` if it is known to be plain data. */
export const textOf = (input: unknown, isPlain = false) => textOfData(input, false, isPlain);

/** The JSON text of an input; of one without schemas, such as a call, by default. */
export function textOfData(input: unknown, inSchema?: boolean, isPlain = false): string {
  if (typeof input === "string") return input;
  if (input === null || typeof input === "number")
    throw new TypeError(`the input is ${input}; give JSON text, or the object that it spells`);
  if (typeof input === "object") demandData(input);
  const text = written(input, inSchema, isPlain);
  if (text === undefined) throw new TypeError("the input must be JSON text or plain data");
  return text;
}

export function like<Given, Spelled>(input: Given, text: string): Like<Given, Spelled> {
  return (typeof input === "string" ? text : JSON.parse(text)) as Like<Given, Spelled>;
}

/** The JSON text of some data; `undefined` for what JSON does not have. Throws a `TypeError` that says where it fails. */
function written(input: unknown, inSchema: boolean | undefined, isPlain: boolean): string | undefined {
  try {
    return isPlain ? JSON.stringify(input) : spelled(input, inSchema);
  } catch (error) {
    const deep = error instanceof RangeError;
    const reason = deep ? "it is nested too deeply: give JSON text" : error instanceof Error ? error.message : error;
    const place = deep ? "" : placeOf(input, inSchema);
    throw new TypeError(`the input cannot be written as JSON${place && ` at \`${place}\``}: ${reason}`, { cause: error });
  }
}

/** The most steps to such a value that are named. */
const MOST_STEPS = 100;

/** The JSON Pointer to the value that cannot be written. */
function placeOf(input: unknown, inSchema: boolean | undefined): string {
  const inside = (at: JsonObject, name: string) => inSchema !== undefined && isInSchema(at, name, inSchema);
  const fails = (at: JsonObject, name: string): boolean => {
    try {
      spelled(at[name], inside(at, name));
      return false;
    } catch {
      return true;
    }
  };
  let place = "";
  const seen = new Set<unknown>();
  while (typeof input === "object" && input !== null && !seen.has(input) && seen.size < MOST_STEPS) {
    seen.add(input);
    const at = input as JsonObject;
    const name = Object.keys(at).find((name) => fails(at, name));
    if (name === undefined) break;
    if (inSchema !== undefined) inSchema = inside(at, name);
    place += `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    try {
      input = at[name];
    } catch {
      // Reading the member is what fails.
      break;
    }
    if (isForeign(input)) break;
  }
  return place;
}

/** Throws a `TypeError` for text that is none; objects have functions of their own. */
export function demandText(text: unknown, otherwise: string): asserts text is string {
  if (typeof text !== "string") throw new TypeError(`JSON text is wanted, and this is ${kindOf(text)}; ${otherwise}`);
}

/** Throws a `TypeError` for objects whose contents JSON does not have. */
function demandData(input: object): void {
  if (typeof (input as PromiseLike<unknown>).then === "function") throw new TypeError("the input is a promise: `await` it");
  const isBytes = ArrayBuffer.isView(input) || input instanceof ArrayBuffer;
  if (isBytes) throw new TypeError("the input is bytes: decode them, with `new TextDecoder().decode(bytes)`");
  if (isCollection(input)) throw new TypeError(`the input is ${kindOf(input)}: give an array, \`[...it.values()]\``);
  const why = whyNone(input);
  if (why) throw new TypeError(`the input cannot be written as JSON: ${why}`);
}

function kindOf(value: unknown): string {
  if (typeof value !== "object") return typeof value;
  if (value === null || Array.isArray(value)) return value ? "an array" : "null";
  return `an object of type ${value.constructor?.name ?? "Object"}`;
}
