// The input's editor, bound to the state. It is loaded once the page is used: until then the text stands there without
// it.

import { effect, signal } from "@preact/signals";
import { statement } from "../findings/group";
import { caretAt, onReveal } from "../state/select";
import { putNext } from "../state/session";
import { whenUsed } from "../state/presence";
import * as state from "../state/state";
import { visible } from "../visible";
import type { Problem } from "./editor";

const MOST_PROBLEMS = 400;

/** Whether the editor stands in the place of the text. */
export const edited = signal(false);

let focus = () => {};

/** Puts the caret into the editor. */
export const focusInput = (): void => focus();

export function attachInput(host: HTMLElement): () => void {
  let end = () => {};
  const start = async () => {
    const { createEditor } = await import("./editor");
    if (gone) return;
    const editor = createEditor(host, {
      text: state.large.peek() ? "" : state.text.peek(),
      label: "MCP tools or a JSON Schema",
      changed: (text, isOther) => {
        // Replacing a text with the same text removes its marks without another event.
        if (text === state.text.peek()) editor.setProblems(problems());
        else if (isOther) putNext(text);
        else state.text.value = text;
      },
      caret: caretAt,
    });
    edited.value = true;
    const stops = [
      effect(() => editor.setText(state.large.value ? "" : state.text.value)),
      effect(() => editor.setProblems(state.large.value ? [] : problems())),
      effect(() => {
        const id = state.selectedRow.value;
        if (id === undefined) editor.mark(undefined);
      }),
    ];
    onReveal(({ from, to, focus }) => editor.mark({ from, to }, { reveal: true, focus }));
    focus = () => editor.focus();
    if (wanted) focus();
    end = () => {
      for (const stop of stops) stop();
      editor.destroy();
    };
  };
  let gone = false;
  let wanted = false;
  host.addEventListener("focus", () => (wanted = true), { once: true });
  const callOff = whenUsed(() => void start().catch(failed));
  return () => {
    gone = true;
    callOff();
    end();
  };
}

function failed(): void {
  state.notice.value = "The editor could not be loaded. Check the connection and reload the page.";
}

function problems(): Problem[] {
  const found = state.stale.value ? (state.overview.value?.issues ?? []) : state.issues.value;
  return found.slice(0, MOST_PROBLEMS).map((issue) => ({
    from: issue.span.start,
    to: issue.span.end,
    severity: issue.severity,
    source: issue.code,
    message: visible([statement(issue), issue.fix && `Now: ${issue.fix}`].filter(Boolean).join("\n")),
  }));
}
