// The messages between the page and the worker: a question and its answer have the same number.

import type { Finding } from "../findings/group";
import type { Described } from "../findings/sarif";
import type { Row } from "../picture/row";
import type { Counts } from "../picture/summary";
import type { Explained } from "../recognize/explain";
import type { Reading } from "../recognize/reading";
import type { Choices, Codec, Codecs, Issue, Target } from "./api";

export type { Choices, Codec, Codecs, Issue, Target };

export interface About {
  version: string;
  targets: Pick<Target, "id" | "summary" | "dated">[];
}

export interface ToolLine {
  name: string;
  refused: boolean;
  errors: number;
  warnings: number;
  infos: number;
  more: number;
  less: number;
  /** Whether calls of it have to be restored. */
  coded: boolean;
  /** Whether only the running program knows all of its schema. */
  partial?: boolean;
}

/** Declarations with what undoes calls of them. */
export interface Coded {
  /** A line for each tool, as `lapidary transform --format jsonl` prints it and `lapidary restore --codecs` reads it. */
  lines: string;
  /** The tool's codec, or those of all tools by the names that they are declared under. */
  codec: Codec | Codecs;
  /** Of how many tools calls have to be restored. */
  count: number;
}

/** A document in short. */
export interface Overview {
  /** The format it was recognized as, unless it is JSON that the engine reads. */
  reading?: Reading;
  readAs: string;
  kind: string | null;
  tools: ToolLine[];
  issues: Issue[];
  hasOutput: boolean;
  /** Why there is none, where one tool stops all. */
  stopped?: string;
  milliseconds: number;
}

export interface Range {
  from: number;
  to: number;
}

/** Of a schema as compact JSON, in bytes. */
export interface Sizes {
  before: number;
  after: number;
}

/** Where the rows of the picture are, in the text and in the declaration, by the row's id. */
export type Spans = Record<string, Range>;

/** One tool in full. */
export interface Detail {
  index: number;
  name: string;
  target: string;
  /** Who reads the declaration, such as "Gemini". */
  reader: string;
  chosen: string | undefined;
  refused: boolean;
  issues: Issue[];
  /** The root's row. */
  picture: Row;
  /** Whether there are parameters beyond those of the picture. */
  cut: boolean;
  /** Whether only the running program knows all of the schema. */
  partial: boolean;
  counts: Counts;
  original: unknown;
  transformed: unknown;
  /** The declaration as it is sent, indented. */
  declaration: string;
  codec: Codec;
  sizes: Sizes;
  input: Spans;
  output: Spans;
}

export interface Examination {
  overview: Overview;
  detail: Detail | undefined;
}

/** The result of a tool for a target. */
export interface Made extends ToolLine {
  counts: Counts;
  sizes: Sizes;
}

export interface Comparison extends Made {
  target: string;
  summary: string;
}

/** Another target or mode that suits the document better than the one that is chosen. */
export interface Offer {
  choose: Partial<Pick<Choices, "target" | "mode">>;
  /** Whether all tools are accepted unchanged, all keep their meaning, or their schemas are much smaller. */
  gain: "unchanged" | "whole" | "smaller";
  /** The requirement for using it. */
  requires: string;
  tools: number;
  /** Of all declared schemas, now and then. */
  tokens: [now: number, then: number];
}

/** The findings of a rule in the tools of a document. */
export interface RuleLine extends Pick<Issue, "code" | "pattern" | "severity"> {
  tools: number;
  findings: number;
}

/** Of a tool among others. */
export interface Surveyed extends Made {
  /** Whether it is not declared. */
  leftOut: boolean;
}

/** The results of all tools for a target, in their order. */
export interface Survey {
  tools: Surveyed[];
  rules: RuleLine[];
}

/** A call on its way back. */
export interface RestoredCall {
  name: string;
  args: string;
  misfits: { pointer: string; message: string }[];
  steps: Step[];
  /** Its errors by the original schema, if any. */
  errors: { pointer: string; message: string }[];
}

export interface Step {
  path: string;
  text: string;
}

/** One tool, or all of them. */
export interface Scope {
  tool: number | undefined;
}

/** A tool as its server describes it. */
export interface Source {
  name: string;
  description: string;
  schema: unknown;
}

/** Several texts as one document. */
export interface Combined {
  /** Empty where none of them is read. */
  text: string;
  /** Of each, why it is not read, and what of it is not. */
  texts: { unread?: string; notes: Reading["notes"] }[];
}

/** The questions: what each is given, and what it answers. */
export interface Questions {
  about: { given: undefined; answer: About };
  examine: { given: { text?: string; choices: Choices; tool: number }; answer: Examination };
  /** Of the tool, or of all. */
  diff: { given: Scope; answer: string };
  /** The document that leaves, in whatever it is wrapped. */
  output: { given: undefined; answer: string };
  /** The declarations that a request takes, as one JSON array. */
  declarations: { given: Scope; answer: string };
  coded: { given: Scope; answer: Coded };
  /** The tools as their server describes them. */
  sources: { given: Scope; answer: Source[] };
  patch: { given: undefined; answer: string };
  report: { given: Scope; answer: string };
  /** The texts of the rules come along, so that the worker need not load them as well. */
  sarif: { given: Scope & { rules: Described[] }; answer: string };
  markdown: { given: Scope; answer: string };
  /** Of all tools. */
  findings: { given: undefined; answer: Finding[] };
  /** Every target of one tool. */
  compare: { given: { tool: number }; answer: Comparison[] };
  /** Of all tools; undefined where nothing suits them better. */
  offer: { given: undefined; answer: Offer | undefined };
  /** One target of every tool. */
  survey: { given: { target: string }; answer: Survey };
  /** The text as JSON, laid out for reading; undefined where it is none. */
  json: { given: undefined; answer: string | undefined };
  explain: { given: { text: string }; answer: Explained[] };
  combine: { given: { texts: string[] }; answer: Combined };
  draw: { given: { tool: number; sloppy: boolean; seed: number }; answer: string };
  restore: { given: { tool: number; call: string }; answer: RestoredCall };
  encode: {
    given: { tool: number; args: string };
    answer: { call: string; misfits: { pointer: string; message: string }[] };
  };
  stream: { given: { chunks: string[] }; answer: { chunks: string[]; issues: string[] } };
}

export type Question = keyof Questions;

export interface Ask<Name extends Question = Question> {
  id: number;
  name: Name;
  given: Questions[Name]["given"];
}

export type Reply =
  { id: number; answer: unknown } | { id: number; failed: string } | { unavailable: string } | { ready: true };
