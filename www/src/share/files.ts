// Files that people open or drop: a document, several of them, or a state that was saved here.

import type { Combined } from "../engine/protocol";
import { engineNow, put } from "../state/session";
import * as state from "../state/state";
import { count, message } from "../words";
import { checked } from "./codec";
import { restore } from "./session";

const SAVED = /^\s*\{\s*"v":\s*\d+,\s*"input":/;
const MOST_NOTES = 8;

export async function openFiles(files: Iterable<File>): Promise<void> {
  const list = [...files];
  const names = list.map(({ name }) => name);
  try {
    const texts = await Promise.all(list.map((file) => file.text()));
    const [only] = texts;
    if (only === undefined) return;
    if (texts.length > 1) putAll(names, await engineNow().ask("combine", { texts }));
    else if (SAVED.test(only)) restore(checked(only), names[0]);
    else put(only, names[0]);
  } catch (error) {
    state.notice.value = `${names.join(", ")} could not be opened: ${message(error)}.`;
  }
}

/** The tools of several files, and which of the files are not read. */
export function putAll(names: string[], { text, texts }: Combined): void {
  const read = names.filter((_, index) => texts[index]?.unread === undefined);
  if (read.length > 0) put(text, read.join(", "));
  const notes = names.flatMap((name, index) => toldOf(name, texts[index]));
  const more = notes.length - MOST_NOTES;
  state.notice.value = [...notes.slice(0, MOST_NOTES), more > 0 && `${count(more, "further note")}.`]
    .filter(Boolean)
    .join(" ");
}

function toldOf(name: string, { unread, notes = [] }: Partial<Combined["texts"][number]> = {}): string[] {
  if (unread !== undefined) return [`${name} is not read: ${unread}.`];
  return notes.map(({ text, line }) => `${name}${line === undefined ? "" : `, line ${line}`}: ${text}`);
}
