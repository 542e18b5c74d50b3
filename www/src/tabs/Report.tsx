// The report for machines and for people.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Segments } from "../app/parts";
import type { Described } from "../findings/sarif";
import { rules } from "../findings/rules";
import * as state from "../state/state";
import { Actions, Code, Codecs, ScopePicker, useScope } from "./Panel";
import { Failed, useAnswer } from "./useAnswer";

const FILES = { markdown: "report.md", json: "report.json", sarif: "report.sarif", patch: "patch.json" } as const;
const ASKED = { markdown: "markdown", json: "report", sarif: "sarif", patch: "patch" } as const;
const format = signal<keyof typeof FILES>("markdown");

export function Report() {
  const detail = state.detail.value;
  const chosen = format.value;
  const scope = useScope();
  const known = useRules(chosen === "sarif");
  const waits = chosen === "sarif" && !known.rules;
  const given = { ...scope, rules: known.rules ?? [] };
  const answered = useAnswer(waits ? undefined : ASKED[chosen], given, [detail, scope.tool]);
  const { answer: text = "", failed, stale } = answered;
  return (
    <>
      <Actions text={() => text} stale={stale || waits} file={FILES[chosen]}>
        <Segments
          label="Format"
          value={chosen}
          options={[
            ["markdown", "Markdown"],
            ["json", "JSON"],
            ["sarif", "SARIF"],
            ["patch", "JSON Patch"],
          ]}
          choose={(id) => (format.value = id)}
        />
        {chosen === "patch" ? (
          <span class="quiet">Patches your document into the output (RFC 6902).</span>
        ) : (
          <ScopePicker />
        )}
      </Actions>
      {chosen !== "markdown" && state.overview.value?.reading && (
        <p class="quiet">Places are those of the JSON that your text was read as: Show as JSON has it.</p>
      )}
      <Codecs />
      <Failed reason={waits ? known.failed : failed} />
      <Code text={text} label="Report" />
    </>
  );
}

/** The descriptions of the rules, loaded when they are first needed. */
function useRules(wanted: boolean): { rules?: Described[]; failed?: string } {
  const [known, tell] = useState<{ rules?: Described[]; failed?: string }>({});
  useEffect(() => {
    if (!wanted) return;
    rules()
      .then((rules) => tell({ rules }))
      .catch(() => tell({ failed: "the rules could not be loaded" }));
  }, [wanted]);
  return known;
}
