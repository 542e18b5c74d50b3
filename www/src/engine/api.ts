// Everything that the page asks of the engine goes through this file, so that a change of its interface ends here.

import * as engine from "lapidary/slim";

export type { Code, Codec, Codecs, Issue, Rule, Target } from "lapidary/slim";
export { createRestorer, encodeCall, init, initSync, restoreCall, targets, version } from "lapidary/slim";

/** What the page lets people choose; all but the target are left out where nothing was chosen. */
export interface Choices {
  target: string;
  mode: "drop-in" | "round-trip";
  surface?: "gemini-api" | "vertex-ai" | "live" | "gateway";
  model?: string;
  role?: "arguments" | "response";
  hints?: boolean;
  disable?: string[];
  drop?: string[];
  maxDepth?: number;
  maxName?: number;
  typeCase?: "lower" | "upper";
}

/** A tool as the engine answers it. */
export interface Tool {
  name: string;
  target: string;
  chosen: string | undefined;
  refused: boolean;
  issues: engine.Issue[];
  codec: engine.Codec;
}

export interface Transformed {
  kind: string | null;
  readAs: string;
  output: string | null;
  tools: Tool[];
  issues: engine.Issue[];
}

const INDENT = 2;

const options = (choices: Choices) => choices as engine.Options;

export function transform(text: string, choices: Choices): Transformed {
  const { kind, readAs, output, tools, issues } = engine.transform(text, { ...options(choices), indent: INDENT });
  return {
    kind, readAs, output, issues,
    tools: tools.map(({ name, target, chosen, status, issues, codec }) => ({
      name, target, chosen, refused: status === "INCOMPATIBLE", issues, codec,
    })),
  };
}

/** The schemas of the tools of that name, or of all, before and after. */
export function schemas(text: string, choices: Choices, tool: string | undefined) {
  const given = tool === undefined ? options(choices) : { ...options(choices), tool };
  return engine.check(text, given).tools.map(({ originalSchema, transformedSchema }) => ({
    original: originalSchema, transformed: transformedSchema,
  }));
}

/** The report as `lapidary check --format json` prints it. */
export const report = (text: string, choices: Choices): string => JSON.stringify(engine.check(text, options(choices)), null, INDENT);

/** A unified diff of the tools of that name, or of all. */
export function unified(text: string, choices: Choices, tool: string | undefined): string {
  return engine.diff(text, tool === undefined ? options(choices) : { ...options(choices), tool }).unified;
}

/** The RFC 6902 patch of the whole document. */
export const patch = (text: string, choices: Choices): string => engine.diff(text, options(choices)).patch;
