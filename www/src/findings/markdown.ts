// A finding as Markdown, for an issue in the tracker of a server; all findings of a tool, as a report.

import type { Detail, Issue } from "../engine/protocol";
import { laidOut } from "../json/layout";
import { cell, code, prose } from "../markdown/text";

const fence = (text: string, language = "") => {
  const ticks = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${ticks}${language}\n${text}\n${ticks}`;
};

export function findingAsMarkdown(issue: Issue, tool: string, source: unknown): string {
  const { message, fix, acceptsMore, acceptsLess, refusal, help, pointer } = issue;
  return [
    `**Tool ${code(tool || "schema")}**: ${prose(message)}`,
    source === undefined ? "" : fence(laidOut(source), "json"),
    refusal ? `Gemini API error:\n\n${fence(refusal)}` : "",
    [
      fix && `- Fix: ${prose(fix)}`,
      acceptsMore && `- The fixed schema also accepts: ${prose(acceptsMore)}`,
      acceptsLess && `- The fixed schema no longer accepts: ${prose(acceptsLess)}`,
      help && `- What to do: ${prose(help)}`,
      `- Path: ${pointer === "" ? "the root" : code(pointer)} (Lapidary ${issue.code})`,
    ]
      .filter(Boolean)
      .join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

export function reportAsMarkdown({
  name,
  target,
  refused,
  issues,
}: Pick<Detail, "name" | "target" | "refused" | "issues">): string {
  const lines = issues.map(({ severity, message, fix, acceptsMore, acceptsLess, line, column, code: rule }) => {
    const costs = [
      fix && `now ${fix}`,
      acceptsMore && `also accepts ${acceptsMore}`,
      acceptsLess && `no longer accepts ${acceptsLess}`,
    ];
    return `| ${severity} | ${line}:${column} | ${cell(prose(message))} | ${cell(prose(costs.filter(Boolean).join("; ")))} | ${rule} |`;
  });
  return [
    `## ${name ? code(name) : "schema"} for ${target}`,
    refused ? "As written, it would be rejected or misread." : "As written, it is accepted.",
    lines.length > 0
      ? `| | place | found | instead | rule |\n|---|---|---|---|---|\n${lines.join("\n")}`
      : "No findings.",
  ].join("\n\n");
}
