// Findings as people read them: equal ones once, the gravest first.

import type { Issue } from "../engine/protocol";

export interface Finding {
  issue: Issue;
  /** Indexes into the list that was given, the first being that of `issue`. */
  members: number[];
  tool: string | undefined;
}

export type Severity = Issue["severity"];
/** The gravest first. */
export const SEVERITIES: Severity[] = ["error", "warning", "info"];
export const SIGNS = { error: "✕", warning: "▲", info: "◐" } as const;
export const WORDS = { error: "error", warning: "warning", info: "cosmetic" } as const;

/** Groups equal findings in several places: a finding is the same whatever the parameter's name. */
export function grouped(issues: readonly Issue[], tools?: readonly string[]): Finding[] {
  const groups = new Map<string, Finding>();
  issues.forEach((issue, index) => {
    const { code, severity, fix, acceptsMore, acceptsLess } = issue;
    const key = [code, severity, statement(issue), fix, acceptsMore, acceptsLess].join("\0");
    const known = groups.get(key);
    if (known) known.members.push(index);
    else groups.set(key, { issue, members: [index], tool: tools?.[index] });
  });
  return [...groups.values()].sort((a, b) => rank(b.issue) - rank(a.issue));
}

/** The message without the parameter's name in front. */
export function statement({ subject, message }: Issue): string {
  const lead = `\`${subject}\`: `;
  return subject && message.startsWith(lead) ? message.slice(lead.length) : message;
}

/** First what the server's answer names, then losses, then gains; of equals, what is about a parameter. */
function rank({ severity, refusal, acceptsLess, acceptsMore, idle, subject }: Issue): number {
  const grave = severity === "error" ? 100 : severity === "warning" ? 50 : 0;
  const named = refusal === undefined ? 0 : refusal.startsWith("like: ") ? 10 : 40;
  return grave + named + (acceptsLess ? 20 : 0) + (acceptsMore && !idle ? 5 : 0) + (subject ? 1 : 0);
}

export interface Filter {
  severities: Severity[];
  rule: string;
}

export const passes = ({ severities, rule }: Filter, { severity, code }: Issue): boolean =>
  severities.includes(severity) && (rule === "" || rule === code);
