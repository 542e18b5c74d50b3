// Findings on the rows that they are about, and the marks that follow from them.

import type { Issue } from "lapidary/slim";
import { fromPath, parent } from "../json/pointer";
import { type Mark, gravest } from "./marks";
import type { Row } from "./row";

/** Gives each finding to the rows that it is about. */
export function attach(root: Row, issues: Issue[]): void {
  const [before, after] = [indexed(root, "before"), indexed(root, "after")];
  issues.forEach((issue, index) => {
    const source = nearest(before, fromPath(issue.path));
    const gone = source.filter((row) => !row.after && row !== root);
    const shown = issue.outputs.flatMap((pointer) => nearest(after, pointer));
    for (const row of new Set(gone.length > 0 ? gone : shown.length > 0 ? shown : source)) row.issues.push(index);
  });
}

function indexed(root: Row, key: "before" | "after"): Map<string, Row[]> {
  const index = new Map<string, Row[]>();
  const add = (row: Row) => {
    for (const pointer of row[key]?.pointers ?? []) index.set(pointer, [...(index.get(pointer) ?? []), row]);
    row.children.forEach(add);
  };
  add(root);
  return index;
}

/** The rows of the innermost place that holds the pointer. */
function nearest(index: Map<string, Row[]>, pointer: string): Row[] {
  for (let at: string | undefined = pointer; at !== undefined; at = parent(at)) {
    const found = index.get(at);
    if (found) return found;
  }
  return [];
}

/** Marks from the findings, from the leaves up. */
export function settle(row: Row, issues: Issue[], lossAbove: boolean): void {
  const own = row.issues.map((index) => issues[index]).filter((issue) => issue !== undefined);
  const loses = own.some(({ acceptsLess }) => acceptsLess);
  row.mark = own.map(markOf).reduce(gravest, row.coded ? "coded" : "unchanged");
  if (row.before && !row.after) row.mark = loses || (own.length === 0 && lossAbove) ? "gone" : "rewritten";
  else if (!row.before && row.after && row.mark === "unchanged") row.mark = "rewritten";
  for (const child of row.children) settle(child, issues, loses || lossAbove);
  row.worst = row.children.map(({ worst }) => worst).reduce(gravest, row.mark);
}

function markOf({ severity, acceptsMore, acceptsLess, idle }: Issue): Mark {
  if (acceptsLess) return "less";
  if (acceptsMore && !idle) return "more";
  return severity === "info" ? "casing" : "rewritten";
}
