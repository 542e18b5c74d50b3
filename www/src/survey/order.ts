// The outcomes of a tool for a target, the most severe first, and the order of tools by severity.

import type { Surveyed, RuleLine } from "../engine/protocol";
import { SEVERITIES } from "../findings/group";

export const OUTCOMES = [
  { sign: "✕", kind: "error", one: "rejected", many: "rejected" },
  { sign: "▲", kind: "warning", one: "loses meaning", many: "lose meaning" },
  { sign: "●", kind: "changed", one: "fixed", many: "fixed" },
  { sign: "✓", kind: "fine", one: "accepted as written", many: "accepted as written" },
] as const;

const [REJECTED, LOSES, CHANGED, FINE] = OUTCOMES;

export type Outcome = (typeof OUTCOMES)[number];

type Judged = Pick<Surveyed, "leftOut" | "refused" | "more" | "less"> & { counts: Pick<Surveyed["counts"], "emptied"> };

export function outcomeOf({ leftOut, refused, more, less, counts }: Judged): Outcome {
  if (leftOut) return REJECTED;
  if (more + less + counts.emptied > 0) return LOSES;
  return refused ? CHANGED : FINE;
}

/** Whether nothing is changed. */
export const isUnchanged = (outcome: Outcome): boolean => outcome === FINE;

/** Whether nothing is lost. */
export const isWhole = (outcome: Outcome): boolean => outcome === CHANGED || outcome === FINE;

/** Comparable from left to right: what a tool loses counts before what it gains, and both before its growth. */
const harm = (tool: Surveyed): number[] => [
  -OUTCOMES.indexOf(outcomeOf(tool)),
  tool.less + tool.counts.emptied,
  tool.more,
  tool.errors,
  tool.warnings,
  tool.sizes.after - tool.sizes.before,
];

/** The indexes of the tools, the most harmed first; of equals, in their order. */
export function byHarm(tools: readonly Surveyed[]): number[] {
  const harms = tools.map(harm);
  return [...tools.keys()].sort((a, b) => descending(harms[a] ?? [], harms[b] ?? []));
}

/** The gravest rules first, then those of most tools. */
export function byGravity(rules: readonly RuleLine[]): RuleLine[] {
  const weight = ({ severity, tools, findings }: RuleLine) => [-SEVERITIES.indexOf(severity), tools, findings];
  return [...rules].sort((a, b) => descending(weight(a), weight(b)));
}

const descending = (a: number[], b: number[]): number =>
  b.map((part, at) => part - (a[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
