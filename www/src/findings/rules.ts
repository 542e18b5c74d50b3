// The texts of the rules: large, seldom read, and so loaded when they are.

import type { Rule } from "../engine/api";

export interface RuleText extends Pick<Rule, "code" | "title" | "summary" | "why" | "change"> {
  /** Alternatives in the code of a server, one line for each library. */
  inYourServer: string[];
}

let loading: Promise<Rule[]> | undefined;

export const rules = (): Promise<Rule[]> =>
  (loading ??= import("lapidary/rules.json").then((module) => module.default as Rule[]));

export async function ruleText(code: string): Promise<RuleText> {
  const rule = (await rules()).find((rule) => rule.code === code);
  if (!rule) throw new Error(`no rule ${code}`);
  return { ...rule, inYourServer: listUnder("In your server", rule.text) };
}

/** The entries of the list under a heading of Markdown, each on one line. */
export function listUnder(heading: string, markdown: string): string[] {
  const [, after = ""] = markdown.split(`\n## ${heading}\n`);
  const [section = ""] = after.split(/\n## /);
  return section
    .split(/\n- /)
    .slice(1)
    .map((entry) => entry.trim().replace(/\s*\n\s*/g, " "));
}
