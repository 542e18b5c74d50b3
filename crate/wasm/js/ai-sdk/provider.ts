// How the provider below the middleware treats schemas, and how they are spelled to survive that.

import type { Finding } from "../issues.js";
import type { JsonObject } from "../text.js";
import type { RequestOptions } from "../types.js";

/** How schemas are lowered for a provider. */
export interface Aim {
  options: RequestOptions;
  /** Spells a schema of that target so that it survives the provider. */
  spelled(schema: JsonObject): JsonObject;
  /** Whether the API gets the `strict` of tools; assumed of a provider that cannot be queried. */
  sendsStrict: boolean;
  /** Set if the provider does not allow the target that the options name, or may not. */
  issues: Finding[];
}

/** Targets whose schemas are JSON Schema as it is, except for providers that are known to rewrite it. */
const AS_IS: unknown[] = ["gemini-json-schema", "openai-strict"];
/** Targets whose schemas have keywords that the converters of providers drop. */
const DAMAGED: unknown[] = ["gemini-json-schema", "vertex-ai"];

/** Determines how schemas are lowered with these options, for the provider of a model. */
export async function aimed(given: RequestOptions, model?: object): Promise<Aim> {
  const { target: named = "auto" } = given;
  const { schemas, sendsStrict } = model ? await habitsOf(model) : UNKNOWN;
  const isDamaged = schemas === "rewritten" && DAMAGED.includes(named);
  const best = schemas === "gemini" ? "gemini-json-schema" : "universal";
  const target = named === "auto" || isDamaged ? best : named;
  const isRisked = schemas === "unknown" && [...AS_IS, ...DAMAGED].includes(named);
  const issues = isDamaged ? [damaged(named)] : isRisked ? [risked(named)] : [];
  if (schemas !== "rewritten" && AS_IS.includes(target)) {
    return { options: { mode: "round-trip", ...given, target }, spelled: (schema) => schema, sendsStrict, issues };
  }
  const options: RequestOptions = { mode: "round-trip", typeCase: "lower", drop: DROPPED, ...given, target };
  return { options, spelled: (schema) => spelled(schema, options), sendsStrict, issues };
}

function damaged(target: string): Finding {
  const message = `the provider rewrites schemas, and drops some of what the target \`${target}\` keeps`;
  const help = "`universal` is used instead; `@ai-sdk/google` from 4.0.70 on passes schemas on";
  return { code: "provider-target", severity: "warning", message, help, pointer: "" };
}

function risked(target: string): Finding {
  const message = `the provider cannot be queried: it may rewrite schemas of the target \`${target}\``;
  const help = "the target is kept; of several middlewares, this one has to be the last, next to the provider";
  return { code: "provider-target", severity: "warning", message, help, pointer: "" };
}

/** The used members of a language model of `@ai-sdk/google` (2.0.0 to 4.0.121) and others, which are private. */
interface QueriedModel {
  provider: string;
  /** Creates the body of a request, without sending it; some providers return the body alone. */
  getArgs(options: object): Promise<Body | { args: Body }>;
}

interface Body {
  tools: object[];
}

const SAMPLE = { type: "object", properties: { map: { type: "object", additionalProperties: { type: "string" } } } };

/** What a provider does with tools. */
interface Habits {
  /** Sent unchanged, to Gemini or to another API, or rewritten. */
  schemas: "gemini" | "other" | "rewritten" | "unknown";
  /** Whether the API gets `strict`. */
  sendsStrict: boolean;
}

const UNKNOWN: Habits = { schemas: "unknown", sendsStrict: true };

const known = new WeakMap<object, Promise<Habits>>();

/** Queries each model once, for the body of a request. */
function habitsOf(model: object): Promise<Habits> {
  const habits = known.get(model) ?? query(model as QueriedModel);
  known.set(model, habits);
  return habits;
}

async function query(model: QueriedModel): Promise<Habits> {
  const tool = { type: "function", name: "sample", inputSchema: SAMPLE };
  const tools = [tool, { ...tool, name: "strict_sample", strict: true }];
  try {
    const answer = await model.getArgs({ prompt: [], tools });
    const body = "args" in answer ? answer.args : answer;
    const [sent, sample] = [JSON.stringify(body.tools), JSON.stringify(SAMPLE)];
    const door = model.provider.endsWith(".interactions") ? "parameters" : "parametersJsonSchema";
    const isGemini = sent.includes(`"${door}":${sample}`);
    const schemas = isGemini ? "gemini" : sent.includes(sample) ? "other" : "rewritten";
    return { schemas, sendsStrict: sent.includes('"strict":true') };
  } catch {
    return UNKNOWN; // Another provider, or another middleware.
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
