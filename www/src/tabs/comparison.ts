// The results of a tool for every target, in the words of the table.

import type { Comparison } from "../engine/protocol";
import { code } from "../markdown/text";
import { bytes, count } from "../words";

export const COLUMNS = ["Target", "As written", "Parameters sent", "Looser", "Stricter", "Size"] as const;

const found = (findings: number) => (findings === 0 ? "nothing" : count(findings, "finding"));

export function inWords({ refused, counts, more, less, sizes }: Comparison) {
  return {
    written: refused ? "rejected" : "accepted",
    sent: `${counts.parameters - (counts.marks.gone ?? 0)} of ${counts.parameters}`,
    emptied: counts.emptied > 0 ? `${counts.emptied} of them empty` : "",
    more: found(more),
    less: found(less),
    size: bytes(sizes.after),
  };
}

export function asMarkdown(tool: string, comparison: Comparison[]): string {
  const rows = comparison.map((one) => {
    const { written, sent, emptied, more, less, size } = inWords(one);
    return [`\`${one.target}\``, written, [sent, emptied].filter(Boolean).join(", "), more, less, size];
  });
  const lines = [COLUMNS, COLUMNS.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `## ${tool ? code(tool) : "schema"} for each target\n\n${lines.join("\n")}\n`;
}
