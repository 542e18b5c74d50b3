// The text that people bring, and the list of its tools.

import { useEffect, useMemo, useRef } from "preact/hooks";
import { attachInput, edited } from "../editor/input";
import { EXAMPLES, GROUPS } from "../examples/index";
import { openFiles } from "../share/files";
import { put, showAsJson } from "../state/session";
import { shownExample, tryExample } from "../state/example";
import * as state from "../state/state";
import { Button } from "./parts";
import { later } from "./Later";
import { ToolList } from "./ToolList";
import type { Overview } from "../engine/protocol";
import { bytes } from "../words";

const ReadFrom = later(() => import("./Recognized").then(({ ReadFrom }) => ReadFrom));

export function InputPane() {
  const { text, large, overview, slow } = state;
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <div class="bar">
        <h2>Input</h2>
        <span class="actions">
          <ExampleMenu />
          <Button onClick={() => files.current?.click()}>Open…</Button>
          <Button
            label="Format the JSON"
            onClick={() => void showAsJson()}
            disabled={!overview.value?.kind || overview.value.reading !== undefined || large.value}
          >
            Format
          </Button>
          <Button onClick={() => put("")} disabled={text.value === ""}>
            Clear
          </Button>
          <input
            ref={files}
            type="file"
            multiple
            hidden
            accept=".json,.jsonl,.txt,.yaml,.yml,.md,.ts,.js,.py,application/json"
            aria-label="Files to open"
            onChange={(event) => {
              void openFiles(event.currentTarget.files ?? []);
              event.currentTarget.value = "";
            }}
          />
        </span>
      </div>
      <Editor />
      {large.value && <Large text={text.value} />}
      <p id="read-as" class="quiet" aria-live="polite">
        {slow.value ? "Reading…" : readAs(overview.value)}
      </p>
      {overview.value?.reading?.isRead && text.value !== "" && <ReadFrom />}
      <ToolList />
    </>
  );
}

function Large({ text }: { text: string }) {
  const size = useMemo(() => bytes(new Blob([text]).size), [text]);
  return (
    <div class="card">
      <p>
        <strong>
          {state.origin.value || "The text"} ({size}) is too large to edit here.
        </strong>
        {state.progress.value.kind === "idle" && " It was read all the same; the result is there."}
      </p>
      <pre class="excerpt">{text.slice(0, 1_000)}…</pre>
      <Button onClick={() => put("")}>Remove it</Button>
    </div>
  );
}

function readAs(overview: Overview | undefined): string {
  if (overview === undefined || state.text.value.trim() === "") return "";
  const { reading, milliseconds } = overview;
  const time = milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toLocaleString("en");
  const kind = overview.readAs || (state.other.value?.what ?? "neither a schema nor tools");
  const from = reading?.isRead ? `, from ${reading.what}` : "";
  return `Read as: ${kind}${from}${milliseconds > 0 ? ` (${time} ms)` : ""}`;
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
