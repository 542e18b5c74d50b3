// The text that people bring, and the list of its tools.

import { useEffect, useRef } from "preact/hooks";
import { attachInput, edited } from "../editor/input";
import { EXAMPLES, GROUPS } from "../examples/index";
import { openFiles } from "../share/files";
import { put } from "../state/session";
import { shownExample, tryExample } from "../state/example";
import * as state from "../state/state";
import { Button } from "./parts";
import { JsonFixes } from "./JsonFixes";
import { ToolList } from "./ToolList";
import { bytes } from "../words";

export function InputPane() {
  const { text, large, overview, origin, slow } = state;
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <div class="bar">
        <h2>Input</h2>
        <span class="actions">
          <ExampleMenu />
          <Button onClick={() => files.current?.click()}>Open…</Button>
          <Button onClick={() => put("")} disabled={text.value === ""}>
            Clear
          </Button>
          <input
            ref={files}
            type="file"
            multiple
            hidden
            accept=".json,.jsonl,.txt,application/json"
            aria-label="Files to open"
            onChange={(event) => {
              void openFiles(event.currentTarget.files ?? []);
              event.currentTarget.value = "";
            }}
          />
        </span>
      </div>
      <Editor />
      {large.value && (
        <div class="card">
          <p>
            <strong>
              {origin.value || "The text"} ({bytes(overview.value?.bytes ?? text.value.length)}) is too large to edit
              here.
            </strong>{" "}
            It was read all the same; the result is there.
          </p>
          <pre class="excerpt">{text.value.slice(0, 1_000)}…</pre>
          <Button onClick={() => put("")}>Remove it</Button>
        </div>
      )}
      <JsonFixes />
      <p id="read-as" class="quiet" aria-live="polite">
        {slow.value ? "Reading…" : readAs(overview.value?.readAs, overview.value?.milliseconds)}
      </p>
      <ToolList />
    </>
  );
}

function readAs(kind: string | undefined, milliseconds = 0): string {
  if (kind === undefined || state.text.value.trim() === "") return "";
  const time = milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toLocaleString("en");
  return `Read as: ${kind || "neither a schema nor tools"}${milliseconds > 0 ? ` (${time} ms)` : ""}`;
}

/** The text stands there before the editor has loaded; the editor takes its place. */
function Editor() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? attachInput(host.current) : undefined), []);
  return (
    <div class="editor" hidden={state.large.value}>
      <div class="editor-host" ref={host} id="input" />
      {!edited.value && <PlainText />}
    </div>
  );
}

/** Of a link, a draft or an example, as the page itself opens them before anybody touches it. */
function PlainText() {
  return (
    <pre class="excerpt" aria-hidden="true" id="input-text">
      {state.text.value.slice(0, 4_000)}
    </pre>
  );
}

function ExampleMenu() {
  const shown = shownExample.value;
  return (
    <label class="picker">
      <span class="hidden">Examples</span>
      <select id="examples" value={shown} onChange={(event) => tryExample(event.currentTarget.value)}>
        <option value="" disabled selected={shown === ""}>
          Examples
        </option>
        {GROUPS.map((group) => (
          <optgroup key={group} label={group}>
            {EXAMPLES.filter((example) => example.group === group).map(({ id, title }) => (
              <option key={id} value={id} selected={id === shown}>
                {title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
