// One selection for picture, text, declaration and findings.

import { batch } from "@preact/signals";
import type { Spans } from "../engine/protocol";
import * as state from "./state";

/** The range that the editor has to scroll into view. */
interface Reveal {
  from: number;
  to: number;
  focus: boolean;
}

/** Until there is an editor, its first wish waits. */
let waiting: Reveal | undefined;
let reveal = (place: Reveal): void => {
  waiting = place;
};

export const onReveal = (listener: typeof reveal): void => {
  reveal = listener;
  if (waiting) listener(waiting);
  waiting = undefined;
};

export function selectRow(id: string | undefined, show = true): void {
  batch(() => {
    state.selectedRow.value = state.openRow.value = id;
    state.selectedIssue.value = undefined;
  });
  if (id === undefined) return;
  unfold(id);
  if (show) showRow(id);
}

/** Selects a row without opening it. */
export function moveTo(id: string): void {
  batch(() => {
    point(id);
    state.selectedIssue.value = undefined;
  });
  showRow(id);
}

/** Brings a row's place into view, where it is in the text that is shown. */
function showRow(id: string): void {
  const span = state.detail.peek()?.input[id];
  if (span && !state.stale.peek()) reveal({ ...span, focus: false });
}

/** Selects a row from elsewhere: no other detail opens there, which would move what was clicked. */
function point(id: string | undefined): void {
  state.selectedRow.value = id;
  if (state.openRow.peek() !== id) state.openRow.value = undefined;
}

/** Selects a finding, its row and its place in the text. */
export function selectIssue(index: number, focus: boolean): void {
  const issue = state.issues.peek()[index];
  if (!issue) return;
  batch(() => {
    state.selectedIssue.value = index;
    const row = state.rowOfIssue(index);
    point(row?.id);
    if (row) unfold(row.id);
  });
  // The findings of an earlier text have no places in this one.
  const ofThisText = !state.stale.peek() || state.isOfDocument(index);
  if (ofThisText) reveal({ from: issue.span.start, to: issue.span.end, focus });
}

/** The next finding of those that are shown, round and round. */
export function step(by: 1 | -1): void {
  const shown = state.findings.peek().flatMap(({ members }) => members);
  if (shown.length === 0) return;
  const at = shown.indexOf(state.selectedIssue.peek() ?? -1);
  const next = at < 0 ? (by > 0 ? 0 : shown.length - 1) : (at + by + shown.length) % shown.length;
  selectIssue(shown[next] ?? 0, false);
}

/** The caret moved: the innermost row that holds it is selected, and the finding there, if there is one. */
export function caretAt(position: number): void {
  const detail = state.detail.peek();
  if (!detail || state.stale.peek()) return;
  const id = innermost(detail.input, position);
  const index = state.issues.peek().findIndex(({ span }) => span.start <= position && position <= span.end);
  batch(() => {
    state.selectedIssue.value = index < 0 ? undefined : index;
    point(id === "" ? undefined : id);
  });
  if (id) unfold(id);
}

export function innermost(spans: Spans, position: number): string | undefined {
  let best: [id: string, size: number] | undefined;
  for (const [id, { from, to }] of Object.entries(spans)) {
    if (from <= position && position <= to && (!best || to - from < best[1])) best = [id, to - from];
  }
  return best?.[0];
}

export function toggle(id: string, open?: boolean): void {
  const next = new Set(state.folded.peek());
  if (open ?? next.has(id)) next.delete(id);
  else next.add(id);
  state.folded.value = next;
}

/** Opens all that a row is folded away in. */
function unfold(id: string): void {
  const above = (row: string) => id !== row && (id.startsWith(`${row}.`) || id.startsWith(`${row}|`));
  const kept = [...state.folded.peek()].filter((row) => !above(row));
  if (kept.length < state.folded.peek().size) state.folded.value = new Set(kept);
}
