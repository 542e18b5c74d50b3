// The report for machines and for people.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Segments } from "../app/parts";
import { reportAsMarkdown } from "../findings/markdown";
import { engineNow } from "../state/session";
import * as state from "../state/state";
import { Actions, Code } from "./Panel";

const FILES = { markdown: "report.md", json: "report.json", patch: "patch.json" } as const;
const format = signal<keyof typeof FILES>("markdown");

export function Report() {
  const detail = state.detail.value;
  const [text, show] = useState("");
  const chosen = format.value;
  useEffect(() => {
    let current = true;
    const made = !detail
      ? ""
      : chosen === "markdown"
        ? reportAsMarkdown(detail)
        : engineNow().ask(chosen === "json" ? "report" : "patch", undefined);
    void Promise.resolve(made)
      .then((made) => current && show(made))
      .catch(() => current && show(""));
    return () => {
      current = false;
    };
  }, [detail, chosen]);
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
      <Code text={text} label="Report" />
    </>
  );
}

const NOTES = {
  markdown: "Of this tool.",
  json: "Of all tools, as check of the npm package answers it.",
  patch: "Turns your document into what is sent (RFC 6902).",
};
