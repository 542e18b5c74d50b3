// The recognized document as the page gets it, and the engine's findings, with their places in the pasted text.

import type { Issue, Transformed } from "../engine/api";
import { type Derived, lastAtMost } from "./value/places";
import type { Correction, Note, Recognized, Step } from "./recognized";
import { linesOf } from "./value/text";

export interface Reading {
  what: string;
  /** Whether it is read as JSON. */
  isRead: boolean;
  notes: (Omit<Note, "at"> & { line?: number })[];
  steps: Step[];
  complaint?: string;
  correction?: Correction;
}

export function readingOf({ what, json, notes, steps, complaint, correction }: Recognized, text: string): Reading {
  return {
    what,
    isRead: json !== undefined,
    notes: onLines(notes, text),
    steps,
    ...(complaint !== undefined && { complaint }),
    ...(correction && { correction }),
  };
}

/** Notes on a text with the lines of their places. */
export function onLines(notes: Note[], text: string): Reading["notes"] {
  const lines = linesOf(
    text,
    notes.map(({ at = 0 }) => at),
  );
  return notes.map(({ at, ...note }, index) => ({ ...note, ...(at !== undefined && { line: lines[index] ?? 1 }) }));
}

/** The engine's answer on the JSON, with its places in the text that it was read from. */
export function placed(result: Transformed, text: string, { origin }: Derived): Transformed {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const place = (issue: Issue): Issue => {
    const { from, to } = origin({ from: issue.span.start, to: issue.span.end });
    const line = lastAtMost(starts, from);
    return { ...issue, span: { start: from, end: to }, line: line + 1, column: from - (starts[line] ?? 0) + 1 };
  };
  return {
    ...result,
    issues: result.issues.map(place),
    tools: result.tools.map((tool) => ({ ...tool, issues: tool.issues.map(place) })),
  };
}
