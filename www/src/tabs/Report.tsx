// The report for machines and for people.

import { signal } from "@preact/signals";
import { Segments } from "../app/parts";
import { reportAsMarkdown } from "../findings/markdown";
import * as state from "../state/state";
import { Actions, Code } from "./Panel";
import { Failed, useAnswer } from "./useAnswer";

const FILES = { markdown: "report.md", json: "report.json", patch: "patch.json" } as const;
const format = signal<keyof typeof FILES>("markdown");

export function Report() {
  const detail = state.detail.value;
  const chosen = format.value;
  const asked = chosen === "markdown" ? undefined : chosen === "json" ? "report" : "patch";
  const { answer, failed } = useAnswer(asked, undefined, [detail]);
  const text = detail && chosen === "markdown" ? reportAsMarkdown(detail) : (answer ?? "");
  return (
    <>
      <Actions text={() => text} file={FILES[chosen]}>
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
        <span class="quiet">{NOTES[chosen]}</span>
      </Actions>
      <Failed reason={failed} />
      <Code text={text} label="Report" />
    </>
  );
}

const NOTES = {
  markdown: "Of this tool.",
  json: "Of all tools, as check of the npm package answers it.",
  patch: "Turns your document into what is sent (RFC 6902).",
};
