// How the integrations report what they find: no loss goes unreported, and what loses nothing is not printed.

import { InternalError } from "./guard.js";
import { dropOldest } from "./oldest.js";
import type { Issue, Misfit, Report, RequestOptions, ToolReport } from "./types.js";

/** A finding: an `Issue`, or as much of one as exists where no text was read. */
export type Finding = Pick<Issue, "code" | "severity" | "message" | "help" | "pointer"> & Partial<Issue>;

/** Where something was found. */
export interface IssueInfo {
  /** In a request to the model, or in its response. */
  direction: "request" | "response";
  /** The tool's original name; omitted if none is concerned. */
  tool?: string;
}

/** Receives findings, in one call or one per tool. An error that it throws reaches the caller of the client. */
export type OnIssues = (issues: Finding[], info: IssueInfo) => void;

/** Options of every integration. The default mode is `round-trip`, since an integration handles both directions. */
export interface IntegrationOptions extends RequestOptions {
  /** Receives everything that is found; `warn` by default. `() => {}` ignores it. */
  onIssues?: OnIssues;
}

const told = new Set<string>();

/** The most printed lines that are remembered: a server's tools may differ for each of its users. */
const MOST_TOLD = 10_000;

/**
 * Prints findings that change meaning with `console.warn`, in one line per tool: a loss or a gain, a call that does not
 * match its codec, a failure of the engine. A line is printed once. Differences of spelling are not printed, and
 * neither is what is accepted in addition but never sent by a model.
 */
export function warn(issues: Finding[], { tool }: IssueInfo): void {
  const found = issues.filter(changesMeaning);
  if (tool === undefined) for (const issue of found) print(`lapidary: ${line(issue)}`);
  // A loss means calls that can no longer be made, so it comes first.
  const first = found.find(({ acceptsLess }) => acceptsLess) ?? found[0];
  if (tool === undefined || !first) return;
  const others = found.filter((issue) => issue !== first).map(({ code }) => code);
  const codes = [...new Set(others)].join(", ");
  const more = others.length > 0 ? `; and ${others.length} more (${codes}): \`onIssues\` tells them all` : "";
  print(`lapidary: tool ${JSON.stringify(tool)}: ${line(first)}${more}`);
}

function print(text: string): void {
  if (told.has(text)) return;
  told.add(text);
  dropOldest(told, MOST_TOLD);
  console.warn(text);
}

function changesMeaning({ code, severity, acceptsMore, acceptsLess, idle }: Finding): boolean {
  const ofRule = code.startsWith("GS");
  return severity !== "info" && (!ofRule || Boolean(acceptsLess) || (Boolean(acceptsMore) && !idle));
}

function line({ code, message, pointer, fix, help, acceptsMore, acceptsLess }: Finding): string {
  const costs = [acceptsMore && `it now accepts ${acceptsMore}`, acceptsLess && `it no longer accepts ${acceptsLess}`];
  const parts = costs.filter(Boolean);
  const rest = parts.length > 0 ? parts.join(", and ") : fix || help;
  return `${message} (${code} at ${pointer || "the root"})${rest && `; ${rest}`}`;
}

/** Reports what was found in a request: tool by tool, then what belongs to none. */
export function tellRequest(onIssues: OnIssues, { tools, issues }: Pick<Report, "issues"> & { tools: ToolReport[] }): void {
  for (const tool of tools) tell(onIssues, tool.issues, { direction: "request", tool: tool.name });
  tell(onIssues, issues, { direction: "request" });
}

/** Reports the declared names of functions that were renamed, if any, in what is kept and answered elsewhere. */
export function tellLost(onIssues: OnIssues, renamed: string[]): void {
  if (renamed.length === 0) return;
  const message = `the calls that are answered elsewhere need the names of their functions restored: ${renamed.join(", ")}`;
  const help = "transform the tools with `transformTools` before, and keep its codec for `restoreCall`";
  onIssues([{ code: "lost-request", severity: "warning", message, help, pointer: "" }], { direction: "request" });
}

/** Reports findings, if there are any; those in calls tool by tool. */
export function tell(onIssues: OnIssues, issues: Finding[], info: IssueInfo): void {
  for (const tool of new Set(issues.map(({ tool }) => tool))) {
    const own = issues.filter((issue) => issue.tool === tool);
    onIssues(own, tool === undefined ? info : { ...info, tool });
  }
}

/** The findings for parts of a call that do not match the codec. */
export function misfits(issues: Misfit[]): Finding[] {
  return issues.map(({ pointer, message, omitted }) => {
    // The message says what is omitted.
    const help = omitted ? "" : "that part is passed on unchanged";
    return { code: "misfit", severity: "warning", message, help, pointer };
  });
}

/** The result of `work`. If the engine fails, reports that and returns `otherwise`, so that nothing is lost. */
export function attempt<T>(onIssues: OnIssues, info: IssueInfo, otherwise: T, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InternalError)) throw error;
    const help = "this was passed on as it was";
    onIssues([{ code: "internal-error", severity: "error", message: error.message, help, pointer: "" }], info);
    return otherwise;
  }
}
