// What was found, tool by tool, each with its place in the pasted text.

import type { Issue, Rule, Tool, Transformed } from "lapidary/slim";
import { byId, h, prose } from "../dom";
import { explanation } from "./explain";

const SHOWN_ISSUES = 500;
const SHOWN_PLACES = 12;
const MARK = { error: "✕", warning: "!", info: "i" } as const;

const verdict = byId("verdict");
const list = byId("tools");

export interface Places {
  select(span: Issue["span"]): void;
}

export function showIssues(result: Transformed, rules: Map<string, Rule>, places: Places): void {
  verdict.textContent = summary(result);
  let room = SHOWN_ISSUES;
  const rows = (issues: Issue[]) => {
    const groups = grouped(issues);
    const shown = groups.slice(0, room);
    room -= shown.length;
    const left = groups.length - shown.length;
    return h(
      "ul",
      {},
      ...shown.map((group) => row(group, rules.get(group[0].code), places)),
      left > 0 && h("li", { class: "issue quiet" }, `${left.toLocaleString("en")} more: lapidary check lists all`),
    );
  };
  list.replaceChildren(...(result.issues.length > 0 ? [rows(result.issues)] : []));
  const found = result.tools.filter((tool) => tool.issues.length > 0);
  for (const [at, tool] of found.entries()) {
    if (room <= 0) {
      list.append(h("p", { class: "quiet" }, `${count(found.length - at, "more tool")}: lapidary check lists all`));
      break;
    }
    list.append(section(tool, rows));
  }
}

export function clearIssues(message: string): void {
  verdict.textContent = message;
  list.replaceChildren();
}

const count = (n: number, thing: string) => `${n.toLocaleString("en")} ${thing}${n === 1 ? "" : "s"}`;

function summary({ tools, issues }: Transformed): string {
  if (tools.length === 0) {
    return issues.length > 0 ? "No schema could be read." : "There are no tools in this text.";
  }
  const refused = tools.filter((tool) => tool.status === "INCOMPATIBLE").length;
  const found = tools.reduce((sum, tool) => sum + tool.issues.length, issues.length);
  if (found === 0) return `${count(tools.length, "tool")}: nothing to change.`;
  return `${count(tools.length, "tool")}, ${refused} not accepted as written; ${count(found, "issue")}; each says what the output does about it.`;
}

function section(tool: Tool, rows: (issues: Issue[]) => HTMLElement): HTMLElement {
  const refused = tool.status === "INCOMPATIBLE";
  const grave = tool.issues.filter(({ severity }) => severity !== "info");
  const cosmetic = tool.issues.filter(({ severity }) => severity === "info");
  return h(
    "details",
    { open: true, class: "tool" },
    h(
      "summary",
      {},
      h("code", {}, tool.name || "schema"),
      h("span", { class: refused ? "badge error" : "badge info" }, refused ? "not accepted as written" : "accepted as written"),
      h("span", { class: "quiet" }, count(tool.issues.length, "issue")),
    ),
    grave.length > 0 && rows(grave),
    cosmetic.length > 0 &&
      h("details", { class: "cosmetic" }, h("summary", {}, `${cosmetic.length.toLocaleString("en")} info`), rows(cosmetic)),
  );
}

/** Issues that say the same, in source order. */
type Group = [Issue, ...Issue[]];

/** What is said of several places is said once. */
function grouped(issues: Issue[]): Group[] {
  const groups = new Map<string, Group>();
  for (const issue of issues) {
    const { code, severity, subject, message, fix, acceptsMore, acceptsLess } = issue;
    const statement = subject ? message.slice(`\`${subject}\`: `.length) : message;
    const key = JSON.stringify([code, severity, statement, fix, acceptsMore, acceptsLess]);
    const group = groups.get(key);
    if (group) group.push(issue);
    else groups.set(key, [issue]);
  }
  return [...groups.values()];
}

/** The other places of a group, each a way into the text. */
function others(issues: Issue[], places: Places): HTMLElement | null {
  if (issues.length === 0) return null;
  const button = ({ subject, line, column, span }: Issue) =>
    h("button", { type: "button", title: "Show it in the text", onclick: () => places.select(span) }, subject || `${line}:${column}`);
  const more = issues.length - SHOWN_PLACES;
  return h("p", { class: "others" }, "Also: ", ...issues.slice(0, SHOWN_PLACES).map(button), more > 0 && `and ${more} more`);
}

function row([issue, ...same]: Group, rule: Rule | undefined, places: Places): HTMLElement {
  const place = `${issue.line}:${issue.column}`;
  return h(
    "li",
    { class: `issue ${issue.severity}` },
    h(
      "button",
      {
        type: "button",
        class: "place",
        title: "Show it in the text",
        onclick: () => places.select(issue.span),
      },
      h("span", { class: `badge ${issue.severity}` }, `${MARK[issue.severity]} ${issue.severity}`),
      h("span", { class: "where" }, place),
      h("span", { class: "message" }, ...prose(issue.message)),
    ),
    others(same, places),
    cost("fix", "Fix: ", issue.fix),
    cost("gains", "Now accepts: ", issue.acceptsMore),
    cost("loses", "No longer accepts: ", issue.acceptsLess),
    issue.refusal ? h("p", { class: "refusal" }, h("strong", {}, "The API says: "), h("code", {}, issue.refusal)) : null,
    issue.help ? h("p", { class: "help" }, ...prose(issue.help)) : null,
    h(
      "details",
      { class: "why" },
      h("summary", {}, `${issue.code} ${rule?.title ?? issue.pattern}`, h("code", { class: "path" }, issue.path)),
      rule ? explanation(rule) : h("p", {}, "No rule of that code is known."),
    ),
  );
}

const cost = (kind: string, label: string, text: string | null) =>
  text ? h("p", { class: `cost ${kind}` }, h("strong", {}, label), ...prose(text)) : null;
