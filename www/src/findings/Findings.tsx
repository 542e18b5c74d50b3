// Everything that was found, grouped, the gravest first; what is cosmetic is folded.

import { signal } from "@preact/signals";
import { Picker, Segments, TOOL_OR_ALL } from "../app/parts";
import { engineNow } from "../state/session";
import * as state from "../state/state";
import { type Finding, SEVERITIES, passes } from "./group";
import { Issues } from "./FindingRow";
import { count } from "../words";

const SHOWN = 200;

const elsewhere = signal<Finding[]>([]);
/** The examination that `elsewhere` belongs to. */
const loadedFor = signal<unknown>(undefined);

async function loadAll(): Promise<void> {
  const found = await engineNow().ask("findings", undefined);
  loadedFor.value = state.overview.peek();
  elsewhere.value = found;
}

export function Findings() {
  const several = (state.overview.value?.tools.length ?? 0) > 1;
  const all = several && state.findingsOf.value === "all";
  if (all && loadedFor.value !== state.overview.value) void loadAll().catch(() => {});
  const found = all ? elsewhere.value.filter(({ issue }) => passes(state.filter.value, issue)) : state.findings.value;
  const grave = found.filter(({ issue }) => issue.severity !== "info");
  const cosmetic = found.filter(({ issue }) => issue.severity === "info");
  const codes = all ? elsewhere.value.map(({ issue }) => issue.code) : state.issues.value.map(({ code }) => code);
  if (!state.examination.value) return null;
  return (
    <section class="findings" aria-labelledby="findings-label">
      <div class="bar">
        <h2 id="findings-label">
          Findings{" "}
          <span class="quiet" aria-live="polite">
            {inWords(found)}
          </span>
        </h2>
        <span class="actions">
          {several && (
            <Segments
              label="Findings of"
              value={state.findingsOf.value}
              options={TOOL_OR_ALL}
              choose={(id) => (state.findingsOf.value = id)}
            />
          )}
          {codes.length > 0 && <Filters codes={codes} />}
        </span>
      </div>
      {grave.length === 0 && (
        <p class="quiet">{cosmetic.length === 0 ? "No findings." : "Only cosmetic findings."}</p>
      )}
      <Issues findings={grave.slice(0, SHOWN)} follow />
      {grave.length > SHOWN && (
        <p class="quiet">{count(grave.length - SHOWN, "more finding")}: the tab Report has all.</p>
      )}
      {cosmetic.length > 0 && (
        <details
          class="cosmetic"
          open={grave.length === 0 || cosmetic.some(({ members }) => members.includes(state.selectedIssue.value ?? -1))}
        >
          <summary>{count(places(cosmetic), "cosmetic finding")}</summary>
          <Issues findings={cosmetic.slice(0, SHOWN)} follow />
        </details>
      )}
    </section>
  );
}

const places = (findings: Finding[]) => findings.reduce((sum, { members }) => sum + members.length, 0);

function inWords(findings: Finding[]): string {
  const of = (severity: string) => places(findings.filter(({ issue }) => issue.severity === severity));
  return `${count(of("error"), "error")} · ${count(of("warning"), "warning")} · ${of("info")} cosmetic`;
}

function Filters({ codes }: { codes: string[] }) {
  const { filter } = state;
  const distinct = [...new Set(codes)].sort();
  const shown = filter.value.severities.length === 3 ? "all" : (filter.value.severities[0] ?? "all");
  return (
    <>
      <Picker
        bare
        label="Severity"
        value={shown}
        options={[
          ["all", "Every severity"],
          ["error", "Errors"],
          ["warning", "Warnings"],
          ["info", "Cosmetic"],
        ]}
        choose={(value) =>
          (filter.value = {
            ...filter.value,
            severities: value === "all" ? SEVERITIES : [value as "error"],
          })
        }
      />
      <Picker
        bare
        label="Rule"
        value={filter.value.rule}
        options={[["", "Every rule"], ...distinct.map((code): [string, string] => [code, code])]}
        choose={(rule) => (filter.value = { ...filter.value, rule })}
      />
    </>
  );
}
