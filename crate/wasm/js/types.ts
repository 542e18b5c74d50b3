/// <reference lib="esnext.disposable" preserve="true" />

// What goes into the calls and comes out of them, around the plain data of codecs and reports.

import type { Codec, Codecs } from "./codec.js";
import type { ErrorOption, LayoutOptions, Options, ToolOption } from "./options.js";
import type { CheckedTool, DocumentKind, Issue, Misfit, Report, Target } from "./report.js";
import type { JsonObject } from "./text.js";

export type * from "./codec.js";
export type * from "./options.js";
export type * from "./report.js";

/** What `transform` and `transformText` heed. */
export interface DocumentOptions extends Options, ToolOption, ErrorOption, LayoutOptions {}

/** What `transformTools` heeds. */
export interface ToolsOptions extends Options, ToolOption, ErrorOption {}

/** What `normalizeRequest` heeds. */
export interface RequestOptions extends Options, ErrorOption {}

/** What `check`, `assertCompatible` and `diff` heed. */
export interface CheckOptions extends Options, ToolOption {}

/** What was found in a tool. */
export interface ToolReport extends Omit<CheckedTool, "originalSchema" | "transformedSchema"> {}

/** A tool of a result. */
export interface Tool extends ToolReport {
  /** What undoes calls of it. */
  codec: Codec;
}

/** The answer of `transform`. */
export interface Transformed<Output = string> {
  /** What the input was taken for; null where there is no output. */
  kind: DocumentKind | null;
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
  /** What was found; worked out when it is first read, from what the call was given. */
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
  /** One entry a function declaration, in document order; worked out when it is first read, as a report is. */
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

/**
 * Restores the calls of one stream. It lies in the engine until `end`, or until it is disposed of. An engine that had to
 * be started again has lost it: see `InternalError`.
 */
export interface Restorer extends Disposable {
  /** Takes the next piece of the stream, gives the bytes that can leave. */
  push(chunk: Uint8Array | string): Uint8Array;
  /** Ends the stream, gives what was held back. */
  end(): Uint8Array;
  /** What did not fit so far, at most a thousand. */
  readonly issues: Issue[];
}
