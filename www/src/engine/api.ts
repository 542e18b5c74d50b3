// Everything that the page asks of the engine goes through this file, so that a change of its interface ends here.

import * as engine from "lapidary/slim";

export type { ApiError, Code, Codec, Codecs, Issue, Report, Rule, Target } from "lapidary/slim";
export { createRestorer, encodeCall, explainError, init, initSync, restoreCall, targets, version } from "lapidary/slim";

type Options = engine.Options;

/** The options on the page; all but target and mode are absent unless they are chosen. */
export interface Choices
  extends
    Omit<Options, "target" | "mode" | "positionEncoding" | "timing" | "limits">,
    Pick<engine.DocumentOptions, "onError" | "role"> {
  target: string;
  mode: NonNullable<Options["mode"]>;
}

/** A tool as the engine answers it. */
export interface Tool {
  name: string;
  target: string;
  chosen: string | undefined;
  refused: boolean;
  issues: engine.Issue[];
  /** The objects that models send empty: JSON Pointers into the transformed schema. */
  emptied: string[];
  codec: engine.Codec;
}

export interface Transformed {
  kind: string | null;
  readAs: string;
  output: string | null;
  tools: Tool[];
  issues: engine.Issue[];
  /** Why there is no output, where one tool stops all. */
  stopped?: string;
}

type Emit = NonNullable<engine.DocumentOptions["emit"]>;
type Leaving = engine.Transformed & Pick<Transformed, "stopped">;

const INDENT = 2;

/** The options of every call. A link may name an unknown target: the engine reports that. */
const options = ({ onError: _, ...choices }: Choices) => choices as Options;

const ofTool = (choices: Choices, tool: string | undefined) =>
  tool === undefined ? options(choices) : { ...options(choices), tool };

/** The output. If one tool prevents it, the tools are still reported. */
function leaving(text: string, choices: Choices, emit: Emit = "declarations"): Leaving {
  const { onError = "keep-going" } = choices;
  try {
    return engine.transform(text, { ...options(choices), onError, emit, indent: INDENT });
  } catch (error) {
    if (onError !== "throw" || !isRefusal(error)) throw error;
    const { output: _, ...told } = leaving(text, { ...choices, onError: "keep-going" }, emit);
    return { ...told, output: null, stopped: error.issue.message };
  }
}

const isRefusal = (error: unknown): error is Error & { issue: engine.Issue } =>
  error instanceof Error && "issue" in error;

export function transform(text: string, choices: Choices): Transformed {
  const { tools, ...rest } = leaving(text, choices);
  return {
    ...rest,
    tools: tools.map(({ name, target, chosen, status, issues, emptied = [], codec }) => ({
      name,
      target,
      chosen,
      refused: status === "INCOMPATIBLE",
      issues,
      emptied: emptied.flatMap(({ outputs }) => outputs),
      codec,
    })),
  };
}

/** A `generateContent` body with the tools, or the body of a request in OpenAI's format. */
export const request = (text: string, choices: Choices): string =>
  leaving(text, choices, "request").output ?? "";

/** The schemas of the tools of that name, or of all, before and after. */
export function schemas(text: string, choices: Choices, tool: string | undefined) {
  return engine.check(text, ofTool(choices, tool)).tools.map(({ originalSchema, transformedSchema }) => ({
    original: originalSchema,
    transformed: transformedSchema,
  }));
}

/** The report on the tools of that name, or on all, as `check` answers it. */
export const report = (text: string, choices: Choices, tool: string | undefined): string =>
  JSON.stringify(engine.check(text, ofTool(choices, tool)), null, INDENT);

/** The same with its places counted in characters, as people count. */
export const reportInCharacters = (text: string, choices: Choices, tool: string | undefined): engine.Report =>
  engine.check(text, { ...ofTool(choices, tool), positionEncoding: "characters" });

/** A unified diff of the tools of that name, or of all. */
export const unified = (text: string, choices: Choices, tool: string | undefined): string =>
  engine.diff(text, ofTool(choices, tool)).unified;

/** The RFC 6902 patch of the whole document. */
export const patch = (text: string, choices: Choices): string => engine.diff(text, options(choices)).patch;
