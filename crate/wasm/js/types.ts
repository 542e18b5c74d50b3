/// <reference lib="esnext.disposable" preserve="true" />

// Arguments and results of the calls, around the plain data of codecs and reports.

import type { Codec, Codecs } from "./codec.js";
import type { ErrorOption, LayoutOptions, Options, RoleOption, ToolOption } from "./options.js";
import type { CheckedTool, DocumentKind, Issue, Misfit, Report, Target } from "./report.js";
import type { JsonObject } from "./text.js";

export type * from "./codec.js";
export type * from "./options.js";
export type * from "./report.js";

/** Options of `transform` and `transformText`. */
export interface DocumentOptions extends Options, RoleOption, ToolOption, ErrorOption, LayoutOptions {}

/** Options of `transformSchema`. */
export interface SchemaOptions extends Options, RoleOption {}

/** Options of `transformTools`. */
export interface ToolsOptions extends Options, RoleOption, ToolOption, ErrorOption {}

/** Options of `normalizeRequest`. */
export interface RequestOptions extends Options, ErrorOption {}

/** Options of `check`, `assertCompatible` and `diff`. */
export interface CheckOptions extends Options, RoleOption, ToolOption {}

/** The findings in a tool. */
export interface ToolReport extends Omit<CheckedTool, "originalSchema" | "transformedSchema"> {}

/** A tool of a result. */
export interface Tool extends ToolReport {
  /** The codec of its calls. */
  codec: Codec;
}

/** The result of `transform`. */
export interface Transformed<Output = string> {
  /** What the input was read as; null if there is no output. */
  kind: DocumentKind | null;
  /** The same in words, with the number of tools; empty for text that is not JSON. */
  readAs: string;
  /** The document for the target; null if the input could not be read. */
  output: Output | null;
  /** One entry per tool, in document order. */
  tools: Tool[];
  /** Issues of the document as a whole. */
  issues: Issue[];
}

/** The result of `transformSchema`. */
export interface TransformedSchema<Schema = JsonObject> {
  /** The schema for the target. */
  schema: Schema;
  issues: Issue[];
}

/**
 * A schema in a declaration, and what else a declaration may have: loosely typed, since each client has its own types
 * for these.
 */
export type Declared = Record<string, any>;

/** A function as Gemini accepts it. */
export interface FunctionDeclaration {
  name: string;
  description?: string;
  parameters?: Declared;
  parametersJsonSchema?: Declared;
  [member: string]: any;
}

/** A function as OpenAI accepts it: the target `openai-strict`. */
export interface OpenAiTool {
  type: "function";
  function: { name: string; description?: string; parameters: Declared; strict: true };
}

/** A declaration for a target: a function of a Gemini request, or OpenAI's tool for `openai-strict`. */
export type Declaration<Id extends Target["id"] = Target["id"]> = Id extends "openai-strict"
  ? OpenAiTool
  : FunctionDeclaration;

/** The result of `transformTools`. */
export interface TransformedTools<Id extends Target["id"] = Target["id"]> {
  /** One entry per tool that is not omitted, in document order. */
  declarations: Declaration<Id>[];
  /** The findings; computed when they are first read, from the input of the call. */
  report: Report;
  /** The codecs of the tools' calls. */
  codec: Codecs;
}

/** A call of a function: in a response of Gemini, the `functionCall` of a part. */
export interface Call<Args = JsonObject> {
  /** Always required, although the types of some clients make it optional. */
  name?: string | undefined;
  /** Its arguments: an object, or the JSON text of one; omitted if there are none. */
  args?: Args | null | undefined;
}

/** The result of `restoreCall` and `encodeCall`. */
export interface RestoredCall<Args = JsonObject> {
  /** The function's name: the original one if restored, the declared one if encoded. */
  name: string;
  args: Args;
  /** The parts that do not match the codec; they are unchanged, or omitted. */
  issues: Misfit[];
}

/** The result of `normalizeRequest`. */
export interface NormalizedRequest<Body = JsonObject> {
  /** The body to send. */
  body: Body;
  /** The codecs that restore the calls of the response. */
  codec: Codecs;
  /** One entry per function declaration, in document order; computed when it is first read, like a report. */
  tools: Tool[];
  /** Issues that belong to no declaration, such as those of response schemas. */
  issues: Issue[];
}

/** The result of `restoreResponse`. */
export interface RestoredResponse<Body = unknown> {
  /** The response for the caller. */
  body: Body;
  /** The parts that could not be restored; they are unchanged, or omitted. */
  issues: Issue[];
}

/**
 * Restores the calls of one stream. It is kept in the engine until `end`, or until it is disposed of. It is lost if the
 * engine has to be restarted: see `InternalError`.
 */
export interface Restorer extends Disposable {
  /** Takes the next piece of the stream; returns the bytes that can be passed on. */
  push(chunk: Uint8Array | string): Uint8Array;
  /** Ends the stream; returns what was held back. */
  end(): Uint8Array;
  /** The parts that could not be restored so far, at most a thousand issues. */
  readonly issues: Issue[];
}
