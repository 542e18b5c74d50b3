// What goes into the calls and comes out of them, around the plain data of codecs and reports.

import type { Codec, Codecs } from "./codec.js";
import type { CheckedTool, Issue, Kind, Misfit, Report, Target } from "./report.js";
import type { JsonObject } from "./text.js";

export type * from "./codec.js";
export type * from "./report.js";

/** What to aim at, and how. All are optional; a misspelt one is a `TypeError`. */
export interface Options<Id extends Target["id"] = Target["id"]> {
  /** One of `targets()`; `gemini` when left out. */
  target?: Id;
  /**
   * `drop-in`, when left out, changes nothing about the arguments that come back; `round-trip` may code
   * them, and calls are to be restored with the codec.
   */
  mode?: "drop-in" | "round-trip";
  /** What the schemas describe: the arguments of a call (when left out), or an answer, of any type. */
  role?: "arguments" | "response";
  /** Where requests are sent, for the target `auto`; `gemini-api` when left out. */
  surface?: "gemini-api" | "vertex-ai" | "live" | "gateway";
  /** The model as requests name it (`gemini-2.5-flash`), for the target `auto`. */
  model?: string;
  /**
   * What becomes of a tool that cannot be called with arguments any more: it is declared as far as it
   * can be (`keep-going`, when left out), left out, or there is no output and an error is thrown.
   */
  onError?: "keep-going" | "omit" | "throw";
  /** The envelope of the output; `declarations` when left out. */
  emit?: "declarations" | "same" | "request";
  /** Spaces a level; compact when left out. */
  indent?: number;
  /** Whether a dropped constraint is told in the description; it is when left out. */
  hints?: boolean;
  /** Codes of rules to switch off. */
  disable?: string[];
  /** Only the tool of that name. */
  tool?: string;
  /** What spans and columns count; `utf-16`, as JavaScript does, when left out. */
  positionEncoding?: "utf-16" | "utf-8";
  /** Whether phases show up as User Timing measures (`lapidary:read` and so on). */
  timing?: boolean;
  /** Keywords that your target refuses beyond what `target` does, such as `title`. */
  drop?: string[];
  /** Your target's most levels of objects and arrays, the root included, if fewer than those of `target`. */
  maxDepth?: number;
  /** Your target's longest function name, if shorter than that of `target`; at least 8. */
  maxName?: number;
  /** The one spelling of type names that your target takes. */
  typeCase?: "lower" | "upper";
}

/** What was found in a tool. */
export interface ToolReport extends Omit<CheckedTool, "original_schema" | "transformed_schema"> {}

/** A tool of a result. */
export interface Tool extends ToolReport {
  /** What undoes calls of it. */
  codec: Codec;
}

/** The answer of `transform`. */
export interface Result<Output = string> {
  /** What the input was taken for; null where there is no output. */
  kind: Kind | null;
  /** The same in words, with the number of tools; empty for text that is not JSON. */
  readAs: string;
  /** The document for the target; null where the input could not be read. */
  output: Output | null;
  /** One entry a tool, in document order. */
  tools: Tool[];
  /** Those of the document as a whole. */
  issues: Issue[];
}

/** The answer of `transformSchema`. */
export interface TransformedSchema<Schema = JsonObject> {
  /** The schema for the target. */
  schema: Schema;
  issues: Issue[];
}

/**
 * A schema in a declaration, and what else a declaration may have: each client has types of its own for these, which
 * all take this one.
 */
export type Declared = Record<string, any>;

/** A function as Gemini takes it. */
export interface FunctionDeclaration {
  name: string;
  description?: string;
  parameters?: Declared;
  parametersJsonSchema?: Declared;
  [member: string]: any;
}

/** A function as OpenAI takes it: the target `openai-strict`. */
export interface OpenAiTool {
  type: "function";
  function: { name: string; description?: string; parameters: Declared; strict: true };
}

/** What is declared for a target: the functions of a Gemini request, or OpenAI's tools for `openai-strict`. */
export type Declaration<Id extends Target["id"] = Target["id"]> = Id extends "openai-strict"
  ? OpenAiTool
  : FunctionDeclaration;

/** The answer of `transformTools`. */
export interface TransformedTools<Id extends Target["id"] = Target["id"]> {
  /** One entry a tool that is not left out, in document order. */
  declarations: Declaration<Id>[];
  report: Report;
  /** What undoes calls of the tools. */
  codec: Codecs;
}

/** A call of a function: in an answer of Gemini, the `functionCall` of a part. */
export interface Call<Args = JsonObject> {
  /** Always there, though the types of some clients leave it open. */
  name?: string | undefined;
  /** Its arguments: an object, or the JSON text of one; left out for none. */
  args?: Args | null | undefined;
}

/** The answer of `restoreCall` and `encodeCall`. */
export interface RestoredCall<Args = JsonObject> {
  /** The function's name on the other side. */
  name: string;
  args: Args;
  /** What did not fit the codec; those parts are as they came. */
  issues: Misfit[];
}

/** The answer of `normalizeRequest`. */
export interface NormalizedRequest<Body = JsonObject> {
  /** The body to send. */
  body: Body;
  /** What undoes the calls of its answer. */
  codec: Codecs;
  /** One entry a function declaration, in document order. */
  tools: Tool[];
  /** Those that belong to no declaration, such as those of response schemas. */
  issues: Issue[];
}

/** The answer of `restoreResponse`. */
export interface RestoredResponse<Body = unknown> {
  /** The answer for the caller. */
  body: Body;
  /** What did not fit; those parts are as they came. */
  issues: Issue[];
}

/** Restores the calls of one stream. An engine that had to be started again has lost it: see `InternalError`. */
export interface Restorer {
  /** Takes the next piece of the stream, gives the bytes that can leave. */
  push(chunk: Uint8Array | string): Uint8Array;
  /** Ends the stream, gives what was held back. */
  end(): Uint8Array;
  /** What did not fit so far, at most a thousand. */
  readonly issues: Issue[];
}
