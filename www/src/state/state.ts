// The page's state as signals. Derived values are computed; `session` stores the answers of the engine.

import { computed, signal } from "@preact/signals";
import type { About, Choices, Examination, Issue, Offer } from "../engine/protocol";
import { type Filter, SEVERITIES, grouped, passes } from "../findings/group";
import { isChange } from "../picture/marks";
import { type Row, each } from "../picture/row";
import { STANDARD, type Tab } from "./choices";

type Progress =
  | { kind: "idle" }
  | { kind: "working" }
  | { kind: "failed"; message: string }
  | { kind: "unavailable"; message: string };
export type Theme = "system" | "light" | "dark";
export type Dialog = "options" | "share" | "shortcuts" | "tools" | undefined;

/** Texts beyond this are worked on and not shown in the editor. */
export const MOST_EDITED = 2_000_000;

export const text = signal("");
/** The origin of the text in words: a file's name, an example's title. */
export const origin = signal("");
export const choices = signal<Choices>(STANDARD);
export const toolIndex = signal(0);
export const tab = signal<Tab>("picture");
/** Of which tools tabs with texts are. */
export const scope = signal<"tool" | "all">("tool");
/** Of which tools the findings are. */
export const findingsOf = signal<"tool" | "all">("tool");
export const pane = signal<"input" | "result">("input");
export const theme = signal<Theme>("system");
export const dialog = signal<Dialog>();
export const notice = signal("");
export const about = signal<About | undefined>(undefined);
export const progress = signal<Progress>({ kind: "idle" });
/** Whether the work takes long enough to be told of. */
export const slow = signal(false);
export const examination = signal<Examination | undefined>(undefined);
/** The result shown is that of an earlier text, because the present one cannot be read. */
export const stale = signal(false);
/** An API's error that was pasted; it stays in sight when the tool that it is about follows. */
export const complaint = signal("");
/** A target or mode that suits the text better. */
export const offer = signal<Offer | undefined>(undefined);
export const embedded = signal(false);

export const overview = computed(() => examination.value?.overview);
/** The kind of the text, if it is neither tools nor a schema, nor meant to be JSON. */
export const other = computed(() => {
  const reading = overview.value?.reading;
  return reading && !reading.isRead && !reading.correction ? reading : undefined;
});
export const detail = computed(() => examination.value?.detail);
/** The findings of the tool that is shown, those of the document first. */
export const issues = computed<Issue[]>(() => [...(overview.value?.issues ?? []), ...(detail.value?.issues ?? [])]);
export const large = computed(() => text.value.length > MOST_EDITED);

/** The row that picture, input, declaration and findings share; undefined for none. */
export const selectedRow = signal<string | undefined>(undefined);
/** The row whose detail is open: the selected one, where it was selected in the picture. */
export const openRow = signal<string | undefined>(undefined);
export const selectedIssue = signal<number | undefined>(undefined);

export const filter = signal<Filter>({ severities: SEVERITIES, rule: "" });
export const onlyChanges = signal(false);
export const folded = signal<ReadonlySet<string>>(new Set());

export const groups = computed(() => grouped(issues.value));
export const findings = computed(() => groups.value.filter(({ issue }) => passes(filter.value, issue)));

/** Whether the row is shown: not folded away, and, where only changes are wanted, changed at or below it. */
export const visibleRows = computed<Row[]>(() => {
  const root = detail.value?.picture;
  if (!root) return [];
  const shown: Row[] = [];
  const add = (row: Row) => {
    if (onlyChanges.value && !isChange(row.worst)) return;
    shown.push(row);
    if (!folded.value.has(row.id)) row.children.forEach(add);
  };
  root.children.forEach(add);
  return shown;
});

/** The rows by their ids, and the first row of each finding. */
const index = computed(() => {
  const rows = new Map<string, Row>();
  const ofIssue = new Map<number, Row>();
  const root = detail.value?.picture;
  if (root) {
    for (const row of each(root)) {
      rows.set(row.id, row);
      for (const issue of row.issues) if (!ofIssue.has(issue)) ofIssue.set(issue, row);
    }
  }
  return { rows, ofIssue };
});

export const rowOf = (id: string | undefined): Row | undefined =>
  id === undefined ? undefined : index.value.rows.get(id);

const ofDocument = () => overview.value?.issues.length ?? 0;

/** Whether a finding is about the document, and not about the tool. */
export const isOfDocument = (issue: number): boolean => issue < ofDocument();

/** The first row that a finding is about. */
export const rowOfIssue = (issue: number): Row | undefined => index.value.ofIssue.get(issue - ofDocument());

/** The subject of a finding, as the table names it: there, a parameter behind a reference has its own name. */
export const subjectOf = (issue: number): string => rowOfIssue(issue)?.path || (issues.value[issue]?.subject ?? "");
