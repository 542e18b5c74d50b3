// What the provider below the middleware does with schemas, and how they are spelt to come through it.

import type { JsonObject } from "../text.js";
import type { RequestOptions } from "../types.js";

/** What to make of schemas for a provider. */
export interface Aim {
  options: RequestOptions;
  /** A schema of that target in the words that the provider reads. */
  spelled(schema: JsonObject): JsonObject;
}

/** Where to aim with these options, behind the provider of a model. */
export async function aimed(given: RequestOptions, model?: object): Promise<Aim> {
  const isKept = model !== undefined && (await keepsSchemas(model));
  const target = given.target ?? (isKept ? "gemini-json-schema" : "universal");
  if (isKept && target === "gemini-json-schema") {
    return { options: { mode: "round-trip", ...given, target }, spelled: (schema) => schema };
  }
  const options: RequestOptions = { mode: "round-trip", typeCase: "lower", drop: DROPPED, ...given, target };
  return { options, spelled: (schema) => spelled(schema, options) };
}

/** What is used of a language model of `@ai-sdk/google` (2.0.0 to 4.0.121), which keeps it to itself. */
interface GoogleModel {
  provider: string;
  /** Makes the body of a request, without sending it. */
  getArgs(options: object): Promise<{ args: { tools: object[] } }>;
}

const SAMPLE = { type: "object", properties: { map: { type: "object", additionalProperties: { type: "string" } } } };
const asked = new WeakMap<object, Promise<boolean>>();

/** Whether a provider sends schemas as they are given. Each model is asked once, for the body of a request. */
function keepsSchemas(model: object): Promise<boolean> {
  const answer = asked.get(model) ?? ask(model as GoogleModel);
  asked.set(model, answer);
  return answer;
}

async function ask(model: GoogleModel): Promise<boolean> {
  const tools = [{ type: "function", name: "sample", inputSchema: SAMPLE }];
  try {
    const { args } = await model.getArgs({ prompt: [], tools });
    const door = model.provider.endsWith(".interactions") ? "parameters" : "parametersJsonSchema";
    return JSON.stringify(args.tools).includes(`"${door}":${JSON.stringify(SAMPLE)}`);
  } catch {
    return false; // Another provider, or another middleware.
  }
}

/** What providers that rewrite schemas drop, and Gemini does not enforce: better told in descriptions. */
const DROPPED = ["pattern", "maxLength", "minProperties", "maxProperties"];

/**
 * A schema so that no provider's converter can harm it: `nullable` in JSON Schema's own words, in the one form
 * that all of them read, and bounds in words too, since those up to 4.0.69 drop them.
 */
function spelled({ nullable, ...schema }: JsonObject, options: RequestOptions): JsonObject {
  const { properties, items, anyOf, minimum, maximum } = schema as Children;
  const own = { ...schema };
  const child = (schema: JsonObject) => spelled(schema, options);
  if (properties) own.properties = mapped(properties, child);
  if (items) own.items = child(items);
  if (anyOf) own.anyOf = anyOf.map(child);
  // The description of a constant tells it already.
  const isTold = options.hints === false || (minimum !== undefined && minimum === maximum);
  const bounds = isTold ? [] : Object.entries(BOUNDS).filter(([name]) => name in schema);
  if (bounds.length > 0) {
    const told = `(${bounds.map(([name, words]) => words(schema[name])).join(", ")})`;
    own.description = schema.description === undefined ? told : `${schema.description} ${told}`;
  }
  return nullable === true ? { anyOf: [own, { type: "null" }] } : own;
}

const BOUNDS: Record<string, (bound: unknown) => string> = {
  minimum: (bound) => `at least ${bound}`,
  maximum: (bound) => `at most ${bound}`,
  minItems: (bound) => `at least ${bound} items`,
  maxItems: (bound) => `at most ${bound} items`,
};

interface Children {
  properties?: Record<string, JsonObject>;
  items?: JsonObject;
  anyOf?: JsonObject[];
  minimum?: number;
  maximum?: number;
}

const mapped = <T, U>(members: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
