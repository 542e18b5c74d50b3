// Updates the state: sends texts to the engine, and stores its answers.

import { batch, effect } from "@preact/signals";
import { isCost } from "../picture/marks";
import { each } from "../picture/row";
import { Engine, Superseded, Unavailable } from "../engine/client";
import type { Meant } from "../engine/meant";
import type { Examination } from "../engine/protocol";
import { message } from "../words";
import { STANDARD } from "./choices";
import { selectRow } from "./select";
import * as state from "./state";

const TYPING_PAUSE = 120;
const PATIENCE = 150;
const FOLDED_BEYOND = 60;

let engine: Engine | undefined;

/** The engine, which is loaded by its first question. */
export const engineNow = (): Engine => (engine ??= new Engine());

/** Loads the engine, and what it knows of the targets. */
export async function wake(): Promise<void> {
  try {
    state.about.value = await engineNow().ask("about", undefined);
  } catch (error) {
    failed(error);
  }
}

/** Keeps the answer on the text, the choices and the tool; `known` is an answer that is there already. */
export function begin(known: boolean): void {
  tellIfSlow();
  replaceUnknownTarget();
  let first = known;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let lastText = state.text.peek();
  effect(() => {
    const text = state.text.value;
    const choices = state.choices.value;
    const tool = state.toolIndex.value;
    clearTimeout(pause);
    if (first) {
      first = false;
      // The answer came with the page: nothing has to be asked before somebody uses it.
      engineNow().remember(text, choices, tool);
      return;
    }
    const wait = text === lastText ? 0 : TYPING_PAUSE;
    lastText = text;
    state.progress.value = { kind: "working" };
    pause = setTimeout(() => void examine(text), wait);
  });
}

/** A link or a draft of another version may name a target that this one lacks. */
function replaceUnknownTarget(): void {
  effect(() => {
    const { target } = state.choices.value;
    const targets = state.about.value?.targets;
    if (!targets || targets.some(({ id }) => id === target)) return;
    state.notice.value = `There is no target "${target}"; ${STANDARD.target} is used instead.`;
    state.choices.value = { ...state.choices.peek(), target: STANDARD.target };
  });
}

/** Only slow work is announced, so that nothing flickers while somebody types. */
function tellIfSlow(): void {
  let patience: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    clearTimeout(patience);
    if (state.progress.value.kind !== "working") state.slow.value = false;
    else patience = setTimeout(() => (state.slow.value = true), PATIENCE);
  });
}

async function examine(text: string): Promise<void> {
  try {
    const choices = state.choices.peek();
    const answer = await engineNow().examine(text, choices, state.toolIndex.peek());
    const meant = unchosen ? await meantIn(answer) : undefined;
    if (text !== state.text.peek() || choices !== state.choices.peek()) return;
    show(answer, meant);
    await compare(text);
  } catch (error) {
    if (error instanceof Superseded) return;
    batch(() => {
      failed(error);
      outdate();
    });
  }
}

/** The tool that the error is about that came along, or before. */
async function meantIn({ overview }: Examination): Promise<Meant | undefined> {
  const text = overview.reading?.complaint ?? state.complaint.peek();
  if (text === "" || overview.tools.length === 0) return undefined;
  const errors = await engineNow()
    .ask("explain", { text })
    .catch(() => []);
  return errors.flatMap(({ places }) => places).find(({ tool }) => tool)?.tool;
}

/** Marks what is shown as the result of an earlier text; of the present one nothing is known. */
function outdate(): void {
  const shown = state.examination.peek();
  if (!shown) return;
  const { tools } = shown.overview;
  const overview = { readAs: "nothing", kind: null, tools, issues: [], hasOutput: false, milliseconds: 0 };
  state.examination.value = { ...shown, overview };
  state.stale.value = shown.detail !== undefined;
}

/** Looks for better options after the answer is shown, which is complete without them. */
async function compare(text: string): Promise<void> {
  const choices = state.choices.peek();
  const offer = await engineNow()
    .ask("offer", undefined)
    .catch(() => undefined);
  if (text === state.text.peek() && choices === state.choices.peek()) state.offer.value = offer;
}

function failed(error: unknown): void {
  if (error instanceof Superseded) return;
  const kind = error instanceof Unavailable ? "unavailable" : "failed";
  state.progress.value = { kind, message: message(error) };
}

function show(answer: Examination, meant: Meant | undefined): void {
  batch(() => {
    state.progress.value = { kind: "idle" };
    const { overview, detail } = answer;
    const shown = state.examination.peek();
    const unreadable = overview.tools.length === 0 && overview.issues.length > 0;
    if (overview.reading?.complaint) state.complaint.value = overview.reading.complaint;
    state.stale.value = unreadable && keeps && shown?.detail !== undefined;
    if (detail) keeps = true;
    // The last tools stay in sight while the text cannot be read.
    state.examination.value =
      state.stale.value && shown
        ? { overview: { ...overview, tools: shown.overview.tools }, detail: shown.detail }
        : answer;
    if (!detail && overview.tools.length > 0 && state.toolIndex.peek() >= overview.tools.length)
      state.toolIndex.value = 0;
    if (shown?.detail?.name !== detail?.name || shown?.detail?.index !== detail?.index) {
      state.selectedRow.value = state.openRow.value = state.selectedIssue.value = undefined;
      state.folded.value = new Set(folds(answer));
    }
    if (!state.rowOf(state.selectedRow.peek())) state.selectedRow.value = state.openRow.value = undefined;
    if (unchosen && overview.tools.length > 0) {
      const rejected = overview.tools.findIndex(({ refused }) => refused);
      chooseTool(meant?.index ?? Math.max(0, rejected), meant?.row);
    } else selectWanted();
  });
}

/** Of large trees, what costs something stays in sight. */
export function folds({ detail }: Examination): string[] {
  if (!detail || detail.counts.parameters <= FOLDED_BEYOND) return [];
  return [...each(detail.picture)]
    .filter(({ children, worst }) => children.length > 0 && !isCost(worst))
    .map(({ id }) => id);
}

/** Whether the result that is shown stays while the text cannot be read: nobody pasted an example that is replaced. */
let keeps = true;
let isExample = false;

/** Whether nobody has chosen a tool of the document yet. */
let unchosen = false;

/** A row to select when its tool is shown. */
let wanted: { tool: number; row: string } | undefined;

/** The tool that is shown, and the row that is selected in it. */
export function chooseTool(index: number, row?: string): void {
  unchosen = false;
  wanted = row === undefined ? undefined : { tool: index, row };
  state.toolIndex.value = index;
  selectWanted();
}

function selectWanted(): void {
  if (wanted?.tool !== state.detail.peek()?.index) return;
  if (wanted) selectRow(wanted.row);
  wanted = undefined;
}

/** Another document: of its tools the first that is rejected, nothing selected. It may be what an error was about. */
export function put(text: string, origin = "", { keepComplaint = false, example = false } = {}): void {
  keeps = !isExample;
  // The draft may be the example that the page shows already.
  isExample = example || (isExample && text === state.text.peek());
  batch(() => {
    state.text.value = text;
    state.origin.value = origin;
    state.toolIndex.value = 0;
    unchosen = true;
    state.notice.value = "";
    state.offer.value = undefined;
    if (!keepComplaint) state.complaint.value = "";
  });
}

/** A document that follows another one. An error stays until the document that it is about has followed. */
export function putNext(text: string, origin = ""): void {
  const isAnswered = !state.stale.peek() && (state.overview.peek()?.tools.length ?? 0) > 0;
  put(text, origin, { keepComplaint: text !== "" && !isAnswered });
}

/** The same document as JSON, laid out for reading. */
export async function showAsJson(): Promise<void> {
  const before = state.text.peek();
  try {
    const json = await engineNow().ask("json", undefined);
    if (json !== undefined && state.text.peek() === before) state.text.value = json;
  } catch (error) {
    failed(error);
  }
}
