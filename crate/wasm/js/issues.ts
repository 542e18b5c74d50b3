// How the integrations tell what they find: nothing is lost in silence, and nothing that is kept is noise.

import { InternalError } from "./guard.js";
import type { Issue, Misfit, Report, RequestOptions, ToolReport } from "./types.js";

/** Something found on the way: an `Issue`, or as much of one as there is where no text was read. */
export type Finding = Pick<Issue, "code" | "severity" | "message" | "help" | "pointer"> & Partial<Issue>;

/** Where something was found. */
export interface IssueInfo {
  /** In what goes to the model, or in what comes back from it. */
  direction: "request" | "response";
  /** The tool's own name; left out for what belongs to none. */
  tool?: string;
}

/** Takes what is found, in one piece or tool after tool. What it throws reaches the caller of the client. */
export type OnIssues = (issues: Finding[], info: IssueInfo) => void;

/** What every integration takes. The mode is `round-trip` when left out: both directions are its own. */
export interface IntegrationOptions extends Omit<RequestOptions, "role"> {
  /** Told of everything that is found; `warn` when left out. `() => {}` is silence. */
  onIssues?: OnIssues;
}

const told = new Set<string>();

/**
 * Prints what changes meaning with `console.warn`, in one line a tool: a loss or a gain, a call that does not fit, a
 * failure of the engine. A line is printed once. What is only spelt otherwise is not printed, and neither is what no
 * model makes use of.
 */
export function warn(issues: Finding[], { tool }: IssueInfo): void {
  const found = issues.filter(changesMeaning);
  if (tool === undefined) for (const issue of found) print(`lapidary: ${line(issue)}`);
  // A loss is a call that cannot be made any more.
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
  return `${message} (${code} at ${pointer || "the root"}); ${rest}`;
}

/** Tells what was found in a request: tool by tool, then what belongs to none. */
export function tellRequest(onIssues: OnIssues, { tools, issues }: Pick<Report, "issues"> & { tools: ToolReport[] }): void {
  for (const tool of tools) tell(onIssues, tool.issues, { direction: "request", tool: tool.name });
  tell(onIssues, issues, { direction: "request" });
}

/** Tells what was found, if anything was. */
export function tell(onIssues: OnIssues, issues: Finding[], info: IssueInfo): void {
  if (issues.length > 0) onIssues(issues, info);
}

/** What did not fit the codec of a call. */
export function misfits(issues: Misfit[]): Finding[] {
  return issues.map((misfit) => ({
    code: "misfit",
    severity: "warning",
    help: "that part is passed on as it came",
    ...misfit,
  }));
}

/** What `work` gives. Where the engine fails, that is told and `otherwise` stands in: nothing is lost to the engine. */
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
