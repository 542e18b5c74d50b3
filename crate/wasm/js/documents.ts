// Documents: schemas, tools in any envelope.

import * as engine from "../pkg/lapidary_wasm.js";
import { ask, recalling } from "./ask.js";
import { guard } from "./guard.js";
import { type Input, type JsonObject, type Like, type SchemaInput, like, textOf } from "./text.js";
import type { Diff, Issue, Options, Report, Result, Target, TransformedSchema, TransformedTools } from "./types.js";

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

const transformed = recalling(engine.transform);
const schemaTransformed = recalling(engine.transformSchema);
const toolsTransformed = recalling(engine.transformTools);

/** The fast path: JSON text in, JSON text out. Throws where there is no output; the error has `issue`. */
export function transformText(text: string, options?: Options): string {
  return guard(engine.transformText, text, options);
}

/**
 * A document for the target, with what was found and done; `output` is text for text, and an object
 * for an object. Of a Gemini request the declarations alone: `normalizeRequest` does the rest of it.
 * Never throws on any text, save where `onError` is `"throw"`.
 */
export function transform<Given extends Input>(input: Given, options?: Options): Result<Like<Given>> {
  const result: Result = JSON.parse(transformed(textOf(input), options));
  const output = result.output === null ? null : like<Given, unknown>(input, result.output);
  return { ...result, output };
}

/**
 * A schema by itself. Drop-in whatever the mode; with `emit: "same"` it stays JSON Schema, with types
 * in lower case. Throws on text that is no JSON; the error has `issue`.
 */
export function transformSchema<Given extends SchemaInput>(
  schema: Given,
  options?: Options,
): TransformedSchema<Like<Given, JsonObject>> {
  const answer: TransformedSchema<string> = JSON.parse(schemaTransformed(textOf(schema), options));
  return { ...answer, schema: like<Given, JsonObject>(schema, answer.schema) };
}

/**
 * The declarations of some tools, in any envelope, with what was found and what undoes their calls.
 * Throws where there is nothing to declare from; the error has `issue`.
 */
export function transformTools<Id extends Target["id"] = "gemini">(
  tools: Input,
  options?: Options<Id>,
): TransformedTools<Id> {
  const [declarations, report, codec] = toolsTransformed(toolsText(tools), options) as [string, string, string];
  let read: Report | undefined;
  return {
    declarations: JSON.parse(declarations),
    codec: JSON.parse(codec),
    // The largest of the three, and the one that agents seldom look at.
    get report() {
      return (read ??= JSON.parse(report));
    },
  };
}

/** Tools as text: an empty list alone could be a list of anything. */
function toolsText(tools: Input): string {
  return Array.isArray(tools) && tools.length === 0 ? '{"tools":[]}' : textOf(tools);
}

/** What is wrong with each tool, without the output. */
export function check(input: Input, options?: Options): Report {
  return ask(engine.check, textOf(input), options);
}

/** Throws an `IncompatibleError` if the target would refuse or misread a tool; for tests of a server. */
export function assertCompatible(tools: Input, options?: Options): void {
  const issues = ask<Issue[]>(engine.incompatibilities, toolsText(tools), options);
  if (issues.length > 0) throw new IncompatibleError(issues);
}

/** What changes, as an RFC 6902 patch, as a unified diff, and change by change. */
export function diff(input: Input, options?: Options): Diff {
  return ask(engine.diff, textOf(input), options);
}
