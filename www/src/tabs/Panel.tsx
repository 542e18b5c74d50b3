// The frame of tabs that show a text: a line of actions above it.

import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button, CopyButton, Segments, TOOL_OR_ALL, download } from "../app/parts";
import type { Editor, Range } from "../editor/editor";
import type { Scope } from "../engine/protocol";
import * as state from "../state/state";
import { count } from "../words";
import { useAnswer } from "./useAnswer";

interface ActionsProps {
  text(): string;
  file: string;
  /** Whether the text is not there yet. */
  stale?: boolean;
  children?: ComponentChildren;
}

export function Actions({ text, file, stale = false, children }: ActionsProps) {
  return (
    <div class="bar">
      <div class="actions">{children}</div>
      <div class="actions">
        <CopyButton text={text} disabled={stale} />
        <Button disabled={stale} onClick={() => download(file, text())}>
          Download
        </Button>
      </div>
    </div>
  );
}

/** The tools that a tab is about: the one that is shown, or all of them. */
export function useScope(): Scope {
  const { detail, overview } = state;
  const all = state.scope.value === "all" && (overview.value?.tools.length ?? 0) > 1;
  return { tool: all ? undefined : (detail.value?.index ?? 0) };
}

/** Where there are several tools: of which one copies and downloads. */
export function ScopePicker() {
  if ((state.overview.value?.tools.length ?? 0) < 2) return null;
  return (
    <Segments
      label="Tools"
      value={state.scope.value}
      options={TOOL_OR_ALL}
      choose={(id) => (state.scope.value = id)}
    />
  );
}

/** The codecs, if calls have to be restored; they accompany the declarations. */
export function Codecs() {
  const { detail, overview } = state;
  const scope = useScope();
  const { answer } = useAnswer("coded", scope, [detail.value, scope.tool]);
  if (!answer || answer.count === 0) return null;
  const several = scope.tool === undefined && (overview.value?.tools.length ?? 0) > 1;
  const whose = several ? `Calls of ${count(answer.count, "tool")}` : "Calls of this tool";
  return (
    <div class="card">
      <p>
        {whose} have to be restored before they go to the server. Save the codec with the declaration:{" "}
        <code>lapidary restore --codecs declared.jsonl</code> and <code>restoreCall(codec, call)</code> need it.
      </p>
      <span class="actions">
        <CopyButton text={() => JSON.stringify(answer.codec, null, 2)}>Copy {several ? "codecs" : "codec"}</CopyButton>
        <Button onClick={() => download("declared.jsonl", answer.lines)}>Download with {several ? "codecs" : "codec"}</Button>
      </span>
    </div>
  );
}

const MOST_SHOWN = 1_000_000;

/** A text to look at: with folds, search and line numbers. */
export function Code({ text, label, marked }: { text: string; label: string; marked?: Range | undefined }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  // Another text may come while the editor is being loaded.
  const newest = useRef({ text, marked });
  newest.current = { text, marked };
  useEffect(() => {
    let gone = false;
    void import("../editor/editor").then(({ createEditor }) => {
      if (gone || !host.current) return;
      const { text, marked } = newest.current;
      editor.current = createEditor(host.current, { text: shown(text), label, readOnly: true });
      editor.current.mark(marked, { reveal: true });
    });
    return () => {
      gone = true;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, []);
  useEffect(() => editor.current?.setText(shown(text)), [text]);
  useEffect(() => editor.current?.mark(marked, { reveal: true }), [text, marked?.from, marked?.to]);
  return (
    <>
      <div class="code-view" ref={host} data-text-length={text.length} />
      {text.length > MOST_SHOWN && <p class="quiet">Only the first megabyte is shown; Copy and Download include all.</p>}
    </>
  );
}

const shown = (text: string) => text.slice(0, MOST_SHOWN);
