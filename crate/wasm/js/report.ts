// Results of the engine: documents, calls, and the engine itself.
//
// Written by `cargo xtask gen` from the types of the engine.

/** The result of `check`. */
export interface Report {
  /** What the document was read as, in words. */
  readAs: string;
  /** Counts. */
  summary: Summary;
  /** One entry per tool, in document order. */
  tools: CheckedTool[];
  /** Issues of the document as a whole, such as text that is no JSON. */
  issues: Issue[];
}

/** Counts of a `Report`. */
export interface Summary {
  /** Tools read. */
  totalTools: number;
  /** Tools without an error. */
  compatible: number;
  /** Tools with an error. */
  incompatible: number;
}

/** A tool of a `Report`. */
export interface CheckedTool {
  /** Its name; empty for a bare schema. */
  name: string;
  /** The target that it was lowered for. */
  target: string;
  /** Why that target was chosen, if there was a choice. */
  chosen?: string;
  /** The verdict. */
  status: Status;
  /** What was found, in source order. */
  issues: Issue[];
  /** The objects that models send empty, since the output names none of their properties. */
  emptied?: Emptied[];
  /** The codes of the rules that changed it, each once. */
  transformsApplied: string[];
  /** The original schema; `null` for a tool without one. */
  originalSchema: unknown;
  /** The schema for the target; `null` if there is none. */
  transformedSchema: unknown;
}

/** Whether a tool would work as it is. */
export type Status =
  /** No issue is an error. */
  | "COMPATIBLE"
  /** At least one issue is an error: rejected or misread. */
  | "INCOMPATIBLE";

/** A finding in the input, with what the output has instead. */
export interface Issue {
  /** The rule's code, or a lower-case word for what no rule covers (`invalid-json`). */
  code: string;
  /** The usual name of the pattern. */
  pattern: string;
  /** How severe it is. */
  severity: Severity;
  /**
   * The property concerned, as names joined by dots (`filter.tags[]`); empty for the whole schema. In the schema of
   * what a function returns, it starts with `response`.
   */
  subject: string;
  /**
   * What the source has there, by name and value, and what the target does with it, in one sentence that starts with
   * the property.
   */
  message: string;
  /** What the output has instead, with its value; `null` if nothing replaces it. */
  fix: string | null;
  /** What the author of the document can do; empty if the fix is all there is to do. */
  help: string;
  /** What the output allows that the source does not; `null` for nothing. */
  acceptsMore: string | null;
  /** Whether all that is also accepted is additional properties, which models do not send as no schema declares them. */
  idle?: boolean;
  /** What the source allows that the output does not; `null` for nothing. */
  acceptsLess: string | null;
  /** Where, as a JSON Pointer (RFC 6901) into the whole document. */
  pointer: string;
  /** Where, as a `JSONPath` (RFC 9535) into the tool's schema. */
  path: string;
  /** The range of its text, in units of the requested position encoding. */
  span: Span;
  /** Line, from 1. */
  line: number;
  /** Column, from 1, in units of the requested position encoding. */
  column: number;
  /**
   * Where the output changed: JSON Pointers into the tool's transformed schema; of more than 16, those nearest to
   * the root.
   */
  outputs: string[];
  /** Rows of the error catalogue about the target, and sections of specifications. */
  evidence: string[];
  /**
   * The server's error message for the source as it is. With the prefix `like: `, the message for such a case, where
   * the server would report another error first.
   */
  refusal?: string;
  /** The tool's own name, for an issue in a call; omitted for all others. */
  tool?: string;
  /**
   * The number of further issues of the rule in the tool, with the same effects, that are not listed; omitted if
   * zero.
   */
  unlisted?: number;
}

/** How severe a finding is. */
export type Severity =
  /** Cosmetic, or equivalent. */
  | "info"
  /** Meaning is lost. */
  | "warning"
  /** The target rejects or misreads it. */
  | "error";

/** A half-open range of the text that was read, in bytes unless another unit was requested. */
export interface Span {
  /** Where it begins. */
  start: number;
  /** Where it ends: one past the last. */
  end: number;
}

/** An object that takes properties of any name, of which the output names none: models send it empty. */
export interface Emptied {
  /** The property, as names joined by dots (`filter.tags`). */
  subject: string;
  /** Where it is in the tool's transformed schema: JSON Pointers. */
  outputs: string[];
}

/** The result of `diff()`. */
export interface Diff {
  /** An RFC 6902 patch, as JSON text, that turns the input into the output of `emit: same`. */
  patch: string;
  /**
   * A unified diff of each tool's schema: both sides in the same layout, with a definition in place of the reference
   * to it where the output has it there, under a comment `// moved here from #/$defs/X`. Where more of the document
   * changes, such as a name or the schema of a response, a diff of the document without these schemas follows.
   */
  unified: string;
  /** The edits, as issues. */
  changes: Issue[];
}

/** An error message about a tool's schema, or about a request with tools. */
export interface ApiError {
  /** The message on one line, without escapes. */
  message: string;
  /** Where the text has it first. */
  span: Span;
  /** How often the text has it. */
  count: number;
  /** The rows of the error catalogue that record it; empty if it is known by its form only. */
  rows: string[];
  /** The keyword, or another member, that is rejected. */
  keyword?: string;
  /** The index in the request's `tools`. */
  tool?: number;
  /** The index of the function's declaration. */
  function?: number;
  /** The function's name. */
  functionName?: string;
  /** The path in the schema, as the server writes it. */
  path?: string;
  /** The place in words; empty if the message names none. */
  place: string;
  /** The codes of the rules that prevent it; those for the keyword come first. */
  rules: string[];
}

/** The kinds of documents that are recognized. In JSON: the variant's name in kebab case, except for `openai-…`. */
export type DocumentKind =
  /** A JSON Schema by itself. */
  | "schema"
  /** One MCP tool. */
  | "tool"
  /** An array of MCP tools. */
  | "tool-array"
  /** The result of MCP `tools/list`. */
  | "tools-list"
  /** That result inside a JSON-RPC response. */
  | "json-rpc"
  /**
   * One function as OpenAI takes it: `{"type":"function","function":{…}}`, or the flat form of the
   * Responses API.
   */
  | "openai-tool"
  /** An array of OpenAI tools. */
  | "openai-tool-array"
  /**
   * An OpenAI request: with `messages`, or with `tools` of that format, also of the Responses API. Also a request of
   * Gemini's Interactions API with functions or a `response_format`.
   */
  | "openai-request"
  /** A request of Claude's Messages API: `messages`, and `tools` with an `input_schema` each. */
  | "claude-request"
  /** One Gemini function declaration. */
  | "declaration"
  /** An array of Gemini function declarations. */
  | "declaration-array"
  /** A Gemini `Tool`: `{"functionDeclarations":[…]}`, or an array of them. */
  | "gemini-tool"
  /** A Gemini request: with `contents`, or with `tools` of that format. */
  | "request";

/** A part of the arguments that does not fit their codec. */
export interface Misfit {
  /** The place in the arguments as they were given: a JSON Pointer (RFC 6901). */
  pointer: string;
  /** What is wrong there. */
  message: string;
  /** Whether the part is omitted, and not passed on unchanged. */
  omitted?: boolean;
}

/** A rule with its documentation. In JSON, an object with these members. */
export interface Rule {
  /** Stable code. */
  code: string;
  /** Name in words joined by hyphens. */
  slug: string;
  /** The usual name of the pattern. */
  title: string;
  /** What the rule does. */
  summary: string;
  /** Why the target does not take the pattern. */
  why: string;
  /** What changes, and what the output gains or loses by it. */
  change: string;
  /** Its whole documentation, in Markdown. */
  text: string;
  /** The URL of the rule's page. */
  docs: string;
  /** The version that introduced it. */
  since: string;
  /** How much the pattern matters. */
  priority: Priority;
  /** The usual severity of a finding. */
  severity: Severity;
  /** The keywords that it handles. */
  keywords: string[];
  /** Rows of the error catalogue, and sections of specifications. */
  evidence: string[];
}

/** How often and how badly a pattern affects users, judged by public bug reports. */
export type Priority =
  /** Calls fail or go wrong. */
  | "critical"
  /** Seen often. */
  | "medium"
  /** Seen seldom. */
  | "low";

/** A target with the facts about it. In JSON, an object with these members. */
export interface Target {
  /** Its name in options. */
  id: "gemini" | "gemini-api" | "vertex-ai" | "gemini-json-schema" | "langchain" | "openai-strict" | "universal" | "auto";
  /** What it is for. */
  summary: string;
  /** Who reads the output, as messages name it. */
  reader: string;
  /** What it requires that other targets of the same API do not; empty for nothing. */
  requires: string;
  /** The target for the field of the same API that keeps most of a schema, if that is another one. */
  alternative: string | null;
  /** The date of the facts. */
  dated: string;
  /** Where the facts come from. */
  evidence: string[];
  /** Keywords accepted and enforced. */
  held: string[];
  /** Keywords accepted and not enforced. */
  ignored: string[];
  /** The types, spelled as in the output. */
  types: string[];
  /** The formats of each type. */
  formats: TypeFormats[];
  /** The member of a declaration that holds the schema. */
  door: Door;
  /** How unions are taken. */
  unions: UnionForm;
  /** How references are taken. */
  references: ReferenceForm;
  /** Most levels of schemas, the root and the innermost one included. */
  maxDepth: number;
  /** Longest function name. */
  maxName: number;
  /** Most declarations of a request. */
  maxDeclarations: number;
}

/** The formats that some types take. */
export interface TypeFormats {
  /** The types. */
  types: string[];
  /** The formats. */
  formats: string[];
}

/** The schema field of a declaration, and the members around it. */
export type Door =
  /** `{"name", "description", "parameters"}`. */
  | "parameters"
  /** `{"name", "description", "parametersJsonSchema"}`. */
  | "json-schema"
  /** `{"type": "function", "function": {"name", "description", "parameters", "strict": true}}`. */
  | "open-ai";

/** How a target takes unions. */
export type UnionForm =
  /** Not at all. */
  | "refused"
  /** As `anyOf` that is alone on its node. */
  | "alone"
  /** As `anyOf`, also beside other keywords. */
  | "beside";

/** How a target takes references between schemas. */
export type ReferenceForm =
  /** Not at all. */
  | "refused"
  /** As `$ref` into `$defs` of the root. */
  | "dollar"
  /** As `ref` into `defs` of the root, for schemas that refer to themselves; others are written out. */
  | "plain";
