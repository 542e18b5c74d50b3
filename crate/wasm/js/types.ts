// The shapes that cross the boundary, as the engine writes them.

export interface Options {
  /** One of `targets()`; `gemini` when left out. */
  target?: string;
  /** `drop-in` changes nothing about the arguments that come back. */
  mode?: "drop-in" | "round-trip";
  /** The envelope of the output. */
  emit?: "declarations" | "same" | "request";
  /** Spaces a level; compact when left out. */
  indent?: number;
  /** Whether a dropped constraint is told in the description. */
  hints?: boolean;
  /** Codes of rules to switch off. */
  disable?: string[];
  /** Only the tool of that name. */
  tool?: string;
  /** What spans and columns count; `utf-16`, as JavaScript does, when left out. */
  positionEncoding?: "utf-16" | "utf-8";
  /** Whether phases show up as User Timing measures (`lapidary:read` and so on). */
  timing?: boolean;
}

export type Severity = "error" | "warning" | "info";

export interface Issue {
  code: string;
  pattern: string;
  severity: Severity;
  message: string;
  help: string;
  /** What the output allows and the input did not. */
  gains: string | null;
  /** What the input allowed and the output does not. */
  loses: string | null;
  /** JSON Pointer into the whole document. */
  pointer: string;
  /** JSONPath into the schema of the tool. */
  path: string;
  span: { start: number; end: number };
  line: number;
  column: number;
  /** JSON Pointers into the tool's transformed schema. */
  outputs: string[];
  evidence: string[];
  /** What the server says to the input as it is. */
  refusal?: string;
}

export type Status = "COMPATIBLE" | "INCOMPATIBLE";

export interface Tool {
  name: string;
  status: Status;
  issues: Issue[];
  /** Codes of the rules that changed it. */
  transforms_applied: string[];
}

export interface Result {
  /** For people: what the text was taken for; empty for text that is not JSON. */
  readAs: string;
  /** JSON text; null when the input could not be read. */
  output: string | null;
  tools: Tool[];
  /** Those of the document as a whole. */
  issues: Issue[];
}

export interface Report {
  summary: { total_tools: number; compatible: number; incompatible: number; timestamp?: string };
  read_as: string;
  tools: (Tool & { original_schema: unknown; transformed_schema: unknown })[];
  issues: Issue[];
}

export interface Diff {
  /** RFC 6902, as JSON text. */
  patch: string;
  unified: string;
  changes: Issue[];
}

export interface Rule {
  code: string;
  slug: string;
  title: string;
  summary: string;
  /** Why the target does not take the pattern. */
  why: string;
  /** What is done about it. */
  change: string;
  priority: "critical" | "medium" | "low";
  severity: Severity;
  evidence: string[];
}

export interface Target {
  id: string;
  summary: string;
  dated: string;
  evidence: string[];
}
