// Documents: schemas, tools in any envelope.

import * as engine from "../pkg/lapidary_wasm.js";
import { ask, lazily } from "./ask.js";
import { guard } from "./guard.js";
import { recall } from "./memory.js";
import type { Options } from "./options.js";
import { type Input, type JsonObject, type Like, type SchemaInput, like, textOf } from "./text.js";
import type {
  CheckOptions,
  Diff,
  DocumentOptions,
  Issue,
  Report,
  Target,
  ToolsOptions,
  Transformed,
  TransformedSchema,
  TransformedTools,
} from "./types.js";

/** What `assertCompatible` throws: the target would refuse or misread a tool. */
export class IncompatibleError extends Error {
  override readonly name = "IncompatibleError";
  /** The errors that were found, those of the whole document first. */
  readonly issues: Issue[];

  constructor(issues: Issue[]) {
    const lines = issues.map(({ code, pointer, message }) => `  ${code} at ${pointer || "the root"}: ${message}`);
    super(["the target does not take these tools as they are:", ...lines].join("\n"));
    this.issues = issues;
  }
}

/** The fast path: JSON text in, JSON text out. Throws where there is no output; the error has `issue`. */
export function transformText(text: string, options?: DocumentOptions): string {
  return guard(engine.transformText, text, options);
}

/**
 * A document for the target, with what was found and done; `output` is text for text, and an object
 * for an object. A request is made fit as a whole, as `normalizeRequest` does it.
 * Never throws on any text, save where `onError` is `"throw"`.
 */
export function transform<Given extends Input>(input: Given, options?: DocumentOptions): Transformed<Like<Given>> {
  const answer: Transformed = JSON.parse(recall(engine.transform, textOf(input), options));
  const output = answer.output === null ? null : like<Given, unknown>(input, answer.output);
  return { ...answer, output };
}

/**
 * A schema by itself. Drop-in whatever the mode; with `typeCase: "lower"` it stays JSON Schema. Throws on text that is no JSON; the error has `issue`.
 */
export function transformSchema<Given extends SchemaInput>(
  schema: Given,
  options?: Options,
): TransformedSchema<Like<Given, JsonObject>> {
  const answer: TransformedSchema<string> = JSON.parse(recall(engine.transformSchema, textOf(schema), options));
  return { ...answer, schema: like<Given, JsonObject>(schema, answer.schema) };
}

/**
 * The declarations of some tools, in any envelope, with what was found and what undoes their calls.
 * Throws where there is nothing to declare from; the error has `issue`.
 */
export function transformTools<Id extends Target["id"] = "gemini">(
  tools: Input,
  options?: ToolsOptions & { target?: Id },
): TransformedTools<Id> {
  const text = toolsText(tools);
  const [declarations, codec] = recall(engine.transformTools, text, options) as [string, string];
  const answer = { declarations: JSON.parse(declarations), codec: JSON.parse(codec) };
  // What agents seldom look at takes more time than all else: it is made of what this call was given.
  const asked = options && structuredClone(options);
  return lazily(answer, "report", () => ask<Report>(engine.toolsReport, text, asked));
}

/** Tools as text: an empty list alone could be a list of anything. */
function toolsText(tools: Input): string {
  return Array.isArray(tools) && tools.length === 0 ? '{"tools":[]}' : textOf(tools);
}

/** What is wrong with each tool, without the output. */
export function check(input: Input, options?: CheckOptions): Report {
  return ask(engine.check, textOf(input), options);
}

/** Throws an `IncompatibleError` if the target would refuse or misread a tool; for tests of a server. */
export function assertCompatible(tools: Input, options?: CheckOptions): void {
  const issues = ask<Issue[]>(engine.incompatibilities, toolsText(tools), options);
  if (issues.length > 0) throw new IncompatibleError(issues);
}

/** What changes, as an RFC 6902 patch, as a unified diff, and change by change. */
export function diff(input: Input, options?: CheckOptions): Diff {
  return ask(engine.diff, textOf(input), options);
}
