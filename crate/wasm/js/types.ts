// The shapes that cross the boundary, as the engine writes them.

import type { Codec, Codecs } from "./codec.js";
import type { JsonObject } from "./text.js";

/** What to aim at, and how. All are optional; a misspelt one is a `TypeError`. */
export interface Options {
  /** One of `targets()`; `gemini` when left out. */
  target?: string;
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

/** How grave a finding is: refused or misread, meaning lost, cosmetic. */
export type Severity = "error" | "warning" | "info";

/** Something found in the input, with what became of it. */
export interface Issue {
  /** The rule's code, or words in small letters for what no rule covers (`invalid-json`). */
  code: string;
  /** The pattern, as people call it. */
  pattern: string;
  severity: Severity;
  /** What was found, in one sentence. */
  message: string;
  /** What is done about it, or what the author can do. */
  help: string;
  /** What the output allows and the input did not. */
  gains: string | null;
  /** What the input allowed and the output does not. */
  loses: string | null;
  /** JSON Pointer into the whole document. */
  pointer: string;
  /** JSONPath into the schema of the tool. */
  path: string;
  /** Offsets into the document. */
  span: { start: number; end: number };
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** JSON Pointers into the tool's transformed schema. */
  outputs: string[];
  /** Rows of the error catalogue and sections of specifications. */
  evidence: string[];
  /** What the server says to the input as it is. */
  refusal?: string;
}

/** Whether a tool would work as it is: none of its issues is an error. */
export type Status = "COMPATIBLE" | "INCOMPATIBLE";

/** What was found in a tool. */
export interface ToolReport {
  /** Its own name; empty for a schema by itself. */
  name: string;
  /** The target that it was lowered for. */
  target: string;
  /** Why that target was chosen, where there was a choice. */
  chosen?: string;
  status: Status;
  issues: Issue[];
  /** Codes of the rules that changed it. */
  transforms_applied: string[];
}

/** A tool of a result. */
export interface Tool extends ToolReport {
  /** What undoes calls of it. */
  codec: Codec;
}

/** What a document is. */
export type Kind =
  | "schema"
  | "tool"
  | "tool-array"
  | "tools-list"
  | "json-rpc"
  | "openai-tool"
  | "openai-tool-array"
  | "openai-request"
  | "declaration"
  | "declaration-array"
  | "gemini-tool"
  | "request";

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

/** A function as Gemini takes it. */
export interface FunctionDeclaration {
  name: string;
  description?: string;
  parameters?: JsonObject;
  parametersJsonSchema?: JsonObject;
  [member: string]: unknown;
}

/** A function as OpenAI takes it: the target `openai-strict`. */
export interface OpenAiTool {
  type: "function";
  function: { name: string; description?: string; parameters: JsonObject; strict: true };
}

/** The answer of `transformTools`. */
export interface TransformedTools {
  /** One entry a tool that is not left out, in document order. */
  declarations: (FunctionDeclaration | OpenAiTool)[];
  report: Report;
  /** What undoes calls of the tools. */
  codec: Codecs;
}

/** The answer of `check`: the shape of `lapidary check --format json`. */
export interface Report {
  summary: { total_tools: number; compatible: number; incompatible: number; timestamp?: string };
  /** What the input was taken for, in words. */
  read_as: string;
  /** One entry a tool, in document order, with its schema as it came and as it leaves. */
  tools: (ToolReport & { original_schema: unknown; transformed_schema: unknown })[];
  /** Those of the document as a whole. */
  issues: Issue[];
}

/** A call of a function. */
export interface Call<Args = JsonObject> {
  name: string;
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

/** A part of some arguments that does not fit their codec. */
export interface Misfit {
  /** JSON Pointer into the arguments that came in. */
  pointer: string;
  /** What is wrong there. */
  message: string;
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

/** The answer of `diff`. */
export interface Diff {
  /** RFC 6902, as JSON text. */
  patch: string;
  /** A unified diff of each tool's schema, both sides pretty-printed. */
  unified: string;
  changes: Issue[];
}

/** What is to be known of a rule. */
export interface Rule {
  /** Stable. */
  code: string;
  /** Its name, in words joined by hyphens. */
  slug: string;
  /** The pattern, as people call it. */
  title: string;
  /** What the rule does. */
  summary: string;
  /** Why the target does not take the pattern. */
  why: string;
  /** What changes, and what the output gains or loses by it. */
  change: string;
  /** Where its page is. */
  docs: string;
  /** The version that brought it. */
  since: string;
  /** How much the pattern matters. */
  priority: "critical" | "medium" | "low";
  /** How grave a finding is, as a rule. */
  severity: Severity;
  /** The keywords that it is about. */
  keywords: string[];
  evidence: string[];
}

/** What is to be known of a target. */
export interface Target {
  /** As options name it. */
  id: string;
  summary: string;
  /** The date of the facts, and where they come from. */
  dated: string;
  evidence: string[];
  /** Keywords accepted and enforced. */
  held: string[];
  /** Keywords accepted and not enforced. */
  ignored: string[];
  /** The types, in the spelling that leaves. */
  types: string[];
  /** The formats that some types take. */
  formats: { types: string[]; formats: string[] }[];
  /** Where the schema stands in a declaration. */
  door: "parameters" | "json-schema" | "open-ai";
  unions: "refused" | "alone" | "beside";
  references: "refused" | "dollar" | "plain";
  max_depth: number;
  max_name: number;
  max_declarations: number;
}
