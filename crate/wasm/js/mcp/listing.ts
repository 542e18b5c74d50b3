// Lowering of a page of tools: the schemas of arguments by the options, those of results as they are sent on.

import type { Codec } from "../codec.js";
import { transform, transformSchema } from "../index.js";
import { type OnIssues, attempt, tell, tellRequest } from "../issues.js";
import { nullAsType } from "../null-type.js";
import type { JsonObject } from "../text.js";
import type { RequestOptions, SchemaOptions } from "../types.js";

/** A tool as servers list it. */
export interface Tool {
  name: string;
  inputSchema?: JsonObject;
  outputSchema?: JsonObject;
}

/** A result of `tools/list`. */
export interface Page {
  tools: Tool[];
  nextCursor?: string;
}

/** A listed tool: the server's original, and the codec of its calls. */
export interface ListedTool {
  original: Tool;
  codec: Codec;
}

interface Fitted {
  page: Page;
  /** By declared name. */
  tools: Map<string, ListedTool>;
}

/** Lowers the tools of a page. If the engine fails, that is reported and the page stays unchanged. */
export function fitted(page: Page, options: RequestOptions, onIssues: OnIssues): Fitted {
  const tools = new Map<string, ListedTool>();
  if (page.tools.length === 0) return { page, tools };
  const fit = attempt(onIssues, { direction: "request" }, undefined, () => transform(page, { ...options, emit: "same" }));
  if (!fit) return { page, tools };
  tellRequest(onIssues, fit);
  for (const [at, original] of page.tools.entries()) {
    // An entry that is no tool is reported, and so are tools beyond a limit, which have no codec.
    const codec = fit.tools[at]?.codec;
    if (codec && original) tools.set(codec.declared ?? original.name, { original, codec });
  }
  const shown = (fit.output as Page).tools.map((tool) => {
    const original = tool && tools.get(tool.name)?.original;
    if (!original) return tool;
    const own = { ...tool, inputSchema: nullAsType(tool.inputSchema ?? { type: "object", properties: {} }) };
    return withOutput(own, original, options, onIssues);
  });
  return { page: { ...page, tools: shown }, tools };
}

/**
 * The tool with its output schema lowered for `responseJsonSchema`, where `mcpToTool` of `@google/genai` (3.3.0) sends
 * it. The schema is omitted if the lowered one would reject results: readers of the list may validate with it.
 */
function withOutput(tool: Tool, { name }: Tool, { disable = [] }: RequestOptions, onIssues: OnIssues): Tool {
  const { outputSchema, ...without } = tool;
  if (!outputSchema) return tool;
  const options: SchemaOptions = {
    target: "gemini-json-schema",
    role: "response",
    typeCase: "lower",
    hints: false,
    disable,
  };
  const info = { direction: "request", tool: name } as const;
  const same = { schema: outputSchema, issues: [] };
  const { schema, issues } = attempt(onIssues, info, same, () => transformSchema(outputSchema, options));
  // A looser schema does no harm: the client validates results with the original.
  const found = issues.map((issue) => (issue.acceptsLess ? issue : { ...issue, severity: "info" as const }));
  tell(onIssues, found, info);
  return found.some(({ acceptsLess }) => acceptsLess) ? without : { ...tool, outputSchema: schema };
}
