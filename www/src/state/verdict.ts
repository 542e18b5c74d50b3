// The verdict on a tool or a document, in one sentence.

import type { Detail, Overview } from "../engine/protocol";
import { count } from "../words";

export interface Verdict {
  tone: "solved" | "fine" | "failed" | "empty";
  sign: string;
  sentence: string;
}

export function verdict({ issues, tools, hasOutput, stopped }: Overview, detail: Detail | undefined, stale: boolean): Verdict {
  const [first] = issues.filter(({ severity }) => severity === "error");
  if (stale || tools.length === 0) {
    const nothing = { tone: "empty", sign: "○", sentence: "Paste a tool to check it for Gemini." } as const;
    if (!first && stale) return { ...nothing, sentence: "No result." };
    if (!first)
      return issues.length === 0 && !hasOutput ? nothing : { ...nothing, sentence: "This text contains no tools." };
    return { tone: "failed", sign: "✕", sentence: `No schema could be read: ${first.message} (line ${first.line}).` };
  }
  if (!detail) return { tone: "failed", sign: "✕", sentence: "This tool could not be read." };
  if (stopped !== undefined) return { tone: "failed", sign: "✕", sentence: `No output: ${stopped}.` };
  const known = ofTool(detail);
  if (!detail.partial) return known;
  const sentence = `Only the running program knows all of this schema. Of the part that is read: ${known.sentence}`;
  return { tone: "empty", sign: "○", sentence };
}

/** The same of all tools of a document, in short. */
export function ofAll({ tools }: Overview): string {
  const refused = tools.filter((tool) => tool.refused).length;
  const summary = refused > 0 ? `${refused.toLocaleString("en")} rejected as written` : "all accepted as written";
  const partial = tools.filter((tool) => tool.partial).length;
  const known = partial > 0 ? `, ${partial.toLocaleString("en")} read in part` : "";
  return `${count(tools.length, "tool")}: ${summary}${known}.`;
}

function ofTool({ refused, issues, reader, transformed, counts, declaration }: Detail): Verdict {
  const causes = issues.filter(({ severity }) => severity === "error");
  if (declaration === "") {
    const before = refused ? `${reader} would reject this tool. It` : "This tool";
    return { tone: "failed", sign: "✕", sentence: `${before} is omitted.` };
  }
  // A tool that takes no arguments is declared without parameters.
  if (transformed === null && refused && counts.parameters > 0)
    return {
      tone: "failed",
      sign: "✕",
      sentence: `${reader} would reject this tool, and none of its parameters could be declared.`,
    };
  const cost = costs(issues, counts);
  if (refused) {
    const verb = causes.some(({ refusal }) => refusal) ? "reject" : "reject or misread";
    return {
      tone: "solved",
      sign: "✓",
      sentence: `${reader} would ${verb} this tool: ${fixed(causes)}; ${cost}.`,
    };
  }
  if (issues.length === 0 && counts.emptied === 0)
    return { tone: "fine", sign: "✓", sentence: `${reader} accepts this tool unchanged.` };
  return { tone: "fine", sign: "✓", sentence: `${reader} accepts this tool; ${cost}.` };
}

/** How many, of these findings; more than a list holds are counted no further. */
const counted = (number: number, thing: string, issues: Detail["issues"]): string =>
  `${issues.some(({ unlisted }) => unlisted) ? "at least " : ""}${count(number, thing)}`;

const fixed = (causes: Detail["issues"]): string =>
  `${counted(causes.length, "error", causes)}, ${causes.length === 1 ? "" : "all "}fixed`;

function costs(issues: Detail["issues"], { emptied }: Detail["counts"]): string {
  const more = issues.filter(({ acceptsMore, idle }) => acceptsMore && !idle);
  const less = issues.filter(({ acceptsLess }) => acceptsLess);
  const parts = [
    more.length > 0 && `looser in ${counted(more.length, "place", more)}`,
    less.length > 0 && `stricter in ${counted(less.length, "place", less)}`,
  ];
  const differs = parts.some(Boolean) && `its declaration is ${parts.filter(Boolean).join(", ")}`;
  const empty = emptied > 0 && `models leave ${count(emptied, "object")} empty`;
  return [differs, empty].filter(Boolean).join(", and ") || "nothing is lost";
}
