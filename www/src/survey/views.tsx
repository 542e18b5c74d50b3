// The three tables. A row leads to what it is about.

import { batch } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Button } from "../app/parts";
import type { Surveyed, RuleLine, Sizes } from "../engine/protocol";
import { SEVERITIES, SIGNS, WORDS } from "../findings/group";
import { chooseTool } from "../state/session";
import * as state from "../state/state";
import { tokens } from "../words";
import { type Outcome, byGravity, byHarm, isWhole, outcomeOf } from "./order";
import { type Column, Table } from "./Table";
import type { Surveys } from "./useSurveys";

const matches = (text: string, query: string) => text.toLowerCase().includes(query.toLowerCase());

interface ToolsProps {
  tools: Surveyed[];
  query: string;
}

const TOOL = { id: "tool", title: "Tool", kind: "tool" };

const COLUMNS = [
  TOOL,
  { id: "verdict", title: "Verdict", kind: "short" },
  { id: "errors", title: "Errors", kind: "number wide" },
  { id: "warnings", title: "Warnings", kind: "number wide" },
  { id: "less", title: "Stricter", kind: "number" },
  { id: "empty", title: "Sent empty", kind: "number" },
  { id: "more", title: "Looser", kind: "number" },
  { id: "tokens", title: "Tokens", kind: "number" },
];

export function ByTool(props: ToolsProps) {
  return (
    <ToolTable
      {...props}
      columns={COLUMNS}
      cells={(tool) => {
        const { errors, warnings, less, counts, more, sizes } = tool;
        return [
          <Verdict outcome={outcomeOf(tool)} />,
          ...[errors, warnings, less, counts.emptied, more].map((value) => (
            <span class={value === 0 ? "quiet" : ""}>{value}</span>
          )),
          <Growth {...sizes} />,
        ];
      }}
    />
  );
}

/** The result of each tool for every target; targets without an answer yet have empty columns. */
export function ByTarget({ surveys, targets, ...props }: ToolsProps & { surveys: Surveys; targets: string[] }) {
  const { choices } = state;
  const columns = targets.map((target) => ({
    id: target,
    kind: "sign",
    total: surveys[target]?.tools.filter((tool) => isWhole(outcomeOf(tool))).length.toLocaleString("en") ?? "…",
    title: (
      <Button
        label={`Order by ${target}`}
        pressed={choices.value.target === target}
        onClick={() => (choices.value = { ...choices.value, target })}
      >
        {target}
      </Button>
    ),
  }));
  return (
    <ToolTable
      {...props}
      columns={[{ ...TOOL, total: "Nothing lost" }, ...columns]}
      cells={(_, at) =>
        targets.map((target) => {
          const tool = surveys[target]?.tools[at];
          return tool ? <Sign outcome={outcomeOf(tool)} /> : <span class="quiet">…</span>;
        })
      }
    />
  );
}

interface ToolTableProps extends ToolsProps {
  columns: readonly Column[];
  cells(tool: Surveyed, at: number): ComponentChildren[];
}

/** The tools that are searched for, the most harmed first. */
function ToolTable({ tools, query, columns, cells }: ToolTableProps) {
  const rows = byHarm(tools).flatMap((at) => {
    const tool = tools[at];
    return tool && matches(tool.name, query) ? [{ at, tool }] : [];
  });
  return (
    <Table
      label="Tools"
      thing="tool"
      columns={columns}
      rows={rows}
      cells={({ tool, at }) => [<code>{tool.name || "schema"}</code>, ...cells(tool, at)]}
      isCurrent={({ at }) => at === state.toolIndex.value}
      choose={({ at }) => show(() => chooseTool(at))}
    />
  );
}

const RULE_COLUMNS = [
  { id: "rule", title: "Rule" },
  { id: "pattern", title: "Pattern" },
  { id: "worst", title: "Worst", kind: "short" },
  { id: "tools", title: "Tools", kind: "number" },
  { id: "findings", title: "Findings", kind: "number wide" },
];

export function ByRule({ rules, query }: { rules: RuleLine[]; query: string }) {
  return (
    <Table
      label="Rules"
      thing="rule"
      columns={RULE_COLUMNS}
      rows={byGravity(rules).filter(({ code, pattern }) => matches(`${code} ${pattern}`, query))}
      cells={({ code, pattern, severity, tools, findings }) => [
        <code>{code}</code>,
        pattern,
        <span class={`badge ${severity}`}>
          <span aria-hidden="true">{SIGNS[severity]}</span> <span class="words">{WORDS[severity]}</span>
        </span>,
        tools.toLocaleString("en"),
        findings.toLocaleString("en"),
      ]}
      isCurrent={({ code }) => code === state.filter.value.rule}
      choose={({ code }) => {
        show(() => {
          state.filter.value = { severities: SEVERITIES, rule: code };
          state.findingsOf.value = "all";
        });
        // Once they are drawn.
        requestAnimationFrame(() => document.getElementById("findings-label")?.scrollIntoView());
      }}
    />
  );
}

/** Leaves the dialog for what was chosen there. */
function show(choose: () => void): void {
  batch(() => {
    choose();
    state.dialog.value = undefined;
    state.pane.value = "result";
  });
}

const Verdict = ({ outcome: { sign, kind, one } }: { outcome: Outcome }) => (
  <span class={`badge ${kind}`}>
    <span aria-hidden="true">{sign}</span> <span class="words">{one}</span>
  </span>
);

const Sign = ({ outcome: { sign, kind, one } }: { outcome: Outcome }) => (
  <span class={`badge ${kind}`} role="img" aria-label={one} title={one}>
    {sign}
  </span>
);

const PERCENT = new Intl.NumberFormat("en", { style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 });

function Growth({ before, after }: Sizes) {
  return (
    <>
      <span class="wide">
        {tokens(before).toLocaleString("en")} → {tokens(after).toLocaleString("en")}{" "}
      </span>
      {before > 0 && <span class="quiet">{PERCENT.format(after / before - 1)}</span>}
    </>
  );
}
