// How the provider below the middleware treats schemas, and how they are spelled to survive that.

import type { Finding } from "../issues.js";
import type { JsonObject } from "../text.js";
import type { RequestOptions } from "../types.js";

/** How schemas are lowered for a provider. */
export interface Aim {
  options: RequestOptions;
  /** Spells a schema of that target so that it survives the provider. */
  spelled(schema: JsonObject): JsonObject;
  /** Set if the provider does not allow the target that the options name. */
  issues: Finding[];
}

/** Targets whose schemas are JSON Schema as it is, for providers that pass it on. */
const AS_IS: unknown[] = ["gemini-json-schema", "openai-strict"];
/** Targets whose schemas have keywords that the converters of providers drop. */
const DAMAGED: unknown[] = ["gemini-json-schema", "vertex-ai"];

/** Determines how schemas are lowered with these options, for the provider of a model. */
export async function aimed(given: RequestOptions, model?: object): Promise<Aim> {
  const { target: named = "auto" } = given;
  const kept = model && (await keptFor(model));
  const isDamaged = !kept && DAMAGED.includes(named);
  const best = kept === "gemini" ? "gemini-json-schema" : "universal";
  const target = named === "auto" || isDamaged ? best : named;
  const issues = isDamaged ? [damaged(named)] : [];
  if (kept && AS_IS.includes(target)) {
    return { options: { mode: "round-trip", ...given, target }, spelled: (schema) => schema, issues };
  }
  const options: RequestOptions = { mode: "round-trip", typeCase: "lower", drop: DROPPED, ...given, target };
  return { options, spelled: (schema) => spelled(schema, options), issues };
}

function damaged(target: string): Finding {
  const message = `the provider rewrites schemas, and drops some of what the target \`${target}\` keeps`;
  const help = "`universal` is used instead; `@ai-sdk/google` from 4.0.70 on passes schemas on";
  return { code: "provider-target", severity: "warning", message, help, pointer: "" };
}

/** The used members of a language model of `@ai-sdk/google` (2.0.0 to 4.0.121) and others, which are private. */
interface GoogleModel {
  provider: string;
  /** Creates the body of a request, without sending it. */
  getArgs(options: object): Promise<{ args: { tools: object[] } }>;
}

const SAMPLE = { type: "object", properties: { map: { type: "object", additionalProperties: { type: "string" } } } };

/** Whose API a provider sends schemas to unchanged; `undefined` if it rewrites them. */
type Kept = "gemini" | "other" | undefined;

const asked = new WeakMap<object, Promise<Kept>>();

/** Queries each model once, for the body of a request. */
function keptFor(model: object): Promise<Kept> {
  const answer = asked.get(model) ?? ask(model as GoogleModel);
  asked.set(model, answer);
  return answer;
}

async function ask(model: GoogleModel): Promise<Kept> {
  const tools = [{ type: "function", name: "sample", inputSchema: SAMPLE }];
  try {
    const { args } = await model.getArgs({ prompt: [], tools });
    const [sent, sample] = [JSON.stringify(args.tools), JSON.stringify(SAMPLE)];
    const door = model.provider.endsWith(".interactions") ? "parameters" : "parametersJsonSchema";
    if (sent.includes(`"${door}":${sample}`)) return "gemini";
    return sent.includes(sample) ? "other" : undefined;
  } catch {
    return undefined; // Another provider, or another middleware.
  }
}

/** Keywords that providers drop when rewriting schemas, and Gemini does not enforce: stated in descriptions instead. */
const DROPPED = ["pattern", "maxLength", "minProperties", "maxProperties"];

/**
 * Spells a schema so that no provider's converter damages it: `nullable` as a type of JSON Schema, in the one form that
 * all converters read, and bounds also in words, since those up to 4.0.69 drop them.
 */
function spelled({ nullable, ...schema }: JsonObject, options: RequestOptions): JsonObject {
  const { properties, items, anyOf, minimum, maximum } = schema as Children;
  const own = { ...schema };
  const child = (schema: JsonObject) => spelled(schema, options);
  if (properties) own.properties = mapped(properties, child);
  if (items) own.items = child(items);
  if (anyOf) own.anyOf = anyOf.map(child);
  // The description of a constant states it already.
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
