// What the engine tells of documents, of calls and of itself.
//
// Written by `cargo xtask gen` from the types of the engine.

/** The answer of `check`. */
export interface Report {
  /** What the document was read as, in words. */
  readAs: string;
  /** Counts. */
  summary: Summary;
  /** One entry a tool, in document order. */
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
  /** Tools with one. */
  incompatible: number;
}

/** A tool of a `Report`. */
export interface CheckedTool {
  /** Its name; empty for a bare schema. */
  name: string;
  /** The target that it was lowered for. */
  target: string;
  /** Why that target was chosen, where there was a choice. */
  chosen?: string;
  /** The verdict. */
  status: Status;
  /** What was found, in source order. */
  issues: Issue[];
  /** The codes of the rules that changed it, each once. */
  transformsApplied: string[];
  /** The schema as it came; `null` for a tool without one. */
  originalSchema: unknown;
  /** The schema for the target; `null` where none leaves. */
  transformedSchema: unknown;
}

/** Whether a tool would work as it is. */
export type Status =
  /** No issue is an error. */
  | "COMPATIBLE"
  /** At least one issue is an error: refused or misread. */
  | "INCOMPATIBLE";

/** Something found in the input, with what became of it. */
export interface Issue {
  /** The rule's code, or a word in small letters for what no rule covers (`invalid-json`). */
  code: string;
  /** The pattern, as people call it. */
  pattern: string;
  /** How grave it is. */
  severity: Severity;
  /** The property that it is about, as names joined by points (`filter.tags[]`); empty for the whole. */
  subject: string;
  /**
   * What stands there, by name and value, and what the target does with it, in one sentence that starts with
   * the property.
   */
  message: string;
  /** What the output has instead, with its value; `null` where nothing stands for it. */
  fix: string | null;
  /** What the author of the document can do; empty where the fix is all there is to do. */
  help: string;
  /** What the output allows that the source does not; `null` for nothing. */
  acceptsMore: string | null;
  /** Whether no model gives what is accepted more, because nothing declares it: extra properties. */
  idle?: boolean;
  /** What the source allows that the output does not; `null` for nothing. */
  acceptsLess: string | null;
  /** Where, as a JSON Pointer (RFC 6901) into the whole document. */
  pointer: string;
  /** Where, as a `JSONPath` (RFC 9535) into the tool's schema. */
  path: string;
  /** Its text, in units of the requested position encoding. */
  span: Span;
  /** Line, from 1. */
  line: number;
  /** Column, from 1, in units of the requested position encoding. */
  column: number;
  /**
   * Where in the output it shows: JSON Pointers into the tool's transformed schema, of more than 16 those nearest to
   * the root.
   */
  outputs: string[];
  /** Rows of the error catalogue and sections of specifications. */
  evidence: string[];
  /**
   * What the server says to the source as it is; after `like: `, what it says in such a case, where it would stop
   * at something else before.
   */
  refusal?: string;
  /** How many more of the rule, with the same effects, the tool has than are listed; left out for none. */
  unlisted?: number;
}

/** How grave a finding is. */
export type Severity =
  /** Cosmetic, or equivalent. */
  | "info"
  /** Meaning is lost. */
  | "warning"
  /** The target refuses or misreads it. */
  | "error";

/** A half-open range of the text that was read, in bytes unless another unit was asked for. */
export interface Span {
  /** Where it begins. */
  start: number;
  /** Where it ends: one past the last. */
  end: number;
}

/** The answer of `diff()`. */
export interface Diff {
  /** An RFC 6902 patch, as JSON text, that turns the input into the output of `emit: same`. */
  patch: string;
  /**
   * A unified diff of each tool's schema: both sides laid out alike, with what a reference leads to where the output
   * has it, under a comment `// moved here from #/$defs/X`.
   */
  unified: string;
  /** The edits, as issues. */
  changes: Issue[];
}

/** The documents that are understood. As JSON: the variant's name in kebab case, but `openai-…`. */
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
   * An OpenAI request: with `messages`, or with `tools` of that format. So is an interaction of Gemini with functions,
   * or with the format of its answer.
   */
  | "openai-request"
  /** One Gemini function declaration. */
  | "declaration"
  /** An array of Gemini function declarations. */
  | "declaration-array"
  /** A Gemini `Tool`: `{"functionDeclarations":[…]}`, or an array of them. */
  | "gemini-tool"
  /** A Gemini request: with `contents`, or with `tools` of that format. */
  | "request";

/** A part of some arguments that does not fit their codec. */
export interface Misfit {
  /** Where in the arguments that came in: a JSON Pointer (RFC 6901). */
  pointer: string;
  /** What is wrong there. */
  message: string;
}

/** What is to be known of a rule. As JSON: an object with these members. */
export interface Rule {
  /** Stable code. */
  code: string;
  /** Name in words joined by hyphens. */
  slug: string;
  /** The pattern, as people call it. */
  title: string;
  /** What the rule does. */
  summary: string;
  /** Why the target does not take the pattern. */
  why: string;
  /** What changes, and what the output gains or loses by it. */
  change: string;
  /** Its whole documentation, in Markdown. */
  text: string;
  /** Where the rule's page is. */
  docs: string;
  /** The version that brought it. */
  since: string;
  /** How much the pattern matters. */
  priority: Priority;
  /** How grave a finding is, as a rule. */
  severity: Severity;
  /** The keywords that it is about. */
  keywords: string[];
  /** Rows of the error catalogue, and sections of specifications. */
  evidence: string[];
}

/** How much a pattern matters to users, from the reports that named the first 22. */
export type Priority =
  /** Calls fail or go wrong. */
  | "critical"
  /** Seen often. */
  | "medium"
  /** Seen seldom. */
  | "low";

/** What is to be known of a target. As JSON: an object with these members. */
export interface Target {
  /** As it is named in options. */
  id: "gemini" | "gemini-api" | "vertex-ai" | "gemini-json-schema" | "langchain" | "openai-strict" | "universal" | "auto";
  /** What it is for. */
  summary: string;
  /** The date of the facts. */
  dated: string;
  /** Where the facts come from. */
  evidence: string[];
  /** Keywords accepted and enforced. */
  held: string[];
  /** Keywords accepted and not enforced. */
  ignored: string[];
  /** The types, in the spelling that leaves. */
  types: string[];
  /** The formats of each type. */
  formats: TypeFormats[];
  /** The member of a declaration that holds the schema. */
  door: Door;
  /** How unions are taken. */
  unions: UnionForm;
  /** How references are taken. */
  references: ReferenceForm;
  /** Levels of objects and arrays. */
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

/** The member of a declaration that holds the schema, and what stands around it. */
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
