// What the tabs with a text have in common: a line of actions above a text.

import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button, CopyButton, download } from "../app/parts";
import type { Editor, Range } from "../editor/editor";

interface ActionsProps {
  text(): string | Promise<string>;
  file: string;
  copy?: string;
  children?: ComponentChildren;
}

export function Actions({ text, file, copy = "Copy", children }: ActionsProps) {
  return (
    <div class="bar">
      <span class="actions">{children}</span>
      <span class="actions">
        <CopyButton text={text}>{copy}</CopyButton>
        <Button onClick={() => void Promise.resolve(text()).then((all) => download(file, all))}>Download</Button>
      </span>
    </div>
  );
}

const MOST_SHOWN = 1_000_000;

/** A text to look at: with folds, search and line numbers. */
export function Code({ text, label, marked }: { text: string; label: string; marked?: Range | undefined }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  useEffect(() => {
    let gone = false;
    void import("../editor/editor").then(({ createEditor }) => {
      if (gone || !host.current) return;
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
      {text.length > MOST_SHOWN && <p class="quiet">Only the first megabyte is shown; Copy and Download take all.</p>}
    </>
  );
}

const shown = (text: string) => text.slice(0, MOST_SHOWN);
