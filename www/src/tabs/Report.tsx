// The report for machines and for people.

import { signal } from "@preact/signals";
import { Segments } from "../app/parts";
import * as state from "../state/state";
import { Actions, Code, ScopePicker, useScope } from "./Panel";
import { Failed, useAnswer } from "./useAnswer";

const FILES = { markdown: "report.md", json: "report.json", patch: "patch.json" } as const;
const ASKED = { markdown: "markdown", json: "report", patch: "patch" } as const;
const format = signal<keyof typeof FILES>("markdown");

export function Report() {
  const detail = state.detail.value;
  const chosen = format.value;
  const scope = useScope();
  const { answer: text = "", failed, stale } = useAnswer(ASKED[chosen], scope, [detail, scope.tool]);
  return (
    <>
      <Actions text={() => text} stale={stale} file={FILES[chosen]}>
        <Segments
          label="Format"
          value={chosen}
          options={[
            ["markdown", "Markdown"],
            ["json", "JSON"],
            ["patch", "JSON Patch"],
          ]}
          choose={(id) => (format.value = id)}
        />
        {chosen === "patch" ? (
          <span class="quiet">Turns your document into what is sent (RFC 6902).</span>
        ) : (
          <ScopePicker />
        )}
      </Actions>
      <Failed reason={failed} />
      <Code text={text} label="Report" />
    </>
  );
}
